import type { Executor } from '../../platform/db/client.ts';

/** Deletes pending authorizations and previews of a deleted project. */
export async function deleteProjectMcpGrants(trx: Executor, projectId: string): Promise<void> {
  await trx.deleteFrom('mcp_auth_grants').where('project_id', '=', projectId).execute();
  await trx.deleteFrom('mcp_listings_shown').where('project_id', '=', projectId).execute();
}
