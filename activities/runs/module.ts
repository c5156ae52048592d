import type { ActivityModule } from '../module.ts';
import { runMaintenance } from './maintenance.ts';
import { wakeAwaiting } from './wake-awaiting.ts';

/** Activities and maintenance of all run kinds. */
export const runs: ActivityModule = {
  name: 'runs',
  maintenance: [...runMaintenance, wakeAwaiting],
};
