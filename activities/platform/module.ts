import { forgetOldKeys } from '../../src/platform/idempotency.ts';
import { deleteObsoleteSchedule } from '../../src/platform/temporal/schedule.ts';
import type { ActivityModule } from '../module.ts';

/** Maintenance jobs of the platform. */
export const platform: ActivityModule = {
  name: 'platform',
  maintenance: [
    { name: 'delete old idempotency keys', everyCycles: 10, run: ({ db }) => forgetOldKeys(db) },
    {
      name: 'delete the schedule of earlier releases',
      // Their workers create it again until the last of them has ended.
      everyCycles: 20,
      run: async ({ temporal }) => deleteObsoleteSchedule(await temporal.client(), temporal.queues),
    },
  ],
};
