import type { Preparation, TaskActivities } from '../../src/tasks/contract.ts';
import { stepsLeft } from '../../src/tasks/prepared.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { type BegunTaskRun, findTaskRun } from '../../src/tasks/runs.ts';
import type { ActivityContext } from '../context.ts';
import type { Room } from '../room.ts';
import { callersOf } from '../runs/callers.ts';
import { stoppable, stopWasRequested } from '../runs/stoppable.ts';
import { answerTask, type TaskAnswer } from './answer.ts';
import { type Attempt, beginAttempt } from './beginning.ts';
import { endTaskRun, type TaskContext } from './end.ts';
import { cancelTaskRun, failed, failOrRetry, isFinal } from './failing.ts';
import { prepareInput } from './prepare-input.ts';

/** The activities of the tasks room over their dependencies. */
export function taskActivities(process: ActivityContext, rooms: readonly Room[]): TaskActivities {
  const ctx = { ...process, callers: callersOf(process, rooms) };
  return {
    callModel: ({ taskRunId }) => stoppable(ctx, taskRunKind, taskRunId, (signal) => callModel(ctx, taskRunId, signal)),
    prepareInput: ({ taskRunId, step }) =>
      stoppable(ctx, taskRunKind, taskRunId, (signal) => prepareInput(ctx, taskRunId, step, signal)),
    confirmTaskCancel: ({ taskRunId }) => cancelTaskRun(ctx, taskRunId),
    async failTaskRun({ taskRunId, problem }) {
      const run = await findTaskRun(ctx.db, taskRunId);
      if (run) await endTaskRun(ctx, run, failed(run.llm_retries, { reason: 'RUN_INTERRUPTED', message: problem }));
    },
  };
}

/** Asks a run's model, or answers how its input has to be prepared first. */
async function callModel(ctx: TaskContext, taskRunId: string, signal: AbortSignal): Promise<Preparation | undefined> {
  const attempt = await beginAttempt(ctx, taskRunId);
  if (!attempt) return undefined;
  const left = stepsLeft(attempt.revision, attempt.run.prepared);
  if (left === undefined) await askModel(ctx, attempt, signal);
  return left;
}

async function askModel(ctx: TaskContext, attempt: Attempt, signal: AbortSignal): Promise<void> {
  const { run, revision, number, useFallback } = attempt;
  try {
    await endWith(ctx, run, await answerTask(ctx, run, revision, useFallback, signal), useFallback, number);
  } catch (error) {
    if (stopWasRequested(signal)) return cancelTaskRun(ctx, run.id);
    if (attempt.mayFallBack && isFinal(error)) return answerWithFallback(ctx, attempt, signal);
    await failOrRetry(ctx, run, error, number);
  }
}

/** The first model will never answer this: the fallback is asked at once. */
async function answerWithFallback(ctx: TaskContext, { run, revision, number }: Attempt, signal: AbortSignal) {
  try {
    await endWith(ctx, run, await answerTask(ctx, run, revision, true, signal), true, number);
  } catch (error) {
    await failOrRetry(ctx, run, error, number);
  }
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
    warnings: answer.warnings,
    seconds: answer.ms / 1000,
  });
}
