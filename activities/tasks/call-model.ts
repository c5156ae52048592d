import { runAtDepth } from '../../src/platform/call-depth.ts';
import type { Declined } from '../../src/runs/contract.ts';
import type { ModelCallInput, TaskOutcome } from '../../src/tasks/contract.ts';
import { findPendingSteps } from '../../src/tasks/prepared.ts';
import { DECLINED, toModelName } from '../runs/inline-steps.ts';
import { type Attempt, beginAttempt } from './attempt.ts';
import type { TaskContext } from './end.ts';
import { DONE, settleFailure } from './failures.ts';
import { generateAndEnd } from './generate-end.ts';
import { guardInput } from './guardrails.ts';
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
