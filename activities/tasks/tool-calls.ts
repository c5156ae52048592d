import type { ToolRun } from '../../src/agents/runs/task-run.ts';
import type { Finish } from '../../src/platform/models/finish.ts';
import { addSchemaInstruction } from '../../src/platform/models/json-output.ts';
import type { ModelRequest } from '../../src/platform/models/request.ts';
import { toRunError } from '../../src/runs/errors.ts';
import { taskFailures } from '../../src/tasks/failures.ts';
import { findTaskRevision } from '../../src/tasks/queries.ts';
import { readStartedRun } from '../../src/tasks/started-run.ts';
import { canCallTools } from '../../src/tasks/tools.ts';
import type { ActivityContext } from '../context.ts';
import type { Attempt } from './attempt.ts';
import { endTaskRun, type TaskContext } from './end.ts';
import { toFailedEnd } from './failures.ts';
import { type PriorResponse, toModelRequest } from './generate-result.ts';

/** State of a run's tool calls. */
type ToolCallState =
  /** No tools to call: the model is called directly. */
  | { readonly state: 'none' }
  /** The tool run is in progress and must be awaited. */
  | { readonly state: 'calling'; readonly toolRunId: string }
  /** The tool run has a response. */
  | { readonly state: 'responded'; readonly response: PriorResponse }
  /** The run has ended with it. */
  | { readonly state: 'over' };

/** Starts or continues the tool calls of a run. */
export async function advanceToolCalls(ctx: TaskContext, attempt: Attempt): Promise<ToolCallState> {
  const { run, revision, number } = attempt;
  if (!canCallTools(revision)) return { state: 'none' };
  const toolRunId = await ctx.toolRuns.begin(run, revision);
  const toolRun = toolRunId === undefined ? undefined : await ctx.toolRuns.read(toolRunId);
  if (!toolRun) return { state: 'over' };
  if (toolRun.completed === null) return { state: 'calling', toolRunId: toolRun.id };
  if (toolRun.status === 'completed') return { state: 'responded', response: toPriorResponse(toolRun, attempt) };
  const error = toolRun.error ?? toRunError('CANCELLED', taskFailures.tool_run_stopped);
  await endTaskRun(ctx, run, {
    ...toFailedEnd(number - 1, error),
    seconds: toolRun.modelMs / 1000,
    hits: toolRun.hits,
  });
  return { state: 'over' };
}

/** Finish reason of a response without one. */
const UNKNOWN_FINISH: Finish = { reason: 'other', detail: null };

function toPriorResponse(
  { output, warnings, sources, finish, hits, modelMs, modelIds }: ToolRun,
  { revision, useFallback }: Attempt,
): PriorResponse {
  const { fallback_llm_model_id: fallback, llm_model_id: first } = revision;
  const text = output ?? '';
  const usedFallback = useFallback || (fallback !== null && fallback !== first && modelIds.includes(fallback));
  const message = { role: 'assistant', content: text } as const;
  return { text, message, warnings, sources, finish: finish ?? UNKNOWN_FINISH, hits, ms: modelMs, usedFallback };
}

/** Builds the first model request of a task run with tools. */
export async function toTaskRunRequest(
  ctx: ActivityContext,
  taskRunId: string,
  isFallback: boolean,
  signal: AbortSignal,
): Promise<ModelRequest> {
  const run = await readStartedRun(ctx.db, taskRunId);
  const revision = run && (await findTaskRevision(ctx.db, run.task_revision_id));
  if (!run || !revision) throw new Error(`task run ${taskRunId} or its revision is missing`);
  const useFallback = isFallback || (run.use_fallback_model && revision.fallback_llm_model_id !== null);
  const attempt = { run, revision, number: 1, useFallback, canFallBack: false };
  const { output, ...request } = await toModelRequest(ctx, attempt, signal);
  // An enforced schema would prevent tool calls, so the response is checked afterwards.
  return output === undefined ? request : { ...request, system: addSchemaInstruction(request.system, output.schema) };
}
