import { wakeWaitingRuns } from '../../../src/agents/calls/waits.ts';
import type { McpServerTool } from '../../../src/agents/tools/mcp.ts';
import { connectionWaits } from '../../../src/connections/failures.ts';
import type { McpServerRow } from '../../../src/connections/mcp-servers/queries.ts';
import { refreshTools } from '../../../src/connections/mcp-servers/refresh-tools.ts';
import { findMcpTool, type McpToolRow } from '../../../src/connections/mcp-servers/tools.ts';
import { type CallResult, toFailure } from '../../agents/calls/outcome.ts';
import type { ToolCall } from '../../agents/tools/kind.ts';
import type { ActivityContext } from '../../context.ts';

/** Maximum age of a listing. */
const LISTING_MAX_AGE_MS = 60_000;

/** Active refreshes of this process, by server. */
const activeRefreshes = new Map<string, Promise<unknown>>();

/**
 * Checks that the tool of a call is the allowed one. Before a call with side effects, refreshes an old listing; after
 * an approval, always refreshes it.
 */
export async function findToolProblem(
  ctx: ActivityContext,
  { request, sideEffects, tool: planned }: ToolCall<McpServerTool>,
): Promise<CallResult | undefined> {
  const { server, tool } = planned;
  if (sideEffects && request !== undefined) await refreshServer(ctx, server);
  else if (sideEffects && (server.listed_ms_ago ?? LISTING_MAX_AGE_MS) >= LISTING_MAX_AGE_MS)
    await refreshOnce(ctx, planned);
  else return toChangeWait(planned, tool);
  const now = await findMcpTool(ctx.db, server.project_id, tool.id);
  if (!now?.enabled) return toFailure('TOOL_FAILED', 'the tool was removed; it was not called');
  if (now.status === 'gone') return toFailure('TOOL_FAILED', 'the server no longer has the tool');
  if (now.pinned_digest !== tool.pinned_digest)
    return toFailure('TOOL_FAILED', 'the tool has changed since the call was planned; it was not called');
  return toChangeWait(planned, now);
}

/** Refreshes the tools of a server and wakes the runs whose waits end. */
async function refreshServer(ctx: ActivityContext, server: McpServerRow): Promise<void> {
  await wakeWaitingRuns(ctx, await refreshTools(ctx, server));
}

/** Concurrent calls share one refresh. */
function refreshOnce(ctx: ActivityContext, { server }: McpServerTool): Promise<unknown> {
  const refresh =
    activeRefreshes.get(server.id) ?? refreshServer(ctx, server).finally(() => activeRefreshes.delete(server.id));
  activeRefreshes.set(server.id, refresh);
  return refresh;
}

/** Returns the wait of a call whose changed tool must be accepted first. */
function toChangeWait({ server }: McpServerTool, { id, tool_name: name, status }: McpToolRow): CallResult | undefined {
  if (status !== 'changed') return undefined;
  const detail = connectionWaits.wait_tool_changed({ tool: name, server: server.name });
  return { state: 'waiting', wait: { kind: 'tool_change', onId: id, detail } };
}
