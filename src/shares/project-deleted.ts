import type { Executor } from '../platform/db/client.ts';

/** Deactivates the shares of a deleted project. */
export async function deactivateProjectShares(trx: Executor, projectId: string): Promise<void> {
  await trx.updateTable('shares').set({ active: false }).where('project_id', '=', projectId).execute();
}
