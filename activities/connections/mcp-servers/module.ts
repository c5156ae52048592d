import { isAgentRunOpen } from '../../../src/agents/runs/state.ts';
import { endSession } from '../../../src/connections/mcp-servers/client/call.ts';
import { findMcpServerEver } from '../../../src/connections/mcp-servers/queries.ts';
import { type SpentSession, takeSpentSessions } from '../../../src/connections/mcp-servers/sessions.ts';
import { targetOf } from '../../../src/connections/mcp-servers/target.ts';
import { bestEffort } from '../../../src/platform/best-effort.ts';
import { untilEmpty } from '../../../src/platform/db/batches.ts';
import type { MaintenanceContext } from '../../maintenance/job.ts';
import type { ActivityModule } from '../../module.ts';

/** Sessions that are ended at once. */
const BATCH = 20;

/** What MCP servers need: sessions of runs that have ended are ended too. */
export const mcpServers: ActivityModule = {
  name: 'connections/mcp-servers',
  maintenance: [{ name: 'end idle MCP sessions', everyCycles: 1, run: endSpentSessions }],
};

async function endSpentSessions(ctx: MaintenanceContext): Promise<void> {
  for await (const spent of untilEmpty(() => takeSpentSessions(ctx.db, ctx.ring, BATCH, isAgentRunOpen)))
    await Promise.all(spent.map((session) => endAtServer(ctx, session)));
}

/** A server that can't be told ends it by itself some time. */
async function endAtServer(ctx: MaintenanceContext, { serverId, session }: SpentSession): Promise<void> {
  const end = async () => {
    const server = await findMcpServerEver(ctx.db, serverId);
    if (server) await endSession(ctx.http, await targetOf(ctx, server), session);
  };
  await bestEffort(ctx.log, 'end a session of an MCP server', end, { server_id: serverId });
}
