import type { Executor } from '../platform/db/client.ts';

/** Nothing of a deleted project calls anybody any more: its secrets go. */
export async function deleteProjectCredentials(trx: Executor, projectId: string): Promise<void> {
  await trx.deleteFrom('connection_auth_sessions').where('project_id', '=', projectId).execute();
  await trx.deleteFrom('connection_credentials').where('project_id', '=', projectId).execute();
}
