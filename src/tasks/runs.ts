import { type Selectable, sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import { type FileRecord, filesColumn } from '../files/queries.ts';
import { type Executor, json } from '../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import type { Message } from '../platform/messages.ts';
import type { RunOf } from '../runs/contract.ts';
import { hasFeedback, type ScoreFilter, selectFeedbackCountColumn } from '../runs/feedback/columns.ts';
import { selectVisibility } from '../runs/kind.ts';
import type { ProviderWait } from '../runs/provider-wait.ts';
import { isRunVisible } from '../runs/visibility.ts';
import { selectWithoutWorker, toWaitingFor } from '../runs/waiting.ts';
import { taskRunKind } from './run-kind.ts';
import type { TaskRunsTable } from './tables.ts';

export interface TaskRunRow extends Selectable<TaskRunsTable> {
  readonly task: RunOf;
  /** Visibility setting. */
  readonly visibility: string;
  readonly files: readonly FileRecord[];
  /** Number of feedback entries. */
  readonly feedback_count: number;
  /** Time since which no worker is available for a run that should progress. */
  readonly without_worker: Date | null;
}

export function findTaskRun(db: Executor, id: string): Promise<TaskRunRow | undefined> {
  return selectRuns(db).where('r.id', '=', id).executeTakeFirst();
}

/** Lists runs by ID, newest first. */
export async function listRunsById(db: Executor, ids: readonly string[]): Promise<TaskRunRow[]> {
  if (ids.length === 0) return [];
  return await selectRuns(db).where('r.id', 'in', ids).orderBy('r.id', 'desc').execute();
}

interface TaskRunFilter {
  /** The caller. The runs are those of the path's project that the caller can see. */
  readonly principal: Principal;
  readonly taskId?: string;
  readonly taskRevisionId?: string;
  readonly reportingGroupId?: string;
  readonly isError?: boolean;
  readonly from?: Date;
  readonly until?: Date;
  readonly triggerType?: string;
  /** Runs that these triggers started. */
  readonly triggerIds?: readonly string[];
  readonly feedback?: ScoreFilter;
}

export function listTaskRuns(db: Executor, filter: TaskRunFilter, page: PageRequest) {
  const visible = isRunVisible(filter.principal, taskRunKind, 't');
  let rows = selectRuns(db).where('r.project_id', '=', filter.principal.projectId).where(visible);
  if (filter.taskId !== undefined) rows = rows.where('r.task_id', '=', filter.taskId);
  if (filter.taskRevisionId !== undefined) rows = rows.where('r.task_revision_id', '=', filter.taskRevisionId);
  if (filter.reportingGroupId !== undefined) rows = rows.where('r.reporting_group_id', '=', filter.reportingGroupId);
  if (filter.isError !== undefined)
    rows = rows.where('r.is_error', '=', filter.isError).where('r.completed', 'is not', null);
  if (filter.from !== undefined) rows = rows.where('r.created', '>=', filter.from);
  if (filter.until !== undefined) rows = rows.where('r.created', '<', filter.until);
  if (filter.triggerType !== undefined) rows = rows.where('r.trigger_type', '=', filter.triggerType);
  if (filter.feedback !== undefined) rows = rows.where(hasFeedback('task_run_id', filter.feedback));
  for (const id of filter.triggerIds ?? []) rows = rows.where('r.trigger_id', '=', id);
  return paginate(rows, sortByNewest('r.id'), page);
}

/** Stores that a run's model call is retried, and after how many milliseconds. */
export async function recordTaskRunRetry(db: Executor, id: string, detail: Message, pauseMs: number): Promise<void> {
  await db
    .updateTable('task_runs')
    .set({ waiting_for: json(toWaitingFor('retry', detail, pauseMs)), llm_retries: sql<number>`llm_retries + 1` })
    .where('id', '=', id)
    .where('completed', 'is', null)
    .execute();
}

/** Stores that a run waits for its provider, with the number of retries so far. */
export async function storeTaskRunWait(
  db: Executor,
  id: string,
  { waitingFor: waiting, outages, failures }: ProviderWait,
): Promise<void> {
  await db
    .updateTable('task_runs')
    .set({ waiting_for: json(waiting), awaited_outages: outages && [...outages], llm_retries: failures })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

function selectRuns(db: Executor) {
  return db
    .selectFrom('task_runs as r')
    .innerJoin('tasks as t', 't.id', 'r.task_id')
    .selectAll('r')
    .select([
      selectVisibility(taskRunKind.parent, 't').as('visibility'),
      sql<RunOf>`json_build_object('id', t.id, 'name', t.name, 'deleted', t.deleted_at is not null)`.as('task'),
    ])
    .select(selectWithoutWorker(sql`coalesce(r.started, r.created)`).as('without_worker'))
    .select([filesColumn(sql`r.id`).as('files'), selectFeedbackCountColumn('task_run_id').as('feedback_count')]);
}

/** Returns the task run of a tool call. */
export async function getRunOfToolCall(db: Executor, callId: string): Promise<string> {
  const run = await db
    .selectFrom('task_runs')
    .select('id')
    .where('tool_call_id', '=', callId)
    .executeTakeFirstOrThrow();
  return run.id;
}
