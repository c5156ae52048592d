import { promptOf } from '../../../src/agents/prompt/index.ts';
import type { Conversation } from '../../../src/agents/prompt/part.ts';
import type { ModelRequest } from '../../../src/platform/models/gateway.ts';
import type { ActivityContext } from '../../context.ts';
import { toTaskRunRequest } from '../../tasks/tool-calls.ts';
import type { TurnInProgress } from '../calls/outcome.ts';

/** What the model of a run is asked that makes the calls of a task run: what the task asks, and the turns so far after it. */
export async function requestOfTask(
  ctx: ActivityContext,
  { revision }: TurnInProgress,
  conversation: Conversation,
  { taskRunId, isFallback, signal }: { taskRunId: string; isFallback: boolean; signal: AbortSignal },
): Promise<ModelRequest> {
  const asked = await toTaskRunRequest(ctx, taskRunId, isFallback, signal);
  const source = { revision, conversation, knowHow: { listed: [], loaded: [], gone: [] } };
  // The message that began the run says nothing: the task's own stands in its place.
  const [, ...since] = promptOf(source, Number.POSITIVE_INFINITY).messages;
  return { ...asked, messages: [...asked.messages, ...since] };
}

/** What a turn's model is told of its tools: one that had to ask for some in every turn would never come to an end. */
export function choiceIn({ run, revision, turn }: TurnInProgress): ModelRequest['toolChoice'] {
  const { tool_choice: choice, max_turns: most } = revision;
  // A task has to come to its answer.
  if (run.task_run_id !== null && turn >= most) return 'none';
  if (choice === 'none') return 'none';
  return choice === 'required' && turn === 1 ? 'required' : undefined;
}
