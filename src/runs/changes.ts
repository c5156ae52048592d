import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { WaitingFor } from './contract.ts';

/** What a project's followers hear of, and the states of each kind that are counted: those in which it is not over. */
export const COUNTED_STATES = {
  agent_run: ['queued', 'running', 'waiting_for_human', 'held', 'cancelling'],
  task_run: ['queued', 'running', 'cancelling'],
  approval_request: ['pending'],
} as const;
export type ChangeKind = keyof typeof COUNTED_STATES;

/** Who may learn of a row. */
interface Seen {
  /** Agent or task. */
  readonly parent_id: string | null;
  /** Its setting of who sees its runs; null when it is gone. */
  readonly visibility: string | null;
  /** Who started the run; null when it is gone. */
  readonly created_by_type: string | null;
  readonly created_by: string | null;
  /** Roles that may decide an approval request, and so see it whatever the setting; null for anything else. */
  readonly approvers: readonly string[] | null;
}

/** A change of state. */
export interface Change extends Seen {
  /** Order among the changes of one subject. */
  readonly n: string;
  /** Transaction that made it. */
  readonly xid: string;
  readonly project_id: string;
  readonly kind: ChangeKind;
  readonly subject_id: string;
  /** Run of an approval request. */
  readonly run_id: string | null;
  readonly status: string;
  readonly waiting_for: WaitingFor | null;
}

/** How many unfinished things of one kind and state there are that the same people may learn of. */
export interface StateCount extends Seen {
  readonly project_id: string;
  readonly kind: ChangeKind;
  readonly status: string;
  readonly count: number;
}

/** A look at the log. */
export interface Look {
  /** Every transaction before this one has ended: what it changed is in this look, or was in one before. */
  readonly horizon: string;
  /** The first transaction that had not begun. */
  readonly end: string;
  /** Seconds since the epoch by the database's clock. */
  readonly seconds: number;
  readonly changes: readonly Change[];
}

/** Seconds a change stays in the log; so long a reader may have been away and still miss nothing. */
export const KEPT_SECONDS = 900;

/** Changes of some projects, made by transactions from `since` on (from the horizon on when undefined), in one statement. */
export async function lookAtChanges(
  db: Executor,
  projectIds: readonly string[],
  since: string | undefined,
  limit: number,
): Promise<Look> {
  const { rows } = await sql<Change & { n: string | null; horizon: string; end: string; seconds: number }>`
    select s.horizon::text, s.horizon_end::text as end, extract(epoch from now())::float8 as seconds, c.*
    from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon, pg_snapshot_xmax(pg_current_snapshot()) as horizon_end) s
      left join lateral (
        select c.n, c.xid::text, c.project_id, c.kind, c.subject_id, c.parent_id, c.run_id, c.status, c.waiting_for,
          coalesce(g.task_agent_run_visibility, t.task_run_visibility) as visibility, q.approvers,
          coalesce(r.created_by_type, tr.created_by_type) as created_by_type, coalesce(r.created_by, tr.created_by) as created_by
        from project_changes c
          left join agents g on g.id = c.parent_id and c.kind in ('agent_run', 'approval_request')
          left join agent_runs r on r.id = coalesce(c.run_id, c.subject_id) and c.kind in ('agent_run', 'approval_request')
          left join tasks t on t.id = c.parent_id and c.kind = 'task_run'
          left join task_runs tr on tr.id = c.subject_id and c.kind = 'task_run'
          left join approval_requests q on q.id = c.subject_id and c.kind = 'approval_request'
        where c.project_id = any(${[...projectIds]}::uuid[]) and c.xid >= coalesce(${since ?? null}::text::xid8, s.horizon)
        order by c.n limit ${limit}
      ) c on true
    order by c.n`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('the database did not say where it stands');
  const { horizon, end, seconds } = first;
  return { horizon, end, seconds, changes: rows.filter((row) => row.n !== null) };
}

/** What is unfinished in some projects, by kind, state and who may learn of it. A request whose time is over is not pending. */
export async function countStates(db: Executor, projectIds: readonly string[]): Promise<readonly StateCount[]> {
  const here = sql`any(${[...projectIds]}::uuid[])`;
  const { rows } = await sql<StateCount>`
    select project_id, kind, status, parent_id, visibility, created_by_type, created_by, approvers, count(*)::int as count from (
      select r.project_id, 'agent_run' as kind, r.status, r.agent_id as parent_id, g.task_agent_run_visibility as visibility,
          r.created_by_type, r.created_by, null::text[] as approvers
        from agent_runs r join agents g on g.id = r.agent_id where r.completed is null and r.project_id = ${here}
      union all
      select r.project_id, 'task_run', r.status, r.task_id, t.task_run_visibility, r.created_by_type, r.created_by, null
        from task_runs r join tasks t on t.id = r.task_id where r.completed is null and r.project_id = ${here}
      union all
      select q.project_id, 'approval_request', q.status, q.agent_id, g.task_agent_run_visibility,
          r.created_by_type, r.created_by, q.approvers
        from approval_requests q join agents g on g.id = q.agent_id join agent_runs r on r.id = q.run_id
        where q.status = 'pending' and coalesce(q.expires_at > now(), true) and q.project_id = ${here}
    ) open group by project_id, kind, status, parent_id, visibility, created_by_type, created_by, approvers`.execute(
    db,
  );
  return rows;
}

/** Forgets changes that nobody resumes from any more. */
export async function forgetOldChanges(db: Executor): Promise<void> {
  await sql`delete from project_changes where at < now() - make_interval(secs => ${KEPT_SECONDS})`.execute(db);
}
