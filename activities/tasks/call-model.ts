import { ModelCallError } from '../../src/platform/models/errors.ts';
import type { Declined } from '../../src/runs/contract.ts';
import type { ModelCallInput, Retry, TaskActivities, TaskOutcome } from '../../src/tasks/contract.ts';
import { GuardrailBlocked } from '../../src/tasks/guardrails/hits.ts';
import { findMediaKind } from '../../src/tasks/model-capabilities.ts';
import { findPendingSteps } from '../../src/tasks/prepared.ts';
import { taskRunKind } from '../../src/tasks/run-kind.ts';
import { findTaskRun, type TaskRunEnd } from '../../src/tasks/runs.ts';
import type { ActivityContext } from '../context.ts';
import { addOutages } from '../model-failure.ts';
import type { ActivityModule } from '../module.ts';
import { getCallers } from '../runs/callers.ts';
import { DECLINED, toModelName } from '../runs/inline-steps.ts';
import { isStopRequested, runStoppable } from '../runs/stoppable.ts';
import { getToolRuns } from '../runs/tool-runs.ts';
import { type Attempt, beginAttempt } from './attempt.ts';
import { endTaskRun, type TaskContext } from './end.ts';
import { cancelTaskRun, failOrRetry, isFinal, toBlockedEnd, toFailedEnd } from './failures.ts';
import { generateResult, type PriorResponse, type TaskResult } from './generate-result.ts';
import { guardInput, guardResult } from './guardrails.ts';
import { generateMedia } from './output/media.ts';
import { renderGeneratedText, renderResult } from './output/pdf.ts';
import { prepareInput } from './prepare-input.ts';
import { streamText } from './text-stream.ts';
import { advanceToolCalls } from './tool-calls.ts';

/** Activities of the tasks module. */
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
      if (run)
        await endTaskRun(ctx, run, toFailedEnd(run.llm_retries, { reason: 'RUN_INTERRUPTED', message: problem }));
    },
  };
}

const DONE: TaskOutcome = { state: 'done' };

/** Calls a run's model, or returns the step that must come first: preparing input or calling tools. */
async function callModel(
  ctx: TaskContext,
  { taskRunId, failures }: ModelCallInput,
  signal: AbortSignal,
): Promise<TaskOutcome | Declined> {
  const attempt = await beginAttempt(ctx, { taskRunId, failures });
  if (!attempt) return DONE;
  const { revision, useFallback } = attempt;
  const modelId = useFallback ? revision.fallback_llm_model_id : revision.llm_model_id;
  if (!ctx.inlineSteps.canAwait(toModelName(modelId ?? ''))) return DECLINED;
  const guarded = await guardAttemptInput(ctx, attempt, signal);
  return guarded.state === 'ready' ? continueRun(ctx, guarded.attempt, signal) : guarded;
}

async function continueRun(ctx: TaskContext, attempt: Attempt, signal: AbortSignal): Promise<TaskOutcome> {
  const preparation = findPendingSteps(attempt.revision, attempt.run.prepared);
  if (preparation !== undefined) return { state: 'prepare', preparation };
  const toolState = await advanceToolCalls(ctx, attempt);
  if (toolState.state === 'calling') return { state: 'tools', toolRunId: toolState.toolRunId };
  if (toolState.state === 'over') return DONE;
  return generateAndEnd(ctx, attempt, signal, toolState.state === 'responded' ? toolState.response : undefined);
}

/** Returns an attempt with its guarded input, or an outcome if the run ends or waits here. */
async function guardAttemptInput(
  ctx: TaskContext,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<{ readonly state: 'ready'; readonly attempt: Attempt } | TaskOutcome> {
  try {
    return { state: 'ready', attempt: await guardInput(ctx, attempt, signal) };
  } catch (error) {
    if (isStopRequested(signal)) await cancelTaskRun(ctx, attempt.run.id);
    else if (error instanceof GuardrailBlocked) await endTaskRun(ctx, attempt.run, toBlockedEnd(attempt, error));
    else return toOutcome(await failOrRetry(ctx, { ...attempt, useFallback: false }, error));
    return DONE;
  }
}

function toOutcome(retry: Retry | undefined): TaskOutcome {
  return retry ?? DONE;
}

async function generateAndEnd(
  ctx: TaskContext,
  attempt: Attempt,
  signal: AbortSignal,
  prior?: PriorResponse,
): Promise<TaskOutcome> {
  const { run } = attempt;
  try {
    if (run.written === null) await endWith(ctx, attempt, await generate(ctx, attempt, signal, prior), signal, prior);
    else await endTaskRun(ctx, run, await renderGeneratedText(ctx, attempt, run.written, signal));
    return DONE;
  } catch (error) {
    if (isStopRequested(signal)) await cancelTaskRun(ctx, run.id);
    else if (attempt.canFallBack && isFinal(error, attempt.number))
      return runFallback(ctx, attempt, error, signal, prior);
    else return toOutcome(await failOrRetry(ctx, attempt, error));
    return DONE;
  }
}

/** Calls the fallback model immediately, because the first model cannot respond to this request. */
async function runFallback(
  ctx: TaskContext,
  first: Attempt,
  firstError: unknown,
  signal: AbortSignal,
  prior?: PriorResponse,
): Promise<TaskOutcome> {
  const attempt = { ...first, useFallback: true };
  try {
    await endWith(ctx, attempt, await generate(ctx, attempt, signal, prior), signal, prior);
    return DONE;
  } catch (error) {
    const failure = firstError instanceof ModelCallError ? addOutages(error, firstError) : error;
    if (!isStopRequested(signal)) return toOutcome(await failOrRetry(ctx, attempt, failure));
    await cancelTaskRun(ctx, first.run.id);
    return DONE;
  }
}

/** Generates the text, image or audio of a run. */
function generate(ctx: TaskContext, attempt: Attempt, signal: AbortSignal, prior?: PriorResponse): Promise<TaskResult> {
  const kind = findMediaKind(attempt.revision.output_modality);
  return streamText(ctx, attempt, signal, (textSink) =>
    kind === undefined
      ? generateResult(ctx, attempt, textSink, signal, prior)
      : generateMedia(ctx, attempt, kind, signal),
  );
}

async function endWith(
  ctx: TaskContext,
  attempt: Attempt,
  result: TaskResult,
  signal: AbortSignal,
  prior?: PriorResponse,
): Promise<void> {
  const { run, revision, number, useFallback } = attempt;
  const guarded = await guardResult(ctx, attempt, result, signal);
  const end: TaskRunEnd = {
    status: guarded.error === null ? 'completed' : 'failed',
    response: guarded.response,
    error: guarded.error,
    llmRetries: number - 1 + guarded.formatRetries,
    usedFallbackModel: useFallback || prior?.usedFallback === true,
    cost: guarded.cost,
    warnings: guarded.warnings,
    ...(guarded.sources && { sources: guarded.sources }),
    ...(guarded.finish && { finish: guarded.finish }),
    seconds: guarded.ms / 1000,
    hits: [...(prior?.hits ?? []), ...(guarded.hits ?? [])],
    ...(guarded.files !== undefined && { files: guarded.files }),
  };
  const isPdf = revision.output_modality === 'pdf';
  await endTaskRun(ctx, run, isPdf ? await renderResult(ctx, attempt, end, signal) : end);
}
