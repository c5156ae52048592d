import type { CallInRun } from '../../src/agents/calls/calls.ts';
import { CallMustWait, hasChangedSince } from '../../src/agents/calls/waits.ts';
import { joinedScopes } from '../../src/mcp-servers/oauth/scopes.ts';
import { lockMcpServer, type McpServerRow, noteMcpServerState } from '../../src/mcp-servers/queries.ts';
import { bestEffort } from '../../src/platform/best-effort.ts';
import type { ActivityContext } from '../context.ts';

const PROBLEM = 'the server refused its credential; authorise it anew';

/**
 * What a call waits with that its server refused; the server's record says so from now on, unless somebody mended it already.
 * `scope` is what the server wants for the call, where it says.
 */
export async function mustReconnect(
  ctx: ActivityContext,
  { seen }: CallInRun,
  server: McpServerRow,
  scope?: string,
): Promise<CallMustWait> {
  const { id, project_id, name } = server;
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
  await bestEffort(ctx.log, 'note that an MCP server wants to be authorised', note, { server_id: id });
  return new CallMustWait(
    'reconnect',
    id,
    `the MCP server ${name} wants to be authorised anew; its editors can do that`,
  );
}
