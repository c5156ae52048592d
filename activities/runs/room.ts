import type { Room } from '../room.ts';
import { runChores } from './chores.ts';
import { wakeAwaiting } from './wake-awaiting.ts';

/** What every kind of run needs. */
export const runs: Room = {
  chores: runChores,
  looks: [wakeAwaiting],
};
