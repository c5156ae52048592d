import { forgetOldAuths } from '../../src/connections/auth-sessions.ts';
import { forgetOldGrants } from '../../src/connections/mcp-servers/oauth/grants.ts';
import { forgetOldShown } from '../../src/connections/mcp-servers/shown.ts';
import type { ActivityModule } from '../module.ts';

/** What connections need: authorisations that nobody came back from go. */
export const connections: ActivityModule = {
  name: 'connections',
  maintenance: [
    { name: 'delete expired authorizations', everyCycles: 4, run: ({ db }) => forgetOldAuths(db) },
    { name: 'delete grants without a server', everyCycles: 60, run: ({ db }) => forgetOldGrants(db) },
    { name: 'delete old tool previews', everyCycles: 60, run: ({ db }) => forgetOldShown(db) },
  ],
};
