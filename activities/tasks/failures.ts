import { ImageError } from '../../src/files/images/scale.ts';
import { ModelCallError } from '../../src/platform/models/gateway.ts';
import type { RunError } from '../../src/runs/contract.ts';
import { toRunError } from '../../src/runs/errors.ts';
import { planProviderWait, toProviderUnavailableError } from '../../src/runs/provider-wait.ts';
import { waitMessages } from '../../src/runs/wait-messages.ts';
import type { StepEnd } from '../../src/tasks/contract.ts';
import { taskFailures } from '../../src/tasks/failures.ts';
import { GuardrailBlocked } from '../../src/tasks/guardrails/hits.ts';
import type { TaskRevisionRow } from '../../src/tasks/queries.ts';
import type { TaskRunEnd } from '../../src/tasks/run-end.ts';
import { findTaskRun, recordTaskRunRetry, storeTaskRunWait } from '../../src/tasks/runs.ts';
import type { StartedTaskRun } from '../../src/tasks/started-run.ts';
import { CreditShortage } from '../../src/usage/shortage.ts';
import { getMaxWaitMs } from '../max-wait.ts';
import { canRetry, getRetryDelayMs, isExhausted, toModelRunError, toShortageError } from '../model-failure.ts';
import { isStopRequested } from '../runs/stoppable.ts';
import { endTaskRun, type TaskContext } from './end.ts';
import { PreparationFailure } from './processors/kind.ts';

/** Ends a stopping run. No effect on other runs. */
export async function cancelTaskRun(ctx: TaskContext, taskRunId: string): Promise<void> {
  const run = await findTaskRun(ctx.db, taskRunId);
  if (run?.status !== 'cancelling') return;
  const end = toFailedEnd(run.llm_retries, toRunError('CANCELLED', taskFailures.run_stopped));
  await endTaskRun(ctx, run, { ...end, status: 'cancelled' });
}

/** A failed attempt at a step: the run, the attempt's number from 1, and whether it used the fallback model. */
interface FailedAttempt {
  readonly run: StartedTaskRun;
  readonly revision: TaskRevisionRow;
  readonly number: number;
  readonly useFallback: boolean;
}

/**
 * Returns whether another attempt at a model is pointless: the request is invalid, the provider is known to be
 * unavailable, or enough unusable responses were charged.
 */
export function isFinal(error: unknown, number: number): boolean {
  if (!(error instanceof ModelCallError) || error.reason === 'aborted') return false;
  return !error.retryable || error.isDeclined || isExhausted(error, number);
}

export const DONE: StepEnd = { state: 'done' };

/**
 * Settles a step that failed: confirms the cancel, fails the run, or schedules a retry. Throws errors that are not about
 * the run's input, its model or its cost.
 */
export async function settleFailure(
  ctx: TaskContext,
  attempt: FailedAttempt,
  error: unknown,
  signal: AbortSignal,
): Promise<StepEnd> {
  const end = findFailedEnd(attempt, error);
  if (isStopRequested(signal)) await cancelTaskRun(ctx, attempt.run.id);
  else if (end) await endTaskRun(ctx, attempt.run, end);
  else if (error instanceof ModelCallError && error.reason !== 'aborted') return retryOrFail(ctx, attempt, error);
  else throw error;
  return DONE;
}

/** Returns the end of a run whose error a retry cannot mend. Undefined for errors of models and of the process. */
function findFailedEnd({ number, useFallback }: FailedAttempt, error: unknown): TaskRunEnd | undefined {
  const retries = number - 1;
  if (error instanceof GuardrailBlocked) return { ...toFailedEnd(retries, error.runError), hits: error.hits };
  if (error instanceof PreparationFailure) return toFailedEnd(retries, toRunError(error.reason, error.detail));
  if (error instanceof ImageError) return toFailedEnd(retries, toRunError('FILE_UNREADABLE', error.detail));
  if (error instanceof CreditShortage) return toFailedEnd(retries, toShortageError(error), useFallback);
  return undefined;
}

async function retryOrFail(ctx: TaskContext, attempt: FailedAttempt, error: ModelCallError): Promise<StepEnd> {
  const { run, revision, number, useFallback } = attempt;
  const maxMs = getMaxWaitMs(ctx, revision);
  if (error.isAway && maxMs > 0) {
    const wait = planProviderWait(run.waiting_for, error, maxMs, number - 1);
    if (wait) {
      await storeTaskRunWait(ctx.db, run.id, wait);
      if (run.tool_call_id !== null) await ctx.callers.refresh(run.tool_call_id);
    } else await endTaskRun(ctx, run, toFailedEnd(number - 1, toProviderUnavailableError(error), useFallback));
    return wait ? { state: 'waiting', retryMs: wait.retryMs, failures: wait.failures } : DONE;
  }
  if (!canRetry(error, number)) {
    await endTaskRun(ctx, run, {
      ...toFailedEnd(number - 1, toModelRunError(error), useFallback),
      finish: error.finish,
    });
    return DONE;
  }
  const retryMs = getRetryDelayMs(error, number);
  await recordTaskRunRetry(ctx.db, run.id, waitMessages.wait_retry({ number, cause: error.message }), retryMs);
  return { state: 'waiting', retryMs };
}

/** Returns the end of a failed run. */
export function toFailedEnd(llmRetries: number, error: RunError, usedFallbackModel = false): TaskRunEnd {
  return {
    status: 'failed',
    response: null,
    error,
    llmRetries,
    usedFallbackModel,
    cost: null,
    seconds: null,
  };
}
