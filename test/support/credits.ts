import { randomUUID } from 'node:crypto';
import { Decimal } from 'decimal.js';
import { RUN_KINDS } from '../../src/modules.ts';
import { bookEntry } from '../../src/usage/book-entry.ts';
import { setBudget } from '../../src/usage/budgets.ts';
import { type Difference, findDifferences } from '../../src/usage/check.ts';
import type { Tenant, World } from './client.ts';

/** Returns the balance and the reserved credits of an organization. */
export async function getCreditAccount({ db }: World, orgId: string): Promise<{ credits: string; reserved: string }> {
  const row = await db
    .selectFrom('organization_accounts')
    .select(['credits', 'reserved'])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return { credits: new Decimal(row.credits).toFixed(), reserved: new Decimal(row.reserved).toFixed() };
}

/** Adjusts the balance of an organization to this amount. */
export async function setCredits(world: World, orgId: string, amount: string): Promise<void> {
  const { credits } = await getCreditAccount(world, orgId);
  const change = new Decimal(amount).minus(credits).toFixed();
  const cause = { type: 'operator', id: null };
  await world.db
    .transaction()
    .execute((trx) => bookEntry(trx, { kind: 'adjustment', orgId, amount: change, cause, note: 'test' }));
}

/** Returns differences between an organization's ledger and its balances and runs. */
export function listLedgerDifferences({ db }: World, orgId: string): Promise<Difference[]> {
  return findDifferences(
    db,
    RUN_KINDS.map(({ table }) => table),
    orgId,
  );
}

/** Adds a budget of a deleted task to a project. */
export async function addBudget({ db }: World, { orgId, projectId }: Tenant): Promise<void> {
  const target = { target_type: 'task', target_id: randomUUID(), period: 'day' } as const;
  await db
    .transaction()
    .execute((trx) => setBudget(trx, { ...target, orgId, projectId, amount: '1', createdBy: null }));
}
