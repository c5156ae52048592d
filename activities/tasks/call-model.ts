import { GuardrailBlocked } from '../../src/guardrails/hits.ts';
import { mediaOf } from '../../src/tasks/abilities.ts';
import { leaveToWorkflow } from '../../src/tasks/begun.ts';
import type { Before, StepInput, TaskActivities, TaskRunInput } from '../../src/tasks/contract.ts';
import { stepsLeft } from '../../src/tasks/prepared.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findTaskRun, type TaskRunEnd } from '../../src/tasks/runs.ts';
import { callsTools } from '../../src/tasks/tools.ts';
import type { ActivityContext } from '../context.ts';
import type { Room } from '../room.ts';
import { callersOf } from '../runs/callers.ts';
import { beginner, LeftToWorkflow } from '../runs/steps/attempt.ts';
import { here, repeatable } from '../runs/steps/here.ts';
import { stoppable, stopWasRequested } from '../runs/stoppable.ts';
import { toolRunsOf } from '../runs/tool-runs.ts';
import { answerTask, type Said, type TaskAnswer } from './answer.ts';
import { type Attempt, beginAttempt } from './beginning.ts';
import { endTaskRun, type TaskContext } from './end.ts';
import { blocked, cancelTaskRun, failed, failOrRetry, isFinal } from './failing.ts';
import { guardAnswer, guardInput } from './guarding.ts';
import { answerWithMedia } from './output/media.ts';
import { drawAnswer, drawWritten } from './output/pdf.ts';
import { prepareInput } from './prepare-input.ts';
import { whileTold } from './telling.ts';
import { afterTools } from './with-tools.ts';

/** The activities of the tasks room over their dependencies. */
export function taskActivities(process: ActivityContext, rooms: readonly Room[]): TaskActivities {
  const ctx = { ...process, callers: callersOf(process, rooms), toolRuns: toolRunsOf(process, rooms) };
  const ask = ({ taskRunId }: TaskRunInput) =>
    stoppable(ctx, taskRunKind, taskRunId, (signal) => callModel(ctx, taskRunId, signal));
  const prepare = ({ taskRunId, step }: StepInput) =>
    stoppable(ctx, taskRunKind, taskRunId, (signal) => prepareInput(ctx, taskRunId, step, signal));
  return {
    callModel: repeatable(ctx, ask),
    callModelHere: here(ctx, ask, {
      kind: taskRunKind,
      first: (taskRunId) => ({ taskRunId }),
      // What has to be prepared first is left to the workflow before.
      next: () => 'over',
    }),
    prepareInput: repeatable(ctx, prepare),
    prepareInputHere: here(ctx, prepare),
    confirmTaskCancel: ({ taskRunId }) => cancelTaskRun(ctx, taskRunId),
    async failTaskRun({ taskRunId, problem }) {
      const run = await findTaskRun(ctx.db, taskRunId);
      if (run) await endTaskRun(ctx, run, failed(run.llm_retries, { reason: 'RUN_INTERRUPTED', message: problem }));
    },
  };
}

/** Asks a run's model, or answers what has to be done first: its input prepared, or tools called. */
async function callModel(ctx: TaskContext, taskRunId: string, signal: AbortSignal): Promise<Before | undefined> {
  const begun = await beginAttempt(ctx, taskRunId);
  const attempt = begun && (await withGuardedInput(ctx, begun, signal));
  if (!attempt) return undefined;
  const { run, revision } = attempt;
  const left = stepsLeft(revision, run.prepared);
  if (beginner()?.ahead && (left !== undefined || callsTools(revision))) {
    await leaveToWorkflow(ctx.db, taskRunId);
    throw new LeftToWorkflow();
  }
  if (left !== undefined) return left;
  const called = await afterTools(ctx, attempt);
  if (called.state === 'calling') return { toolRunId: called.toolRunId };
  if (called.state === 'none') await askModel(ctx, attempt, signal);
  if (called.state === 'said') await askModel(ctx, attempt, signal, called.said);
  return undefined;
}

/** A try with its input as guardrails let it go on; undefined where the run ends here. */
async function withGuardedInput(ctx: TaskContext, attempt: Attempt, signal: AbortSignal): Promise<Attempt | undefined> {
  try {
    return await guardInput(ctx, attempt, signal);
  } catch (error) {
    if (stopWasRequested(signal)) await cancelTaskRun(ctx, attempt.run.id);
    else if (error instanceof GuardrailBlocked) await endTaskRun(ctx, attempt.run, blocked(attempt, error));
    else await failOrRetry(ctx, { ...attempt, useFallback: false }, error);
    return undefined;
  }
}

async function askModel(ctx: TaskContext, attempt: Attempt, signal: AbortSignal, said?: Said): Promise<void> {
  const { run } = attempt;
  try {
    if (run.written === null) await endWith(ctx, attempt, await answer(ctx, attempt, signal, said), signal, said);
    else await endTaskRun(ctx, run, await drawWritten(ctx, attempt, run.written, signal));
  } catch (error) {
    if (stopWasRequested(signal)) return cancelTaskRun(ctx, run.id);
    if (attempt.mayFallBack && isFinal(error, attempt.number)) return answerWithFallback(ctx, attempt, signal, said);
    await failOrRetry(ctx, attempt, error);
  }
}

/** The first model will never answer this: the fallback is asked at once. */
async function answerWithFallback(ctx: TaskContext, first: Attempt, signal: AbortSignal, said?: Said) {
  const attempt = { ...first, useFallback: true };
  try {
    await endWith(ctx, attempt, await answer(ctx, attempt, signal, said), signal, said);
  } catch (error) {
    if (stopWasRequested(signal)) return cancelTaskRun(ctx, first.run.id);
    await failOrRetry(ctx, attempt, error);
  }
}

/** What the model writes, draws or speaks. */
function answer(ctx: TaskContext, attempt: Attempt, signal: AbortSignal, said?: Said): Promise<TaskAnswer> {
  const kind = mediaOf(attempt.revision.output_modality);
  return whileTold(ctx, attempt, signal, (words) =>
    kind === undefined ? answerTask(ctx, attempt, words, signal, said) : answerWithMedia(ctx, attempt, kind, signal),
  );
}

async function endWith(
  ctx: TaskContext,
  attempt: Attempt,
  made: TaskAnswer,
  signal: AbortSignal,
  said?: Said,
): Promise<void> {
  const { run, revision, number, useFallback } = attempt;
  const answer = await guardAnswer(ctx, attempt, made, signal);
  const end: TaskRunEnd = {
    status: answer.error === null ? 'completed' : 'failed',
    response: answer.response,
    error: answer.error,
    llmRetries: number - 1 + answer.misfits,
    usedFallbackModel: useFallback || said?.fellBack === true,
    cost: answer.cost,
    warnings: answer.warnings,
    ...(answer.sources && { sources: answer.sources }),
    ...(answer.finish && { finish: answer.finish }),
    seconds: answer.ms / 1000,
    hits: [...(said?.hits ?? []), ...(answer.hits ?? [])],
    ...(answer.files !== undefined && { files: answer.files }),
  };
  const isDrawn = revision.output_modality === 'pdf';
  await endTaskRun(ctx, run, isDrawn ? await drawAnswer(ctx, attempt, end, signal) : end);
}
