import { AGENT_SECURABLES } from '../agents/securable.ts';
import { FORWARDER_SECURABLES } from '../forwarders/securable.ts';
import { IDENTITY_SECURABLES } from '../identity/securable.ts';
import { INTEGRATION_SECURABLES } from '../integrations/securable.ts';
import { KNOWLEDGE_SECURABLES } from '../knowledge/securable.ts';
import { MCP_SERVER_SECURABLES } from '../mcp-servers/securable.ts';
import { ORGANIZATION_SECURABLES } from '../organizations/securable.ts';
import { PROJECT_SECURABLES } from '../projects/securable.ts';
import { SKILL_SECURABLES } from '../skills/securable.ts';
import { TASK_SECURABLES } from '../tasks/securable.ts';

/** Every type of resource that roles are given on, gathered from the rooms. */
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
