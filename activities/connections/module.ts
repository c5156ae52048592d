import { deleteExpiredAuthSessions } from '../../src/connections/auth-sessions.ts';
import { deleteExpiredGrants } from '../../src/connections/mcp-servers/oauth/grants.ts';
import { deleteOldPreviews } from '../../src/connections/mcp-servers/previews.ts';
import type { ActivityModule } from '../module.ts';

/** Maintenance of connections: deletes expired authorizations and previews. */
export const connections: ActivityModule = {
  name: 'connections',
  maintenance: [
    { name: 'delete expired authorizations', everyCycles: 4, run: ({ db }) => deleteExpiredAuthSessions(db) },
    { name: 'delete grants without a server', everyCycles: 60, run: ({ db }) => deleteExpiredGrants(db) },
    { name: 'delete old tool previews', everyCycles: 60, run: ({ db }) => deleteOldPreviews(db) },
  ],
};
