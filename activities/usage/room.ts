import { runBestEffort } from '../../src/platform/best-effort.ts';
import { RUN_KINDS } from '../../src/runs/kinds.ts';
import { driftedAccounts, repairAccount } from '../../src/usage/repair.ts';
import { endedWithReservations, releaseCall, releaseCredits } from '../../src/usage/reservations.ts';
import type { MaintenanceContext } from '../maintenance/job.ts';
import type { Room } from '../room.ts';
import { askForTopUps } from './top-ups.ts';

/** What credits need. */
export const usage: Room = {
  maintenance: [
    { name: 'request top-ups', everyCycles: 1, run: askForTopUps },
    { name: 'repair credit reservations', everyCycles: 2, run: repairReservations },
  ],
};

/** Charges the calls whose runs ended without them, and brings accounts in line with what is set aside. */
async function repairReservations(ctx: MaintenanceContext): Promise<void> {
  const { db } = ctx;
  const tables = RUN_KINDS.map((kind) => kind.table);
  for (const { id, table } of await endedWithReservations(db, tables))
    await runBestEffort(
      ctx.log,
      'charge a call',
      () => (table === null ? releaseCall(db, id) : releaseCredits(db, table, id)),
      { id },
    );
  for (const id of await driftedAccounts(db))
    await runBestEffort(ctx.log, 'repair an account', () => repairAccount(db, id), { org_id: id });
}
