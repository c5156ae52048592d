import { BATCH_SIZE, rollUpPendingRuns } from '../../../src/usage/reports/roll-up.ts';
import type { MaintenanceContext } from '../../maintenance/job.ts';
import type { ActivityModule } from '../../module.ts';

/** Maximum batches per cycle, since other jobs wait for this one. */
const MAX_BATCHES = 25;

/** Reports: rolls finished runs up into the buckets that reports read. */
export const reports: ActivityModule = {
  name: 'usage/reports',
  maintenance: [{ name: 'roll up run reports', everyCycles: 1, run: rollUpAll }],
};

async function rollUpAll({ db }: MaintenanceContext): Promise<void> {
  for (let batches = 0; batches < MAX_BATCHES; batches++) {
    if ((await rollUpPendingRuns(db)) < BATCH_SIZE) return;
  }
}
