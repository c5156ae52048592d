import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../access/permissions.ts';
import type { Executor } from '../platform/db/client.ts';
import { type ChangeKind, selectAudience, selectUnfinished } from './change-kind.ts';
import type { WaitingFor } from './contract.ts';

/** Visibility of a row. */
interface RowAudience {
  /** Agent or task. */
  readonly parent_id: string | null;
  /** Visibility setting of the parent; null if it no longer exists. */
  readonly visibility: string | null;
  /** Starter of the run; null if the run no longer exists. */
  readonly created_by_type: string | null;
  readonly created_by: string | null;
  /** Roles that may decide an approval request and therefore see it regardless of the setting; null otherwise. */
  readonly approvers: readonly string[] | null;
}

/** Change of state. */
export interface Change extends RowAudience {
  /** Order among the changes of one subject. */
  readonly n: string;
  /** Transaction of the change. */
  readonly xid: string;
  /** Project, or the organization of records without a project. */
  readonly project_id: string;
  /** Name of a change kind, or `record`. */
  readonly kind: string;
  readonly subject_id: string;
  /** Run of an approval request or another subject. */
  readonly run_id: string | null;
  readonly status: string;
  readonly waiting_for: WaitingFor | null;
  /** Type of the changed record. */
  readonly resource: string | null;
  /** Permission to read the record. */
  readonly permission: Permission | null;
  /** Owner of a private record. */
  readonly owner_id: string | null;
  /** Kind of the record's run. */
  readonly run_kind: string | null;
}

/** Number of unfinished subjects of one kind and state with the same audience. */
export interface StateCount extends RowAudience {
  readonly project_id: string;
  /** Name of a change kind. */
  readonly kind: string;
  readonly status: string;
  readonly count: number;
}

/** Poll of the log. */
export interface ChangePoll {
  /** All earlier transactions have ended; this or a previous poll has their changes. */
  readonly horizon: string;
  /** First transaction that had not started. */
  readonly end: string;
  /** Seconds since the epoch by the database's clock. */
  readonly seconds: number;
  readonly changes: readonly Change[];
}

/** Retention of changes in seconds, and thus the longest absence without missed changes. */
export const CHANGE_RETENTION_SECONDS = 900;

/**
 * Reads changes of projects and organizations by transactions from `since` on (from the horizon if undefined), in one
 * statement.
 */
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
        from project_changes c left join lateral (${unionAll(kinds.map(selectAudience))}) w on true
        where c.project_id = any(${[...scopeIds]}::uuid[]) and c.xid >= coalesce(${since ?? null}::text::xid8, s.horizon)
        order by c.n limit ${limit}
      ) c on true
    order by c.n`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('the query returned no position');
  const { horizon, end, seconds } = first;
  return { horizon, end, seconds, changes: rows.filter((row) => row.n !== null) };
}

/** Counts unfinished subjects in projects by kind, state and audience. */
export async function countStates(
  db: Executor,
  kinds: readonly ChangeKind[],
  projectIds: readonly string[],
): Promise<readonly StateCount[]> {
  const projects = sql`any(${[...projectIds]}::uuid[])`;
  const { rows } = await sql<StateCount>`
    select project_id, kind, status, parent_id, visibility, created_by_type, created_by, approvers, count(*)::int as count
    from (${unionAll(kinds.map((kind) => selectUnfinished(kind, projects)))}) open
    group by project_id, kind, status, parent_id, visibility, created_by_type, created_by, approvers`.execute(db);
  return rows;
}

function unionAll(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts, sql` union all `);
}

/** Deletes changes past their retention. */
export async function deleteOldChanges(db: Executor): Promise<void> {
  await sql`delete from project_changes where at < now() - make_interval(secs => ${CHANGE_RETENTION_SECONDS})`.execute(
    db,
  );
}
