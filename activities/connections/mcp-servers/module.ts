import { isAgentRunOpen } from '../../../src/agents/runs/state.ts';
import { endSession } from '../../../src/connections/mcp-servers/client/call-tool.ts';
import { findMcpServerWithDeleted } from '../../../src/connections/mcp-servers/queries.ts';
import { claimIdleSessions, type IdleSession } from '../../../src/connections/mcp-servers/sessions.ts';
import { createServerTarget } from '../../../src/connections/mcp-servers/target.ts';
import { runBestEffort } from '../../../src/platform/best-effort.ts';
import { iterateBatches } from '../../../src/platform/db/pagination.ts';
import type { MaintenanceContext } from '../../maintenance/job.ts';
import type { ActivityModule } from '../../module.ts';

/** Sessions ended concurrently. */
const BATCH_SIZE = 20;

/** Maintenance of MCP servers: ends the sessions of completed runs. */
export const mcpServers: ActivityModule = {
  name: 'connections/mcp-servers',
  maintenance: [{ name: 'end idle MCP sessions', everyCycles: 1, run: endIdleSessions }],
};

async function endIdleSessions(ctx: MaintenanceContext): Promise<void> {
  for await (const idle of iterateBatches(() => claimIdleSessions(ctx.db, ctx.ring, BATCH_SIZE, isAgentRunOpen)))
    await Promise.all(idle.map((session) => endServerSession(ctx, session)));
}

/** Best effort: servers expire idle sessions themselves. */
async function endServerSession(ctx: MaintenanceContext, { serverId, session }: IdleSession): Promise<void> {
  const end = async () => {
    const server = await findMcpServerWithDeleted(ctx.db, serverId);
    if (server) await endSession(ctx.http, await createServerTarget(ctx, server), session);
  };
  await runBestEffort(ctx.log, 'end an MCP session', end, { server_id: serverId });
}
