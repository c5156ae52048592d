import type { Schemas } from '../../lib/api.ts';
import { stripMarkdown } from '../../lib/strip-markdown.ts';
import { w } from '../../words/index.ts';

type Event = Schemas['RunEvents']['events'][number];

const MAX_STEPS = 3;
const MAX_STEP_TEXT_LENGTH = 300;

/** Returns the last steps of a run before it requested a call. */
export function getStepsBefore(events: readonly Event[], callId: string | null): { id: string; text: string }[] {
  const requestIndex = events.findIndex(({ tool_calls }) =>
    tool_calls.some(({ tool_call_id }) => tool_call_id === callId),
  );
  const earlierEvents = requestIndex < 0 ? events : events.slice(0, requestIndex);
  return earlierEvents
    .flatMap((event) => {
      const text = formatEvent(event);
      return text === undefined ? [] : [{ id: event.id, text }];
    })
    .slice(-MAX_STEPS);
}

function formatEvent({ event_type, content, tool_results, author }: Event): string | undefined {
  const [result] = tool_results;
  if (result) {
    const outcome = w.approvals.outcomes[result.outcome as keyof typeof w.approvals.outcomes] ?? result.outcome;
    return `${result.tool_name}: ${outcome}`;
  }
  const text = content?.trim();
  if (event_type !== 'message' || author !== 'agent' || !text) return undefined;
  return stripMarkdown(text.length > MAX_STEP_TEXT_LENGTH ? `${text.slice(0, MAX_STEP_TEXT_LENGTH)}…` : text);
}
