import { sql } from 'kysely';
import { deleteGrantsOn } from '../access/members.ts';
import type { Db, Executor } from '../platform/db/client.ts';
import { isDeleted } from '../projects/queries.ts';
import { removeTags } from '../tags/queries.ts';

/** Deleted projects of whose knowledge something is left, but no document, and nothing that is under way. */
export async function projectsToErase(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from (select project_id as id from collections union select project_id from knowledge_sources) k
    where ${isDeleted(sql.ref('k.id'))}
      and not exists (select from documents where project_id = k.id)
      and not exists (select from source_runs where project_id = k.id and completed is null)
    order by k.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes away the collections and sources of a deleted project, with all that stands beside them. */
export function eraseKnowledge(db: Db, projectId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const collections = await idsOf(trx, 'collections', projectId);
    for (const table of ['collection_states', 'collection_fillings', 'collection_summaries'] as const)
      await trx.deleteFrom(table).where('collection_id', '=', sql<string>`any(${collections}::uuid[])`).execute();
    for (const id of collections) {
      await removeTags(trx, id);
      await deleteGrantsOn(trx, { type: 'collection', id });
    }
    await trx.deleteFrom('collections').where('project_id', '=', projectId).execute();
    await eraseSources(trx, projectId);
  });
}

async function eraseSources(trx: Executor, projectId: string): Promise<void> {
  const runs = await idsOf(trx, 'source_runs', projectId);
  for (const table of ['source_run_items', 'source_sites'] as const)
    await trx.deleteFrom(table).where('run_id', '=', sql<string>`any(${runs}::uuid[])`).execute();
  const sources = await idsOf(trx, 'knowledge_sources', projectId);
  for (const table of ['source_items', 'source_runs', 'knowledge_source_states'] as const)
    await trx.deleteFrom(table).where('source_id', '=', sql<string>`any(${sources}::uuid[])`).execute();
  await trx.deleteFrom('knowledge_sources').where('project_id', '=', projectId).execute();
}

async function idsOf(
  trx: Executor,
  table: 'collections' | 'knowledge_sources' | 'source_runs',
  projectId: string,
): Promise<string[]> {
  const rows = await trx.selectFrom(table).select('id').where('project_id', '=', projectId).execute();
  return rows.map(({ id }) => id);
}
