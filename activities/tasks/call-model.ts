import { runAtDepth } from '../../src/platform/call-depth.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import type { Declined } from '../../src/runs/contract.ts';
import type { ModelCallInput, StepEnd, TaskOutcome } from '../../src/tasks/contract.ts';
import { findMediaKind } from '../../src/tasks/model-capabilities.ts';
import { findPendingSteps } from '../../src/tasks/prepared.ts';
import { storePendingEnd, type TaskRunEnd } from '../../src/tasks/run-end.ts';
import { addOutages } from '../model-failure.ts';
import { DECLINED, toModelName } from '../runs/inline-steps.ts';
import { isStopRequested } from '../runs/stoppable.ts';
import { type Attempt, beginAttempt } from './attempt.ts';
import { endTaskRun, type TaskContext } from './end.ts';
import { DONE, isFinal, settleFailure } from './failures.ts';
import { generateResult, type PriorResponse } from './generate-result.ts';
import { guardInput, isJudged, judgeEnd, maskEnd } from './guardrails.ts';
import { generateMedia } from './output/media.ts';
import { renderResult } from './output/pdf.ts';
import { streamText } from './text-stream.ts';
import { advanceToolCalls } from './tool-calls.ts';

/** Calls a run's model and ends the run, or returns the step that must come first: preparing input or calling tools. */
export async function callModel(
  ctx: TaskContext,
  input: ModelCallInput,
  signal: AbortSignal,
): Promise<TaskOutcome | Declined> {
  const attempt = await beginAttempt(ctx, input);
  if (!attempt) return DONE;
  const { revision, useFallback } = attempt;
  const modelId = useFallback ? revision.fallback_llm_model_id : revision.llm_model_id;
  if (!ctx.inlineSteps.canAwait(toModelName(modelId ?? ''))) return DECLINED;
  return runAtDepth(attempt.run, async () => {
    let guarded: Attempt;
    try {
      guarded = await guardInput(ctx, attempt, signal);
    } catch (error) {
      return settleFailure(ctx, { ...attempt, useFallback: false }, error, signal);
    }
    const preparation = findPendingSteps(revision, guarded.run.prepared);
    if (preparation !== undefined) return { state: 'prepare', preparation };
    const toolCalls = await advanceToolCalls(ctx, guarded);
    if (toolCalls.state === 'calling') return { state: 'tools', toolRunId: toolCalls.toolRunId };
    if (toolCalls.state === 'over') return DONE;
    return generateAndEnd(ctx, guarded, signal, toolCalls.state === 'responded' ? toolCalls.response : undefined);
  });
}

/** Generates the end of a run, unless an earlier attempt has stored it, and ends the run with it. */
async function generateAndEnd(
  ctx: TaskContext,
  attempt: Attempt,
  signal: AbortSignal,
  prior: PriorResponse | undefined,
  firstError?: ModelCallError,
): Promise<StepEnd> {
  const { run } = attempt;
  let end: TaskRunEnd | undefined = run.pending_end === null ? undefined : { ...run.pending_end, cost: null };
  try {
    if (!end) {
      end = await generateEnd(ctx, attempt, signal, prior);
      if (isJudged(attempt, 'output') || isRendered(attempt, end)) end = await storePendingEnd(ctx.db, run.id, end);
    }
    end = await judgeEnd(ctx, attempt, end, signal);
    await endTaskRun(ctx, run, isRendered(attempt, end) ? await renderResult(ctx, attempt, end, signal) : end);
    return DONE;
  } catch (error) {
    const callsFallback =
      attempt.canFallBack && end === undefined && !isStopRequested(signal) && isFinal(error, attempt.number);
    if (!callsFallback) return settleFailure(ctx, attempt, firstError ? addOutages(error, firstError) : error, signal);
    // The first model cannot respond to this request, so the fallback model is called immediately.
    const fallback = { ...attempt, useFallback: true, canFallBack: false };
    return generateAndEnd(ctx, fallback, signal, prior, error instanceof ModelCallError ? error : undefined);
  }
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
