import { accessErrors } from '../../access/errors.ts';
import { type Asker, holdingsOn } from '../../access/holdings.ts';
import { holds, rolesAllow } from '../../access/permissions.ts';
import type { Executor } from '../../platform/db/client.ts';
import { checkEach, errors } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { collectionsAmong } from '../collections/queries.ts';

/** The collections that a document is to be put into, and taken out of. */
export interface Refiling {
  readonly into: readonly string[];
  readonly outOf: readonly string[];
}

/** What a list of collections changes of those that hold a document. Throws as {@link checkFiling} does, of each that is other than before. */
export async function checkRefiling(
  db: Executor,
  asker: Asker,
  before: readonly string[],
  wanted: readonly string[],
): Promise<Refiling> {
  const outOf = before.filter((id) => !wanted.includes(id));
  const holdings = await holdingsOn(db, asker, 'collection', outOf);
  for (const id of outOf) if (!holds(holdings(id), 'collection:edit')) throw mayNotEdit(asker, id);
  return { into: await checkFiling(db, asker, 'collections', wanted, before), outOf };
}

const mayNotEdit = ({ subject }: Asker, id: string) =>
  accessErrors.permissionCheckFailed(subject, { type: 'collection', id }, 'edit');

/**
 * Refuses to put documents into collections that the asker may not edit. Throws a 422 that names each place in the field
 * where they can't know that it exists, else a 403. Answers the ids, each once, but for those that hold them already.
 */
export async function checkFiling(
  db: Executor,
  asker: Asker,
  field: string,
  given: readonly string[],
  already: readonly string[] = [],
): Promise<string[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))].filter((id) => !already.includes(id));
  if (ids.length === 0) return [];
  const known = new Set(await collectionsAmong(db, asker.projectId, ids));
  const holdings = await holdingsOn(db, asker, 'collection', ids);
  checkEach(given, (one, index) => {
    const id = one.toLowerCase();
    if (ids.includes(id) && (!known.has(id) || !rolesAllow(holdings(id), 'collection:view')))
      throw errors.invalid([field, index], commonProblems.unknown_resource({ resource: 'collection' }));
  });
  for (const id of ids) if (!holds(holdings(id), 'collection:edit')) throw mayNotEdit(asker, id);
  return ids;
}
