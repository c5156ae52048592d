import { accessErrors } from '../../access/errors.ts';
import { hasPermission, hasRolePermission } from '../../access/permissions.ts';
import { getGrantsOn, type Principal } from '../../access/principal-grants.ts';
import type { Executor } from '../../platform/db/client.ts';
import { checkEach, errors } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { filterCollections } from '../collections/queries.ts';

/** Collections to add a document to and to remove it from. */
interface CollectionChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Compares new collections of a document with its current ones. Throws like {@link checkCollections} for each changed
 * collection.
 */
export async function checkCollectionChange(
  db: Executor,
  principal: Principal,
  current: readonly string[],
  collectionIds: readonly string[],
): Promise<CollectionChange> {
  const removed = current.filter((id) => !collectionIds.includes(id));
  const getRoles = await getGrantsOn(db, principal, 'collection', removed);
  for (const id of removed) if (!hasPermission(getRoles(id), 'collection:edit')) throw toPermissionError(principal, id);
  return { added: await checkCollections(db, principal, 'collections', collectionIds, current), removed };
}

const toPermissionError = ({ subject }: Principal, id: string) =>
  accessErrors.permissionCheckFailed(subject, { type: 'collection', id }, 'edit');

/**
 * Checks that the principal may edit the collections. Throws a 422 for each collection that they cannot view, else a
 * 403. Returns unique IDs without those in `unchecked`.
 */
export async function checkCollections(
  db: Executor,
  principal: Principal,
  field: string,
  collectionIds: readonly string[],
  unchecked: readonly string[] = [],
): Promise<string[]> {
  const ids = [...new Set(collectionIds.map((id) => id.toLowerCase()))].filter((id) => !unchecked.includes(id));
  if (ids.length === 0) return [];
  const known = new Set(await filterCollections(db, principal.projectId, ids));
  const getRoles = await getGrantsOn(db, principal, 'collection', ids);
  checkEach(collectionIds, (one, index) => {
    const id = one.toLowerCase();
    if (ids.includes(id) && (!known.has(id) || !hasRolePermission(getRoles(id), 'collection:view')))
      throw errors.invalid([field, index], commonProblems.unknown_resource({ resource: 'collection' }));
  });
  for (const id of ids) if (!hasPermission(getRoles(id), 'collection:edit')) throw toPermissionError(principal, id);
  return ids;
}
