import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { RunKind } from './kind.ts';

/** Sorts before all ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Unfinished run. */
export interface OpenRun {
  readonly id: string;
  readonly org_id: string;
  readonly restarts: number;
  /** Newest stored turn; 0 for none. */
  readonly turns: number;
  /** Whether a stop was requested. */
  readonly stopping: boolean;
  /** Whether its parent or project was deleted without a stop request. */
  readonly abandoned: boolean;
  /** Whether its row claims to be executing. */
  readonly moving: boolean;
}

/** Page of the unfinished runs, ordered by id. */
interface OpenPage {
  /** Minimum age, since the workflow of a younger run may just be starting. */
  readonly graceSeconds: number;
  /** Id before the first. */
  readonly after: string;
  readonly limit: number;
}

/** Unfinished runs of a kind that should move or stop, or whose parent was deleted. */
export function listUnsettledRuns(db: Executor, kind: RunKind, page: OpenPage): Promise<OpenRun[]> {
  return selectOpenRuns(
    db,
    kind,
    sql`(not ${isParked(kind)} or o.deleted_at is not null or p.deleted_at is not null)`,
    page,
  );
}

/**
 * Ages in seconds: from the minimum on, a queued run should have its workflow. Above the maximum, only `repair active
 * runs` handles it.
 */
const QUEUED_SECONDS = { min: 5, max: 60 };

/** Runs of a kind that stay queued. Their workflow may be missing if the process that accepted them died. */
export function listQueuedRuns(db: Executor, kind: RunKind, limit: number): Promise<OpenRun[]> {
  const isRecent = sql<boolean>`r.status = 'queued' and r.created > now() - make_interval(secs => ${QUEUED_SECONDS.max})`;
  return selectOpenRuns(db, kind, isRecent, { graceSeconds: QUEUED_SECONDS.min, after: FIRST_ID, limit });
}

/** Unfinished runs of a kind that wait for a person or a time. */
export function listParkedRuns(db: Executor, kind: RunKind, page: OpenPage): Promise<OpenRun[]> {
  return selectOpenRuns(db, kind, isParked(kind), page);
}

/** Finds an unfinished run. */
export async function findOpenRun(db: Executor, kind: RunKind, id: string): Promise<OpenRun | undefined> {
  const { rows } = await sql<OpenRun>`${selectRuns(kind)} and r.id = ${id}`.execute(db);
  return rows[0];
}

/** Status of a run; undefined if it no longer exists. */
export async function findRunStatus(db: Executor, { table }: RunKind, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`select status from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows[0]?.status;
}

async function selectOpenRuns(
  db: Executor,
  kind: RunKind,
  condition: RawBuilder<unknown>,
  { graceSeconds, after, limit }: OpenPage,
): Promise<OpenRun[]> {
  const { rows } = await sql<OpenRun>`${selectRuns(kind)} and ${condition} and r.id > ${after}::uuid
    and r.created < now() - make_interval(secs => ${graceSeconds}) order by r.id limit ${limit}`.execute(db);
  return rows;
}

function selectRuns(kind: RunKind): RawBuilder<OpenRun> {
  const { table, parent, turns, isIndependent, isMoving } = kind;
  return sql`
    select r.id, r.org_id, r.restarts, ${turns} as turns, r.status = 'cancelling' as stopping,
      r.status <> 'cancelling' and coalesce(o.deleted_at, p.deleted_at) is not null as abandoned, ${isMoving} and not ${isParked(kind)} as moving
    from ${sql.table(table)} r join ${sql.table(parent.table)} o on o.id = r.${sql.ref(parent.column)}
      join projects p on p.id = r.project_id
    where r.completed is null and ${isIndependent}`;
}

/** SQL condition: a row `r` waits for a person, or for the time of its next attempt. */
function isParked({ parked }: RunKind): RawBuilder<boolean> {
  return sql`(r.status = any(${[...parked]}::text[]) or coalesce(r.waiting_for ->> 'kind' in ('provider', 'retry')
    and (r.waiting_for ->> 'until')::timestamptz > now() and r.status = 'running', false))`;
}

/** Counts a restart of a run. Returns false if another process with the same state did. */
export async function countRestart(db: Executor, kind: RunKind, run: OpenRun): Promise<boolean> {
  const { rows } = await sql`update ${sql.table(kind.table)} set restarts = restarts + 1
    where id = ${run.id} and restarts = ${run.restarts} and completed is null returning id`.execute(db);
  return rows.length > 0;
}
