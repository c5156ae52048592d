import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { appendEvents } from '../../../src/agents/runs/events.ts';
import type { McpProgress } from '../../../src/connections/mcp-servers/client/call-tool.ts';
import { toShortText } from '../../../src/connections/mcp-servers/client/visible-text.ts';
import { bestEffort } from '../../../src/platform/best-effort.ts';
import type { ActivityContext } from '../../context.ts';

/** Milliseconds between two events of a call, and how many it has at most. */
const EVENT_INTERVAL_MS = 1000;
const MAX_EVENTS = 200;

/** Tells a run's followers how far a call has come: of what comes faster than they are told, the newest. */
export function createProgressWriter(
  ctx: Pick<ActivityContext, 'db' | 'log'>,
  call: Pick<CallInRun['call'], 'id' | 'run_id' | 'turn' | 'tool_name'>,
) {
  let newest: McpProgress | undefined;
  let timer: NodeJS.Timeout | undefined;
  let written = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    timer = undefined;
    const progress = newest;
    newest = undefined;
    if (!progress || written++ >= MAX_EVENTS) return;
    const payload = { tool_call_id: call.id, tool_name: call.tool_name, ...toPayload(progress) };
    const append = () => appendEvents(ctx.db, call.run_id, [{ kind: 'tool_progress', turn: call.turn, payload }]);
    writing = writing.then(() =>
      bestEffort(ctx.log, 'tell how far a call has come', append, { tool_call_id: call.id }),
    );
    timer = setTimeout(write, EVENT_INTERVAL_MS);
  };
  return {
    report(progress: McpProgress): void {
      newest = progress;
      if (!timer) write();
    },
    /** Waits for what is being told; what was not told yet is told no more. */
    written(): Promise<void> {
      clearTimeout(timer);
      return writing;
    },
  };
}

function toPayload({ progress, total, message }: McpProgress): Readonly<Record<string, unknown>> {
  return {
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message: toShortText(message) }),
  };
}
