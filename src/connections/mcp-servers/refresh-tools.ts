import { isDeepStrictEqual } from 'node:util';
import type { Db, Executor } from '../../platform/db/client.ts';
import { listTools } from './client/list-tools.ts';
import type { McpVerdict } from './client/types.ts';
import { readDatabaseTime } from './discovery.ts';
import { type McpServerRow, updateMcpServerState } from './queries.ts';
import { recordSystemDiscovery } from './record-discovery.ts';
import { createServerTarget, type McpServerContext } from './target.ts';

/**
 * Lists the tools of a server and records changes. Returns the IDs of tools whose waits have ended, for
 * `wakeWaitingRuns`. Throws errors of the listing.
 */
export async function refreshTools(
  access: McpServerContext & { readonly db: Db },
  server: McpServerRow,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const asOf = await readDatabaseTime(access.db);
  const listing = await listTools(access.http, await createServerTarget(access, server), { signal });
  const { ended } = await recordSystemDiscovery(access.db, server, { found: 'tools', listing: { ...listing, asOf } });
  return ended;
}

/** Stores the detected transport and protocol of a server if they changed. */
export async function storeVerdict(
  db: Executor,
  { id, verdict }: Pick<McpServerRow, 'id' | 'verdict'>,
  found: McpVerdict,
): Promise<void> {
  if (!isDeepStrictEqual(found, verdict)) await updateMcpServerState(db, id, { verdict: found });
}
