import { AGENT_SECURABLES } from './agents.ts';
import { INTEGRATION_SECURABLES, MCP_SERVER_SECURABLES } from './connections.ts';
import { FORWARDER_SECURABLES } from './forwarders.ts';
import { IDENTITY_SECURABLES } from './identity.ts';
import { KNOWLEDGE_SECURABLES } from './knowledge.ts';
import { ORGANIZATION_SECURABLES } from './organizations.ts';
import { PROJECT_SECURABLES } from './projects.ts';
import { SKILL_SECURABLES } from './skills.ts';
import { TASK_SECURABLES } from './tasks.ts';

/** Every securable resource type, with its permissions. */
export const SECURABLES = {
  ...ORGANIZATION_SECURABLES,
  ...PROJECT_SECURABLES,
  ...TASK_SECURABLES,
  ...AGENT_SECURABLES,
  ...SKILL_SECURABLES,
  ...MCP_SERVER_SECURABLES,
  ...INTEGRATION_SECURABLES,
  ...FORWARDER_SECURABLES,
  ...KNOWLEDGE_SECURABLES,
  ...IDENTITY_SECURABLES,
} as const;
