import { sql } from 'kysely';
import { findExclusion, toExcludableReranker } from '../../models/exclusions.ts';
import type { ModelCatalog, RerankerEntry } from '../../platform/models/catalog.ts';
import { type EmbeddingContext, embedQuery, getEmbeddingModel } from '../embedding/embed.ts';
import { type Space, toVectorText } from '../spaces.ts';
import {
  DEFAULT_CANDIDATES,
  EF_SEARCH,
  EXACT_SEARCH_MAX_CHUNKS,
  MAX_CANDIDATES,
  MAX_RERANKED,
  MAX_SCANNED,
} from './constants.ts';
import type { Hit, SearchRequest } from './contract.ts';
import { getQueryWords, isSmallScope } from './query-words.ts';
import { type RerankContext, rerankHits, type SearchOptions } from './rerank.ts';
import { type Extent, listScopeParts, measureExtent, type ScopePart } from './scope.ts';
import { type Ranked, type RankedHit, type Ranking, rank, toScore } from './statement.ts';

/** Dependencies of searches. */
export type SearchContext = EmbeddingContext & RerankContext & { readonly models: ModelCatalog };

/**
 * Finds chunks by meaning and by words, best first, without duplicates. Ties are broken by ID. Throws ModelCallError
 * and CreditShortage if the query cannot be embedded, because half a search would miss results.
 */
export function search(ctx: SearchContext, request: SearchRequest, options: SearchOptions): Promise<Hit[]> {
  return searchAndRerank(ctx, request, options, (limit) => searchFused(ctx, { ...request, limit }, options.signal));
}

/** Sorts the hits that `find` returns by the reranker of the request, if it has one. */
export async function searchAndRerank(
  ctx: SearchContext,
  request: SearchRequest,
  options: SearchOptions,
  find: (limit: number) => Promise<Hit[]>,
): Promise<Hit[]> {
  const { reranker = getDefaultReranker(ctx, request), limit } = request;
  if (reranker === null) return find(limit);
  const found = await find(Math.max(limit, MAX_RERANKED));
  return (await rerankHits(ctx, reranker, request, found, options)).slice(0, limit);
}

/** Returns the default reranker unless a rule excludes it. */
function getDefaultReranker({ models }: SearchContext, { payer }: SearchRequest): RerankerEntry | null {
  const defaultReranker = models.defaultReranker;
  return defaultReranker && findExclusion(payer.exclusions, toExcludableReranker(defaultReranker))
    ? null
    : defaultReranker;
}

/** Finds chunks without a reranker. */
export async function searchFused(ctx: SearchContext, request: SearchRequest, signal: AbortSignal): Promise<Hit[]> {
  const { projectId, scope, limit } = request;
  const parts = await listScopeParts(ctx.db, projectId, scope, ctx.models.defaultEmbedding.name);
  const ranked: Ranked[] = [];
  for (const part of parts) ranked.push(await searchPart(ctx, request, part, signal));
  return fuseParts(ranked, limit);
}

/**
 * Fuses the hits of spaces. Their scores are comparable, because each measures the chance of its value in its space. Of
 * hits with the same text, the best one is kept; a chunk of several spaces is in the collections of all.
 */
function fuseParts(parts: readonly Ranked[], limit: number): Hit[] {
  const scale = {
    words: Math.max(0, ...parts.map((part) => part.scale.words)),
    meaning: Math.max(0, ...parts.map((part) => part.scale.meaning)),
  };
  const byText = new Map<string, Hit>();
  const hits = parts.flatMap((part) => part.hits.map((hit) => ({ ...hit, score: toScore(hit.weight, scale) })));
  const best = hits.toSorted((a, b) => b.score - a.score || compareInPart(a, b));
  for (const { weight: _, ...hit } of best) {
    const known = byText.get(hit.text);
    if (known === undefined) byText.set(hit.text, { ...hit, rerankScore: null });
    else if (known.chunkId === hit.chunkId)
      byText.set(hit.text, { ...known, collections: [...known.collections, ...hit.collections] });
  }
  return [...byText.values()].slice(0, limit);
}

/** Order of hits with the same score: the similarity decides, as in the ranking statement. */
function compareInPart(a: RankedHit, b: RankedHit): number {
  const bySimilarity = (b.similarity ?? Number.NEGATIVE_INFINITY) - (a.similarity ?? Number.NEGATIVE_INFINITY);
  return bySimilarity || (a.chunkId < b.chunkId ? -1 : 1);
}

async function searchPart(
  ctx: SearchContext,
  request: SearchRequest,
  part: ScopePart,
  signal: AbortSignal,
): Promise<Ranked> {
  const { mode = 'hybrid', query, projectId, filters, subject } = request;
  const reach = { projectId, scope: part.scope, filters, subject };
  const extent = await measureExtent(ctx.db, reach);
  if (extent.chunks === 0) return { hits: [], scale: { words: 0, meaning: 0 }, near: 0, matching: 0 };
  const [vector, words] = await Promise.all([
    mode === 'text' || part.space === null
      ? null
      : embedQuery(ctx, { space: part.space, payer: request.payer, text: query }, signal),
    mode === 'vector' ? null : getQueryWords(ctx.db, projectId, query, extent),
  ]);
  const isExact = extent.chunks < EXACT_SEARCH_MAX_CHUNKS;
  const near =
    vector === null || part.space === null
      ? null
      : {
          space: part.space,
          vector: toVectorText(vector),
          exact: isExact,
          isSupported: words === null || isSupported(ctx, part.space, words.language),
        };
  const candidates = Math.max(request.candidates ?? DEFAULT_CANDIDATES, request.limit);
  return rankUntilComplete(
    ctx,
    {
      reach,
      limit: request.limit,
      candidates,
      near,
      words,
      chunks: extent.chunks,
      meanWords: extent.words / extent.chunks,
      few: isSmallScope(extent),
    },
    extent,
  );
}

/** Whether the model of a space supports the language of a query, as far as both are known. */
function isSupported(ctx: SearchContext, space: Space, language: string | null): boolean {
  const { languages } = getEmbeddingModel(ctx, space);
  return language === null || languages === undefined || languages.includes(language);
}

/** Ranks with more candidates until there are enough hits. */
async function rankUntilComplete(ctx: SearchContext, ranking: Ranking, extent: Extent): Promise<Ranked> {
  const ranked = await rankOnce(ctx, ranking);
  const { near, candidates, limit } = ranking;
  // The index stopped before it found enough filtered results.
  if (near && !near.exact && ranked.near < Math.min(candidates, extent.chunks))
    return rankUntilComplete(ctx, { ...ranking, near: { ...near, exact: true } }, extent);
  const more = ranked.near === candidates || ranked.matching === candidates;
  // Duplicates displaced other hits.
  if (ranked.hits.length < limit && more && candidates < MAX_CANDIDATES)
    return rankUntilComplete(ctx, { ...ranking, candidates: Math.min(MAX_CANDIDATES, candidates * 4) }, extent);
  return ranked;
}

function rankOnce(ctx: SearchContext, ranking: Ranking): Promise<Ranked> {
  if (ranking.near === null || ranking.near.exact) return rank(ctx.db, ranking);
  const keep = String(Math.max(EF_SEARCH, ranking.candidates));
  return ctx.db.transaction().execute(async (trx) => {
    await sql`select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', ${keep}, true),
      set_config('hnsw.max_scan_tuples', ${String(MAX_SCANNED)}, true)`.execute(trx);
    return rank(trx, ranking);
  });
}
