import { sql } from 'kysely';
import type { Db, Executor } from '../platform/db/client.ts';
import type { RunTable } from '../runs/kind.ts';

/** Difference between the ledger and another record. */
export interface Difference {
  readonly org_id: string;
  /** `credits`, `reserved`, `reservations`, `budget` or a table of runs. */
  readonly subject: string;
  /** Id of the organization, budget or run. */
  readonly id: string;
  /** Exact decimals: stored value and ledger value. */
  readonly actual: string;
  readonly booked: string;
}

/** Maximum number of reported differences per subject. */
const MAX_DIFFERENCES = 1000;

/**
 * Lists differences between the ledger and balances, reservations and the charges of runs, for one organization or all.
 * Ignores runs before an organization's first entry.
 */
export function findDifferences(db: Db, tables: readonly RunTable[], orgId?: string): Promise<Difference[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const found = [...(await findAccountDifferences(trx, orgId)), ...(await findBudgetDifferences(trx, orgId))];
      for (const table of tables) found.push(...(await findRunDifferences(trx, table, orgId)));
      return found;
    });
}

const toOrganizationCondition = (column: string, orgId: string | undefined) =>
  orgId === undefined ? sql`true` : sql`${sql.ref(column)} = ${orgId}`;

async function findAccountDifferences(trx: Executor, orgId: string | undefined): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with booked as (
      select org_id, sum(available + reserved) as credits, sum(reserved) as reserved from credit_entries e where ${toOrganizationCondition('e.org_id', orgId)} group by org_id
    ), held as (
      select org_id, sum(amount) as amount from credit_reservations group by org_id
    )
    select a.org_id, v.subject, a.org_id as id, v.actual::text, v.booked::text
    from organization_accounts a left join booked b on b.org_id = a.org_id left join held h on h.org_id = a.org_id
      cross join lateral (values ('credits', a.credits, coalesce(b.credits, 0)), ('reserved', a.reserved, coalesce(b.reserved, 0)),
        ('reservations', coalesce(h.amount, 0), coalesce(b.reserved, 0))) v (subject, actual, booked)
    where v.actual <> v.booked and ${toOrganizationCondition('a.org_id', orgId)} order by a.org_id limit ${MAX_DIFFERENCES}`.execute(
    trx,
  );
  return rows;
}

async function findBudgetDifferences(trx: Executor, orgId: string | undefined): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select b.org_id, 'budget' as subject, b.id, b.reserved::text as actual, h.amount::text as booked
    from credit_budgets b cross join lateral (
      select coalesce(sum(c.amount), 0) as amount from credit_reservations c
      where c.org_id = b.org_id and b.target_id = any(c.targets)) h
    where b.reserved <> h.amount and ${toOrganizationCondition('b.org_id', orgId)} order by b.id limit ${MAX_DIFFERENCES}`.execute(
    trx,
  );
  return rows;
}

async function findRunDifferences(trx: Executor, table: RunTable, orgId: string | undefined): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with begun as (
      select org_id, min(created) as since from credit_entries e where ${toOrganizationCondition('e.org_id', orgId)} group by org_id
    ), booked as (
      select cause_id, sum(spent) as spent from credit_entries e where kind = 'settlement' and ${toOrganizationCondition('e.org_id', orgId)} group by cause_id
    )
    select r.org_id, ${table} as subject, r.id, r.charged_credits::text as actual, coalesce(k.spent, 0)::text as booked
    from ${sql.table(table)} r join begun b on b.org_id = r.org_id and r.created >= b.since left join booked k on k.cause_id = r.id
    where r.charged_credits <> coalesce(k.spent, 0) order by r.id limit ${MAX_DIFFERENCES}`.execute(trx);
  return rows;
}
