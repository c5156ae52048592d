import { Context } from '@temporalio/activity';
import { ModelCallError } from '../../src/platform/models/gateway.ts';
import type { RunError } from '../../src/runs/contract.ts';
import { MODEL_ATTEMPTS } from '../../src/runs/contract.ts';
import { ATTEMPTS_BEFORE_FALLBACK, type TaskActivities } from '../../src/tasks/contract.ts';
import { findTaskRevision, type TaskRevisionRow } from '../../src/tasks/queries.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import {
  type BegunTaskRun,
  beginTaskRun,
  findTaskRun,
  noteTaskRunRetry,
  type TaskRunEnd,
} from '../../src/tasks/runs.ts';
import { releaseCredits } from '../../src/usage/reservations.ts';
import { CreditShortage } from '../../src/usage/shortage.ts';
import type { ActivityContext } from '../context.ts';
import { pauseBeforeRetry, retryLater, runErrorOf } from '../model-failure.ts';
import type { Room } from '../room.ts';
import { callersOf } from '../runs/callers.ts';
import { stoppable, stopWasRequested } from '../runs/stoppable.ts';
import { answerTask, type TaskAnswer } from './answer.ts';
import { endTaskRun, type TaskContext } from './end.ts';

/** The activities of the tasks room over their dependencies. */
export function taskActivities(process: ActivityContext, rooms: readonly Room[]): TaskActivities {
  const ctx = { ...process, callers: callersOf(process, rooms) };
  return {
    callModel: ({ taskRunId }) => stoppable(ctx, taskRunKind, taskRunId, (signal) => callModel(ctx, taskRunId, signal)),
    confirmTaskCancel: ({ taskRunId }) => cancelTaskRun(ctx, taskRunId),
    async failTaskRun({ taskRunId, problem }) {
      const run = await findTaskRun(ctx.db, taskRunId);
      if (run) await endTaskRun(ctx, run, failed(run.llm_retries, { reason: 'RUN_INTERRUPTED', message: problem }));
    },
  };
}

async function callModel(ctx: TaskContext, taskRunId: string, signal: AbortSignal): Promise<void> {
  const run = await beginTaskRun(ctx.db, taskRunId);
  if (!run) return cancelTaskRun(ctx, taskRunId);
  // What an attempt before this one left set aside when its process ended.
  if (run.unsettled) await releaseCredits(ctx.db, 'task_runs', run.id);
  const forbidden = run.tool_call_id === null ? undefined : await ctx.callers.whyNot(run.tool_call_id);
  if (forbidden) return endTaskRun(ctx, run, failed(run.llm_retries, forbidden));
  const revision = await findTaskRevision(ctx.db, run.task_revision_id);
  if (!revision) throw new Error(`task revision ${run.task_revision_id} is missing`);
  const { attempt } = Context.current().info;
  const hasFallback = revision.fallback_llm_model_id !== null;
  const useFallback = hasFallback && (run.use_fallback_model || attempt > ATTEMPTS_BEFORE_FALLBACK);
  try {
    await endWith(ctx, run, await answerTask(ctx, run, revision, useFallback, signal), useFallback, attempt);
  } catch (error) {
    if (stopWasRequested(signal)) return cancelTaskRun(ctx, taskRunId);
    if (error instanceof CreditShortage) return failForCredits(ctx, run, error, attempt);
    if (!(error instanceof ModelCallError) || error.reason === 'aborted') throw error;
    if (hasFallback && !useFallback && !error.retryable) return answerWithFallback(ctx, run, revision, attempt, signal);
    await retryOrFail(ctx, run, error, attempt);
  }
}

/** Ends a run that was asked to stop; leaves any other as it is. */
async function cancelTaskRun(ctx: TaskContext, taskRunId: string): Promise<void> {
  const run = await findTaskRun(ctx.db, taskRunId);
  if (run?.status !== 'cancelling') return;
  const end = failed(run.llm_retries, { reason: 'CANCELLED', message: 'the run was stopped' });
  await endTaskRun(ctx, run, { ...end, status: 'cancelled' });
}

/** The first model will never answer this: the fallback is asked at once. */
async function answerWithFallback(
  ctx: TaskContext,
  run: BegunTaskRun,
  revision: TaskRevisionRow,
  attempt: number,
  signal: AbortSignal,
) {
  try {
    await endWith(ctx, run, await answerTask(ctx, run, revision, true, signal), true, attempt);
  } catch (error) {
    if (error instanceof CreditShortage) return failForCredits(ctx, run, error, attempt);
    if (!(error instanceof ModelCallError) || error.reason === 'aborted') throw error;
    await retryOrFail(ctx, run, error, attempt);
  }
}

async function failForCredits(ctx: TaskContext, run: BegunTaskRun, { needed }: CreditShortage, attempt: number) {
  const message = `the organization has not the ${needed} credits left that the model call needs`;
  await endTaskRun(ctx, run, failed(attempt - 1, { reason: 'INSUFFICIENT_CREDITS', message }));
}

async function retryOrFail(ctx: TaskContext, run: BegunTaskRun, error: ModelCallError, attempt: number): Promise<void> {
  if (!error.retryable || attempt >= MODEL_ATTEMPTS) {
    await endTaskRun(ctx, run, failed(attempt - 1, runErrorOf(error)));
    return;
  }
  const pauseMs = pauseBeforeRetry(error, attempt);
  await noteTaskRunRetry(ctx.db, run.id, `retry ${attempt}: ${error.message}`, pauseMs);
  throw retryLater(error, pauseMs);
}

async function endWith(
  ctx: TaskContext,
  run: BegunTaskRun,
  answer: TaskAnswer,
  usedFallback: boolean,
  attempt: number,
): Promise<void> {
  await endTaskRun(ctx, run, {
    status: answer.error === null ? 'completed' : 'failed',
    response: answer.response,
    error: answer.error,
    llmRetries: attempt - 1 + answer.misfits,
    usedFallbackModel: usedFallback,
    cost: answer.cost,
    seconds: answer.ms / 1000,
  });
}

function failed(llmRetries: number, error: RunError): TaskRunEnd {
  return {
    status: 'failed',
    response: null,
    error,
    llmRetries,
    usedFallbackModel: false,
    cost: null,
    seconds: null,
  };
}
