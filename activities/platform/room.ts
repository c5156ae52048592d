import { forgetOldKeys } from '../../src/platform/idempotency.ts';
import type { Room } from '../room.ts';

/** What the platform needs. */
export const platform: Room = {
  chores: [{ name: 'forget old keys', everyRounds: 10, work: ({ db }) => forgetOldKeys(db) }],
};
