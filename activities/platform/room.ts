import { deleteExpiredKeys } from '../../src/platform/idempotency.ts';
import { deleteObsoleteSchedule } from '../../src/platform/temporal/schedule.ts';
import type { Room } from '../room.ts';

/** Maintenance jobs of the platform. */
export const platform: Room = {
  maintenance: [
    { name: 'delete old idempotency keys', everyCycles: 10, run: ({ db }) => deleteExpiredKeys(db) },
    {
      name: 'delete the schedule of earlier releases',
      // Their workers create it again until the last of them has ended.
      everyCycles: 20,
      run: async ({ temporal }) => deleteObsoleteSchedule(await temporal.client(), temporal.queues),
    },
  ],
};
