import { runAtDepth } from '../../src/platform/call-depth.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import type { Declined } from '../../src/runs/contract.ts';
import type { ModelCallInput, Retry, TaskActivities, TaskOutcome } from '../../src/tasks/contract.ts';
import { GuardrailBlocked } from '../../src/tasks/guardrails/hits.ts';
import { findMediaKind } from '../../src/tasks/model-capabilities.ts';
import { storePendingEnd } from '../../src/tasks/pending-end.ts';
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
import { generateResult, type PriorResponse } from './generate-result.ts';
import { guardInput, isJudged, judgeEnd, maskEnd } from './guardrails.ts';
import { generateMedia } from './output/media.ts';
import { renderResult } from './output/pdf.ts';
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
  return runAtDepth(attempt.run, async () => {
    const guarded = await guardAttemptInput(ctx, attempt, signal);
    return guarded.state === 'ready' ? continueRun(ctx, guarded.attempt, signal) : guarded;
  });
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

/** Generates the end of a run, unless an earlier attempt has stored it, and ends the run with it. */
async function generateAndEnd(
  ctx: TaskContext,
  attempt: Attempt,
  signal: AbortSignal,
  prior: PriorResponse | undefined,
  firstError?: ModelCallError,
): Promise<TaskOutcome> {
  const { run } = attempt;
  let end: TaskRunEnd | undefined = run.pending_end === null ? undefined : { ...run.pending_end, cost: null };
  try {
    if (!end) {
      end = await generateEnd(ctx, attempt, signal, prior);
      if (isJudged(attempt, 'output') || isRendered(attempt, end)) end = await storePendingEnd(ctx.db, run.id, end);
    }
    end = await judgeEnd(ctx, attempt, end, signal);
    await endTaskRun(ctx, run, isRendered(attempt, end) ? await renderResult(ctx, attempt, end, signal) : end);
  } catch (error) {
    if (isStopRequested(signal)) await cancelTaskRun(ctx, run.id);
    // The first model cannot respond to this request, so the fallback model is called immediately.
    else if (end === undefined && attempt.canFallBack && isFinal(error, attempt.number))
      return generateAndEnd(
        ctx,
        { ...attempt, useFallback: true, canFallBack: false },
        signal,
        prior,
        error instanceof ModelCallError ? error : undefined,
      );
    else return toOutcome(await failOrRetry(ctx, attempt, firstError ? addOutages(error, firstError) : error));
  }
  return DONE;
}

/** Whether the response of a run is rendered as a file. */
function isRendered({ revision }: Attempt, { error }: TaskRunEnd): boolean {
  return revision.output_modality === 'pdf' && error === null;
}

/** Generates the text, image or audio of a run, and masks it. */
async function generateEnd(
  ctx: TaskContext,
  attempt: Attempt,
  signal: AbortSignal,
  prior?: PriorResponse,
): Promise<TaskRunEnd> {
  const kind = findMediaKind(attempt.revision.output_modality);
  const result = await streamText(ctx, attempt, signal, (textSink) =>
    kind === undefined
      ? generateResult(ctx, attempt, textSink, signal, prior)
      : generateMedia(ctx, attempt, kind, signal),
  );
  const { response, error, cost, warnings, sources, finish, files } = result;
  return maskEnd(
    ctx,
    attempt,
    {
      status: error === null ? 'completed' : 'failed',
      response,
      error,
      llmRetries: attempt.number - 1 + result.formatRetries,
      usedFallbackModel: attempt.useFallback || prior?.usedFallback === true,
      cost,
      warnings,
      ...(sources && { sources }),
      ...(finish && { finish }),
      seconds: result.ms / 1000,
      hits: prior?.hits ?? [],
      ...(files !== undefined && { files }),
    },
    signal,
  );
}
