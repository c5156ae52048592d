import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { getProjectWord } from '../src/knowledge/index-vector.ts';
import { ensureSpace, type Space } from '../src/knowledge/spaces.ts';
import type { Db } from '../src/platform/db/client.ts';
import { newId } from '../src/platform/ids.ts';
import { SyntheticLanguage, toVectorText, WORDS_PER_CHUNK } from './synthetic-language.ts';

export const CHUNKS_PER_DOCUMENT = 100;
const ROWS_PER_INSERT = 1000;
/** Tag of every tenth document. */
const TAG_NAME = 'tenth';

/** Owner of the documents. */
export interface KnowledgeOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
}

/** Seeded documents in collections of several sizes. */
export interface KnowledgeFixture {
  readonly space: Space;
  /** Collections by their share of the documents, in percent. */
  readonly collections: Readonly<Record<number, string>>;
  /** Tag of every tenth document. */
  readonly tag: string;
  readonly documents: number;
  readonly world: SyntheticLanguage;
}

const COLLECTION_SHARES_PERCENT = [1, 10, 50, 100] as const;

/** Options of {@link seedKnowledge}. */
interface SeedOptions {
  /** Builds a large index with the given statement. */
  readonly build: (statement: string) => Promise<unknown>;
  /** Called with the number of chunks after each batch. */
  readonly stored?: (chunks: number) => void;
}

/** Inserts documents with chunks and vectors. Builds the large indexes at the end, as a restore does. */
export async function seedKnowledge(
  db: Db,
  owner: KnowledgeOwner,
  { chunks, dimension }: { readonly chunks: number; readonly dimension: number },
  { build, stored }: SeedOptions,
): Promise<KnowledgeFixture> {
  const space = await ensureSpace(db, { name: `bench-${dimension}-${newId()}`, dimension });
  const world = new SyntheticLanguage(dimension);
  const indexes = [await dropIndex(db, getVectorsTable(space), 'hnsw'), await dropIndex(db, 'chunks', 'gin')];
  const documents = Math.ceil(chunks / CHUNKS_PER_DOCUMENT);
  const collections = await createCollections(db, owner, space);
  const ids = Array.from({ length: documents }, () => newId());
  let storing: Promise<void> = Promise.resolve();
  for (let at = 0; at < documents; at += ROWS_PER_INSERT / CHUNKS_PER_DOCUMENT) {
    const lot = ids.slice(at, at + ROWS_PER_INSERT / CHUNKS_PER_DOCUMENT);
    // Created while the previous batch is stored.
    const [rows] = await Promise.all([createChunks(lot, world), storing]);
    stored?.(at * CHUNKS_PER_DOCUMENT);
    storing = storeDocuments(db, owner, lot, at, { space, collections }, rows);
  }
  await storing;
  for (const index of indexes) await build(index);
  const tag = await tagEveryTenth(db, owner, ids);
  return { space, collections, tag, documents, world };
}

/**
 * Returns what {@link seedKnowledge} stored in a kept database, with its owner. Returns undefined if seeding did not
 * complete.
 */
export async function findSeededKnowledge(
  db: Db,
): Promise<{ filled: KnowledgeFixture; owner: KnowledgeOwner } | undefined> {
  const { rows } = await sql<KnowledgeOwner & { tag: string; documents: number }>`
    select t.id as tag, t.org_id as "orgId", t.project_id as "projectId", d.created_by as "userId", d.documents::int as documents
    from tags t join (select project_id, created_by, count(*) as documents from documents group by 1, 2) d using (project_id)
    where t.name = ${TAG_NAME} order by t.id limit 1`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { tag, documents, ...owner } = found;
  const made = await db
    .selectFrom('collections as c')
    .innerJoin('collection_states as s', 's.collection_id', 'c.id')
    .innerJoin('embedding_spaces as e', 'e.id', 's.space_id')
    .select(['c.id', 'c.title', 'e.id as space_id', 'e.model', 'e.dimension'])
    .where('c.project_id', '=', owner.projectId)
    .execute();
  const [any] = made;
  if (!any) return undefined;
  const collections = Object.fromEntries(made.map(({ id, title }) => [Number.parseInt(title, 10), id]));
  const space = { id: any.space_id, model: any.model, dimension: any.dimension };
  return { filled: { space, collections, tag, documents, world: new SyntheticLanguage(any.dimension) }, owner };
}

/** Adds searchable documents with chunks and vectors. `first` is the index of the first document among all. */
export async function addDocuments(
  db: Db,
  owner: KnowledgeOwner,
  ids: readonly string[],
  first: number,
  into: Pick<KnowledgeFixture, 'space' | 'collections' | 'world'>,
): Promise<void> {
  await storeDocuments(db, owner, ids, first, into, await createChunks(ids, into.world));
}

async function storeDocuments(
  db: Db,
  owner: KnowledgeOwner,
  ids: readonly string[],
  first: number,
  into: Pick<KnowledgeFixture, 'space' | 'collections'>,
  chunks: readonly ChunkRow[],
): Promise<void> {
  await insertDocuments(db, owner, ids, first, into);
  await insertChunks(db, owner, chunks, into.space);
}

/** Returns the name of the table with a space's vectors. */
export function getVectorsTable({ id }: Space): string {
  return `chunk_vectors_${id.replaceAll('-', '')}`;
}

