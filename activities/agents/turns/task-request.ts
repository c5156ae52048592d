import { buildPrompt } from '../../../src/agents/prompt/index.ts';
import type { Conversation } from '../../../src/agents/prompt/part.ts';
import type { ModelRequest } from '../../../src/platform/models/gateway.ts';
import type { ActivityContext } from '../../context.ts';
import { toTaskRunRequest } from '../../tasks/tool-calls.ts';
import type { TurnInProgress } from '../calls/outcome.ts';

/** Builds the model request of a run that makes the calls of a task run: the task's request plus the turns so far. */
export async function buildTaskRequest(
  ctx: ActivityContext,
  { revision }: TurnInProgress,
  conversation: Conversation,
  { taskRunId, isFallback, signal }: { taskRunId: string; isFallback: boolean; signal: AbortSignal },
): Promise<ModelRequest> {
  const request = await toTaskRunRequest(ctx, taskRunId, isFallback, signal);
  const source = { revision, conversation, skillsContext: { listed: [], loaded: [], deleted: [] } };
  // The run's opening message is empty: the task's request replaces it.
  const [, ...turnMessages] = buildPrompt(source, Number.POSITIVE_INFINITY).messages;
  return { ...request, messages: [...request.messages, ...turnMessages] };
}

/** Returns the tool choice of a turn. A model that must call a tool in every turn would never finish. */
export function getToolChoice({ run, revision, turn }: TurnInProgress): ModelRequest['toolChoice'] {
  const { tool_choice: choice, max_turns: most } = revision;
  // A task must reach its response.
  if (run.task_run_id !== null && turn >= most) return 'none';
  if (choice === 'none') return 'none';
  return choice === 'required' && turn === 1 ? 'required' : undefined;
}
