import { type Selectable, sql } from 'kysely';
import { agentRunIsOpen } from '../agents/runs/state.ts';
import { addToNow, type Db, UNSYNCED } from '../platform/db/client.ts';
import { MCP_SESSIONS, toEncryptionContext } from '../platform/encrypted-columns.ts';
import { newId } from '../platform/ids.ts';
import type { KeyRing } from '../platform/keyring.ts';
import type { SessionKeeper } from './client/call.ts';
import type { KeptSession } from './client/connection.ts';
import type { McpSessionsTable } from './tables.ts';

/** Sessions of one server that are kept at once; a call beyond them has one that ends with it. */
const MOST_SESSIONS = 200;
/** Characters of a session's id, which goes along with every request. */
const LONGEST_ID = 1024;
/** Milliseconds for which a session is kept that nobody uses. */
const IDLE_MS = 10 * 60_000;

interface Place {
  readonly db: Db;
  /** Without it nothing is kept: whoever has a session's id has the session. */
  readonly ring: KeyRing | undefined;
  readonly runId: string;
  readonly serverId: string;
}

/** The session that the calls of one run to one server share, whatever process makes them; it is looked for at once. */
export function sessionsOf(place: Place): SessionKeeper {
  let found: Promise<KeptSession | undefined> | undefined = findSession(place);
  // Whoever asks for it hears of it.
  found.catch(() => undefined);
  return {
    async kept() {
      const session = await (found ?? findSession(place));
      found = undefined;
      return session;
    },
    keep: (session) => keepSession(place, session),
    forget: ({ id }) => forgetSession(place, id),
  };
}

async function forgetSession(place: Place, id: string): Promise<void> {
  const row = await place.db.selectFrom('mcp_sessions').selectAll().where(isOf(place)).executeTakeFirst();
  // Another call may have begun the next one by now.
  if (row && opened(place.ring, row)?.id === id)
    await place.db.deleteFrom('mcp_sessions').where('id', '=', row.id).execute();
}

async function findSession(place: Place): Promise<KeptSession | undefined> {
  const row = await place.db
    .updateTable('mcp_sessions')
    .set({ used: addToNow(0) })
    .where(isOf(place))
    .returningAll()
    .executeTakeFirst();
  return row && opened(place.ring, row);
}

async function keepSession(
  { db, ring, runId, serverId }: Place,
  { id, protocolVersion }: KeptSession,
): Promise<boolean> {
  if (!ring || id.length > LONGEST_ID) return false;
  const row = newId();
  // A session that is lost in a crash of the database is only begun anew: no call waits for the disk.
  const { rows } = await sql`
    with ${UNSYNCED}
    insert into mcp_sessions (id, run_id, server_id, sealed, protocol_version)
    select ${row}::uuid, ${runId}::uuid, ${serverId}::uuid, ${ring.encrypt(id, toEncryptionContext(MCP_SESSIONS, row))}, ${protocolVersion}
    from unsynced where (select count(*) from mcp_sessions where server_id = ${serverId}) < ${MOST_SESSIONS}
    on conflict (run_id, server_id) do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** A session that nobody goes on with. */
export interface SpentSession {
  readonly serverId: string;
  readonly session: KeptSession;
}

/** Takes sessions away whose runs have ended, or that nobody used for long, for whoever ends them at their servers. */
export async function takeSpentSessions(db: Db, ring: KeyRing | undefined, most: number): Promise<SpentSession[]> {
  const { rows } = await sql<Selectable<McpSessionsTable>>`
    delete from mcp_sessions where id in (
      select s.id from mcp_sessions s
      where s.used < ${addToNow(-IDLE_MS)} or not ${agentRunIsOpen(sql.ref('s.run_id'))}
      order by s.id limit ${most} for update of s skip locked
    ) returning *`.execute(db);
  return rows.flatMap((row) => {
    const session = opened(ring, row);
    return session && session.id !== '' ? [{ serverId: row.server_id, session }] : [];
  });
}

function opened(ring: KeyRing | undefined, row: Selectable<McpSessionsTable>): KeptSession | undefined {
  const id = ring?.decrypt(row.sealed, toEncryptionContext(MCP_SESSIONS, row.id));
  return id === undefined ? undefined : { id, protocolVersion: row.protocol_version };
}

function isOf({ runId, serverId }: Place) {
  return sql<boolean>`run_id = ${runId} and server_id = ${serverId}`;
}
