import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { getProjectWord } from '../src/knowledge/index-vector.ts';
import { ensureSpace, type Space } from '../src/knowledge/spaces.ts';
import type { Db } from '../src/platform/db/client.ts';
import { newId } from '../src/platform/ids.ts';
import { vectorText, World } from './knowledge-world.ts';

/** Chunks of a document. */
export const PER_DOCUMENT = 100;
/** Rows of a statement. */
const LOT = 1000;
/** Name of the tag that comes last. */
const TAG = 'tenth';

/** Whose documents are made. */
export interface KnowledgeOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
}

/** Documents as many as are asked for, in collections that hold a share of them each. */
export interface FilledKnowledge {
  readonly space: Space;
  /** Collections by the share of documents they hold, in percent. */
  readonly collections: Readonly<Record<number, string>>;
  /** Tag that every tenth document has. */
  readonly tag: string;
  readonly documents: number;
  readonly world: World;
}

export const SHARES = [1, 10, 50, 100] as const;

/** How a database is filled. */
export interface Filling {
  /** Builds a large index by its statement. */
  readonly build: (statement: string) => Promise<unknown>;
  /** Hears of every lot that is stored. */
  readonly stored?: (chunks: number) => void;
}

/** Makes documents with their chunks and vectors. The large indexes are built at the end, as after a restore. */
export async function fillKnowledge(
  db: Db,
  owner: KnowledgeOwner,
  { chunks, dimension }: { readonly chunks: number; readonly dimension: number },
  { build, stored }: Filling,
): Promise<FilledKnowledge> {
  const space = await ensureSpace(db, { name: `bench-${dimension}-${newId()}`, dimension });
  const world = new World(dimension);
  const indexes = [await takeIndex(db, vectorsTable(space), 'hnsw'), await takeIndex(db, 'chunks', 'gin')];
  const documents = Math.ceil(chunks / PER_DOCUMENT);
  const collections = await makeCollections(db, owner, space);
  const ids = Array.from({ length: documents }, () => newId());
  let storing: Promise<void> = Promise.resolve();
  for (let at = 0; at < documents; at += LOT / PER_DOCUMENT) {
    const lot = ids.slice(at, at + LOT / PER_DOCUMENT);
    // Made while the lot before is stored.
    const [rows] = await Promise.all([chunksOf(lot, world), storing]);
    stored?.(at * PER_DOCUMENT);
    storing = storeDocuments(db, owner, lot, at, { space, collections }, rows);
  }
  await storing;
  for (const index of indexes) await build(index);
  const tag = await tagEveryTenth(db, owner, ids);
  return { space, collections, tag, documents, world };
}

/** What {@link fillKnowledge} made in a database that was kept, with its owner; undefined where it did not come to its end. */
export async function findFilled(db: Db): Promise<{ filled: FilledKnowledge; owner: KnowledgeOwner } | undefined> {
  const { rows } = await sql<KnowledgeOwner & { tag: string; documents: number }>`
    select t.id as tag, t.org_id as "orgId", t.project_id as "projectId", d.created_by as "userId", d.documents::int as documents
    from tags t join (select project_id, created_by, count(*) as documents from documents group by 1, 2) d using (project_id)
    where t.name = ${TAG} order by t.id limit 1`.execute(db);
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
  return { filled: { space, collections, tag, documents, world: new World(any.dimension) }, owner };
}

/** Adds documents with their chunks and vectors, those that are searched from then on. `first` is the place of the first among all. */
export async function addDocuments(
  db: Db,
  owner: KnowledgeOwner,
  ids: readonly string[],
  first: number,
  into: Pick<FilledKnowledge, 'space' | 'collections' | 'world'>,
): Promise<void> {
  await storeDocuments(db, owner, ids, first, into, await chunksOf(ids, into.world));
}

async function storeDocuments(
  db: Db,
  owner: KnowledgeOwner,
  ids: readonly string[],
  first: number,
  into: Pick<FilledKnowledge, 'space' | 'collections'>,
  chunks: readonly ChunkRow[],
): Promise<void> {
  await insertDocuments(db, owner, ids, first, into);
  await insertChunks(db, owner, chunks, into.space);
}

/** Name of the table that holds a space's vectors. */
export function vectorsTable({ id }: Space): string {
  return `chunk_vectors_${id.replaceAll('-', '')}`;
}

/** Drops an index and answers the statement that makes it. */
async function takeIndex(db: Db, table: string, method: string): Promise<string> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select indexname as name, indexdef as statement from pg_indexes
    where indexdef like ${`%using ${method} %`.replace('using', 'USING')} and tablename = ${table}`.execute(db);
  const [index] = rows;
  if (!index) throw new Error(`${table} has no ${method} index`);
  await sql`drop index ${sql.id(index.name)}`.execute(db);
  return index.statement;
}

/** Collections that are to hold shares of the documents. */
export async function makeCollections(db: Db, owner: KnowledgeOwner, space: Space): Promise<Record<number, string>> {
  const made: Record<number, string> = {};
  for (const share of SHARES) {
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
  { space, collections }: Pick<FilledKnowledge, 'space' | 'collections'>,
): Promise<void> {
  const runs = ids.map(() => newId());
  await db.transaction().execute(async (trx) => {
    await sql`insert into documents (id, org_id, project_id, title, source, strategy, group_id, created_by_type, created_by)
      select id, ${orgId}, ${projectId}, 'Document ' || n, (array['upload', 'web'])[1 + ((n + ${first}::int) % 20 = 0)::int], 'auto', ${newId()}, 'user', ${userId}
      from unnest(${ids}::uuid[]) with ordinality u(id, n)`.execute(trx);
    await sql`insert into document_contents (document_id, project_id, ingestion_id, media_type, size, sha256, language, chunk_count, ready_at)
      select id, ${projectId}, run, 'text/plain', 1, sha256(id::text::bytea), 'en', ${PER_DOCUMENT}::int, now()
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

/** Makes the chunks of documents, and lets others have a turn after each. */
async function chunksOf(documents: readonly string[], world: World): Promise<ChunkRow[]> {
  const rows: ChunkRow[] = [];
  for (const document of documents) {
    for (let position = 0; position < PER_DOCUMENT; position++) {
      const topic = world.topic();
      rows.push({ id: newId(), document, position, text: world.text(topic), vector: vectorText(world.vector(topic)) });
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
  await sql`insert into tags (id, org_id, project_id, kind, name) values (${tag}, ${orgId}, ${projectId}, 'document', ${TAG})`.execute(
    db,
  );
  const tenth = ids.filter((_, at) => at % 10 === 3);
  await sql`insert into tagged (tag_id, entity_id) select ${tag}, id from unnest(${tenth}::uuid[]) u(id)`.execute(db);
  return tag;
}
