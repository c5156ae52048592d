import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { appendEvents } from '../../../src/agents/runs/events.ts';
import type { McpProgress } from '../../../src/connections/mcp-servers/client/call-tool.ts';
import { toShortText } from '../../../src/connections/visible-text.ts';
import { runBestEffort } from '../../../src/platform/best-effort.ts';
import type { ActivityContext } from '../../context.ts';

/** Interval between progress events of a call, and their maximum number. */
const EVENT_INTERVAL_MS = 1000;
const MAX_EVENTS = 200;

/** Writes progress events of a call, at most one per interval, the latest first. */
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
      runBestEffort(ctx.log, 'write the progress of a tool call', append, { tool_call_id: call.id }),
    );
    timer = setTimeout(write, EVENT_INTERVAL_MS);
  };
  return {
    report(progress: McpProgress): void {
      newest = progress;
      if (!timer) write();
    },
    /** Waits for the current write and drops later progress. */
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
