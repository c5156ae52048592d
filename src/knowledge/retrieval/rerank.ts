import { setTimeout as pause } from 'node:timers/promises';
import { assertModelCallAllowed, toExcludableReranker } from '../../models/exclusions.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Log } from '../../platform/log.ts';
import type { Message } from '../../platform/messages.ts';
import type { RerankerEntry } from '../../platform/models/catalog.ts';
import { ModelCallError } from '../../platform/models/errors.ts';
import type { RerankingGateway, RerankResult } from '../../platform/models/reranking/gateway.ts';
import { canRetry, getRetryDelayMs } from '../../platform/models/retry-policy.ts';
import { chargeEmbedding, NO_COST, reserveEmbedding } from '../../usage/embedding.ts';
import { MAX_RERANK_ATTEMPTS, MAX_RERANKED } from './constants.ts';
import type { Hit, SearchRequest } from './contract.ts';
import { queryWarnings } from './warnings.ts';

/** Dependencies of reranking. */
export interface RerankContext {
  readonly reranking: RerankingGateway;
  readonly log: Log;
  readonly db: Db;
  readonly config: Pick<Config, 'rerankTimeoutMs'>;
}

/** Options of a search. */
export interface SearchOptions {
  readonly signal: AbortSignal;
  /** Receives what limits the result. */
  readonly onWarning?: (warning: Message) => void;
}

/**
 * Sorts the first hits by a reranker. If it fails or takes too long, the order stays, with a warning. Throws
 * CreditShortage, and ModelCallError if a rule excludes the reranker.
 */
export async function rerankHits(
  ctx: RerankContext,
  model: RerankerEntry,
  { query, payer }: SearchRequest,
  hits: readonly Hit[],
  { signal, onWarning }: SearchOptions,
): Promise<Hit[]> {
  const [shown, rest] = [hits.slice(0, MAX_RERANKED), hits.slice(MAX_RERANKED)];
  if (shown.length === 0) return [];
  assertModelCallAllowed(payer.exclusions, toExcludableReranker(model));
  const texts = shown.map(({ headingPath, text }) => [...headingPath, text].join('\n'));
  const callId = await reserveEmbedding(ctx.db, payer, model, [query, ...texts]);
  try {
    const { scores, ...cost } = await requestScores(ctx, { model, query, texts }, signal);
    await chargeEmbedding(ctx.db, payer, { ...cost, callId });
    const scored = shown.map((hit, at) => ({ ...hit, rerankScore: scores[at] ?? null }));
    return [...scored.toSorted((a, b) => (b.rerankScore ?? 0) - (a.rerankScore ?? 0)), ...rest];
  } catch (error) {
    if (callId !== undefined) await chargeEmbedding(ctx.db, payer, { ...NO_COST, callId });
    if (!(error instanceof ModelCallError) || signal.aborted) throw error;
    ctx.log.warn({ reranker: model.name, reason: error.reason }, error.message);
    onWarning?.(queryWarnings.reranker_failed({ model: model.name, reason: error.message }));
    return [...hits];
  }
}

/** Calls the reranker, with a retry if that can help within the time limit. */
async function requestScores(
  { reranking, config }: RerankContext,
  request: Parameters<RerankingGateway['rerank']>[0],
  cancelSignal: AbortSignal,
): Promise<RerankResult> {
  const { rerankTimeoutMs } = config;
  const timeout = AbortSignal.timeout(rerankTimeoutMs);
  const deadline = performance.now() + rerankTimeoutMs;
  const signal = AbortSignal.any([cancelSignal, timeout]);
  for (let attempt = 1; ; attempt++) {
    try {
      return await reranking.rerank(request, { signal });
    } catch (error) {
      if (timeout.aborted && !cancelSignal.aborted)
        throw new ModelCallError('silent', `${request.model.name} did not answer within ${rerankTimeoutMs} ms.`);
      if (!(error instanceof ModelCallError) || !canRetry(error, attempt, MAX_RERANK_ATTEMPTS)) throw error;
      const delayMs = getRetryDelayMs(error, attempt);
      if (performance.now() + delayMs >= deadline) throw error;
      await pause(delayMs);
    }
  }
}
