import { sql } from 'kysely';
import type { Db, Executor } from '../platform/db/client.ts';
import { insertMovements } from './ledger.ts';

/** Accounts whose reserved sum differs from their reservations, as the previous release can leave them. */
export async function listDriftedAccounts(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    select a.org_id from organization_accounts a
    where a.reserved <> (select coalesce(sum(amount), 0) from credit_reservations c where c.org_id = a.org_id)`.execute(
    db,
  );
  return rows.map((row) => row.org_id);
}

/** Corrects the reserved sum of an organization's account. */
export function repairAccount(db: Db, orgId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // Reserving and settling take this lock, so that the sum below is complete.
    await sql`select id from organization_accounts where org_id = ${orgId} for update`.execute(trx);
    await sql`
      with drift as (
        select a.org_id, (select coalesce(sum(amount), 0) from credit_reservations c where c.org_id = a.org_id) - a.reserved as reserved
        from organization_accounts a where a.org_id = ${orgId}
      ), moves as (
        select org_id, null::uuid as project_id, null::uuid[] as targets, 'repair' as cause_type, null::uuid as cause_id,
          null::uuid as call_id, reserved, 0::numeric as spent, 0::numeric as granted, 0::numeric as adjusted
        from drift where reserved <> 0
      ), ${insertMovements('repair')} select 1`.execute(trx);
  });
}
