import { forgetOldKeys } from '../../src/platform/idempotency.ts';
import type { Room } from '../room.ts';

/** Maintenance jobs of the platform. */
export const platform: Room = {
  maintenance: [{ name: 'delete old idempotency keys', everyCycles: 10, run: ({ db }) => forgetOldKeys(db) }],
};
