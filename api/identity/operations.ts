import { API_KEY_OPERATIONS } from './api-keys.ts';
import { OAUTH_CLIENT_OPERATIONS } from './oauth/clients.ts';
import { GRANT_OPERATIONS } from './oauth/grants.ts';
import { INTERACTION_PAGES } from './oauth/interaction.ts';
import { OAUTH_SIGN_IN_PAGES } from './oauth/sign-in.ts';
import { ACCOUNT_PAGES } from './pages.ts';
import { PASSWORD_OPERATIONS } from './password.ts';
import { SESSION_OPERATIONS } from './sessions.ts';
import { SIGN_IN_OPERATIONS } from './sign-in.ts';
import { USER_OPERATIONS } from './user.ts';
import { whoami } from './whoami.ts';

export const IDENTITY_OPERATIONS = [
  whoami,
  ...USER_OPERATIONS,
  ...GRANT_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...PASSWORD_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...API_KEY_OPERATIONS,
  ...OAUTH_CLIENT_OPERATIONS,
];

export const IDENTITY_PAGES = [...ACCOUNT_PAGES, ...INTERACTION_PAGES, ...OAUTH_SIGN_IN_PAGES];
