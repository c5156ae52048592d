import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import { listFilesOfOwners, type StoredFile } from '../files/queries.ts';
import type { Executor } from '../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { orNotFound } from '../platform/errors.ts';
import { createRunsNotVisibleError, isRunVisible } from '../runs/visibility.ts';
import { agentRunKind } from './runs/run-kind.ts';
import type { SessionsTable } from './tables.ts';

export type SessionRow = Selectable<SessionsTable> & {
  readonly run_count: number;
  /** Whether the caller can see all of its runs: the title and the memory reveal each of them. */
  readonly seen: boolean;
};

/** Finds a session of the agent for a caller. */
export function findSession(
  db: Executor,
  principal: Principal,
  agentId: string,
  id: string,
): Promise<SessionRow | undefined> {
  return selectSessions(db, principal).where('s.agent_id', '=', agentId).where('s.id', '=', id).executeTakeFirst();
}

/** Returns a session if the caller can see all of its runs. Throws a 404 or 403 otherwise. */
export async function getVisibleSession(
  db: Executor,
  principal: Principal,
  agentId: string,
  id: string,
): Promise<SessionRow> {
  const session = orNotFound(await findSession(db, principal, agentId, id), 'session', id);
  assertSessionVisible(principal, agentId, session);
  return session;
}

/** Throws unless the caller can see the whole session. */
export function assertSessionVisible(principal: Principal, agentId: string, session: SessionRow): void {
  if (!session.seen) throw createRunsNotVisibleError(principal, { type: 'task_agent', id: agentId });
}

/** Maximum length of a session title in characters. */
const MAX_TITLE_LENGTH = 80;

/** Returns the title of a session: the start of its first message. */
export function toSessionTitle(message: string): string {
  return message.slice(0, MAX_TITLE_LENGTH).toWellFormed();
}

/** Lists the agent's sessions that the caller can see. */
export function listSessions(db: Executor, principal: Principal, agentId: string, page: PageRequest) {
  return paginate(
    selectSessions(db, principal).where('s.agent_id', '=', agentId).where(areAllRunsVisible(principal)),
    sortByNewest('s.id'),
    page,
  );
}

/**
 * Deletes a session with its runs, unless a run is active or answers a call of an active run. Returns whether it did.
 */
export async function deleteSession(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions s where s.id = ${id}
      and not exists (select from agent_runs r left join tool_calls c on c.id = r.tool_call_id left join agent_runs a on a.id = c.run_id
        where r.session_id = s.id and (r.completed is null or (a.id is not null and a.completed is null)))
    returning s.id`.execute(db);
  return rows.length > 0;
}

/**
 * Finds the session of a run that can continue after it: the run has ended and is the session's newest, except for a
 * run that the transaction has just stored.
 */
export async function findSessionEndingWith(
  db: Executor,
  runId: string,
  exceptRunId?: string,
): Promise<Pick<SessionRow, 'id' | 'agent_revision_id'> | undefined> {
  const { rows } = await sql<Pick<SessionRow, 'id' | 'agent_revision_id'>>`
    select s.id, s.agent_revision_id from agent_runs r join sessions s on s.id = r.session_id
    where r.id = ${runId} and r.completed is not null
      and not exists (select from agent_runs n where n.session_id = s.id and n.id > r.id
        and n.id is distinct from ${exceptRunId ?? null}::uuid)`.execute(db);
  return rows[0];
}

/** Lists the IDs of a session's runs. */
export async function listRunIdsOfSession(db: Executor, id: string): Promise<string[]> {
  const rows = await db.selectFrom('agent_runs').select('id').where('session_id', '=', id).execute();
  return rows.map((row) => row.id);
}

function selectSessions(db: Executor, principal: Principal) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('agents as g', 'g.id', 's.agent_id')
    .selectAll('s')
    .select([
      sql<number>`(select count(*)::int from agent_runs r where r.session_id = s.id)`.as('run_count'),
      areAllRunsVisible(principal).as('seen'),
    ]);
}

function areAllRunsVisible(principal: Principal): RawBuilder<boolean> {
  const seen = isRunVisible(principal, agentRunKind, 'g');
  return sql<boolean>`not exists (select from agent_runs r where r.session_id = s.id and not ${seen})`;
}

/** Lists the files of all runs of a session, oldest first. */
export function listSessionFiles(db: Executor, sessionId: string): Promise<StoredFile[]> {
  return listFilesOfOwners(db, sql<string>`(select id from agent_runs where session_id = ${sessionId})`);
}
