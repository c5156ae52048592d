import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { TaskRevisionRow } from './queries.ts';

/** Finds the revision of a task with a tag. */
export function findRevisionByTag(db: Executor, taskId: string, tag: string): Promise<TaskRevisionRow | undefined> {
  return db
    .selectFrom('task_revisions')
    .selectAll()
    .where('task_id', '=', taskId)
    .where(sql<boolean>`${tag} = any(tags)`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/**
 * Replaces the tags of a revision, and removes them from other revisions. The transaction must have locked the task.
 */
export async function setRevisionTags(
  trx: Executor,
  taskId: string,
  revisionId: string,
  tags: readonly string[],
): Promise<void> {
  await sql`update task_revisions set tags = ${[...tags]}::text[] where id = ${revisionId}`.execute(trx);
  await sql`
    update task_revisions set tags = array(
      select n.name from unnest(tags) with ordinality n(name, place) where n.name <> all(${[...tags]}::text[]) order by n.place)
    where task_id = ${taskId} and id <> ${revisionId} and tags && ${[...tags]}::text[]`.execute(trx);
}
