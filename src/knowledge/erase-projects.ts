import { sql } from 'kysely';
import { deleteGrantsOn } from '../access/members.ts';
import type { Db, Executor } from '../platform/db/client.ts';
import { isDeleted } from '../projects/queries.ts';
import { removeTags } from '../tags/queries.ts';

/** Lists deleted projects with collections or sources but without documents and running syncs. */
export async function listErasableProjects(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from (select project_id as id from collections union select project_id from knowledge_sources) k
    where ${isDeleted(sql.ref('k.id'))}
      and not exists (select from documents where project_id = k.id)
      and not exists (select from source_runs where project_id = k.id and completed is null)
    order by k.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes the collections and sources of a deleted project with their dependent rows. */
export function eraseProjectKnowledge(db: Db, projectId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const collections = await listIds(trx, 'collections', projectId);
    for (const table of ['collection_states', 'embedding_backfills', 'collection_summaries'] as const)
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
  const runs = await listIds(trx, 'source_runs', projectId);
  for (const table of ['source_run_items', 'source_sites'] as const)
    await trx.deleteFrom(table).where('run_id', '=', sql<string>`any(${runs}::uuid[])`).execute();
  const sources = await listIds(trx, 'knowledge_sources', projectId);
  for (const table of ['source_items', 'source_runs', 'knowledge_source_states'] as const)
    await trx.deleteFrom(table).where('source_id', '=', sql<string>`any(${sources}::uuid[])`).execute();
  await trx.deleteFrom('knowledge_sources').where('project_id', '=', projectId).execute();
}

async function listIds(
  trx: Executor,
  table: 'collections' | 'knowledge_sources' | 'source_runs',
  projectId: string,
): Promise<string[]> {
  const rows = await trx.selectFrom(table).select('id').where('project_id', '=', projectId).execute();
  return rows.map(({ id }) => id);
}
