import { sql } from 'kysely';
import { isPublished } from '../access/public-grants.ts';
import type { Exclusion } from '../models/exclusions.ts';
import { selectExclusionsColumn } from '../models/queries.ts';
import type { Executor } from '../platform/db/client.ts';
import { type ChosenConfig, selectChosenConfigColumn } from '../projects/config.ts';
import { type Account, joinAccount, selectAccountColumns } from '../usage/start-check.ts';
import { type ActiveRevision, findTaskRevision, type TaskRevisionRow, type TaskRow } from './queries.ts';
import { findLeadingRevision } from './rules.ts';

/** A task as a run needs it, read in one query. */
export interface RunnableTask extends TaskRow, Account {
  readonly active: readonly ActiveRevision[];
  /** Whether it is public and its organization allows public tasks. */
  readonly published: boolean;
  /** Model exclusions of its project. */
  readonly exclusions: readonly Exclusion[];
  /** Settings of its project. */
  readonly project_config: ChosenConfig;
}

/** Finds a task of the project with everything a run of it needs. */
export async function findRunnableTask(db: Executor, projectId: string, id: string): Promise<RunnableTask | undefined> {
  const [task] = await listRunnableTasks(db, projectId, [id]);
  return task;
}

/** Lists live, enabled tasks among the tools of an agent. */
export async function listTaskTools(db: Executor, projectId: string, ids: readonly string[]): Promise<RunnableTask[]> {
  if (ids.length === 0) return [];
  return (await listRunnableTasks(db, projectId, ids)).filter((task) => task.enabled);
}

async function listRunnableTasks(db: Executor, projectId: string, ids: readonly string[]): Promise<RunnableTask[]> {
  const { rows } = await sql<RunnableTask>`
    select t.*, ${selectAccountColumns(sql`t.project_id`, sql`t.id`)},
      (select coalesce(json_agg(json_build_object('task_revision_id', v.task_revision_id, 'weight', v.weight)), '[]')
        from task_active_revisions v where v.task_id = t.id) as active,
      ${isPublished(sql`t`)} as published,
      ${selectExclusionsColumn(sql`t.org_id`, sql`t.project_id`)} as exclusions,
      ${selectChosenConfigColumn(sql`t.project_id`)} as project_config
    from tasks t ${joinAccount(sql`t.org_id`)}
    where t.id = any(${[...ids]}::uuid[]) and t.project_id = ${projectId} and t.deleted_at is null`.execute(db);
  return rows;
}

/** Finds a task that models can read, with its leading revision: live, published and exposed. */
export async function findTaskForModels(
  db: Executor,
  projectId: string,
  id: string,
): Promise<{ readonly task: RunnableTask; readonly revision: TaskRevisionRow } | undefined> {
  const task = await findRunnableTask(db, projectId, id);
  if (!task?.published || !task.exposed_to_agents) return undefined;
  const leading = findLeadingRevision(task.active);
  const revision = leading === undefined ? undefined : await findTaskRevision(db, leading);
  return revision && { task, revision };
}
