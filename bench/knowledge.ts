import { sql } from 'kysely';
import pg from 'pg';
import { EF_SEARCH } from '../src/knowledge/retrieval/constants.ts';
import { toQueryPayer } from '../src/knowledge/retrieval/query.ts';
import { type SearchContext, search } from '../src/knowledge/retrieval/search.ts';
import { loadConfig } from '../src/platform/config.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import type { DatabaseKind } from '../src/platform/local/launch.ts';
import { formatMs, formatVerdict, type Row, type Target, toRatioRow } from './cells.ts';
import { getVectorsTable, type KnowledgeFixture, type KnowledgeOwner, seedKnowledge } from './knowledge-data.ts';
import { measurePair, type Pair, type Times } from './measure.ts';
import { type BenchQuery, toVectorText } from './synthetic-language.ts';

/** Queries per scope that are compared with an exact search. */
const RECALL_QUERIES = 40;
const RECALL_AT = 10;
/** Candidates of each search, as in the product. */
const CANDIDATE_COUNT = 50;

export interface KnowledgeSize {
  readonly chunks: number;
  readonly dimension: number;
}

/** Share of the nearest chunks that a search finds in a scope. */
export interface Recall {
  readonly scope: string;
  readonly recall: number;
}

export interface KnowledgeCost {
  readonly chunks: number;
  /** Times of the plain SQL (baseline) and the product's search. */
  readonly times: Pair<Times>;
  readonly recalls: readonly Recall[];
}

/** Seeds a database with documents and measures searches. */
export async function measureKnowledge(
  databaseUrl: string,
  owner: KnowledgeOwner,
  size: KnowledgeSize,
  [warmUp, runs]: readonly [number, number],
): Promise<KnowledgeCost> {
  const db = openDatabase(databaseUrl, 4, (error) => console.error(error), { prepare: true });
  try {
    const filled = await seedKnowledge(db, owner, size, { build: (statement) => buildIndex(db, statement) });
    await sql`vacuum analyze`.execute(db);
    const recalls = await measureRecalls(db, owner, filled);
    return {
      chunks: size.chunks,
      times: await measureSearchTimes(databaseUrl, db, owner, filled, [warmUp, runs]),
      recalls,
    };
  } finally {
    await db.destroy();
  }
}

