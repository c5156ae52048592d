import { findIntegrations } from '../../connections/integrations/queries.ts';
import { isOffered } from '../../connections/mcp-servers/definition.ts';
import { findMcpServers } from '../../connections/mcp-servers/queries.ts';
import { listMcpServerTools } from '../../connections/mcp-servers/tools.ts';
import type { Executor } from '../../platform/db/client.ts';
import type { DependencyRow } from '../provisioning/queries.ts';

/** Ids of what among some needs of a project waits now for somebody to authorise a connection, or to allow its tool. */
export async function unauthorizedAmong(
  db: Executor,
  projectId: string,
  needs: readonly DependencyRow[],
): Promise<ReadonlySet<string>> {
  const ids = (type: DependencyRow['target_type']) =>
    needs.flatMap(({ target_type, target_id }) => (target_type === type && target_id !== null ? target_id : []));
  const servers = await findMcpServers(db, projectId, ids('task_mcp_server'));
  const withTool = needs.filter(({ tool_id, status }) => tool_id !== null && status === 'needs_authorization');
  const tools = withTool.length === 0 ? [] : await listMcpServerTools(db, ids('task_mcp_server'));
  const waits = new Set<string>();
  const integrations = await findIntegrations(db, projectId, ids('integration'));
  for (const { id, status } of integrations) if (status !== 'authorized') waits.add(id);
  for (const { id, auth_status: status } of servers) if (status === 'needs_authorization') waits.add(id);
  for (const tool of tools) if (!isOffered(tool)) waits.add(tool.id);
  const isWaiting = ({ target_id, tool_id }: DependencyRow) =>
    (target_id !== null && waits.has(target_id)) || (tool_id !== null && waits.has(tool_id));
  return new Set(needs.filter(isWaiting).map(({ id }) => id));
}
