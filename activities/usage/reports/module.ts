import { BATCH_SIZE, rollUpPendingRuns } from '../../../src/usage/reports/roll-up.ts';
import type { MaintenanceContext } from '../../maintenance/job.ts';
import type { ActivityModule } from '../../module.ts';

/** Maximum batches per cycle: other jobs wait for this one. */
const MAX_BATCHES = 25;

/** What reports need: the ends of runs added to the buckets that they are read from. */
export const reports: ActivityModule = {
  name: 'usage/reports',
  maintenance: [{ name: 'roll up run reports', everyCycles: 1, run: rollUpAll }],
};

async function rollUpAll({ db }: MaintenanceContext): Promise<void> {
  for (let batches = 0; batches < MAX_BATCHES; batches++) {
    if ((await rollUpPendingRuns(db)) < BATCH_SIZE) return;
  }
}
