import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { listTools } from './client/list.ts';
import type { McpVerdict } from './client/types.ts';
import { type ListingChanges, recordListing } from './listing.ts';
import { lockMcpServer, type McpServerRow, noteMcpServerState } from './queries.ts';
import { type ServerAccess, targetOf } from './target.ts';

/** Whether a server's tools were asked for in the last milliseconds, by the database's clock. */
export async function wasLookedAt(db: Executor, serverId: string, withinMs: number): Promise<boolean> {
  const { rows } = await sql`
    select from mcp_server_states
    where server_id = ${serverId} and listed_as_of > now() - ${withinMs} * interval '1 millisecond'`.execute(db);
  return rows.length > 0;
}

/** Asks a server for its tools and writes down what became of them. Throws what asking throws. */
export async function lookAtTools(
  access: ServerAccess,
  server: McpServerRow,
  signal?: AbortSignal,
): Promise<ListingChanges | undefined> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(access.db);
  const asOf = rows[0]?.now ?? new Date();
  const { tools, verdict } = await listTools(access.http, await targetOf(access, server), { signal });
  return access.db.transaction().execute(async (trx) => {
    if (!(await lockMcpServer(trx, server.project_id, server.id))) return undefined;
    await noteVerdict(trx, server, verdict);
    return recordListing(trx, server, { tools, asOf });
  });
}

/** Keeps how a server was found to speak. */
export async function noteVerdict(
  db: Executor,
  { id, verdict }: Pick<McpServerRow, 'id' | 'verdict'>,
  found: McpVerdict,
): Promise<void> {
  if (!isDeepStrictEqual(found, verdict)) await noteMcpServerState(db, id, { verdict: found });
}
