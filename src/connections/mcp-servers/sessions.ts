import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Db, fromNow, UNSYNCED } from '../../platform/db/client.ts';
import { newId } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import { MCP_SESSIONS, placeIn } from '../../platform/sealed-columns.ts';
import type { SessionStore } from './client/call-tool.ts';
import type { McpSession } from './client/connection.ts';
import type { McpSessionsTable } from './tables.ts';

/** Sessions of one server that are kept at once; a call beyond them has one that ends with it. */
const MAX_SESSIONS_PER_SERVER = 200;
/** Characters of a session's id, which goes along with every request. */
const MAX_SESSION_ID_LENGTH = 1024;
/** Milliseconds for which a session is kept that nobody uses. */
const SESSION_IDLE_MS = 10 * 60_000;

interface SessionScope {
  readonly db: Db;
  /** Without it nothing is kept: whoever has a session's id has the session. */
  readonly ring: KeyRing | undefined;
  readonly runId: string;
  readonly serverId: string;
}

/** The session that the calls of one run to one server share, whatever process makes them; it is looked for at once. */
export function createSessionStore(scope: SessionScope): SessionStore {
  let found: Promise<McpSession | undefined> | undefined = findSession(scope);
  // Whoever asks for it hears of it.
  found.catch(() => undefined);
  return {
    async find() {
      const session = await (found ?? findSession(scope));
      found = undefined;
      return session;
    },
    store: (session) => storeSession(scope, session),
    remove: ({ id }) => deleteSession(scope, id),
  };
}

async function deleteSession(scope: SessionScope, id: string): Promise<void> {
  const row = await scope.db.selectFrom('mcp_sessions').selectAll().where(belongsTo(scope)).executeTakeFirst();
  // Another call may have begun the next one by now.
  if (row && decryptSession(scope.ring, row)?.id === id)
    await scope.db.deleteFrom('mcp_sessions').where('id', '=', row.id).execute();
}

async function findSession(scope: SessionScope): Promise<McpSession | undefined> {
  const row = await scope.db
    .updateTable('mcp_sessions')
    .set({ used: fromNow(0) })
    .where(belongsTo(scope))
    .returningAll()
    .executeTakeFirst();
  return row && decryptSession(scope.ring, row);
}

async function storeSession(
  { db, ring, runId, serverId }: SessionScope,
  { id, protocolVersion }: McpSession,
): Promise<boolean> {
  if (!ring || id.length > MAX_SESSION_ID_LENGTH) return false;
  const row = newId();
  // A session that is lost in a crash of the database is only begun anew: no call waits for the disk.
  const { rows } = await sql`
    with ${UNSYNCED}
    insert into mcp_sessions (id, run_id, server_id, sealed, protocol_version)
    select ${row}::uuid, ${runId}::uuid, ${serverId}::uuid, ${ring.seal(id, placeIn(MCP_SESSIONS, row))}, ${protocolVersion}
    from unsynced where (select count(*) from mcp_sessions where server_id = ${serverId}) < ${MAX_SESSIONS_PER_SERVER}
    on conflict (run_id, server_id) do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** A session that nobody goes on with. */
export interface IdleSession {
  readonly serverId: string;
  readonly session: McpSession;
}

/** Takes sessions away whose runs are not open, or that nobody used for long, for whoever ends them at their servers. */
export async function claimIdleSessions(
  db: Db,
  ring: KeyRing | undefined,
  limit: number,
  isOpen: (runId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<IdleSession[]> {
  const { rows } = await sql<Selectable<McpSessionsTable>>`
    delete from mcp_sessions where id in (
      select s.id from mcp_sessions s
      where s.used < ${fromNow(-SESSION_IDLE_MS)} or not ${isOpen(sql.ref('s.run_id'))}
      order by s.id limit ${limit} for update of s skip locked
    ) returning *`.execute(db);
  return rows.flatMap((row) => {
    const session = decryptSession(ring, row);
    return session && session.id !== '' ? [{ serverId: row.server_id, session }] : [];
  });
}

function decryptSession(ring: KeyRing | undefined, row: Selectable<McpSessionsTable>): McpSession | undefined {
  const id = ring?.open(row.sealed, placeIn(MCP_SESSIONS, row.id));
  return id === undefined ? undefined : { id, protocolVersion: row.protocol_version };
}

function belongsTo({ runId, serverId }: SessionScope) {
  return sql<boolean>`run_id = ${runId} and server_id = ${serverId}`;
}
