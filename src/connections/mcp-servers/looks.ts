import { isDeepStrictEqual } from 'node:util';
import type { Db, Executor } from '../../platform/db/client.ts';
import { listTools } from './client/list.ts';
import type { McpVerdict } from './client/types.ts';
import { momentIn } from './look.ts';
import { type McpServerRow, noteMcpServerState } from './queries.ts';
import { recordOwnLook } from './recording.ts';
import { type ServerAccess, targetOf } from './target.ts';

/**
 * Asks a server for its tools and stores what changed. Returns the ids of the tools whose waits have ended, which
 * `wakeWaiting` is called with. Throws what asking throws.
 */
export async function lookAtTools(
  access: ServerAccess & { readonly db: Db },
  server: McpServerRow,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const asOf = await momentIn(access.db);
  const listing = await listTools(access.http, await targetOf(access, server), { signal });
  const { ended } = await recordOwnLook(access.db, server, { found: 'tools', listing: { ...listing, asOf } });
  return ended;
}

/** Keeps how a server was found to speak. */
export async function noteVerdict(
  db: Executor,
  { id, verdict }: Pick<McpServerRow, 'id' | 'verdict'>,
  found: McpVerdict,
): Promise<void> {
  if (!isDeepStrictEqual(found, verdict)) await noteMcpServerState(db, id, { verdict: found });
}
