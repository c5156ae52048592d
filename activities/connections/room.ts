import { forgetOldAuths } from '../../src/connections/auth-sessions.ts';
import type { Room } from '../room.ts';

/** What connections need: authorisations that nobody came back from go. */
export const connections: Room = {
  chores: [{ name: 'forget old authorisations', everyRounds: 4, work: ({ db }) => forgetOldAuths(db) }],
};
