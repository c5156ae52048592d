import { wakeWaitingRuns } from '../../../src/agents/calls/waits.ts';
import type { McpServerTool } from '../../../src/agents/tools/mcp.ts';
import { lookAtTools } from '../../../src/connections/mcp-servers/looks.ts';
import type { McpServerRow } from '../../../src/connections/mcp-servers/queries.ts';
import { findMcpTool, type McpToolRow } from '../../../src/connections/mcp-servers/tools.ts';
import { type CallResult, failed } from '../../agents/calls/outcome.ts';
import type { ToolCall } from '../../agents/tools/kind.ts';
import type { ActivityContext } from '../../context.ts';

/** Milliseconds for which what a server listed counts. */
const FRESH_MS = 60_000;

/** Looks under way in this process, by their servers. */
const looks = new Map<string, Promise<unknown>>();

/**
 * Checks that a call's tool is the one that a person allowed. Before a call that may change something the server's tools are
 * listed again if the last listing is old, and always if a person approved the call: any change since counts.
 */
export async function findToolProblem(
  ctx: ActivityContext,
  { request, sideEffects, tool: planned }: ToolCall<McpServerTool>,
): Promise<CallResult | undefined> {
  const { server, tool } = planned;
  if (sideEffects && request !== undefined) await listAgain(ctx, server);
  else if (sideEffects && (server.listed_ms_ago ?? FRESH_MS) >= FRESH_MS) await lookTogether(ctx, planned);
  else return changeWait(planned, tool);
  const now = await findMcpTool(ctx.db, server.project_id, tool.id);
  if (!now?.enabled) return failed('TOOL_FAILED', 'the tool was taken away; it was not called');
  if (now.status === 'gone') return failed('TOOL_FAILED', 'the server does not have the tool any more');
  if (now.pinned_digest !== tool.pinned_digest)
    return failed('TOOL_FAILED', 'the tool is not what it was when the call was planned; it was not called');
  return changeWait(planned, now);
}

/** Lists the tools of a server again, and wakes the runs whose waits that ends. */
async function listAgain(ctx: ActivityContext, server: McpServerRow): Promise<void> {
  await wakeWaitingRuns(ctx, await lookAtTools(ctx, server));
}

/** One listing serves all calls that want one at the same time. */
function lookTogether(ctx: ActivityContext, { server }: McpServerTool): Promise<unknown> {
  const look = looks.get(server.id) ?? listAgain(ctx, server).finally(() => looks.delete(server.id));
  looks.set(server.id, look);
  return look;
}

/** The wait of a call whose tool has changed and must be accepted first. */
function changeWait({ server }: McpServerTool, { id, tool_name: name, status }: McpToolRow): CallResult | undefined {
  if (status !== 'changed') return undefined;
  const detail = `the tool ${name} of the MCP server ${server.name} is not what was allowed; an editor of the server accepts what it has become, or switches it off`;
  return { state: 'waiting', wait: { kind: 'tool_change', onId: id, detail } };
}
