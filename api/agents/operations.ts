import type { Operation } from '../operation.ts';
import { AGENT_RECORD_OPERATIONS } from './agents.ts';
import { POLICY_OPERATIONS } from './approvals/dry-run.ts';
import { INBOX_OPERATIONS } from './approvals/inbox.ts';
import { APPROVAL_OPERATIONS } from './approvals/operations.ts';
import { AGENT_PROVISIONING_OPERATIONS } from './provisioning.ts';
import { AGENT_EVENT_OPERATIONS } from './runs/events.ts';
import { AGENT_RUN_OPERATIONS } from './runs/operations.ts';
import { AGENT_SESSION_OPERATIONS } from './sessions.ts';

export const AGENT_OPERATIONS: readonly Operation[] = [
  ...AGENT_RECORD_OPERATIONS,
  ...AGENT_PROVISIONING_OPERATIONS,
  ...AGENT_RUN_OPERATIONS,
  ...AGENT_EVENT_OPERATIONS,
  ...AGENT_SESSION_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...INBOX_OPERATIONS,
  ...POLICY_OPERATIONS,
];
