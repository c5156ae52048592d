import { hasChangedSince } from '../../src/agents/calls/waits.ts';
import type { McpServerTool } from '../../src/agents/tools/mcp.ts';
import { joinedScopes } from '../../src/mcp-servers/oauth/scopes.ts';
import { lockMcpServer, noteMcpServerState } from '../../src/mcp-servers/queries.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { CallResult } from '../agents/calls/outcome.ts';
import type { ToolCall } from '../agents/tools/kind.ts';
import type { ActivityContext } from '../context.ts';

const PROBLEM = 'the server refused its credential; authorise it anew';

/**
 * The wait of a call that its server refused; the server's record says so from now on, unless somebody mended it already.
 * `scope` is what the server wants for the call, where it says.
 */
export async function reconnectWait(
  ctx: ActivityContext,
  { seen, tool }: ToolCall<McpServerTool>,
  scope?: string,
): Promise<CallResult> {
  const { id, project_id, name } = tool.server;
  const note = () =>
    ctx.db.transaction().execute(async (trx) => {
      const now = await lockMcpServer(trx, project_id, id);
      if (!now || (await hasChangedSince(trx, id, seen))) return;
      const wanted = joinedScopes(now.wanted_scope, scope);
      if (now.auth_status === 'needs_authorization' && wanted === now.wanted_scope) return;
      await noteMcpServerState(trx, id, {
        auth_status: 'needs_authorization',
        problem: PROBLEM,
        wanted_scope: wanted,
      });
    });
  await runBestEffort(ctx.log, 'note that an MCP server wants to be authorised', note, { server_id: id });
  const detail = `the MCP server ${name} wants to be authorised anew; its editors can do that`;
  return { state: 'waiting', wait: { kind: 'reconnect', onId: id, detail } };
}