/** Drops an index and returns the statement that creates it. */
async function dropIndex(db: Db, table: string, method: string): Promise<string> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select indexname as name, indexdef as statement from pg_indexes
    where indexdef like ${`%using ${method} %`.replace('using', 'USING')} and tablename = ${table}`.execute(db);
  const [index] = rows;
  if (!index) throw new Error(`${table} has no ${method} index`);
  await sql`drop index ${sql.id(index.name)}`.execute(db);
  return index.statement;
}

/** Creates collections for shares of the documents. */
export async function createCollections(db: Db, owner: KnowledgeOwner, space: Space): Promise<Record<number, string>> {
  const made: Record<number, string> = {};
  for (const share of COLLECTION_SHARES_PERCENT) {
    const id = newId();
    made[share] = id;
    const { orgId, projectId, userId } = owner;
    await db
      .insertInto('collections')
      .values({ id, org_id: orgId, project_id: projectId, title: `${share} %`, created_by: userId })
      .execute();
    await db.insertInto('collection_states').values({ collection_id: id, space_id: space.id }).execute();
  }
  return made;
}

async function insertDocuments(
  db: Db,
  { orgId, projectId, userId }: KnowledgeOwner,
  ids: readonly string[],
  first: number,
  { space, collections }: Pick<KnowledgeFixture, 'space' | 'collections'>,
): Promise<void> {
  const runs = ids.map(() => newId());
  await db.transaction().execute(async (trx) => {
    await sql`insert into documents (id, org_id, project_id, title, source, strategy, group_id, created_by_type, created_by)
      select id, ${orgId}, ${projectId}, 'Document ' || n, (array['upload', 'web'])[1 + ((n + ${first}::int) % 20 = 0)::int], 'auto', ${newId()}, 'user', ${userId}
      from unnest(${ids}::uuid[]) with ordinality u(id, n)`.execute(trx);
    await sql`insert into document_contents (document_id, project_id, ingestion_id, media_type, size, sha256, language, chunk_count, word_count, ready_at)
      select id, ${projectId}, run, 'text/plain', 1, sha256(id::text::bytea), 'en', ${CHUNKS_PER_DOCUMENT}::int,
        ${CHUNKS_PER_DOCUMENT * WORDS_PER_CHUNK}::int, now()
      from unnest(${ids}::uuid[], ${runs}::uuid[]) u(id, run)`.execute(trx);
    await sql`insert into ingestions (id, org_id, project_id, document_id, status, trigger_type, created_by_type, created_by, completed)
      select run, ${orgId}, ${projectId}, id, 'ready', 'api', 'user', ${userId}, now()
      from unnest(${ids}::uuid[], ${runs}::uuid[]) u(id, run)`.execute(trx);
    await sql`insert into document_spaces (document_id, space_id, edition, filled, modified)
      select id, ${space.id}, 1, true, now() from unnest(${ids}::uuid[]) u(id)`.execute(trx);
    for (const [share, collection] of Object.entries(collections))
      await sql`insert into collection_documents (collection_id, document_id)
        select ${collection}, id from unnest(${ids}::uuid[]) with ordinality u(id, n)
        where (n + ${first}::int) * 37 % 100 < ${Number(share)}::int`.execute(trx);
  });
}

interface ChunkRow {
  readonly id: string;
  readonly document: string;
  readonly position: number;
  readonly text: string;
  readonly vector: string;
}

/** Creates the chunks of documents and yields to the event loop after each. */
async function createChunks(documents: readonly string[], world: SyntheticLanguage): Promise<ChunkRow[]> {
  const rows: ChunkRow[] = [];
  for (const document of documents) {
    for (let position = 0; position < CHUNKS_PER_DOCUMENT; position++) {
      const topic = world.topic();
      rows.push({
        id: newId(),
        document,
        position,
        text: world.text(topic),
        vector: toVectorText(world.vector(topic)),
      });
    }
    await turn();
  }
  return rows;
}

async function insertChunks(
  db: Db,
  { projectId }: KnowledgeOwner,
  rows: readonly ChunkRow[],
  space: Space,
): Promise<void> {
  const column = <K extends keyof ChunkRow>(key: K) => rows.map((row) => row[key]);
  await sql`
    with given as (select * from unnest(${column('id')}::uuid[], ${column('document')}::uuid[], ${column('position')}::int[],
      ${column('text')}::text[], ${column('vector')}::text[]) g(id, document, position, text, vector)
    ), stored as (
      insert into chunks (id, project_id, document_id, position, text, token_count, words)
      select id, ${projectId}, document, position, text, 80,
        to_tsvector('english', text) || array_to_tsvector(array[${getProjectWord(projectId)}]) from given)
    insert into chunk_vectors (space_id, chunk_id, document_id, project_id, embedding)
    select ${space.id}, id, document, ${projectId}, vector::halfvec from given`.execute(db);
}

async function tagEveryTenth(db: Db, { orgId, projectId }: KnowledgeOwner, ids: readonly string[]): Promise<string> {
  const tag = newId();
  await sql`insert into tags (id, org_id, project_id, kind, name) values (${tag}, ${orgId}, ${projectId}, 'document', ${TAG_NAME})`.execute(
    db,
  );
  const tenth = ids.filter((_, at) => at % 10 === 3);
  await sql`insert into tagged (tag_id, entity_id) select ${tag}, id from unnest(${tenth}::uuid[]) u(id)`.execute(db);
  return tag;
}
