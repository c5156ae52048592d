import type { IngestionOutcome } from '../../src/knowledge/contract.ts';
import {
  countFailure,
  type IngestionEnd,
  noteWaiting,
  storeIngestionWait,
} from '../../src/knowledge/ingestion/state.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import { planProviderWait, providerUnavailable } from '../../src/runs/provider-wait.ts';
import type { CreditShortage } from '../../src/usage/shortage.ts';
import { canRetry, pauseBeforeRetry, toModelRunError } from '../model-failure.ts';
import type { Attempt } from './attempt.ts';
import { LOOK_AGAIN_MS } from './pace.ts';

/** How an embedding model that gives no vectors is met: by another try, by waiting for a person, or not at all. */
export async function heldUp(
  { ctx, run }: Attempt,
  error: ModelCallError | CreditShortage,
): Promise<IngestionOutcome | IngestionEnd> {
  if (!(error instanceof ModelCallError)) {
    await noteWaiting(ctx.db, run.id, 'budget', error.message);
    return { state: 'waiting', lookAgainMs: LOOK_AGAIN_MS };
  }
  if (error.reason === 'aborted') throw error;
  if (['not_configured', 'excluded', 'unauthorized'].includes(error.reason)) {
    await noteWaiting(ctx.db, run.id, 'held', error.message);
    return { state: 'waiting', lookAgainMs: LOOK_AGAIN_MS };
  }
  const maxWaitMs = ctx.config.modelMaxWaitMs;
  if (error.isAway && maxWaitMs > 0) {
    const wait = planProviderWait(run.waiting_for, error, maxWaitMs, run.failures);
    if (!wait) return { status: 'failed', error: providerUnavailable(error) };
    await storeIngestionWait(ctx.db, run.id, wait.waitingFor);
    return { state: 'waiting', lookAgainMs: wait.retryMs };
  }
  const failures = await countFailure(ctx.db, run.id);
  if (!canRetry(error, failures)) return { status: 'failed', error: toModelRunError(error) };
  const pauseMs = pauseBeforeRetry(error, failures);
  await noteWaiting(ctx.db, run.id, 'retry', `retry ${failures}: ${error.message}`, pauseMs);
  // The workflow waits, not the activity: a person can have it go on at once.
  return { state: 'waiting', lookAgainMs: pauseMs };
}
