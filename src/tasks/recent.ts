import { sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, type Sort } from '../platform/db/pagination.ts';
import { errors } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { RunOf } from '../runs/contract.ts';
import { isRunVisible } from '../runs/visibility.ts';
import { taskRunKind } from './run-kind.ts';
import { listRunsById, type TaskRunRow } from './runs.ts';

/** Maximum number of runs per task, newest first. */
export const RUNS_PER_TASK = 5;

/** A task with its newest runs. */
interface RecentTask {
  readonly task_id: string;
  readonly task: RunOf;
  /** Newest first. */
  readonly runs: readonly TaskRunRow[];
}

/** Sorted by the newest run at the time of the first page: tasks keep their position while paging. */
const BY_NEWEST_RUN: Sort = [
  { column: 'as_of', type: 'uuid', order: 'desc' },
  { column: 'newest', type: 'uuid', order: 'desc' },
];

/** Lists tasks of a project by latest run, each with its latest runs that the principal can see. */
export async function listRecentByTask(
  db: Executor,
  principal: Principal,
  page: PageRequest,
): Promise<Page<RecentTask>> {
  const asOf = readAsOf(page);
  const visible = isRunVisible(principal, taskRunKind, 't');
  const newest = sql<{ as_of: string; newest: string; task_id: string; task: RunOf }>`(
    select ${asOf}::uuid as as_of, n.id as newest, t.id as task_id,
      json_build_object('id', t.id, 'name', t.name, 'deleted', t.deleted_at is not null) as task
    from tasks t cross join lateral (
      select r.id from task_runs r where r.task_id = t.id and r.id <= ${asOf}::uuid and ${visible} order by r.id desc limit 1) n
    where t.project_id = ${principal.projectId})`;
  const found = await paginate(db.selectFrom(newest.as('g')).selectAll('g'), BY_NEWEST_RUN, page);
  const { rows } = await sql<{ id: string }>`
    select n.id from tasks t cross join lateral (
      select r.id from task_runs r where r.task_id = t.id and r.id <= ${asOf}::uuid and ${visible}
      order by r.id desc limit ${RUNS_PER_TASK}) n
    where t.id = any(${found.results.map((row) => row.task_id)}::uuid[])`.execute(db);
  const runs = await listRunsById(
    db,
    rows.map((row) => row.id),
  );
  const results = found.results.map(({ task_id, task }) => ({
    task_id,
    task,
    runs: runs.filter((run) => run.task_id === task_id),
  }));
  return { results, pagination: found.pagination };
}

/** Reads the upper bound of run IDs from the cursor. Throws a 400 for a foreign cursor. */
function readAsOf({ cursor, codec: cursors }: PageRequest): string {
  if (cursor === undefined) return newId();
  const [asOf] = cursors.decode(BY_NEWEST_RUN, cursor) ?? [];
  if (typeof asOf !== 'string') throw errors.malformedCursor();
  return asOf;
}
