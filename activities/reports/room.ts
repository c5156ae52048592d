import { foldPending, LOT } from '../../src/reports/fold.ts';
import type { ChoreContext } from '../background/chore.ts';
import type { Room } from '../room.ts';

/** Most lots of one round, so that other chores get their turn; a round comes every half minute. */
const LOTS_A_ROUND = 25;

/** What reports need: the ends of runs added to the buckets that they are read from. */
export const reports: Room = {
  chores: [{ name: 'fold runs into reports', everyRounds: 1, work: foldAll }],
};

async function foldAll({ db }: ChoreContext): Promise<void> {
  for (let lots = 0; lots < LOTS_A_ROUND; lots++) {
    if ((await foldPending(db)) < LOT) return;
  }
}
