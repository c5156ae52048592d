import type { Schemas } from '../../../../client/types.ts';
import type { ConversationMessage } from '../../../../src/platform/conversation-text.ts';
import type { Step } from './step.ts';

type AgentRun = Schemas['AgentRun'];

/** Returns the steps up to a turn, its calls included. */
export function getStepsUpToTurn(list: readonly Step[], turn: Step): readonly Step[] {
  const at = list.indexOf(turn);
  const next = list.findIndex(({ kind }, index) => kind === 'turn' && index > at);
  return next < 0 ? list : list.slice(0, next);
}

/** Whether a turn has a response, and all its calls have a result. */
export const isTurnComplete = (list: readonly Step[], turn: Step): boolean =>
  turn.state === 'good' &&
  getStepsUpToTurn(list, turn).every(({ kind, result }) => kind !== 'call' || result !== undefined);

/** Returns the messages of earlier runs of the session and of some steps of a run, calls and results included. */
export function toForkMessages(
  earlierRuns: readonly AgentRun[],
  { message }: Pick<AgentRun, 'message'>,
  steps: readonly Step[],
): readonly ConversationMessage[] {
  const earlier = earlierRuns.flatMap((run) => [
    { role: 'user', content: run.message },
    ...(run.output === null ? [] : [{ role: 'assistant', content: toText(run.output) }]),
  ]);
  const turns = steps.filter(({ kind, state }) => kind === 'turn' && state !== 'void');
  const own = turns.flatMap((turn): ConversationMessage[] => {
    const after = steps.slice(steps.indexOf(turn) + 1);
    const next = after.findIndex(({ kind }) => kind === 'turn');
    const calls = after.slice(0, next < 0 ? undefined : next).filter(({ kind }) => kind === 'call');
    return [
      { role: 'assistant', content: turn.text, ...(calls.length === 0 ? {} : { tool_calls: calls.map(toToolCall) }) },
      ...calls.map(({ id, name, result }) => ({
        role: 'tool',
        name,
        content: toText(result?.result),
        tool_call_id: id,
      })),
    ];
  });
  return [...earlier, { role: 'user', content: message }, ...own];
}

const toToolCall = ({ id, name, payload }: Step) => ({ id, name, arguments: JSON.stringify(payload.arguments ?? {}) });

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
