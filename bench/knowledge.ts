import { sql } from 'kysely';
import pg from 'pg';
import { EF_SEARCH } from '../src/knowledge/retrieval/constants.ts';
import { toQueryPayer } from '../src/knowledge/retrieval/query.ts';
import { type SearchContext, search } from '../src/knowledge/retrieval/search.ts';
import { loadConfig } from '../src/platform/config.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import { type FilledKnowledge, fillKnowledge, type KnowledgeOwner, vectorsTable } from './knowledge-data.ts';
import { type BenchQuery, vectorText } from './knowledge-world.ts';
import { interleaved, type Pair, type Times } from './measure.ts';

/** Queries of which the hits are compared with those of an exact search, in each scope. */
const COMPARED = 40;
const PLACES = 10;
/** Candidates of either way, as the product takes them. */
const CANDIDATES = 50;

export interface KnowledgeSize {
  readonly chunks: number;
  readonly dimension: number;
}

/** How much of what is nearest is found, in a scope. */
export interface Recall {
  readonly scope: string;
  readonly recall: number;
}

export interface KnowledgeCost {
  readonly chunks: number;
  /** The bare SQL stands in the floor's place. */
  readonly times: Pair<Times>;
  readonly recalls: readonly Recall[];
}

/** Fills a database with documents and measures searches in them. */
export async function measureKnowledge(
  databaseUrl: string,
  owner: KnowledgeOwner,
  size: KnowledgeSize,
  [warmUp, runs]: readonly [number, number],
): Promise<KnowledgeCost> {
  const db = openDatabase(databaseUrl, 4, (error) => console.error(error), { prepare: true });
  try {
    const filled = await fillKnowledge(db, owner, size, { build: (statement) => buildIndex(db, statement) });
    await sql`vacuum analyze`.execute(db);
    const recalls = await recallsOf(db, owner, filled);
    return { chunks: size.chunks, times: await timesOf(databaseUrl, db, owner, filled, [warmUp, runs]), recalls };
  } finally {
    await db.destroy();
  }
}

