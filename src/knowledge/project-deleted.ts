import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/** Deletes the documents of a deleted project; maintenance erases the rest. */
export async function deleteProjectDocuments(trx: Executor, projectId: string): Promise<void> {
  await trx
    .updateTable('documents')
    .set({ deleted_at: sql<Date>`now()` })
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute();
}
