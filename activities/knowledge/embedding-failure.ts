import type { IngestionOutcome } from '../../src/knowledge/contract.ts';
import {
  type IngestionFailure,
  incrementFailures,
  recordWait,
  storeIngestionWait,
} from '../../src/knowledge/ingestion/state.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import { planProviderWait, toProviderUnavailableError } from '../../src/runs/provider-wait.ts';
import { waitMessages } from '../../src/runs/wait-messages.ts';
import type { CreditShortage } from '../../src/usage/shortage.ts';
import { canRetry, getRetryDelayMs, toModelRunError } from '../model-failure.ts';
import type { Attempt } from './attempt.ts';
import { RECHECK_INTERVAL_MS } from './context.ts';

/** Handles a failed embedding call: retries later, waits for a person, or fails the ingestion. */
export async function handleEmbeddingFailure(
  { ctx, run }: Attempt,
  error: ModelCallError | CreditShortage,
): Promise<IngestionOutcome | IngestionFailure> {
  if (!(error instanceof ModelCallError)) {
    await recordWait(ctx.db, run.id, 'budget', error.detail);
    return { state: 'waiting', recheckMs: RECHECK_INTERVAL_MS };
  }
  if (error.reason === 'aborted') throw error;
  if (['not_configured', 'excluded', 'unauthorized'].includes(error.reason)) {
    await recordWait(ctx.db, run.id, 'held', error.message);
    return { state: 'waiting', recheckMs: RECHECK_INTERVAL_MS };
  }
  const maxWaitMs = ctx.config.modelMaxWaitMs;
  if (error.isAway && maxWaitMs > 0) {
    const wait = planProviderWait(run.waiting_for, error, maxWaitMs, run.failures);
    if (!wait) return { status: 'failed', error: toProviderUnavailableError(error) };
    await storeIngestionWait(ctx.db, run.id, wait.waitingFor);
    return { state: 'waiting', recheckMs: wait.retryMs };
  }
  const failures = await incrementFailures(ctx.db, run.id);
  if (!canRetry(error, failures)) return { status: 'failed', error: toModelRunError(error) };
  const pauseMs = getRetryDelayMs(error, failures);
  await recordWait(
    ctx.db,
    run.id,
    'retry',
    waitMessages.wait_retry({ number: failures, cause: error.message }),
    pauseMs,
  );
  // The workflow waits instead of the activity, so that a person can resume it immediately.
  return { state: 'waiting', recheckMs: pauseMs };
}
