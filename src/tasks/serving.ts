import { type Selectable, sql } from 'kysely';
import { type Executor, json } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { newId, newIdAfter } from '../platform/ids.ts';
import type { ActiveRevision } from './queries.ts';
import { hasSameWeights } from './rules.ts';
import type { TaskServingTable } from './tables.ts';

/** An entry of the serving history. */
export type ServingRow = Selectable<TaskServingTable>;

/** Sets the active revisions of a locked task and records them in the serving history. Returns the ID of the entry. */
export async function setActiveRevisions(
  trx: Executor,
  taskId: string,
  active: readonly ActiveRevision[],
  restores: string | null = null,
): Promise<string> {
  await trx.deleteFrom('task_active_revisions').where('task_id', '=', taskId).execute();
  const rows = active.map(({ task_revision_id, weight }) => ({
    task_id: taskId,
    task_revision_id,
    weight: String(weight),
  }));
  await trx.insertInto('task_active_revisions').values(rows).execute();
  const newest = await findNewestServing(trx, taskId);
  const id = newest === undefined ? newId() : newIdAfter(newest.id);
  await trx
    .insertInto('task_serving')
    .values({ id, task_id: taskId, active_revisions: json(active), restores })
    .execute();
  return id;
}

/** An entry with its end. Null for the current one. */
interface ServingEntry extends ServingRow {
  readonly until: Date | null;
}

/** Lists the serving history of a task, newest first. */
export function listServing(db: Executor, taskId: string, page: PageRequest): Promise<Page<ServingEntry>> {
  const rows = db
    .selectFrom('task_serving as s')
    .selectAll('s')
    .select(
      sql<Date | null>`(select n.since from task_serving n where n.task_id = s.task_id and n.id > s.id order by n.id limit 1)`.as(
        'until',
      ),
    )
    .where('s.task_id', '=', taskId);
  return paginate(rows, sortByNewest('s.id'), page);
}

/** Finds an entry of a task's serving history. */
export function findServing(db: Executor, taskId: string, id: string): Promise<ServingRow | undefined> {
  return selectByTask(db, taskId).where('id', '=', id).executeTakeFirst();
}

/**
 * Finds the entry that a rollback restores: the one before the current entry. After a rollback, it counts from the
 * restored entry, so that repeated rollbacks go further back.
 */
export async function findPreviousServing(
  db: Executor,
  taskId: string,
  active: readonly ActiveRevision[],
): Promise<ServingRow | undefined> {
  const newest = await findNewestServing(db, taskId);
  // An older release may have changed the active revisions without an entry. Then the newest entry is the previous one.
  if (newest === undefined || !hasSameWeights(newest.active_revisions, active)) return newest;
  const currentId = newest.restores ?? newest.id;
  return selectByTask(db, taskId).where('id', '<', currentId).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** Lists the serving revisions of a task. */
export async function listActiveRevisions(db: Executor, taskId: string): Promise<ActiveRevision[]> {
  const rows = await db.selectFrom('task_active_revisions').selectAll().where('task_id', '=', taskId).execute();
  return rows.map(({ task_revision_id, weight }) => ({ task_revision_id, weight: Number(weight) }));
}

function findNewestServing(db: Executor, taskId: string): Promise<ServingRow | undefined> {
  return selectByTask(db, taskId).orderBy('id', 'desc').limit(1).executeTakeFirst();
}

function selectByTask(db: Executor, taskId: string) {
  return db.selectFrom('task_serving').selectAll().where('task_id', '=', taskId);
}
