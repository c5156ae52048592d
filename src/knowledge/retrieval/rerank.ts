import { assertModelCallAllowed, toExcludableReranker } from '../../models/exclusions.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Log } from '../../platform/log.ts';
import type { RerankerEntry } from '../../platform/models/catalogue.ts';
import { ModelCallError } from '../../platform/models/errors.ts';
import type { RerankingGateway } from '../../platform/models/reranking/gateway.ts';
import { chargeEmbedding, NO_COST, reserveEmbedding } from '../../usage/embedding.ts';
import { MAX_RERANKED } from './constants.ts';
import type { Hit, SearchRequest } from './contract.ts';

/** Dependencies of reranking. */
export interface RerankContext {
  readonly reranking: RerankingGateway;
  readonly log: Log;
  readonly db: Db;
}

/**
 * Sorts the first hits by a reranker. If it fails, the order stays. Throws CreditShortage, and ModelCallError if a rule
 * excludes the reranker.
 */
export async function rerankHits(
  ctx: RerankContext,
  model: RerankerEntry,
  { query, payer }: SearchRequest,
  hits: readonly Hit[],
  signal: AbortSignal,
): Promise<Hit[]> {
  const [shown, rest] = [hits.slice(0, MAX_RERANKED), hits.slice(MAX_RERANKED)];
  if (shown.length === 0) return [];
  assertModelCallAllowed(payer.exclusions, toExcludableReranker(model));
  const texts = shown.map(({ headingPath, text }) => [...headingPath, text].join('\n'));
  const callId = await reserveEmbedding(ctx.db, payer, model, [query, ...texts]);
  try {
    const { scores, ...cost } = await ctx.reranking.rerank({ model, query, texts }, { signal });
    await chargeEmbedding(ctx.db, payer, { ...cost, callId });
    const scored = shown.map((hit, at) => ({ ...hit, rerankScore: scores[at] ?? null }));
    return [...scored.toSorted((a, b) => (b.rerankScore ?? 0) - (a.rerankScore ?? 0)), ...rest];
  } catch (error) {
    if (callId !== undefined) await chargeEmbedding(ctx.db, payer, { ...NO_COST, callId });
    if (!(error instanceof ModelCallError) || error.reason === 'aborted') throw error;
    ctx.log.warn({ reranker: model.name, reason: error.reason }, error.message);
    return [...hits];
  }
}
