import type { TurnOutcome } from '../../../src/agents/contract.ts';
import { failRun } from '../../../src/agents/runs/fail.ts';
import { holdRun, storeAgentRunRetry, storeAgentRunWait } from '../../../src/agents/runs/state.ts';
import { storeFinish } from '../../../src/agents/turns/turns.ts';
import type { ModelCallError } from '../../../src/platform/models/gateway.ts';
import { planProviderWait, toProviderUnavailableError } from '../../../src/runs/provider-wait.ts';
import { waitMessages } from '../../../src/runs/wait-messages.ts';
import type { ActivityContext } from '../../context.ts';
import { getMaxWaitMs } from '../../max-wait.ts';
import { canRetry, getRetryDelayMs, toModelRunError } from '../../model-failure.ts';
import { FINISHED, PAUSED, type TurnInProgress } from '../calls/outcome.ts';

/** Reasons that a person can resolve: the run is held instead of failing. */
const RESOLVABLE_REASONS = ['unauthorized', 'not_configured', 'excluded', 'rate_limited', 'unavailable', 'silent'];

/** Fails or holds a run whose model failed, or schedules the next attempt. */
export async function retryOrFail(
  ctx: ActivityContext,
  { run, revision, failures }: TurnInProgress,
  error: ModelCallError,
): Promise<TurnOutcome> {
  const maxMs = getMaxWaitMs(ctx, revision);
  if (error.isAway && maxMs > 0) return waitForProvider(ctx, { run, failures }, error, maxMs);
  const attempt = failures + 1;
  if (canRetry(error, attempt)) {
    const retryMs = getRetryDelayMs(error, attempt);
    await storeAgentRunRetry(
      ctx.db,
      run.id,
      waitMessages.wait_retry({ number: attempt, cause: error.message }),
      retryMs,
    );
    return { state: 'waiting', retryMs };
  }
  if (RESOLVABLE_REASONS.includes(error.reason) && run.task_run_id === null) {
    await holdRun(ctx.db, run.id, toModelRunError(error));
    return PAUSED;
  }
  await failRun(ctx.db, run.id, toModelRunError(error), (trx) => storeFinish(trx, run.id, error.finish));
  return FINISHED;
}

/** Parks a run until its provider is available, or fails it after its maximum wait. */
async function waitForProvider(
  ctx: ActivityContext,
  { run, failures }: Pick<TurnInProgress, 'run' | 'failures'>,
  error: ModelCallError,
  maxMs: number,
): Promise<TurnOutcome> {
  const wait = planProviderWait(run.waiting_for, error, maxMs, failures);
  if (wait) {
    await storeAgentRunWait(ctx.db, run, wait);
    return { state: 'waiting', retryMs: wait.retryMs, failures: wait.failures };
  }
  await failRun(ctx.db, run.id, toProviderUnavailableError(error));
  return FINISHED;
}
