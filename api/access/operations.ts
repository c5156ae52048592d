import type { Operation } from '../operation.ts';
import { iamOperations } from './iam.ts';
import { listOwnRoles } from './resource-roles.ts';

/**
 * IAM operations of every securable resource, and the caller's own roles. test/guards/operations.txt lists the paths.
 */
export const ACCESS_OPERATIONS: readonly Operation[] = [
  ...iamOperations('organization', '/org/{org_id}', 'Organizations'),
  ...iamOperations('project', '/org/{org_id}/project/{project_id}', 'Projects'),
  ...iamOperations('task', '/org/{org_id}/project/{project_id}/task/{task_id}', 'Tasks'),
  ...iamOperations('task_agent', '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}', 'Agents'),
  ...iamOperations('integration', '/org/{org_id}/project/{project_id}/integration/{integration_id}', 'Integrations'),
  ...iamOperations('skill', '/org/{org_id}/project/{project_id}/skill/{skill_id}', 'Skills'),
  ...iamOperations(
    'task_mcp_server',
    '/org/{org_id}/project/{project_id}/task_mcp_server/{task_mcp_server_id}',
    'MCP servers',
  ),
  ...iamOperations(
    'task_forwarder',
    '/org/{org_id}/project/{project_id}/task_forwarder/{task_forwarder_id}',
    'Task forwarders',
  ),
  ...iamOperations('collection', '/org/{org_id}/project/{project_id}/collection/{collection_id}', 'Collections'),
  ...iamOperations('document', '/org/{org_id}/project/{project_id}/document/{document_id}', 'Documents'),
  ...iamOperations(
    'oauth_client',
    '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}',
    'OAuth clients',
  ),
  listOwnRoles,
];
