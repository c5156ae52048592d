import { type AuditEvent, SYSTEM } from '../../audit/chain.ts';
import { change } from '../../audit/change.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import { endWaits } from '../waits.ts';
import { type Discovery, toServerState } from './discovery.ts';
import { lockMcpServer, type McpServerRow, type McpServerState, updateMcpServerState } from './queries.ts';
import { hasChanges, type ListingChanges, recordListing } from './record-listing.ts';

/** Result of recording a discovery. */
interface RecordedDiscovery {
  /** Undefined if no tools were listed or a later listing was recorded. */
  readonly changes: ListingChanges | undefined;
  /** IDs of connections and tools whose waits have ended. Call `wakeWaitingRuns` with them after the commit. */
  readonly ended: readonly string[];
  /** Whether the state or the tools changed. */
  readonly hasChanges: boolean;
}

/** Records a discovery: the authorization state and the tools. */
export async function recordDiscovery(
  trx: Executor,
  server: McpServerRow,
  discovery: Discovery,
  isAllowed?: (digest: string) => boolean,
): Promise<RecordedDiscovery> {
  const state = toServerState(discovery, server.auth_type);
  await updateMcpServerState(trx, server.id, state);
  const listed =
    discovery.found === 'tools' ? await recordListing(trx, server, discovery.listing, isAllowed) : undefined;
  const isRepaired = state.auth_status === 'authorized' && server.auth_status !== 'authorized';
  if (isRepaired) await endWaits(trx, [server.id]);
  return {
    changes: listed?.changes,
    ended: [...(isRepaired ? [server.id] : []), ...(listed?.ended ?? [])],
    hasChanges: (listed !== undefined && hasChanges(listed)) || hasStateChanged(server, state),
  };
}

/** Records a discovery that no user requested. The audit event of changes has the system as actor. */
export function recordSystemDiscovery(db: Db, server: McpServerRow, discovery: Discovery): Promise<RecordedDiscovery> {
  return change<RecordedDiscovery>(db, async (trx) => {
    const locked = await lockMcpServer(trx, server.project_id, server.id);
    if (!locked) return { result: { changes: undefined, ended: [], hasChanges: false }, audited: 'unchanged' };
    const recorded = await recordDiscovery(trx, locked, discovery);
    if (!recorded.hasChanges) return { result: recorded, audited: 'unchanged' };
    const event: AuditEvent = {
      scope: { orgId: server.org_id, projectId: server.project_id },
      actor: SYSTEM,
      type: 'task_mcp_server.looked_at',
      resource: { type: 'task_mcp_server', id: server.id },
      message: `the MCP server ${server.name.slice(0, 200)} is not as it was`,
      payload: toDiscoveryPayload(discovery, recorded),
      requestId: null,
      ipAddress: null,
      audience: { permission: 'task_mcp_server:view', of: server.id },
    };
    return { result: recorded, audited: event };
  });
}

/** Payload of a discovery event: names of tools, never their texts. */
export function toDiscoveryPayload(discovery: Discovery, { changes }: RecordedDiscovery) {
  const changedNames = Object.entries(changes ?? {}).map(([what, names]) => [
    what,
    { count: names.length, names: names.slice(0, MAX_NAMES) },
  ]);
  return { found: discovery.found, ...Object.fromEntries(changedNames) };
}

/** Maximum tool names in an event. */
const MAX_NAMES = 50;

function hasStateChanged(before: McpServerState, after: Partial<McpServerState>): boolean {
  return before.auth_status !== after.auth_status || before.auth_type !== after.auth_type;
}
