import type { Executor } from '../platform/db/client.ts';

/** Deletes the secrets, pending authorizations and tool previews of a deleted project. */
export async function deleteProjectCredentials(trx: Executor, projectId: string): Promise<void> {
  await trx.deleteFrom('mcp_auth_grants').where('project_id', '=', projectId).execute();
  await trx.deleteFrom('mcp_listings_shown').where('project_id', '=', projectId).execute();
  await trx.deleteFrom('connection_auth_sessions').where('project_id', '=', projectId).execute();
  await trx.deleteFrom('connection_credentials').where('project_id', '=', projectId).execute();
}
