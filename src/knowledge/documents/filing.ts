import { accessErrors } from '../../access/errors.ts';
import { type Asker, holdingsOn } from '../../access/holdings.ts';
import { holds } from '../../access/permissions.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import { collectionsAmong } from '../collections/queries.ts';

/**
 * Refuses to put documents into collections that the asker may not edit. Throws a 422 that names the place in the field
 * where they can't know that it exists, else a 403. Answers the ids, each once.
 */
export async function checkFiling(
  db: Executor,
  asker: Asker,
  field: string,
  given: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  if (ids.length === 0) return [];
  const known = new Set(await collectionsAmong(db, asker.projectId, ids));
  const holdings = await holdingsOn(db, asker, 'collection', ids);
  for (const [index, id] of given.map((one) => one.toLowerCase()).entries()) {
    const held = holdings(id);
    if (!known.has(id) || !holds({ ...held, scopes: null }, 'collection:view'))
      throw errors.invalid([field, index], 'no collection of this project has this id', 'unknown_resource');
    if (!holds(held, 'collection:edit'))
      throw accessErrors.permissionCheckFailed(asker.subject, { type: 'collection', id }, 'edit');
  }
  return ids;
}
