import { type Selectable, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { orNotFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { CreditTopUpsTable } from './tables.ts';

/** Threshold and amount of automatic top-ups. */
export interface TopUpConfig {
  readonly enabled?: boolean;
  /** Exact decimals. */
  readonly threshold?: string;
  readonly amount?: string;
}

export type TopUpRow = Selectable<CreditTopUpsTable>;

/**
 * Creates top-up requests for organizations that fell below their threshold. An organization gets the next one only
 * after its credits rose above the threshold and no request is open.
 */
export async function createTopUps(db: Executor): Promise<void> {
  const threshold = sql`(o.auto_topup_config ->> 'threshold')::numeric`;
  const enabled = sql`o.id = a.org_id and o.deleted_at is null and o.auto_topup_config ->> 'enabled' = 'true'`;
  await sql`update organization_accounts a set topup_asked_at = null from organizations o
    where a.topup_asked_at is not null and ${enabled} and a.credits >= ${threshold}`.execute(db);
  const { rows } = await sql<{ org_id: string }>`
    select a.org_id from organization_accounts a, organizations o
    where a.topup_asked_at is null and ${enabled} and a.credits < ${threshold}
      and not exists (select from credit_top_ups t where t.org_id = a.org_id and t.granted_at is null)`.execute(db);
  for (const { org_id: orgId } of rows)
    await sql`
      with low as (
        update organization_accounts a set topup_asked_at = now() from organizations o
        where a.org_id = ${orgId} and a.topup_asked_at is null and ${enabled} and a.credits < ${threshold}
        returning a.org_id, a.credits, (o.auto_topup_config ->> 'amount')::numeric as amount
      )
      insert into credit_top_ups (id, org_id, amount, credits) select ${newId()}::uuid, org_id, amount, credits from low
      on conflict do nothing`.execute(db);
}

/** Lists requests due for delivery to the operator's billing, oldest first. */
export function listDueTopUps(db: Executor, limit: number): Promise<TopUpRow[]> {
  return db
    .selectFrom('credit_top_ups')
    .selectAll()
    .where('delivered_at', 'is', null)
    .where('granted_at', 'is', null)
    .where('next_attempt', '<=', sql<Date>`now()`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Records a delivery or its error. Failed deliveries are retried with a growing interval of at most an hour. */
export async function recordDelivery(db: Executor, id: string, error: string | null): Promise<void> {
  await sql`
    update credit_top_ups set attempts = attempts + 1, error = ${error}, delivered_at = case when ${error}::text is null then now() end,
      next_attempt = now() + least(3600, 2 ^ least(attempts, 12)) * interval '1 second'
    where id = ${id} and delivered_at is null`.execute(db);
}

/** Completes an organization's request within the transaction that grants its credits. Throws a 404. */
export async function completeTopUp(trx: Executor, orgId: string, id: string): Promise<void> {
  const row = await trx
    .updateTable('credit_top_ups')
    .set({ granted_at: sql<Date>`coalesce(granted_at, now())` })
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .returning('id')
    .executeTakeFirst();
  orNotFound(row, 'credit_top_up', id);
}
