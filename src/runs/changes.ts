import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../access/permissions.ts';
import type { Executor } from '../platform/db/client.ts';
import { type ChangeKind, selectAudience, selectUnfinished } from './change-kind.ts';
import type { WaitingFor } from './contract.ts';

/** Visibility of a row. */
interface RowAudience {
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
export interface Change extends RowAudience {
  /** Order among the changes of one subject. */
  readonly n: string;
  /** Transaction that made it. */
  readonly xid: string;
  /** The project, or the organization for records that belong to none. */
  readonly project_id: string;
  /** Name of one of the kinds of changes, or `record`. */
  readonly kind: string;
  readonly subject_id: string;
  /** Run of an approval request, or of what else hangs on one. */
  readonly run_id: string | null;
  readonly status: string;
  readonly waiting_for: WaitingFor | null;
  /** Of what was done to a record, its type, … */
  readonly resource: string | null;
  /** … what reading it takes, … */
  readonly permission: Permission | null;
  /** … the user who alone sees it, … */
  readonly owner_id: string | null;
  /** … and the kind of the run that it hangs on. */
  readonly run_kind: string | null;
}

/** How many unfinished things of one kind and state there are that the same people may learn of. */
export interface StateCount extends RowAudience {
  readonly project_id: string;
  /** Name of one of the kinds of changes. */
  readonly kind: string;
  readonly status: string;
  readonly count: number;
}

/** A poll of the log. */
export interface ChangePoll {
  /** Every transaction before this one has ended: this poll or an earlier one has its changes. */
  readonly horizon: string;
  /** The first transaction that had not begun. */
  readonly end: string;
  /** Seconds since the epoch by the database's clock. */
  readonly seconds: number;
  readonly changes: readonly Change[];
}

/** Seconds a change stays in the log; so long a reader may have been away and still miss nothing. */
export const CHANGE_RETENTION_SECONDS = 900;

/** Changes of some projects and organizations, made by transactions from `since` on (from the horizon on when undefined), in one statement. */
export async function pollChanges(
  db: Executor,
  kinds: readonly ChangeKind[],
  scopeIds: readonly string[],
  since: string | undefined,
  limit: number,
): Promise<ChangePoll> {
  const { rows } = await sql<Change & { n: string | null; horizon: string; end: string; seconds: number }>`
    select s.horizon::text, s.horizon_end::text as end, extract(epoch from now())::float8 as seconds, c.*
    from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon, pg_snapshot_xmax(pg_current_snapshot()) as horizon_end) s
      left join lateral (
        select c.n, c.xid::text, c.project_id, c.kind, c.subject_id, c.parent_id, c.run_id, c.status, c.waiting_for,
          c.resource, c.permission, c.owner_id, c.run_kind, w.visibility, w.created_by_type, w.created_by, w.approvers
        from project_changes c left join lateral (${union(kinds.map(selectAudience))}) w on true
        where c.project_id = any(${[...scopeIds]}::uuid[]) and c.xid >= coalesce(${since ?? null}::text::xid8, s.horizon)
        order by c.n limit ${limit}
      ) c on true
    order by c.n`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('the database did not say where it stands');
  const { horizon, end, seconds } = first;
  return { horizon, end, seconds, changes: rows.filter((row) => row.n !== null) };
}

/** What is unfinished in some projects, by kind, state and who may learn of it. */
export async function countStates(
  db: Executor,
  kinds: readonly ChangeKind[],
  projectIds: readonly string[],
): Promise<readonly StateCount[]> {
  const projects = sql`any(${[...projectIds]}::uuid[])`;
  const { rows } = await sql<StateCount>`
    select project_id, kind, status, parent_id, visibility, created_by_type, created_by, approvers, count(*)::int as count
    from (${union(kinds.map((kind) => selectUnfinished(kind, projects)))}) open
    group by project_id, kind, status, parent_id, visibility, created_by_type, created_by, approvers`.execute(db);
  return rows;
}

function union(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts, sql` union all `);
}

/** Deletes changes that no follower resumes from any more. */
export async function deleteOldChanges(db: Executor): Promise<void> {
  await sql`delete from project_changes where at < now() - make_interval(secs => ${CHANGE_RETENTION_SECONDS})`.execute(
    db,
  );
}
