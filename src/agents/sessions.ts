import { type Selectable, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { type PageRequest, paginate } from '../platform/db/pagination.ts';
import type { SessionsTable } from './tables.ts';

export type SessionRow = Selectable<SessionsTable> & { readonly run_count: number };

/** A session of the agent. */
export function findSession(db: Executor, agentId: string, id: string): Promise<SessionRow | undefined> {
  return sessions(db).where('s.agent_id', '=', agentId).where('s.id', '=', id).executeTakeFirst();
}

export function listSessions(db: Executor, agentId: string, page: PageRequest) {
  return paginate(sessions(db).where('s.agent_id', '=', agentId), 's.id', page);
}

/** Deletes a session with its runs unless one of them is active. Answers whether it did. */
export async function deleteSession(db: Executor, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions s where s.id = ${id}
      and not exists (select from agent_runs r where r.session_id = s.id and r.completed is null)
    returning s.id`.execute(db);
  return rows.length > 0;
}

function sessions(db: Executor) {
  return db
    .selectFrom('sessions as s')
    .selectAll('s')
    .select(sql<number>`(select count(*)::int from agent_runs r where r.session_id = s.id)`.as('run_count'));
}
