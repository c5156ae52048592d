import { findIntegrations } from '../../connections/integrations/queries.ts';
import { isOffered } from '../../connections/mcp-servers/definition.ts';
import { findMcpServers } from '../../connections/mcp-servers/queries.ts';
import { listMcpServerTools } from '../../connections/mcp-servers/tools.ts';
import type { Executor } from '../../platform/db/client.ts';
import type { DependencyRow } from '../provisioning/queries.ts';

/** Returns the IDs of requirements that wait for authorization of a connection, or for a tool to be allowed. */
export async function findUnauthorized(
  db: Executor,
  projectId: string,
  requirements: readonly DependencyRow[],
): Promise<ReadonlySet<string>> {
  const ids = (type: DependencyRow['target_type']) =>
    requirements.flatMap(({ target_type, target_id }) => (target_type === type && target_id !== null ? target_id : []));
  const servers = await findMcpServers(db, projectId, ids('task_mcp_server'));
  const withTool = requirements.filter(({ tool_id, status }) => tool_id !== null && status === 'needs_authorization');
  const tools = withTool.length === 0 ? [] : await listMcpServerTools(db, ids('task_mcp_server'));
  const waitingIds = new Set<string>();
  const integrations = await findIntegrations(db, projectId, ids('integration'));
  for (const { id, status } of integrations) if (status !== 'authorized') waitingIds.add(id);
  for (const { id, auth_status: status } of servers) if (status === 'needs_authorization') waitingIds.add(id);
  for (const tool of tools) if (!isOffered(tool)) waitingIds.add(tool.id);
  const isWaiting = ({ target_id, tool_id }: DependencyRow) =>
    (target_id !== null && waitingIds.has(target_id)) || (tool_id !== null && waitingIds.has(tool_id));
  return new Set(requirements.filter(isWaiting).map(({ id }) => id));
}
