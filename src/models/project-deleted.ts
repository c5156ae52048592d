import type { Executor } from '../platform/db/client.ts';

/** Deletes the exclusion rules of a deleted project. */
export async function deleteProjectExclusions(trx: Executor, projectId: string): Promise<void> {
  await trx.deleteFrom('model_exclusions').where('project_id', '=', projectId).execute();
}
