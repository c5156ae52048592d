import { ACCESS_OPERATIONS } from './access/operations.ts';
import { AGENT_OPERATIONS } from './agents/operations.ts';
import { AUDIT_OPERATIONS } from './audit/operations.ts';
import { FILE_OPERATIONS } from './files/operations.ts';
import { HEALTH_OPERATIONS } from './health/operations.ts';
import { INTERACTION_PAGES } from './identity/oauth/interaction.ts';
import { OAUTH_SIGN_IN_PAGES } from './identity/oauth/sign-in.ts';
import { IDENTITY_OPERATIONS } from './identity/operations.ts';
import { ACCOUNT_PAGES } from './identity/pages.ts';
import { MODEL_OPERATIONS } from './models/operations.ts';
import type { Operation } from './operation.ts';
import { INVITE_PAGES } from './organizations/invites/page.ts';
import { ORGANIZATION_OPERATIONS } from './organizations/operations.ts';
import { PARTNER_OPERATIONS } from './partners/operations.ts';
import type { PageRoute } from './plugins/pages.ts';
import { PROJECT_OPERATIONS } from './projects/operations.ts';
import { RUN_OPERATIONS } from './runs/operations.ts';
import { TASK_OPERATIONS } from './tasks/operations.ts';

/** Every operation of the API, gathered from the rooms. */
export const OPERATIONS: readonly Operation[] = [
  ...HEALTH_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...PARTNER_OPERATIONS,
  ...FILE_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...MODEL_OPERATIONS,
  ...TASK_OPERATIONS,
  ...AGENT_OPERATIONS,
  ...RUN_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...AUDIT_OPERATIONS,
];

/** Every page for people's browsers. */
export const PAGES: readonly PageRoute[] = [
  ...ACCOUNT_PAGES,
  ...INTERACTION_PAGES,
  ...OAUTH_SIGN_IN_PAGES,
  ...INVITE_PAGES,
];
