import { sql } from 'kysely';
import { projectWord } from '../src/knowledge/index-words.ts';
import { ensureSpace, type Space } from '../src/knowledge/spaces.ts';
import type { Db } from '../src/platform/db/client.ts';
import { newId } from '../src/platform/ids.ts';

/** Chunks of a document, and topics that documents are about. */
export const PER_DOCUMENT = 100;
const TOPICS = 2000;
/** Directions in which texts differ; real embeddings have about as many that count. */
const DIRECTIONS = 32;
const VOCABULARY = 50_000;
const WORDS_OF_TOPIC = 20;
/** Words of a chunk: so many of its topic, so many of the language. */
const OF_TOPIC = 10;
const OF_LANGUAGE = 50;
/** Rows of a statement. */
const LOT = 1000;

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

/** A query with its vector. */
export interface BenchQuery {
  readonly text: string;
  readonly vector: Float32Array;
}

export const SHARES = [1, 10, 50, 100] as const;

/** Text and vectors of a made-up language, the same in every run. */
export class World {
  readonly dimension: number;
  readonly #random: () => number;
  readonly #centres: Float32Array[];
  readonly #axes: Float32Array[];
  readonly #words: string[];
  readonly #cumulated: Float64Array;

  constructor(dimension: number, seed = 1) {
    this.dimension = dimension;
    this.#random = randomOf(seed);
    this.#centres = Array.from({ length: TOPICS }, () => this.#gauss(DIRECTIONS));
    this.#axes = Array.from({ length: DIRECTIONS }, () => this.#gauss(dimension));
    this.#words = Array.from({ length: VOCABULARY }, (_, at) => wordOf(at));
    // As in languages, the word of rank n is used a n-th as often as the first.
    let sum = 0;
    this.#cumulated = Float64Array.from(this.#words, (_, at) => (sum += 1 / (at + 1)));
  }

  /** Text of a chunk about a topic. */
  text(topic: number): string {
    const own = Array.from({ length: OF_TOPIC }, () => this.#wordOfTopic(topic));
    return [...own, ...Array.from({ length: OF_LANGUAGE }, () => this.#word())].join(' ');
  }

  /** Vector of a text about a topic. */
  vector(topic: number, apart = 0.6): Float32Array {
    const at = this.#gauss(DIRECTIONS).map((value, n) => value * apart + (this.#centres[topic]![n] ?? 0));
    const vector = new Float32Array(this.dimension);
    for (const [n, axis] of this.#axes.entries())
      for (let i = 0; i < vector.length; i++) vector[i]! += at[n]! * axis[i]!;
    return vector;
  }

  topic(): number {
    return Math.floor(this.#random() * TOPICS);
  }

  query(): BenchQuery {
    const topic = this.topic();
    const own = [this.#wordOfTopic(topic), this.#wordOfTopic(topic)];
    return { text: [...own, this.#word(), this.#word(), this.#word()].join(' '), vector: this.vector(topic, 0.8) };
  }

  #word(): string {
    const at = this.#random() * this.#cumulated.at(-1)!;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#cumulated[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return this.#words[low]!;
  }

  #wordOfTopic(topic: number): string {
    return wordOf(VOCABULARY + topic * WORDS_OF_TOPIC + Math.floor(this.#random() * WORDS_OF_TOPIC));
  }

  #gauss(length: number): Float32Array {
    return Float32Array.from({ length }, () => {
      const radius = Math.sqrt(-2 * Math.log(1 - this.#random()));
      return radius * Math.cos(2 * Math.PI * this.#random());
    });
  }
}

/** Mulberry32: quick, and the same everywhere. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A word that no stemmer takes an ending from. */
function wordOf(at: number): string {
  return `${at.toString(36).replaceAll(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '')}oxq`;
}

/** A vector in pgvector's text form; whole numbers are short, and only the direction counts. */
export function vectorText(vector: Float32Array): string {
  const longest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return `[${Array.from(vector, (value) => Math.round((value / longest) * 2000)).join(',')}]`;
}

/** Makes documents with their chunks and vectors. The large indexes are built at the end, as after a restore. */
export async function fillKnowledge(
  db: Db,
  owner: KnowledgeOwner,
  { chunks, dimension }: { readonly chunks: number; readonly dimension: number },
  build: (statement: string) => Promise<unknown>,
): Promise<FilledKnowledge> {
  const space = await ensureSpace(db, { name: `bench-${dimension}-${newId()}`, dimension });
  const world = new World(dimension);
  const indexes = [await takeIndex(db, vectorsTable(space), 'hnsw'), await takeIndex(db, 'chunks', 'gin')];
  const documents = Math.ceil(chunks / PER_DOCUMENT);
  const collections = await makeCollections(db, owner, space);
  const ids = Array.from({ length: documents }, () => newId());
  for (let at = 0; at < documents; at += LOT / PER_DOCUMENT)
    await addDocuments(db, owner, ids.slice(at, at + LOT / PER_DOCUMENT), at, { space, collections, world });
  for (const index of indexes) await build(index);
  const tag = await tagEveryTenth(db, owner, ids);
  return { space, collections, tag, documents, world };
}

/** Adds documents with their chunks and vectors, those that are searched from then on. `first` is the place of the first among all. */
export async function addDocuments(
  db: Db,
  owner: KnowledgeOwner,
  ids: readonly string[],
  first: number,
  into: Pick<FilledKnowledge, 'space' | 'collections' | 'world'>,
): Promise<void> {
  await insertDocuments(db, owner, ids, first, into);
  await insertChunks(db, owner, ids, into.world, into.space);
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

async function insertChunks(
  db: Db,
  { projectId }: KnowledgeOwner,
  documents: readonly string[],
  world: World,
  space: Space,
): Promise<void> {
  const rows = documents.flatMap((document) =>
    Array.from({ length: PER_DOCUMENT }, (_, position) => {
      const topic = world.topic();
      return { id: newId(), document, position, text: world.text(topic), vector: vectorText(world.vector(topic)) };
    }),
  );
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key]);
  await sql`
    with given as (select * from unnest(${column('id')}::uuid[], ${column('document')}::uuid[], ${column('position')}::int[],
      ${column('text')}::text[], ${column('vector')}::text[]) g(id, document, position, text, vector)
    ), stored as (
      insert into chunks (id, project_id, document_id, position, text, token_count, words)
      select id, ${projectId}, document, position, text, 80,
        to_tsvector('english', text) || array_to_tsvector(array[${projectWord(projectId)}]) from given)
    insert into chunk_vectors (space_id, chunk_id, document_id, project_id, embedding)
    select ${space.id}, id, document, ${projectId}, vector::halfvec from given`.execute(db);
}

async function tagEveryTenth(db: Db, { orgId, projectId }: KnowledgeOwner, ids: readonly string[]): Promise<string> {
  const tag = newId();
  await sql`insert into tags (id, org_id, project_id, kind, name) values (${tag}, ${orgId}, ${projectId}, 'document', 'tenth')`.execute(
    db,
  );
  const tenth = ids.filter((_, at) => at % 10 === 3);
  await sql`insert into tagged (tag_id, entity_id) select ${tag}, id from unnest(${tenth}::uuid[]) u(id)`.execute(db);
  return tag;
}
