import type { CallInRun } from '../../src/agents/calls/calls.ts';
import { appendEvents } from '../../src/agents/runs/events.ts';
import type { McpProgress } from '../../src/mcp-servers/client/call.ts';
import { toldBriefly } from '../../src/mcp-servers/client/visible.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { ActivityContext } from '../context.ts';

/** Milliseconds between two events of a call, and how many it has at most. */
const EVERY_MS = 1000;
const MOST_EVENTS = 200;

/** Tells a run's followers how far a call has come: of what comes faster than they are told, the newest. */
export function progressOf(
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
    if (!progress || written++ >= MOST_EVENTS) return;
    const payload = { tool_call_id: call.id, tool_name: call.tool_name, ...shown(progress) };
    const append = () => appendEvents(ctx.db, call.run_id, [{ kind: 'tool_progress', turn: call.turn, payload }]);
    writing = writing.then(() =>
      runBestEffort(ctx.log, 'tell how far a call has come', append, { tool_call_id: call.id }),
    );
    timer = setTimeout(write, EVERY_MS);
  };
  return {
    tell(progress: McpProgress): void {
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

function shown({ progress, total, message }: McpProgress): Readonly<Record<string, unknown>> {
  return {
    progress,
    ...(typeof total === 'number' && { total }),
    ...(typeof message === 'string' && { message: toldBriefly(message) }),
  };
}
