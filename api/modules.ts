import { ACCESS_OPERATIONS } from './access/operations.ts';
import { AGENT_OPERATIONS } from './agents/operations.ts';
import { AUDIT_OPERATIONS } from './audit/operations.ts';
import { INTEGRATION_OPERATIONS } from './connections/integrations/operations.ts';
import { MCP_SERVER_OPERATIONS } from './connections/mcp-servers/operations.ts';
import { EVAL_OPERATIONS } from './evals/operations.ts';
import { FILE_OPERATIONS } from './files/operations.ts';
import { HEALTH_OPERATIONS } from './health/operations.ts';
import { IDENTITY_OPERATIONS, IDENTITY_PAGES } from './identity/operations.ts';
import { KNOWLEDGE_OPERATIONS } from './knowledge/operations.ts';
import { MCP_OPERATION } from './mcp/operations.ts';
import { MODEL_OPERATIONS } from './models/operations.ts';
import { OPENAI_OPERATIONS } from './openai/operations.ts';
import type { Operation } from './operation.ts';
import { ORGANIZATION_OPERATIONS, ORGANIZATION_PAGES } from './organizations/operations.ts';
import { PARTNER_OPERATIONS } from './organizations/partners/operations.ts';
import type { PageRoute } from './plugins/pages.ts';
import { PROJECT_OPERATIONS } from './projects/operations.ts';
import { FEEDBACK_OPERATIONS } from './runs/feedback/operations.ts';
import { RUN_OPERATIONS } from './runs/operations.ts';
import { SHARE_OPERATIONS } from './shares/operations.ts';
import { SKILL_OPERATIONS } from './skills/operations.ts';
import { TAG_OPERATIONS } from './tags/operations.ts';
import { FORWARDER_OPERATIONS } from './tasks/forwarders/operations.ts';
import { GUARDRAIL_OPERATIONS } from './tasks/guardrails/operations.ts';
import { TASK_OPERATIONS } from './tasks/operations.ts';
import { TRIGGER_OPERATIONS } from './triggers/operations.ts';
import { USAGE_OPERATIONS } from './usage/operations.ts';
import { REPORTING_GROUP_OPERATIONS } from './usage/reporting-groups/operations.ts';
import { REPORT_OPERATIONS } from './usage/reports/operations.ts';

/** Composition root of the API: all operations. */
export const OPERATIONS: readonly Operation[] = [
  ...HEALTH_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...PARTNER_OPERATIONS,
  ...FILE_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...MODEL_OPERATIONS,
  ...TASK_OPERATIONS,
  ...REPORTING_GROUP_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...FORWARDER_OPERATIONS,
  ...SHARE_OPERATIONS,
  ...AGENT_OPERATIONS,
  ...EVAL_OPERATIONS,
  ...GUARDRAIL_OPERATIONS,
  ...RUN_OPERATIONS,
  ...FEEDBACK_OPERATIONS,
  ...TRIGGER_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...TAG_OPERATIONS,
  ...SKILL_OPERATIONS,
  ...MCP_SERVER_OPERATIONS,
  ...INTEGRATION_OPERATIONS,
  ...KNOWLEDGE_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...OPENAI_OPERATIONS,
];

/** Messages to protocol endpoints, which the OpenAPI document does not contain. */
export const PROTOCOL_OPERATIONS: readonly Operation[] = [MCP_OPERATION];

/** All HTML pages. */
export const PAGES: readonly PageRoute[] = [...IDENTITY_PAGES, ...ORGANIZATION_PAGES];
