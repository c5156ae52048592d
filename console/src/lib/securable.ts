import { AGENT, PROJECT, TASK } from '../../../client/prefixes.ts';

/** API path and path parameter of each resource type that roles apply to. */
export const SECURABLE_PATHS = {
  organization: ['/api/v1/org/{org_id}', 'org_id'],
  project: [PROJECT, 'project_id'],
  task: [TASK, 'task_id'],
  task_agent: [AGENT, 'task_agent_id'],
  skill: [`${PROJECT}/skill/{skill_id}`, 'skill_id'],
  task_mcp_server: [`${PROJECT}/task_mcp_server/{task_mcp_server_id}`, 'task_mcp_server_id'],
  integration: [`${PROJECT}/integration/{integration_id}`, 'integration_id'],
  task_forwarder: [`${PROJECT}/task_forwarder/{task_forwarder_id}`, 'task_forwarder_id'],
  collection: [`${PROJECT}/collection/{collection_id}`, 'collection_id'],
  document: [`${PROJECT}/document/{document_id}`, 'document_id'],
  oauth_client: [`${PROJECT}/oauth_client/{oauth_client_id}`, 'oauth_client_id'],
} as const;

/** A resource type that roles apply to. */
export type SecurableType = keyof typeof SECURABLE_PATHS;

/** A resource that roles apply to. */
export interface Securable {
  readonly type: SecurableType;
  readonly id: string;
}
