import type { Room } from '../room.ts';
import { runChores } from './chores.ts';

/** What every kind of run needs. */
export const runs: Room = {
  chores: runChores,
};
