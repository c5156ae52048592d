import type { Executor } from '../platform/db/client.ts';

/** Takes the links of a project back. */
export async function deactivateProjectShares(trx: Executor, projectId: string): Promise<void> {
  await trx.updateTable('shares').set({ active: false }).where('project_id', '=', projectId).execute();
}
