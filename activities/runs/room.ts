import type { Room } from '../room.ts';
import { runMaintenance } from './maintenance.ts';

/** What every kind of run needs. */
export const runs: Room = {
  maintenance: runMaintenance,
};
