import { type AuditEvent, SYSTEM } from '../../audit/chain.ts';
import { change } from '../../audit/change.ts';
import type { Db, Executor } from '../../platform/db/client.ts';
import { endWaits } from '../waits.ts';
import { isNews, type ListingChanges, recordListing } from './listing.ts';
import { type Look, stateAfter } from './look.ts';
import { lockMcpServer, type McpServerRow, type McpServerState, noteMcpServerState } from './queries.ts';

/** What a look at a server came to. */
export interface RecordedLook {
  /** Undefined where no tools were listed, or a later look had come before. */
  readonly changes: ListingChanges | undefined;
  /** Ids of connections and tools whose waits have ended; {@link wakeWaiting} belongs behind the commit. */
  readonly ended: readonly string[];
  /** Whether it was anything other than what was known. */
  readonly news: boolean;
}

/** Writes down what came of looking at a server: how it is signed in to, and which tools it has. */
export async function recordLook(
  trx: Executor,
  server: McpServerRow,
  look: Look,
  allowed?: (digest: string) => boolean,
): Promise<RecordedLook> {
  const state = stateAfter(look, server.auth_type);
  await noteMcpServerState(trx, server.id, state);
  const listed = look.found === 'tools' ? await recordListing(trx, server, look.listing, allowed) : undefined;
  const mended = state.auth_status === 'authorized' && server.auth_status !== 'authorized';
  if (mended) await endWaits(trx, [server.id]);
  return {
    changes: listed?.changes,
    ended: [...(mended ? [server.id] : []), ...(listed?.ended ?? [])],
    news: (listed !== undefined && isNews(listed)) || differs(server, state),
  };
}

/** The same where nobody asked for the look: what is new is on record as the system's. */
export function recordOwnLook(db: Db, server: McpServerRow, look: Look): Promise<RecordedLook> {
  return change<RecordedLook>(db, async (trx) => {
    const locked = await lockMcpServer(trx, server.project_id, server.id);
    if (!locked) return { result: { changes: undefined, ended: [], news: false }, audited: 'unchanged' };
    const recorded = await recordLook(trx, locked, look);
    if (!recorded.news) return { result: recorded, audited: 'unchanged' };
    const event: AuditEvent = {
      place: { orgId: server.org_id, projectId: server.project_id },
      actor: SYSTEM,
      type: 'task_mcp_server.looked_at',
      resource: { type: 'task_mcp_server', id: server.id },
      message: `the MCP server ${server.name.slice(0, 200)} is not as it was`,
      payload: lookPayload(look, recorded),
      requestId: null,
      ipAddress: null,
      audience: { permission: 'task_mcp_server:view', of: server.id },
    };
    return { result: recorded, audited: event };
  });
}

/** What an event tells of a look: names of tools, never their words. */
export function lookPayload(look: Look, { changes }: RecordedLook) {
  const told = Object.entries(changes ?? {}).map(([what, names]) => [
    what,
    { count: names.length, names: names.slice(0, MOST_TOLD) },
  ]);
  return { found: look.found, ...Object.fromEntries(told) };
}

/** Names of tools that an event tells. */
const MOST_TOLD = 50;

function differs(before: McpServerState, after: Partial<McpServerState>): boolean {
  return before.auth_status !== after.auth_status || before.auth_type !== after.auth_type;
}
