import { sql } from 'kysely';
import { findExclusion, toExcludableReranker } from '../../models/exclusions.ts';
import type { ModelCatalogue, RerankerEntry } from '../../platform/models/catalogue.ts';
import { type EmbeddingContext, embedQuery } from '../embedding/embed.ts';
import { vectorText } from '../spaces.ts';
import { CANDIDATES, EF_SEARCH, EXACT_BELOW, MOST_CANDIDATES, MOST_SCANNED, RERANKED } from './constants.ts';
import type { Hit, SearchRequest } from './contract.ts';
import { isFew, type QueryWords, wordsOf } from './query-words.ts';
import { type RerankContext, reranked } from './rerank.ts';
import { type Extent, extentOf, type Part, partsOf } from './scope.ts';
import { type Ranked, type RankedHit, type Ranking, rank } from './statement.ts';

/** What a search stands on. */
export type SearchContext = EmbeddingContext & RerankContext & { readonly models: ModelCatalogue };

/**
 * Finds passages by meaning and by words, the best first; equal ones once. Ties are broken by id. Throws ModelCallError
 * and CreditShortage where the query can't be turned into a vector: half a search would say of what is there that it is not.
 */
export async function search(
  ctx: SearchContext,
  request: SearchRequest,
  { signal }: { readonly signal: AbortSignal },
): Promise<Hit[]> {
  const { reranker = usualReranker(ctx, request), limit } = request;
  if (reranker === null) return fusedSearch(ctx, request, signal);
  const found = await fusedSearch(ctx, { ...request, limit: Math.max(limit, RERANKED) }, signal);
  return (await reranked(ctx, reranker, request, found, signal)).slice(0, limit);
}

/** The reranker of searches that name none; one that a rule excludes is left aside. */
function usualReranker({ models }: SearchContext, { payer }: SearchRequest): RerankerEntry | null {
  const usual = models.defaultReranker;
  return usual && findExclusion(payer.exclusions, toExcludableReranker(usual)) ? null : usual;
}

async function fusedSearch(ctx: SearchContext, request: SearchRequest, signal: AbortSignal): Promise<Hit[]> {
  const { projectId, scope, limit } = request;
  const parts = await partsOf(ctx.db, projectId, scope, ctx.models.defaultEmbedding.name);
  const found: Hit[] = [];
  for (const part of parts) found.push(...(await searchPart(ctx, request, part, signal)));
  if (parts.length === 1) return found;
  const best = found.toSorted((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
  return best.filter(({ text }, at) => best.findIndex((hit) => hit.text === text) === at).slice(0, limit);
}

async function searchPart(ctx: SearchContext, request: SearchRequest, part: Part, signal: AbortSignal): Promise<Hit[]> {
  const { mode = 'hybrid', query, projectId, filters } = request;
  const reach = { projectId, scope: part.scope, filters };
  const extent = await extentOf(ctx.db, reach);
  if (extent.chunks === 0) return [];
  const [vector, words] = await Promise.all([
    mode === 'text' || part.space === null
      ? null
      : embedQuery(ctx, { space: part.space, payer: request.payer, text: query }, signal),
    mode === 'vector' ? null : wordsOf(ctx.db, projectId, query, extent),
  ]);
  const near =
    vector === null || part.space === null
      ? null
      : { space: part.space, vector: vectorText(vector), exact: extent.chunks < EXACT_BELOW };
  const candidates = Math.max(request.candidates ?? CANDIDATES, request.limit);
  const { hits } = await enough(
    ctx,
    { reach, limit: request.limit, candidates, near, words, few: isFew(extent) },
    extent,
  );
  return hits.map((hit) => withCoverage(hit, words));
}

/** Ranks until there is as much as is wanted, or nothing more. */
async function enough(ctx: SearchContext, ranking: Ranking, extent: Extent): Promise<Ranked> {
  const ranked = await rankOnce(ctx, ranking);
  const { near, candidates, limit } = ranking;
  // The index ended before it had found enough of what passes the filters.
  if (near && !near.exact && ranked.near < Math.min(candidates, extent.chunks))
    return enough(ctx, { ...ranking, near: { ...near, exact: true } }, extent);
  const more = ranked.near === candidates || ranked.matching === candidates;
  // Copies of the same took the places of others.
  if (ranked.hits.length < limit && more && candidates < MOST_CANDIDATES)
    return enough(ctx, { ...ranking, candidates: Math.min(MOST_CANDIDATES, candidates * 4) }, extent);
  return ranked;
}

function rankOnce(ctx: SearchContext, ranking: Ranking): Promise<Ranked> {
  if (ranking.near === null || ranking.near.exact) return rank(ctx.db, ranking);
  const keep = String(Math.max(EF_SEARCH, ranking.candidates));
  return ctx.db.transaction().execute(async (trx) => {
    await sql`select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', ${keep}, true),
      set_config('hnsw.max_scan_tuples', ${String(MOST_SCANNED)}, true)`.execute(trx);
    return rank(trx, ranking);
  });
}

/** Adds which share of the query's words stands in a passage, in the language in which it is the largest. */
function withCoverage({ matched, ...hit }: RankedHit, words: QueryWords | null): Hit {
  const shares = (words?.words ?? []).reduce((sums, { configs, weight }, at) => {
    for (const config of configs) {
      const { all, here } = sums.get(config) ?? { all: 0, here: 0 };
      sums.set(config, { all: all + weight, here: here + (matched.includes(at + 1) ? weight : 0) });
    }
    return sums;
  }, new Map<string, { readonly all: number; readonly here: number }>());
  const coverage = Math.max(0, ...Array.from(shares.values(), ({ all, here }) => (all === 0 ? 0 : here / all)));
  return { ...hit, coverage, rerankScore: null };
}
