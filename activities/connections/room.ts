import { forgetOldAuths } from '../../src/connections/auth-sessions.ts';
import { forgetOldGrants } from '../../src/mcp-servers/oauth/grants.ts';
import { forgetOldShown } from '../../src/mcp-servers/shown.ts';
import type { Room } from '../room.ts';

/** What connections need: authorisations that nobody came back from go. */
export const connections: Room = {
  chores: [
    { name: 'forget old authorisations', everyRounds: 4, work: ({ db }) => forgetOldAuths(db) },
    { name: 'forget authorisations without a server', everyRounds: 60, work: ({ db }) => forgetOldGrants(db) },
    { name: 'forget what was shown of servers', everyRounds: 60, work: ({ db }) => forgetOldShown(db) },
  ],
};
