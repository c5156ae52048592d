import { AGENT_OPERATIONS } from './agents/agents.ts';
import { APPROVAL_OPERATIONS } from './agents/approvals.ts';
import { CANCEL_OPERATIONS } from './agents/cancel.ts';
import { AGENT_EVENT_OPERATIONS } from './agents/events.ts';
import { AGENT_RUN_OPERATIONS } from './agents/runs.ts';
import { AGENT_SESSION_OPERATIONS } from './agents/sessions.ts';
import { HEALTH_OPERATIONS } from './health/operations.ts';
import { IDENTITY_OPERATIONS } from './identity/operations.ts';
import { MODEL_OPERATIONS } from './models/operations.ts';
import type { Operation } from './operation.ts';
import { ORGANIZATION_OPERATIONS } from './organizations/operations.ts';
import { PROJECT_OPERATIONS } from './projects/operations.ts';
import { TASK_RUN_OPERATIONS } from './tasks/runs.ts';
import { TASK_OPERATIONS } from './tasks/tasks.ts';

/** Every operation of the API, gathered from the rooms. */
export const OPERATIONS: readonly Operation[] = [
  ...HEALTH_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...MODEL_OPERATIONS,
  ...TASK_OPERATIONS,
  ...TASK_RUN_OPERATIONS,
  ...AGENT_OPERATIONS,
  ...AGENT_RUN_OPERATIONS,
  ...AGENT_EVENT_OPERATIONS,
  ...AGENT_SESSION_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...CANCEL_OPERATIONS,
];
