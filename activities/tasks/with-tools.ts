import type { ToolRun } from '../../src/agents/runs/task-run.ts';
import type { Finish } from '../../src/platform/models/finish.ts';
import { schemaInstruction } from '../../src/platform/models/json-output.ts';
import type { ModelRequest } from '../../src/platform/models/request.ts';
import { toRunError } from '../../src/runs/errors.ts';
import { readBegunRun } from '../../src/tasks/begun.ts';
import { taskFailures } from '../../src/tasks/failures.ts';
import { findTaskRevision } from '../../src/tasks/queries.ts';
import { callsTools } from '../../src/tasks/tools.ts';
import type { ActivityContext } from '../context.ts';
import { requestOf, type Said } from './answer.ts';
import type { Attempt } from './beginning.ts';
import { endTaskRun, type TaskContext } from './end.ts';
import { failed } from './failing.ts';

/** What came of letting a run's answer call its tools. */
export type AfterTools =
  /** Nothing has to be called: the model is simply asked. */
  | { readonly state: 'none' }
  /** The run that makes the calls goes on, and is waited for. */
  | { readonly state: 'calling'; readonly toolRunId: string }
  /** It has come to an answer. */
  | { readonly state: 'said'; readonly said: Said }
  /** The run has ended with it. */
  | { readonly state: 'over' };

/** Looks how far the calls of a run's answer are, which begin here. */
export async function afterTools(ctx: TaskContext, attempt: Attempt): Promise<AfterTools> {
  const { run, revision, number } = attempt;
  if (!callsTools(revision)) return { state: 'none' };
  const toolRunId = await ctx.toolRuns.begin(run, revision);
  const made = toolRunId === undefined ? undefined : await ctx.toolRuns.read(toolRunId);
  if (!made) return { state: 'over' };
  if (made.completed === null) return { state: 'calling', toolRunId: made.id };
  if (made.status === 'completed') return { state: 'said', said: saidBy(made, attempt) };
  const error = made.error ?? toRunError('CANCELLED', taskFailures.tool_run_stopped);
  await endTaskRun(ctx, run, { ...failed(number - 1, error), seconds: made.modelMs / 1000, hits: made.hits });
  return { state: 'over' };
}

/** Of an answer of which its provider did not say why it ended. */
const UNSAID: Finish = { reason: 'other', detail: null };

function saidBy(
  { output, warnings, sources, finish, hits, modelMs, modelIds }: ToolRun,
  { revision, useFallback }: Attempt,
): Said {
  const { fallback_llm_model_id: fallback, llm_model_id: first } = revision;
  const text = output ?? '';
  const fellBack = useFallback || (fallback !== null && fallback !== first && modelIds.includes(fallback));
  const message = { role: 'assistant', content: text } as const;
  return { text, message, warnings, sources, finish: finish ?? UNSAID, hits, ms: modelMs, fellBack };
}

/** What the model of a task run is asked before anything is called, beside the tools. */
export async function requestOfTaskRun(
  ctx: ActivityContext,
  taskRunId: string,
  fallsBack: boolean,
  signal: AbortSignal,
): Promise<ModelRequest> {
  const run = await readBegunRun(ctx.db, taskRunId);
  const revision = run && (await findTaskRevision(ctx.db, run.task_revision_id));
  if (!run || !revision) throw new Error(`task run ${taskRunId} or its revision is missing`);
  const useFallback = fallsBack || (run.use_fallback_model && revision.fallback_llm_model_id !== null);
  const attempt = { run, revision, number: 1, useFallback, mayFallBack: false };
  const { output, ...request } = await requestOf(ctx, attempt, signal);
  // A schema that the provider enforces would keep its model from calling anything: the answer is held to it afterwards.
  return output === undefined ? request : { ...request, system: schemaInstruction(request.system, output.schema) };
}
