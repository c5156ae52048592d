import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { IndexedSpace } from '../spaces.ts';
import type { Hit } from './contract.ts';
import type { QueryWords } from './query-words.ts';
import { isSearchedCollection, type Reach } from './scope.ts';
import { measureDistinction, measureSimilarity, rankByMeaning, scoreMeaning } from './vector-ranking.ts';
import { rankByWords } from './word-ranking.ts';

/** Parameters of the search statement. */
export interface Ranking {
  readonly reach: Reach;
  /** Maximum number of hits, and of candidates per method. */
  readonly limit: number;
  readonly candidates: number;
  /** Query vector. Null without vector search. */
  readonly near: NearSearch | null;
  /** Query words. Null without text search. */
  readonly words: QueryWords | null;
  /** Number of chunks in the scope, and mean number of words in one. */
  readonly chunks: number;
  readonly meanWords: number;
  /** Whether the scope is small enough to rank every match. */
  readonly few: boolean;
}

/** Vector search. */
export interface NearSearch {
  readonly space: IndexedSpace;
  readonly vector: string;
  /** Whether the model supports the language of the query. Otherwise words decide the order. */
  readonly isSupported: boolean;
  /** Whether to compare every vector of the scope instead of using the index. */
  readonly exact: boolean;
}

/** Result of the search statement. */
export interface Ranked {
  readonly hits: readonly RankedHit[];
  /** Largest score of each method. */
  readonly scale: { readonly words: number; readonly meaning: number };
  /** Number of candidates per method. */
  readonly near: number;
  readonly matching: number;
}

/** Score of a chunk that neither method distinguishes. */
const MIN_SCORE = 1e-6;
/** Order of hits. The similarity decides between chunks below the mean. */
const BEST_FIRST = sql`score desc, similarity desc nulls last, id`;

/** A hit without the reranker's score, with the sum of the scores of both methods. */
export type RankedHit = Omit<Hit, 'rerankScore'> & { readonly weight: number };

/** Returns the score of a hit relative to the largest scores of both methods. */
export function toScore(weight: number, { words, meaning }: Ranked['scale']): number {
  return Math.max(MIN_SCORE, words + meaning > 0 ? weight / (words + meaning) : 0);
}

/**
 * Searches with both methods, adds their scores and removes duplicates. Tenant, scope and filters apply before ranking.
 */
export async function rank(db: Executor, ranking: Ranking): Promise<Ranked> {
  const { reach, limit, near, chunks } = ranking;
  const { rows } = await sql<Ranked>`
    with ${rankByMeaning(ranking)}, ${rankByWords(ranking)},
    candidates as (
      select id, ${near === null ? sql`null::float8` : measureSimilarity(near, sql`both_methods.id`)} as similarity,
        coalesce(points, 0) as points
      from (select id from near union select id from matching) both_methods left join scored using (id)
    ), fused as (
      select id, similarity, distinction, points, meaning, (points + meaning) / nullif(max(points) over () + max(meaning) over (), 0) as score from (
        select *, ${scoreMeaning(near)} as meaning, ${measureDistinction(near, chunks)} as distinction from (
          select c.*, count, (similarity - mean) / deviation as z from candidates c cross join spread) measured) weighed
    ), once as (
      select c.*, similarity, distinction, points + meaning as weight, greatest(coalesce(score, 0), ${sql.lit(MIN_SCORE)}) as score,
        row_number() over (partition by md5(c.text) order by score desc nulls last, similarity desc nulls last, c.id) as copy
      from fused join chunks c on c.id = fused.id and c.project_id = ${reach.projectId}::uuid
    ), best as (select * from once where copy = 1 order by ${BEST_FIRST} limit ${sql.lit(limit)})
    select (select count(*) from near)::int as near, (select count(*) from matching)::int as matching,
      (select json_build_object('words', coalesce(max(points), 0), 'meaning', coalesce(max(meaning), 0)) from fused) as scale,
      (select coalesce(json_agg(json_build_object('chunkId', b.id, 'documentId', b.document_id, 'title', d.title,
        'position', b.position, 'text', b.text, 'page', b.page, 'pageStarts', b.page_starts, 'headingPath', b.heading_path, 'tokenCount', b.token_count,
        'score', b.score, 'weight', b.weight, 'collections', ${listCollections(reach)}, 'similarity', b.similarity, 'distinction', b.distinction,
        'coverage', (select coalesce(sum(weight) filter (where b.words @@ lex.q) / nullif(sum(weight), 0), 0) from lex)
      ) order by b.score desc, b.similarity desc nulls last, b.id), '[]')
      from best b join documents d on d.id = b.document_id) as hits`.execute(db);
  return rows[0] ?? { hits: [], scale: { words: 0, meaning: 0 }, near: 0, matching: 0 };
}

/** JSON list of the searched collections that contain the document `d`. */
function listCollections({ projectId, scope }: Reach): RawBuilder<unknown> {
  if ('documentId' in scope) return sql`json_build_array()`;
  return sql`(select coalesce(json_agg(json_build_object('id', k.id, 'title', k.title) order by k.title, k.id), '[]')
    from collection_documents cd join collections k on k.id = cd.collection_id
    where cd.document_id = d.id and ${isSearchedCollection(projectId, scope, sql`k.id`)})`;
}
