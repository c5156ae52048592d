import { startOverdue } from '../../src/runs/overdue.ts';
import type { Room } from '../room.ts';
import { runChores } from './chores.ts';

/** What every kind of run needs. */
export const runs: Room = {
  chores: runChores,
  looks: [{ name: 'start workflows that are overdue', work: startOverdue }],
};
