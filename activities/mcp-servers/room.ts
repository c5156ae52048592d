import { endSession } from '../../src/mcp-servers/client/call.ts';
import { findMcpServerEver } from '../../src/mcp-servers/queries.ts';
import { type SpentSession, takeSpentSessions } from '../../src/mcp-servers/sessions.ts';
import { targetOf } from '../../src/mcp-servers/target.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { iterateBatches } from '../../src/platform/db/batches.ts';
import type { MaintenanceContext } from '../maintenance/job.ts';
import type { Room } from '../room.ts';

/** Sessions that are ended at once. */
const BATCH = 20;

/** What MCP servers need: sessions of runs that have ended are ended too. */
export const mcpServers: Room = {
  maintenance: [{ name: 'end idle MCP sessions', everyCycles: 1, run: endSpentSessions }],
};

async function endSpentSessions(ctx: MaintenanceContext): Promise<void> {
  for await (const spent of iterateBatches(() => takeSpentSessions(ctx.db, ctx.ring, BATCH)))
    await Promise.all(spent.map((session) => endAtServer(ctx, session)));
}

/** A server that can't be told ends it by itself some time. */
async function endAtServer(ctx: MaintenanceContext, { serverId, session }: SpentSession): Promise<void> {
  const end = async () => {
    const server = await findMcpServerEver(ctx.db, serverId);
    if (server) await endSession(ctx.http, await targetOf(ctx, server), session);
  };
  await runBestEffort(ctx.log, 'end a session of an MCP server', end, { server_id: serverId });
}
