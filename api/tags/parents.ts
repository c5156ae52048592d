import { findTag } from '../../src/tags/queries.ts';
import { parent } from '../path.ts';

const TAG = { description: 'tag of the project', field: 'tag' };

/** A tag of one kind. */
export function tagOf(kind: string) {
  return parent({ ...TAG, load: (db, { id, caller }) => findTag(db, caller.projectId, id, kind) });
}

export const TAG_PARENTS = {
  tag_id: parent({ ...TAG, load: (db, { id, caller }) => findTag(db, caller.projectId, id) }),
};
