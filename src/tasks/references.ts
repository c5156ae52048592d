import { sql } from 'kysely';
import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import { EVAL_TRIGGER, type RunError } from '../runs/contract.ts';
import { selectVisibility } from '../runs/kind.ts';
import { isRunVisible } from '../runs/visibility.ts';
import { taskRunKind } from './run-kind.ts';

/** A past run of a task for comparisons. */
export interface TaskReference {
  readonly id: string;
  readonly task_revision_id: string;
  readonly input: Record<string, unknown>;
  readonly response: unknown;
  readonly status: string;
  readonly is_error: boolean;
  readonly error: RunError | null;
  readonly total_tokens: number;
  readonly charged_credits: string;
  readonly created_by_type: string;
  readonly created_by: string;
  readonly visibility: string;
  readonly started: Date | null;
  readonly completed: Date | null;
}

/** Lists runs of a task, or of all tasks. */
export function listTaskReferences(
  db: Executor,
  taskId: string | undefined,
  ids: readonly string[],
): Promise<TaskReference[]> {
  const runs = db
    .selectFrom('task_runs as r')
    .innerJoin('tasks as t', 't.id', 'r.task_id')
    .select(['r.id', 'r.task_revision_id', 'r.input', 'r.response', 'r.status', 'r.is_error', 'r.error'])
    .select(['r.charged_credits', 'r.created_by_type', 'r.created_by', 'r.started', 'r.completed'])
    .select([
      selectVisibility(taskRunKind.parent, 't').as('visibility'),
      sql<number>`r.input_tokens + r.output_tokens`.as('total_tokens'),
    ])
    .where('r.id', '=', sql<string>`any(${[...ids]}::uuid[])`);
  return (taskId === undefined ? runs : runs.where('r.task_id', '=', taskId)).execute();
}

/** Lists IDs of the latest successful runs by other revisions that the principal can see, without runs of evals. */
export async function listLatestTaskRuns(
  db: Executor,
  principal: Principal,
  { resourceId, count, notOf }: { readonly resourceId: string; readonly count: number; readonly notOf: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from task_runs r join tasks t on t.id = r.task_id
    where r.task_id = ${resourceId} and r.task_revision_id <> ${notOf} and r.status = 'completed'
      and r.trigger_type <> ${EVAL_TRIGGER} and ${isRunVisible(principal, taskRunKind, 't')}
    order by r.id desc limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds the newest revision of a task. */
export async function findNewestTaskRevision(db: Executor, taskId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('task_revisions')
    .select('id')
    .where('task_id', '=', taskId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
