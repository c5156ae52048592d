import type { ActivityModule } from '../module.ts';
import { runMaintenance } from './maintenance.ts';
import { wakeAwaiting } from './wake-awaiting.ts';

/** What every kind of run needs. */
export const runs: ActivityModule = {
  name: 'runs',
  maintenance: [...runMaintenance, wakeAwaiting],
};
