import { findTag } from '../../src/tags/queries.ts';
import { parent } from '../path.ts';

const TAG = { description: 'Tag of the project.', field: 'tag' };

/** Creates the parent of a tag of one resource type. */
export function createTagParent(kind: string) {
  return parent({ ...TAG, load: (db, { id, caller }) => findTag(db, caller.projectId, id, kind) });
}

export const TAG_PARENTS = {
  tag_id: parent({ ...TAG, load: (db, { id, caller }) => findTag(db, caller.projectId, id) }),
};
