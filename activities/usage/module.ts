import { RUN_KINDS } from '../../src/modules.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { listDriftedAccounts, repairAccount } from '../../src/usage/repair.ts';
import { listEndedWithReservations, releaseCall, releaseCredits } from '../../src/usage/reservations.ts';
import type { MaintenanceContext } from '../maintenance/job.ts';
import type { ActivityModule } from '../module.ts';
import { requestTopUps } from './top-ups.ts';

/** Credits: repair of reservations, top-ups. */
export const usage: ActivityModule = {
  name: 'usage',
  maintenance: [
    { name: 'request top-ups', everyCycles: 1, run: requestTopUps },
    { name: 'repair credit reservations', everyCycles: 2, run: repairReservations },
  ],
};

/** Charges calls whose runs ended without charging them, and corrects the reserved sums of accounts. */
async function repairReservations(ctx: MaintenanceContext): Promise<void> {
  const { db } = ctx;
  const tables = RUN_KINDS.map((kind) => kind.table);
  for (const { id, table } of await listEndedWithReservations(db, tables))
    await runBestEffort(
      ctx.log,
      'charge a call',
      () => (table === null ? releaseCall(db, id) : releaseCredits(db, table, id)),
      { id },
    );
  for (const id of await listDriftedAccounts(db))
    await runBestEffort(ctx.log, 'repair an account', () => repairAccount(db, id), { org_id: id });
}
