import { foldPending, LOT } from '../../../src/usage/reports/fold.ts';
import type { MaintenanceContext } from '../../maintenance/job.ts';
import type { ActivityModule } from '../../module.ts';

/** Maximum batches per cycle: other jobs wait for this one. */
const MAX_BATCHES = 25;

/** What reports need: the ends of runs added to the buckets that they are read from. */
export const reports: ActivityModule = {
  name: 'usage/reports',
  maintenance: [{ name: 'roll up run reports', everyCycles: 1, run: foldAll }],
};

async function foldAll({ db }: MaintenanceContext): Promise<void> {
  for (let lots = 0; lots < MAX_BATCHES; lots++) {
    if ((await foldPending(db)) < LOT) return;
  }
}
