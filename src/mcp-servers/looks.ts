import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type WakeContext, wakeWaiting } from '../agents/calls/waits.ts';
import type { Executor } from '../platform/db/client.ts';
import { listTools } from './client/list.ts';
import type { McpVerdict } from './client/types.ts';
import { momentIn } from './look.ts';
import { type McpServerRow, noteMcpServerState } from './queries.ts';
import { recordOwnLook } from './recording.ts';
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
  access: ServerAccess & WakeContext,
  server: McpServerRow,
  signal?: AbortSignal,
): Promise<void> {
  const asOf = await momentIn(access.db);
  const listing = await listTools(access.http, await targetOf(access, server), { signal });
  const { ended } = await recordOwnLook(access.db, server, { found: 'tools', listing: { ...listing, asOf } });
  await wakeWaiting(access, ended);
}

/** Keeps how a server was found to speak. */
export async function noteVerdict(
  db: Executor,
  { id, verdict }: Pick<McpServerRow, 'id' | 'verdict'>,
  found: McpVerdict,
): Promise<void> {
  if (!isDeepStrictEqual(found, verdict)) await noteMcpServerState(db, id, { verdict: found });
}
