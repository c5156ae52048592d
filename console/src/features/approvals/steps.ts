import type { Schemas } from '../../lib/api.ts';
import { stripMarkdown } from '../../lib/strip-markdown.ts';
import { w } from '../../words/index.ts';

type Event = Schemas['RunEvents']['events'][number];

const MOST_STEPS = 3;
const MOST_OF_TEXT = 300;

/** What a run said and did last before it asked about a call. */
export function stepsBefore(events: readonly Event[], callId: string | null): { id: string; said: string }[] {
  const asked = events.findIndex(({ tool_calls }) => tool_calls.some(({ tool_call_id }) => tool_call_id === callId));
  const before = asked < 0 ? events : events.slice(0, asked);
  return before
    .flatMap((event) => {
      const said = sayEvent(event);
      return said === undefined ? [] : [{ id: event.id, said }];
    })
    .slice(-MOST_STEPS);
}

function sayEvent({ event_type, content, tool_results, author }: Event): string | undefined {
  const [result] = tool_results;
  if (result) {
    const outcome = w.approvals.outcomes[result.outcome as keyof typeof w.approvals.outcomes] ?? result.outcome;
    return `${result.tool_name}: ${outcome}`;
  }
  const text = content?.trim();
  if (event_type !== 'message' || author !== 'agent' || !text) return undefined;
  return stripMarkdown(text.length > MOST_OF_TEXT ? `${text.slice(0, MOST_OF_TEXT)}…` : text);
}
