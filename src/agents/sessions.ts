import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Asker } from '../access/holdings.ts';
import type { Executor } from '../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { orNotFound } from '../platform/errors.ts';
import { runIsSeen, runsNotSeen } from '../runs/visibility.ts';
import { agentRunKind } from './runs/run-kind.ts';
import type { SessionsTable } from './tables.ts';

export type SessionRow = Selectable<SessionsTable> & {
  readonly run_count: number;
  /** Whether who asks sees all of its runs: a session tells of each, by its title and by what the model remembers. */
  readonly seen: boolean;
};

/** A session of the agent, for who asks. */
export function findSession(db: Executor, asker: Asker, agentId: string, id: string): Promise<SessionRow | undefined> {
  return sessions(db, asker).where('s.agent_id', '=', agentId).where('s.id', '=', id).executeTakeFirst();
}

/** The same where who asks sees it whole; a 404 or a 403 otherwise. */
export async function seenSession(db: Executor, asker: Asker, agentId: string, id: string): Promise<SessionRow> {
  const session = orNotFound(await findSession(db, asker, agentId, id), 'session', id);
  checkSessionSeen(asker, agentId, session);
  return session;
}

/** Refuses who does not see a session whole. */
export function checkSessionSeen(asker: Asker, agentId: string, session: SessionRow): void {
  if (!session.seen) throw runsNotSeen(asker, { type: 'task_agent', id: agentId });
}

/** Longest title of a session, in characters. */
const TITLE = 80;

/** What a session is called: the beginning of its first message. */
export function titleOf(message: string): string {
  return message.slice(0, TITLE).toWellFormed();
}

/** The agent's sessions that who asks sees. */
export function listSessions(db: Executor, asker: Asker, agentId: string, page: PageRequest) {
  return paginate(
    sessions(db, asker).where('s.agent_id', '=', agentId).where(allSeen(asker)),
    sortByNewest('s.id'),
    page,
  );
}

/** Deletes a session with its runs unless one of them is active, or answers a call of a run that is. Answers whether it did. */
export async function deleteSession(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions s where s.id = ${id}
      and not exists (select from agent_runs r left join tool_calls c on c.id = r.tool_call_id left join agent_runs a on a.id = c.run_id
        where r.session_id = s.id and (r.completed is null or (a.id is not null and a.completed is null)))
    returning s.id`.execute(db);
  return rows.length > 0;
}

/** Ids of a session's runs. */
export async function runsOfSession(db: Executor, id: string): Promise<string[]> {
  const rows = await db.selectFrom('agent_runs').select('id').where('session_id', '=', id).execute();
  return rows.map((row) => row.id);
}

function sessions(db: Executor, asker: Asker) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('agents as g', 'g.id', 's.agent_id')
    .selectAll('s')
    .select([
      sql<number>`(select count(*)::int from agent_runs r where r.session_id = s.id)`.as('run_count'),
      allSeen(asker).as('seen'),
    ]);
}

function allSeen(asker: Asker): RawBuilder<boolean> {
  const seen = runIsSeen(asker, agentRunKind, 'g');
  return sql<boolean>`not exists (select from agent_runs r where r.session_id = s.id and not ${seen})`;
}
