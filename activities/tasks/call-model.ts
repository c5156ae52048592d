import { ModelCallError } from '../../src/platform/models/errors.ts';
import type { Declined } from '../../src/runs/contract.ts';
import { mediaOf } from '../../src/tasks/abilities.ts';
import type { ModelCallInput, Retry, TaskActivities, TaskOutcome } from '../../src/tasks/contract.ts';
import { GuardrailBlocked } from '../../src/tasks/guardrails/hits.ts';
import { stepsLeft } from '../../src/tasks/prepared.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findTaskRun, type TaskRunEnd } from '../../src/tasks/runs.ts';
import type { ActivityContext } from '../context.ts';
import { withOutages } from '../model-failure.ts';
import type { ActivityModule } from '../module.ts';
import { getCallers } from '../runs/callers.ts';
import { DECLINED, modelName } from '../runs/inline-steps.ts';
import { isStopRequested, runStoppable } from '../runs/stoppable.ts';
import { getToolRuns } from '../runs/tool-runs.ts';
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

/** The activities of the tasks module over their dependencies. */
export function taskActivities(process: ActivityContext, modules: readonly ActivityModule[]): TaskActivities {
  const ctx = { ...process, callers: getCallers(process, modules), toolRuns: getToolRuns(process, modules) };
  return {
    callModel: (input) =>
      ctx.inlineSteps.step(() =>
        runStoppable(ctx, taskRunKind, input.taskRunId, (signal) => callModel(ctx, input, signal)),
      ),
    prepareInput: (input) =>
      ctx.inlineSteps.step(() =>
        runStoppable(ctx, taskRunKind, input.taskRunId, (signal) => prepareInput(ctx, input, signal)),
      ),
    confirmTaskCancel: ({ taskRunId }) => cancelTaskRun(ctx, taskRunId),
    async failTaskRun({ taskRunId, problem }) {
      const run = await findTaskRun(ctx.db, taskRunId);
      if (run) await endTaskRun(ctx, run, failed(run.llm_retries, { reason: 'RUN_INTERRUPTED', message: problem }));
    },
  };
}

const DONE: TaskOutcome = { state: 'done' };

/** Calls a run's model, or returns what must be done first: its input prepared, or tools called. */
async function callModel(
  ctx: TaskContext,
  { taskRunId, failures }: ModelCallInput,
  signal: AbortSignal,
): Promise<TaskOutcome | Declined> {
  const attempt = await beginAttempt(ctx, { taskRunId, failures });
  if (!attempt) return DONE;
  const { revision, useFallback } = attempt;
  const modelId = useFallback ? revision.fallback_llm_model_id : revision.llm_model_id;
  if (!ctx.inlineSteps.canAwait(modelName(modelId ?? ''))) return DECLINED;
  const guarded = await withGuardedInput(ctx, attempt, signal);
  return guarded.state === 'ready' ? answerRun(ctx, guarded.attempt, signal) : guarded;
}

async function answerRun(ctx: TaskContext, attempt: Attempt, signal: AbortSignal): Promise<TaskOutcome> {
  const preparation = stepsLeft(attempt.revision, attempt.run.prepared);
  if (preparation !== undefined) return { state: 'prepare', preparation };
  const called = await afterTools(ctx, attempt);
  if (called.state === 'calling') return { state: 'tools', toolRunId: called.toolRunId };
  if (called.state === 'over') return DONE;
  return askModel(ctx, attempt, signal, called.state === 'said' ? called.said : undefined);
}

/** An attempt with its input as guardrails pass it; an outcome if the run ends or waits here. */
async function withGuardedInput(
  ctx: TaskContext,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<{ readonly state: 'ready'; readonly attempt: Attempt } | TaskOutcome> {
  try {
    return { state: 'ready', attempt: await guardInput(ctx, attempt, signal) };
  } catch (error) {
    if (isStopRequested(signal)) await cancelTaskRun(ctx, attempt.run.id);
    else if (error instanceof GuardrailBlocked) await endTaskRun(ctx, attempt.run, blocked(attempt, error));
    else return orDone(await failOrRetry(ctx, { ...attempt, useFallback: false }, error));
    return DONE;
  }
}

function orDone(retry: Retry | undefined): TaskOutcome {
  return retry ?? DONE;
}

async function askModel(ctx: TaskContext, attempt: Attempt, signal: AbortSignal, said?: Said): Promise<TaskOutcome> {
  const { run } = attempt;
  try {
    if (run.written === null) await endWith(ctx, attempt, await answer(ctx, attempt, signal, said), signal, said);
    else await endTaskRun(ctx, run, await drawWritten(ctx, attempt, run.written, signal));
    return DONE;
  } catch (error) {
    if (isStopRequested(signal)) await cancelTaskRun(ctx, run.id);
    else if (attempt.mayFallBack && isFinal(error, attempt.number))
      return answerWithFallback(ctx, attempt, error, signal, said);
    else return orDone(await failOrRetry(ctx, attempt, error));
    return DONE;
  }
}

/** The first model can't answer this request: the fallback is asked at once. */
async function answerWithFallback(
  ctx: TaskContext,
  first: Attempt,
  firstError: unknown,
  signal: AbortSignal,
  said?: Said,
): Promise<TaskOutcome> {
  const attempt = { ...first, useFallback: true };
  try {
    await endWith(ctx, attempt, await answer(ctx, attempt, signal, said), signal, said);
    return DONE;
  } catch (error) {
    const failure = firstError instanceof ModelCallError ? withOutages(error, firstError) : error;
    if (!isStopRequested(signal)) return orDone(await failOrRetry(ctx, attempt, failure));
    await cancelTaskRun(ctx, first.run.id);
    return DONE;
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
