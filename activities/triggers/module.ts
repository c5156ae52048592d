import { startDueRows } from '../../src/platform/maintenance/due-rows.ts';
import { createDueTriggers } from '../../src/triggers/due.ts';
import { sweepTriggers } from '../../src/triggers/sweep.ts';
import type { ActivityModule } from '../module.ts';

/** Schedules and the cleanup of trigger data. */
export const triggers: ActivityModule = {
  name: 'triggers',
  maintenance: [
    { name: 'start due schedules', everySeconds: 1, run: (ctx) => startDueRows(ctx.db, createDueTriggers(ctx)) },
    { name: 'delete old trigger data', everyCycles: 10, run: ({ db }) => sweepTriggers(db) },
  ],
};