/** Builds an index with memory enough to hold it. */
export function buildIndex(db: Db, statement: string, memory = '512MB'): Promise<unknown> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('maintenance_work_mem', ${memory}, true)`.execute(trx);
    await sql.raw(statement).execute(trx);
  });
}

/** The product's search, which is given the vectors of queries instead of a model's. */
export function searcher(db: Db, owner: KnowledgeOwner, { space }: FilledKnowledge) {
  const model = { name: space.model, dimension: space.dimension, input_price: '0' };
  let next: BenchQuery | undefined;
  const ctx = {
    db,
    config: loadConfig({}),
    models: { defaultEmbedding: model, findEmbedding: () => model, defaultReranker: null },
    embeddings: { embed: async () => ({ vectors: [next?.vector], inputTokens: 0, estimated: false, credits: '0' }) },
  } as unknown as SearchContext;
  return async (query: BenchQuery, collectionId: string, more: object = {}): Promise<string[]> => {
    next = query;
    const payer = toQueryPayer({ ...owner, exclusions: [] });
    const request = {
      projectId: owner.projectId,
      scope: { collectionIds: [collectionId] },
      query: query.text,
      limit: PLACES,
      payer,
    };
    const hits = await search(ctx, { ...request, ...more }, { signal: AbortSignal.timeout(60_000) });
    return hits.map(({ chunkId }) => chunkId);
  };
}

/** Recall of the nearest ten against an exact search, in collections of several sizes and behind filters. */
export async function recallsOf(
  db: Db,
  owner: KnowledgeOwner,
  filled: FilledKnowledge,
  { compared = COMPARED, told }: { readonly compared?: number; readonly told?: (recall: Recall) => void } = {},
): Promise<Recall[]> {
  const { collections, tag } = filled;
  const all = collections[100]!;
  const scopes = [
    ...Object.entries(collections).map(([share, id]) => ({
      scope: `collection of ${share} %`,
      id,
      filters: {},
      condition: sql`true`,
    })),
    {
      scope: 'tag of 10 %',
      id: all,
      filters: { tags: [tag] },
      condition: sql`exists (select from tagged where tag_id = ${tag} and entity_id = d.id)`,
    },
    { scope: 'source of 5 %', id: all, filters: { sources: ['web'] }, condition: sql`d.source = 'web'` },
  ];
  const find = searcher(db, owner, filled);
  const recalls: Recall[] = [];
  for (const { scope, id, filters, condition } of scopes) {
    const seen = { found: 0, nearest: 0 };
    for (let n = 0; n < compared; n++) {
      const query = filled.world.query();
      const hits = new Set(await find(query, id, { mode: 'vector', filters }));
      const { rows } = await sql<{ id: string }>`
        select v.chunk_id as id from ${sql.id(vectorsTable(filled.space))} v join documents d on d.id = v.document_id
        where exists (select from collection_documents cd where cd.document_id = d.id and cd.collection_id = ${id}) and ${condition}
        order by (v.embedding <=> ${vectorText(query.vector)}::halfvec) + 0, v.chunk_id limit ${sql.lit(PLACES)}`.execute(
        db,
      );
      seen.found += rows.filter((row) => hits.has(row.id)).length;
      seen.nearest += rows.length;
    }
    if (seen.nearest === 0) continue;
    const recall = { scope, recall: seen.found / seen.nearest };
    recalls.push(recall);
    told?.(recall);
  }
  return recalls;
}

/** The search by both ways in everything, and the least SQL that answers the same on a connection of its own. */
export async function timesOf(
  databaseUrl: string,
  db: Db,
  owner: KnowledgeOwner,
  filled: FilledKnowledge,
  [warmUp, runs]: readonly [number, number],
): Promise<Pair<Times>> {
  const bare = new pg.Client({ connectionString: databaseUrl });
  await bare.connect();
  try {
    await bare.query(`set hnsw.ef_search = ${EF_SEARCH}; set hnsw.iterative_scan = strict_order`);
    const collection = filled.collections[100]!;
    const find = searcher(db, owner, filled);
    const queries = Array.from({ length: warmUp + runs }, () => filled.world.query());
    const turns = { floor: 0, us: 0 };
    const checked = (hits: number) => {
      if (hits !== PLACES) throw new Error(`a search found ${hits} passages`);
    };
    return await interleaved(
      {
        floor: async () => {
          const { vector, text } = queries[turns.floor++]!;
          const values = [owner.projectId, collection, vectorText(vector), text.replaceAll(' ', ' | ')];
          checked((await bare.query({ name: 'bare', text: bareSql(filled), values })).rows.length);
        },
        us: async () => checked((await find(queries[turns.us++]!, collection)).length),
      },
      warmUp,
      runs,
    );
  } finally {
    await bare.end();
  }
}

/** Both rankings fused, with the tenant and the collection as conditions: the nearest vectors, and what has any of the words. */
function bareSql({ space }: FilledKnowledge): string {
  const distance = `(v.embedding::halfvec(${space.dimension})) <=> $3::halfvec(${space.dimension})`;
  const within = (document: string) =>
    `exists (select from collection_documents cd where cd.collection_id = $2 and cd.document_id = ${document})`;
  return `with near as materialized (
      select v.chunk_id as id, ${distance} as distance from ${vectorsTable(space)} v
      where v.project_id = $1 and (select true from collection_documents cd where cd.collection_id = $2 and cd.document_id = v.document_id limit 1)
      order by ${distance} limit ${CANDIDATES}
    ), matching as materialized (
      select c.id, -ts_rank(c.words, $4::tsquery) as distance from chunks c
      where c.words @@ $4::tsquery and c.project_id = $1 and ${within('c.document_id')}
      order by distance limit ${CANDIDATES}
    ), fused as (
      select id, sum(1 / (60.0 + place)) as score from (
        select id, row_number() over (order by distance) as place from near
        union all select id, row_number() over (order by distance) from matching) places
      group by id order by score desc limit ${PLACES}
    ) select c.id, c.document_id, d.title, c.text, f.score from fused f join chunks c on c.id = f.id join documents d on d.id = c.document_id
    order by f.score desc`;
}
