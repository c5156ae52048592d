import { accessErrors } from '../../access/errors.ts';
import { hasPermission, rolesHavePermission } from '../../access/permissions.ts';
import { getGrantsOn, type Principal } from '../../access/principal-grants.ts';
import type { Executor } from '../../platform/db/client.ts';
import { checkEach, errors } from '../../platform/errors.ts';
import { collectionsAmong } from '../collections/queries.ts';

/** The collections that a document is to be put into, and taken out of. */
export interface Refiling {
  readonly into: readonly string[];
  readonly outOf: readonly string[];
}

/** What a list of collections changes of those that hold a document. Throws as {@link checkFiling} does, of each that is other than before. */
export async function checkRefiling(
  db: Executor,
  principal: Principal,
  before: readonly string[],
  wanted: readonly string[],
): Promise<Refiling> {
  const outOf = before.filter((id) => !wanted.includes(id));
  const grants = await getGrantsOn(db, principal, 'collection', outOf);
  for (const id of outOf) if (!hasPermission(grants(id), 'collection:edit')) throw mayNotEdit(principal, id);
  return { into: await checkFiling(db, principal, 'collections', wanted, before), outOf };
}

const mayNotEdit = ({ subject }: Principal, id: string) =>
  accessErrors.permissionCheckFailed(subject, { type: 'collection', id }, 'edit');

/**
 * Refuses to put documents into collections that the asker may not edit. Throws a 422 that names each place in the field
 * where they can't know that it exists, else a 403. Answers the ids, each once, but for those that hold them already.
 */
export async function checkFiling(
  db: Executor,
  principal: Principal,
  field: string,
  given: readonly string[],
  already: readonly string[] = [],
): Promise<string[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))].filter((id) => !already.includes(id));
  if (ids.length === 0) return [];
  const known = new Set(await collectionsAmong(db, principal.projectId, ids));
  const grants = await getGrantsOn(db, principal, 'collection', ids);
  checkEach(given, (one, index) => {
    const id = one.toLowerCase();
    if (ids.includes(id) && (!known.has(id) || !rolesHavePermission(grants(id), 'collection:view')))
      throw errors.invalid([field, index], 'no collection of this project has this id', 'unknown_resource');
  });
  for (const id of ids) if (!hasPermission(grants(id), 'collection:edit')) throw mayNotEdit(principal, id);
  return ids;
}
