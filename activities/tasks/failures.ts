import { ImageError } from '../../src/files/images/scale.ts';
import { ModelCallError } from '../../src/platform/models/gateway.ts';
import type { RunError } from '../../src/runs/contract.ts';
import { toRunError } from '../../src/runs/errors.ts';
import { planProviderWait, toProviderUnavailableError } from '../../src/runs/provider-wait.ts';
import { waitMessages } from '../../src/runs/wait-messages.ts';
import type { Retry } from '../../src/tasks/contract.ts';
import { taskFailures } from '../../src/tasks/failures.ts';
import type { GuardrailBlocked } from '../../src/tasks/guardrails/hits.ts';
import type { TaskRevisionRow } from '../../src/tasks/queries.ts';
import { findTaskRun, recordTaskRunRetry, storeTaskRunWait, type TaskRunEnd } from '../../src/tasks/runs.ts';
import type { StartedTaskRun } from '../../src/tasks/started-run.ts';
import { CreditShortage } from '../../src/usage/shortage.ts';
import { getMaxWaitMs } from '../max-wait.ts';
import { canRetry, getRetryDelayMs, isExhausted, toModelRunError, toShortageError } from '../model-failure.ts';
import { endTaskRun, type TaskContext } from './end.ts';

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

/**
 * Fails a run and returns undefined, or schedules a retry and returns its delay. Throws errors that are not about the
 * model or its cost.
 */
export async function failOrRetry(
  ctx: TaskContext,
  attempt: FailedAttempt,
  error: unknown,
): Promise<Retry | undefined> {
  if (error instanceof CreditShortage) await failForCredits(ctx, attempt, error);
  else if (error instanceof ImageError) await failForFile(ctx, attempt, error);
  else if (error instanceof ModelCallError && error.reason !== 'aborted') return retryOrFail(ctx, attempt, error);
  else throw error;
  return undefined;
}

function failForFile(ctx: TaskContext, { run, number }: FailedAttempt, { detail }: ImageError): Promise<void> {
  return endTaskRun(ctx, run, toFailedEnd(number - 1, toRunError('FILE_UNREADABLE', detail)));
}

async function failForCredits(ctx: TaskContext, { run, number, useFallback }: FailedAttempt, error: CreditShortage) {
  await endTaskRun(ctx, run, toFailedEnd(number - 1, toShortageError(error), useFallback));
}

async function retryOrFail(
  ctx: TaskContext,
  attempt: FailedAttempt,
  error: ModelCallError,
): Promise<Retry | undefined> {
  const { run, revision, number, useFallback } = attempt;
  const maxMs = getMaxWaitMs(ctx, revision);
  if (error.isAway && maxMs > 0) {
    const wait = planProviderWait(run.waiting_for, error, maxMs, number - 1);
    if (wait) {
      await storeTaskRunWait(ctx.db, run.id, wait);
      if (run.tool_call_id !== null) await ctx.callers.refresh(run.tool_call_id);
    } else await endTaskRun(ctx, run, toFailedEnd(number - 1, toProviderUnavailableError(error), useFallback));
    return wait && { state: 'waiting', retryMs: wait.retryMs, failures: wait.failures };
  }
  if (!canRetry(error, number)) {
    await endTaskRun(ctx, run, {
      ...toFailedEnd(number - 1, toModelRunError(error), useFallback),
      finish: error.finish,
    });
    return undefined;
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

/** Returns the end of a run that a guardrail blocked. */
export function toBlockedEnd({ number }: { readonly number: number }, error: GuardrailBlocked): TaskRunEnd {
  return { ...toFailedEnd(number - 1, error.runError), hits: error.hits };
}
