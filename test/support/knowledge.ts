import { createHash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { completeQuery, insertQuery, type NewQuery } from '../../src/knowledge/queries/store.ts';
import { resolveRetrieval } from '../../src/knowledge/retrieval/settings.ts';
import { ensureSpace } from '../../src/knowledge/spaces.ts';
import type { DocumentContentsTable, DocumentsTable, IngestionsTable } from '../../src/knowledge/tables.ts';
import { json, jsonOrNull } from '../../src/platform/db/client.ts';
import { newId } from '../../src/platform/ids.ts';
import type { RunError } from '../../src/runs/contract.ts';
import type { Tenant, World } from './client.ts';
import { addFile } from './files.ts';

/** State of the ingestion of a test document. */
export type IngestionState = Partial<Omit<Insertable<IngestionsTable>, 'error'>> & { readonly error?: RunError };

/** Fields of a test document. */
interface Given {
  readonly document?: Partial<Insertable<DocumentsTable>>;
  readonly ingestion?: IngestionState;
  readonly content?: Partial<Insertable<DocumentContentsTable>>;
  /** Ids of its collections. */
  readonly collections?: readonly string[];
  readonly text?: string;
}

/** Creates an empty collection. */
export async function addCollection(world: World, tenant: Tenant, title = 'Physics'): Promise<{ readonly id: string }> {
  const id = newId();
  const { id: space_id } = await ensureSpace(world.db, { name: 'scripted-embedding', dimension: 64 });
  const { orgId: org_id, projectId: project_id, userId: created_by } = tenant;
  await world.db.insertInto('collections').values({ id, org_id, project_id, title, created_by }).execute();
  await world.db
    .insertInto('collection_states')
    .values({ collection_id: id, space_id, next_space_id: null, summary: null })
    .execute();
  return { id };
}

/** Creates a document as after its ingestion: ready by default, with bytes and one chunk. */
export async function addDocument(
  world: World,
  tenant: Tenant,
  given: Given = {},
): Promise<{ readonly id: string; readonly chunkId: string }> {
  const { orgId: org_id, projectId: project_id, userId } = tenant;
  const { text = 'Water boils at 100 degrees.' } = given;
  const [id, ingestionId, chunkId, data] = [newId(), newId(), newId(), Buffer.from(text)];
  const own = { org_id, project_id, created_by_type: 'user', created_by: userId };
  const run = { status: 'ready', stage: 'embedding', is_error: false, trigger_type: 'api' } as const;
  const bytes = { media_type: 'text/plain', size: data.length, sha256: createHash('sha256').update(data).digest() };
  await world.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('documents')
      .values({ id, ...own, title: 'Water', source: 'upload', strategy: 'auto', group_id: newId(), ...given.document })
      .execute();
    const ended = { ...run, input_tokens: 0, output_tokens: 0, charged_credits: '0', completed: new Date() };
    await trx
      .insertInto('ingestions')
      .values({
        id: ingestionId,
        document_id: id,
        ...own,
        ...ended,
        ...given.ingestion,
        progress: json(null),
        error: jsonOrNull(given.ingestion?.error),
      })
      .execute();
    const found = { ...bytes, chunk_count: 1, ready_at: new Date() };
    await trx
      .insertInto('document_contents')
      .values({ document_id: id, project_id, ingestion_id: ingestionId, ...found, ...given.content })
      .execute();
    await trx
      .insertInto('chunks')
      .values({ id: chunkId, project_id, document_id: id, position: 0, text, token_count: 6, words: '' })
      .execute();
    for (const collection_id of given.collections ?? [])
      await trx.insertInto('collection_documents').values({ collection_id, document_id: id }).execute();
  });
  await addFile(world, tenant, { type: 'document', id }, { name: 'water.txt', mediaType: 'text/plain', data });
  return { id, chunkId };
}

/** Appends a chunk to a document. */
export async function addPassage(world: World, tenant: Tenant, documentId: string): Promise<void> {
  await sql`insert into chunks (id, project_id, document_id, position, text, token_count, words)
    select ${newId()}, ${tenant.projectId}, ${documentId}, max(position) + 1, 'Steam is hot.', 4, '' from chunks
    where document_id = ${documentId}`.execute(world.db);
}

/** Creates an ended sync of a source with one item. */
export async function addSourceRun(world: World, tenant: Tenant, sourceId: string): Promise<{ readonly id: string }> {
  const id = newId();
  const { orgId: org_id, projectId: project_id, userId } = tenant;
  const ended = { status: 'completed', is_error: false, trigger_type: 'api', completed: new Date() } as const;
  const nothing = { input_tokens: 0, output_tokens: 0, charged_credits: '0' };
  const by = { created_by_type: 'user', created_by: userId };
  const plan = json({ config: { urls: [] }, collection_ids: [], strategy: 'auto' });
  await world.db
    .insertInto('source_runs')
    .values({ id, org_id, project_id, source_id: sourceId, plan, listed: true, added: 1, ...ended, ...nothing, ...by })
    .execute();
  await addSourceRunItem(world, id);
  return { id };
}

/** Withholds the removal of so many new documents of a source. Returns the digest of the list. */
export async function addWithheldRemovals(
  world: World,
  tenant: Tenant,
  sourceId: string,
  count: number,
): Promise<string> {
  const digest = newId();
  const problem = json<RunError | null>({ reason: 'NOT_FOUND', message: 'the source no longer contains this item' });
  for (let index = 0; index < count; index += 1) {
    const { id } = await addDocument(world, tenant, { document: { source: 'web', source_id: sourceId } });
    await sql`insert into source_items (source_id, ref, project_id, document_id, run_id, state, removal, removal_problem)
      values (${sourceId}, ${id}, ${tenant.projectId}, ${id}, ${newId()}, 'settled', 'withheld', ${problem})`.execute(
      world.db,
    );
  }
  await world.db
    .updateTable('knowledge_source_states')
    .set({ withheld_digest: digest, withheld_documents: count, withheld_of_documents: count })
    .where('source_id', '=', sourceId)
    .execute();
  return digest;
}

/** Adds an item to a sync. */
export async function addSourceRunItem(world: World, runId: string): Promise<void> {
  const id = newId();
  await world.db.insertInto('source_run_items').values({ id, run_id: runId, ref: id, outcome: 'added' }).execute();
}

/** Creates a query of the tenant's user, answered by default. Returns its id. */
export async function addKnowledgeQuery(
  { db }: World,
  tenant: Tenant,
  of: NewQuery['target'],
  end: Parameters<typeof completeQuery>[2] = { answer: { hits: [], answer: null, warnings: [] } },
): Promise<string> {
  const { orgId, projectId, userId } = tenant;
  const id = newId();
  const request = {
    query: 'When does water boil?',
    limit: 10,
    model: 'scripted',
    reranker: null,
    retrieval: resolveRetrieval(),
  };
  await insertQuery(db, { id, orgId, projectId, by: { type: 'user', id: userId }, target: of, request });
  await completeQuery(db, id, end);
  return id;
}
