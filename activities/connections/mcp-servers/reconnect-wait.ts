import type { McpServerTool } from '../../../src/agents/tools/mcp.ts';
import { connectionWaits, mcpServerFailures } from '../../../src/connections/failures.ts';
import { joinScopes } from '../../../src/connections/mcp-servers/oauth/grants.ts';
import { lockMcpServer, updateMcpServerState } from '../../../src/connections/mcp-servers/queries.ts';
import { hasChangedSince } from '../../../src/connections/waits.ts';
import { runBestEffort } from '../../../src/platform/best-effort.ts';
import type { CallResult } from '../../agents/calls/outcome.ts';
import type { ToolCall } from '../../agents/tools/kind.ts';
import type { ActivityContext } from '../../context.ts';

/**
 * Returns the wait of a call whose credential the server rejected, and records that with the server unless it is
 * repaired already. `scope` is the scope that the server requires.
 */
export async function createReconnectWait(
  ctx: ActivityContext,
  { seen, tool }: ToolCall<McpServerTool>,
  scope?: string,
): Promise<CallResult> {
  const { id, project_id, name } = tool.server;
  const recordProblem = () =>
    ctx.db.transaction().execute(async (trx) => {
      const now = await lockMcpServer(trx, project_id, id);
      if (!now || (await hasChangedSince(trx, id, seen))) return;
      const requiredScopes = joinScopes(now.wanted_scope, scope);
      if (now.auth_status === 'needs_authorization' && requiredScopes === now.wanted_scope) return;
      await updateMcpServerState(trx, id, {
        auth_status: 'needs_authorization',
        problem: mcpServerFailures.server_credential_rejected,
        wanted_scope: requiredScopes,
      });
    });
  await runBestEffort(ctx.log, 'record that an MCP server needs authorization', recordProblem, { server_id: id });
  const detail = connectionWaits.wait_server_authorization({ server: name });
  return { state: 'waiting', wait: { kind: 'reconnect', onId: id, detail } };
}
