import { findShare } from '../../src/shares/queries.ts';
import { parent } from '../path.ts';

/** A share of the task or agent in the path. */
export function shareParent(kind: string) {
  return parent({
    description: 'Share of the task or agent',
    field: 'share',
    load: (db, { id, above }) => findShare(db, { kind, resourceId: above, id }),
  });
}

export const SHARE_PARENTS = { share_id: shareParent('task') };
