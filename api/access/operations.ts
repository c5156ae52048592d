import type { Operation } from '../operation.ts';
import { createIamOperations } from './iam.ts';
import { listOwnRoles } from './resource-roles.ts';

/**
 * IAM operations of every securable resource, and the caller's own roles. test/guards/operations.txt lists the paths.
 */
export const ACCESS_OPERATIONS: readonly Operation[] = [
  ...createIamOperations('organization', '/org/{org_id}', 'Organizations'),
  ...createIamOperations('project', '/org/{org_id}/project/{project_id}', 'Projects'),
  ...createIamOperations('task', '/org/{org_id}/project/{project_id}/task/{task_id}', 'Tasks'),
  ...createIamOperations('task_agent', '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}', 'Agents'),
  ...createIamOperations(
    'integration',
    '/org/{org_id}/project/{project_id}/integration/{integration_id}',
    'Integrations',
  ),
  ...createIamOperations('skill', '/org/{org_id}/project/{project_id}/skill/{skill_id}', 'Skills'),
  ...createIamOperations(
    'task_mcp_server',
    '/org/{org_id}/project/{project_id}/task_mcp_server/{task_mcp_server_id}',
    'MCP servers',
  ),
  ...createIamOperations(
    'task_forwarder',
    '/org/{org_id}/project/{project_id}/task_forwarder/{task_forwarder_id}',
    'Task forwarders',
  ),
  ...createIamOperations('collection', '/org/{org_id}/project/{project_id}/collection/{collection_id}', 'Collections'),
  ...createIamOperations('document', '/org/{org_id}/project/{project_id}/document/{document_id}', 'Documents'),
  ...createIamOperations(
    'oauth_client',
    '/org/{org_id}/project/{project_id}/oauth_client/{oauth_client_id}',
    'OAuth clients',
  ),
  listOwnRoles,
];