/** Builds an index with enough memory to hold it. */
export function buildIndex(db: Db, statement: string, memory = '512MB'): Promise<unknown> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('maintenance_work_mem', ${memory}, true)`.execute(trx);
    await sql.raw(statement).execute(trx);
  });
}

/** Returns the product's search with given query vectors instead of a model. */
export function createSearcher(db: Db, owner: KnowledgeOwner, { space }: KnowledgeFixture) {
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
      subject: { type: 'user', id: owner.userId },
      query: query.text,
      limit: RECALL_AT,
      payer,
    };
    const hits = await search(ctx, { ...request, ...more }, { signal: AbortSignal.timeout(60_000) });
    return hits.map(({ chunkId }) => chunkId);
  };
}

/** Measures recall@10 against an exact search, in collections of several sizes and with filters. */
export async function measureRecalls(
  db: Db,
  owner: KnowledgeOwner,
  filled: KnowledgeFixture,
  {
    compared = RECALL_QUERIES,
    report,
  }: { readonly compared?: number; readonly report?: (recall: Recall) => void } = {},
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
  const find = createSearcher(db, owner, filled);
  const recalls: Recall[] = [];
  for (const { scope, id, filters, condition } of scopes) {
    const seen = { found: 0, nearest: 0 };
    for (let n = 0; n < compared; n++) {
      const query = filled.world.query();
      const hits = new Set(await find(query, id, { mode: 'vector', filters }));
      const { rows } = await sql<{ id: string }>`
        select v.chunk_id as id from ${sql.id(getVectorsTable(filled.space))} v join documents d on d.id = v.document_id
        where exists (select from collection_documents cd where cd.document_id = d.id and cd.collection_id = ${id}) and ${condition}
        order by (v.embedding <=> ${toVectorText(query.vector)}::halfvec) + 0, v.chunk_id limit ${sql.lit(RECALL_AT)}`.execute(
        db,
      );
      seen.found += rows.filter((row) => hits.has(row.id)).length;
      seen.nearest += rows.length;
    }
    if (seen.nearest === 0) continue;
    const recall = { scope, recall: seen.found / seen.nearest };
    recalls.push(recall);
    report?.(recall);
  }
  return recalls;
}

/** Measures the hybrid search over everything, and the minimal SQL on its own connection. */
export async function measureSearchTimes(
  databaseUrl: string,
  db: Db,
  owner: KnowledgeOwner,
  filled: KnowledgeFixture,
  [warmUp, runs]: readonly [number, number],
): Promise<Pair<Times>> {
  const bare = new pg.Client({ connectionString: databaseUrl });
  await bare.connect();
  try {
    await bare.query(`set hnsw.ef_search = ${EF_SEARCH}; set hnsw.iterative_scan = strict_order`);
    const collection = filled.collections[100]!;
    const find = createSearcher(db, owner, filled);
    const queries = Array.from({ length: warmUp + runs }, () => filled.world.query());
    const turns = { baseline: 0, holdfast: 0 };
    const checked = (hits: number) => {
      if (hits !== RECALL_AT) throw new Error(`a search found ${hits} passages`);
    };
    return await measurePair(
      {
        baseline: async () => {
          const { vector, text } = queries[turns.baseline++]!;
          const values = [owner.projectId, collection, toVectorText(vector), text.replaceAll(' ', ' | ')];
          checked((await bare.query({ name: 'bare', text: createBaselineSql(filled), values })).rows.length);
        },
        holdfast: async () => checked((await find(queries[turns.holdfast++]!, collection)).length),
      },
      warmUp,
      runs,
    );
  } finally {
    await bare.end();
  }
}

/** Returns the SQL that fuses the nearest vectors with the best word matches in the tenant and collection. */
function createBaselineSql({ space }: KnowledgeFixture): string {
  const distance = `(v.embedding::halfvec(${space.dimension})) <=> $3::halfvec(${space.dimension})`;
  const within = (document: string) =>
    `exists (select from collection_documents cd where cd.collection_id = $2 and cd.document_id = ${document})`;
  return `with near as materialized (
      select v.chunk_id as id, ${distance} as distance from ${getVectorsTable(space)} v
      where v.project_id = $1 and (select true from collection_documents cd where cd.collection_id = $2 and cd.document_id = v.document_id limit 1)
      order by ${distance} limit ${CANDIDATE_COUNT}
    ), matching as materialized (
      select c.id, -ts_rank(c.words, $4::tsquery) as distance from chunks c
      where c.words @@ $4::tsquery and c.project_id = $1 and ${within('c.document_id')}
      order by distance limit ${CANDIDATE_COUNT}
    ), fused as (
      select id, sum(1 / (60.0 + place)) as score from (
        select id, row_number() over (order by distance) as place from near
        union all select id, row_number() over (order by distance) from matching) places
      group by id order by score desc limit ${RECALL_AT}
    ) select c.id, c.document_id, d.title, c.text, f.score from fused f join chunks c on c.id = f.id join documents d on d.id = c.document_id
    order by f.score desc`;
}

const SEARCH_TARGET: Target = { native: 1.5, pglite: 1.5 };
/** Minimum recall of a search. */
const MIN_RECALL = 0.97;

export function knowledgeRows({ chunks, times, recalls }: KnowledgeCost, database: DatabaseKind): Row[] {
  const figures = { baseline: times.baseline.p50, holdfast: times.holdfast.p50 };
  const what = `(n) search in ${chunks.toLocaleString('en')} chunks, p50`;
  return [
    toRatioRow(what, { ...figures, format: formatMs, target: SEARCH_TARGET, database }),
    ...recalls.map(({ scope, recall }): Row => {
      return [
        `(n) recall@10, ${scope}`,
        '',
        recall.toFixed(3),
        '',
        formatVerdict(recall >= MIN_RECALL, `≥ ${MIN_RECALL}`),
      ];
    }),
  ];
}
