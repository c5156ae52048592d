import { ToolFailure } from '../../src/agents/builtin/index.ts';
import type { CallInRun } from '../../src/agents/calls/calls.ts';
import { CallMustWait } from '../../src/agents/calls/waits.ts';
import type { McpServerTool } from '../../src/agents/tools/mcp.ts';
import { lookAtTools } from '../../src/mcp-servers/looks.ts';
import { findMcpTool, type McpToolRow } from '../../src/mcp-servers/tools.ts';
import type { ActivityContext } from '../context.ts';

/** Milliseconds for which what a server listed counts. */
const FRESH_MS = 60_000;

/** Looks under way in this process, by their servers. */
const looks = new Map<string, Promise<unknown>>();

/**
 * Holds a call to the tool as a person allowed it. Before a call that may change something the server is looked at again
 * where that was long ago, and always where a person approved the call: whatever became of the tool meanwhile counts.
 */
export async function heldToWhatWasAllowed(
  ctx: ActivityContext,
  { request }: CallInRun,
  planned: McpServerTool,
  leavesTraces: boolean,
): Promise<void> {
  const { server, tool } = planned;
  if (leavesTraces && request !== undefined) await lookAtTools(ctx, server);
  else if (leavesTraces && (server.listed_ms_ago ?? FRESH_MS) >= FRESH_MS) await lookTogether(ctx, planned);
  else return waitWhereChanged(planned, tool);
  const now = await findMcpTool(ctx.db, server.project_id, tool.id);
  if (!now?.enabled) throw new ToolFailure('the tool was taken away; it was not called');
  if (now.status === 'gone') throw new ToolFailure('the server does not have the tool any more');
  if (now.pinned_digest !== tool.pinned_digest)
    throw new ToolFailure('the tool is not what it was when the call was planned; it was not called');
  waitWhereChanged(planned, now);
}

/** One look does for all calls that want one at the same time. */
function lookTogether(ctx: ActivityContext, { server }: McpServerTool): Promise<unknown> {
  const look = looks.get(server.id) ?? lookAtTools(ctx, server).finally(() => looks.delete(server.id));
  looks.set(server.id, look);
  return look;
}

function waitWhereChanged({ server }: McpServerTool, { id, tool_name: name, status }: McpToolRow): void {
  if (status !== 'changed') return;
  throw new CallMustWait(
    'tool_change',
    id,
    `the tool ${name} of the MCP server ${server.name} is not what was allowed; an editor of the server accepts what it has become, or switches it off`,
  );
}
