import { startOverdue } from '../../src/runs/overdue.ts';
import type { Room } from '../room.ts';
import { runMaintenance } from './maintenance.ts';

/** What every kind of run needs. */
export const runs: Room = {
  maintenance: [...runMaintenance, { name: 'start overdue workflows', everySeconds: 1, run: startOverdue }],
};
