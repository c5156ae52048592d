import { IAM_OPERATIONS } from './access/operations.ts';
import { AGENT_OPERATIONS } from './agents/agents.ts';
import { APPROVAL_OPERATIONS } from './agents/approvals/operations.ts';
import { CANCEL_OPERATIONS } from './agents/runs/cancel.ts';
import { AGENT_EVENT_OPERATIONS } from './agents/runs/events.ts';
import { AGENT_RUN_OPERATIONS } from './agents/runs/operations.ts';
import { AGENT_SESSION_OPERATIONS } from './agents/sessions.ts';
import { AUDIT_OPERATIONS } from './audit/operations.ts';
import { HEALTH_OPERATIONS } from './health/operations.ts';
import { INTERACTION_PAGES } from './identity/oauth/interaction.ts';
import { OAUTH_SIGN_IN_PAGES } from './identity/oauth/sign-in.ts';
import { IDENTITY_OPERATIONS } from './identity/operations.ts';
import { ACCOUNT_PAGES } from './identity/pages.ts';
import { MODEL_OPERATIONS } from './models/operations.ts';
import type { Operation } from './operation.ts';
import { DOMAIN_OPERATIONS } from './organizations/domains.ts';
import { INVITE_OPERATIONS } from './organizations/invites/operations.ts';
import { INVITE_PAGES } from './organizations/invites/page.ts';
import { ORGANIZATION_OPERATIONS } from './organizations/operations.ts';
import { PARTNER_OPERATIONS } from './partners/operations.ts';
import { AVATAR_OPERATIONS } from './plugins/avatars.ts';
import type { PageRoute } from './plugins/pages.ts';
import { PROJECT_CHANGE_OPERATIONS } from './projects/changes.ts';
import { PROJECT_CONFIG_OPERATIONS } from './projects/config.ts';
import { PROJECT_OPERATIONS } from './projects/operations.ts';
import { TASK_RUN_OPERATIONS } from './tasks/runs.ts';
import { TASK_OPERATIONS } from './tasks/tasks.ts';

/** Every operation of the API, gathered from the rooms. */
export const OPERATIONS: readonly Operation[] = [
  ...HEALTH_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...INVITE_OPERATIONS,
  ...DOMAIN_OPERATIONS,
  ...PARTNER_OPERATIONS,
  ...AVATAR_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...PROJECT_CONFIG_OPERATIONS,
  ...PROJECT_CHANGE_OPERATIONS,
  ...MODEL_OPERATIONS,
  ...TASK_OPERATIONS,
  ...TASK_RUN_OPERATIONS,
  ...AGENT_OPERATIONS,
  ...AGENT_RUN_OPERATIONS,
  ...AGENT_EVENT_OPERATIONS,
  ...AGENT_SESSION_OPERATIONS,
  ...APPROVAL_OPERATIONS,
  ...CANCEL_OPERATIONS,
  ...IAM_OPERATIONS,
  ...AUDIT_OPERATIONS,
];

/** Every page for people's browsers. */
export const PAGES: readonly PageRoute[] = [
  ...ACCOUNT_PAGES,
  ...INTERACTION_PAGES,
  ...OAUTH_SIGN_IN_PAGES,
  ...INVITE_PAGES,
];
