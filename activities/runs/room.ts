import type { Room } from '../room.ts';
import { runMaintenance } from './maintenance.ts';
import { wakeAwaiting } from './wake-awaiting.ts';

/** What every kind of run needs. */
export const runs: Room = {
  maintenance: [...runMaintenance, wakeAwaiting],
};
