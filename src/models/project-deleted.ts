import type { Executor } from '../platform/db/client.ts';

/** A deleted project's rules have nothing to keep anybody from. */
export async function projectDeleted(trx: Executor, projectId: string): Promise<void> {
  await trx.deleteFrom('model_exclusions').where('project_id', '=', projectId).execute();
}
