import { recordKept } from '../../src/audit/later.ts';
import { trimAudit } from '../../src/audit/retention.ts';
import type { ChoreContext } from '../background/chore.ts';
import type { Room } from '../room.ts';

/** Most lots of one round, so that other chores get their turn. */
const LOTS_A_ROUND = 100;

/** What the record of what happened needs. */
export const audit: Room = {
  chores: [
    { name: 'record what runs were started', everyRounds: 1, work: recordAllKept },
    { name: 'trim the audit', everyRounds: 10, work: ({ db, config }) => trimAudit(db, config.auditRetentionDays) },
  ],
};

async function recordAllKept({ db }: ChoreContext): Promise<void> {
  for (let lots = 0; lots < LOTS_A_ROUND; lots++) {
    if ((await recordKept(db)) === 0) return;
  }
}
