import type { ActivityModule } from '../module.ts';
import { runMaintenance } from './maintenance.ts';
import { wakeWaitingProviderRuns } from './wake-waiting-runs.ts';

/** Activities and maintenance of all run kinds. */
export const runs: ActivityModule = {
  name: 'runs',
  maintenance: [...runMaintenance, wakeWaitingProviderRuns],
};
