import { type RawBuilder, type Selectable, sql } from 'kysely';
import { addToNow, type Db, UNSYNCED } from '../../platform/db/client.ts';
import { MCP_SESSIONS, toEncryptionContext } from '../../platform/encrypted-columns.ts';
import { newId } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import type { SessionStore } from './client/call-tool.ts';
import type { McpSession } from './client/connection.ts';
import type { McpSessionsTable } from './tables.ts';

/** Maximum stored sessions of one server. Further sessions end with their call. */
const MAX_SESSIONS_PER_SERVER = 200;
/** Maximum characters of a session ID, which every request carries. */
const MAX_SESSION_ID_LENGTH = 1024;
/** Maximum idle time of a session. */
const SESSION_IDLE_MS = 10 * 60_000;

interface SessionScope {
  readonly db: Db;
  /** Without a key ring, nothing is stored: a session ID grants access to the session. */
  readonly ring: KeyRing | undefined;
  readonly runId: string;
  readonly serverId: string;
}

/** Creates the store of the session that all calls of a run to a server share. Starts the lookup at once. */
export function createSessionStore(scope: SessionScope): SessionStore {
  let found: Promise<McpSession | undefined> | undefined = findSession(scope);
  // The error surfaces when the session is used.
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
  // Another call may have started a new session.
  if (row && decryptSession(scope.ring, row)?.id === id)
    await scope.db.deleteFrom('mcp_sessions').where('id', '=', row.id).execute();
}

async function findSession(scope: SessionScope): Promise<McpSession | undefined> {
  const row = await scope.db
    .updateTable('mcp_sessions')
    .set({ used: addToNow(0) })
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
  // Losing a session in a database crash only costs a new one, so calls do not wait for the disk.
  const { rows } = await sql`
    with ${UNSYNCED}
    insert into mcp_sessions (id, run_id, server_id, sealed, protocol_version)
    select ${row}::uuid, ${runId}::uuid, ${serverId}::uuid, ${ring.encrypt(id, toEncryptionContext(MCP_SESSIONS, row))}, ${protocolVersion}
    from unsynced where (select count(*) from mcp_sessions where server_id = ${serverId}) < ${MAX_SESSIONS_PER_SERVER}
    on conflict (run_id, server_id) do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** A session to end. */
export interface IdleSession {
  readonly serverId: string;
  readonly session: McpSession;
}

/** Deletes and returns sessions that are idle or whose runs are closed, to end them at their servers. */
export async function claimIdleSessions(
  db: Db,
  ring: KeyRing | undefined,
  limit: number,
  isOpen: (runId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<IdleSession[]> {
  const { rows } = await sql<Selectable<McpSessionsTable>>`
    delete from mcp_sessions where id in (
      select s.id from mcp_sessions s
      where s.used < ${addToNow(-SESSION_IDLE_MS)} or not ${isOpen(sql.ref('s.run_id'))}
      order by s.id limit ${limit} for update of s skip locked
    ) returning *`.execute(db);
  return rows.flatMap((row) => {
    const session = decryptSession(ring, row);
    return session && session.id !== '' ? [{ serverId: row.server_id, session }] : [];
  });
}

function decryptSession(ring: KeyRing | undefined, row: Selectable<McpSessionsTable>): McpSession | undefined {
  const id = ring?.decrypt(row.sealed, toEncryptionContext(MCP_SESSIONS, row.id));
  return id === undefined ? undefined : { id, protocolVersion: row.protocol_version };
}

function belongsTo({ runId, serverId }: SessionScope) {
  return sql<boolean>`run_id = ${runId} and server_id = ${serverId}`;
}
