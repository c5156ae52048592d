import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { newId } from '../platform/ids.ts';
import { PERIOD } from './ledger.ts';
import type { CreditBudgetsTable } from './tables.ts';

/** Budget with its state in the current period. */
export type BudgetRow = Omit<Selectable<CreditBudgetsTable>, 'period_start'> & {
  /** Exact decimal: remaining credits; negative if calls cost more than reserved. */
  readonly left: string;
  readonly period_start: Date;
  readonly period_end: Date;
};

/** Resource that a budget limits. */
export type BudgetTarget = Pick<BudgetRow, 'target_type' | 'target_id'>;

/** Budget to set. */
interface NewBudget extends BudgetTarget {
  readonly orgId: string;
  readonly projectId: string;
  readonly period: BudgetRow['period'];
  /** Exact decimal. */
  readonly amount: string;
  readonly createdBy: string | null;
}

/** SQL condition: the counters of budget `b` belong to the current period. */
const COUNTS = sql`b.period_start = ${PERIOD}`;
/** Credits spent and extra credits of budget `b` in the current period. */
const SPENT = sql<string>`case when ${COUNTS} then b.spent else 0 end`;
const EXTRA = sql<string>`case when ${COUNTS} then b.extra else 0 end`;

function selectBudgets(db: Executor) {
  return db
    .selectFrom('credit_budgets as b')
    .select(['id', 'org_id', 'project_id', 'target_type', 'target_id', 'period', 'amount', 'reserved'])
    .select(['created_by', 'created', 'modified'])
    .select([
      SPENT.as('spent'),
      EXTRA.as('extra'),
      sql<string>`b.amount + ${EXTRA} - ${SPENT} - b.reserved`.as('left'),
      sql<Date>`${PERIOD}`.as('period_start'),
      sql<Date>`date_add(${PERIOD}, ('1 ' || b.period)::interval, 'UTC')`.as('period_end'),
    ]);
}

/** Finds a budget of the project. */
export function findBudget(db: Executor, projectId: string, id: string): Promise<BudgetRow | undefined> {
  return selectBudgets(db).where('b.id', '=', id).where('b.project_id', '=', projectId).executeTakeFirst();
}

/** Lists the budgets of a project and its resources, newest first, optionally of one task or agent. */
export function listBudgets(
  db: Executor,
  projectId: string,
  { targetId, period }: { readonly targetId?: string; readonly period?: BudgetRow['period'] },
  page: PageRequest,
): Promise<Page<BudgetRow>> {
  let rows = selectBudgets(db).where('b.project_id', '=', projectId);
  if (targetId !== undefined) rows = rows.where('b.target_id', '=', targetId);
  if (period !== undefined) rows = rows.where('b.period', '=', period);
  return paginate(rows, sortByNewest('b.id'), page);
}

/** Loads and locks the budget of a target and period within a transaction. */
export async function lockBudget(
  trx: Executor,
  orgId: string,
  { target_id, period }: Pick<BudgetRow, 'target_id' | 'period'>,
): Promise<BudgetRow | undefined> {
  // Every credit movement takes this lock, so that a new budget includes all reservations.
  await sql`select id from organization_accounts where org_id = ${orgId} for update`.execute(trx);
  return selectBudgets(trx).where('b.target_id', '=', target_id).where('b.period', '=', period).executeTakeFirst();
}

/** Sets the budget of a target and period, keeping the spent credits. Requires {@link lockBudget}. */
export async function setBudget(trx: Executor, budget: NewBudget): Promise<string> {
  const { orgId, projectId, target_type, target_id, period, amount, createdBy } = budget;
  const { rows } = await sql<{ id: string }>`
    insert into credit_budgets (id, org_id, project_id, target_type, target_id, period, amount, reserved, period_start, created_by)
    select ${newId()}::uuid, ${orgId}::uuid, ${projectId}::uuid, ${target_type}, ${target_id}::uuid, ${period}, ${amount}::numeric,
      (select coalesce(sum(c.amount), 0) from credit_reservations c where c.org_id = ${orgId} and ${target_id}::uuid = any(c.targets)),
      date_trunc(${period}, now(), 'UTC'), ${createdBy}::uuid
    on conflict (target_id, period) do update set amount = excluded.amount, modified = now()
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Deletes a budget. */
export async function deleteBudget(trx: Executor, id: string): Promise<void> {
  await trx.deleteFrom('credit_budgets').where('id', '=', id).execute();
}

/** Adds extra credits to a budget for the current period. */
export async function raiseBudget(trx: Executor, id: string, credits: string): Promise<void> {
  await sql`
    update credit_budgets b set spent = ${SPENT}, extra = ${EXTRA} + ${credits}::numeric, period_start = ${PERIOD}
    where b.id = ${id}`.execute(trx);
}

/** Budget with the least remaining credits, ignoring reservations. */
export interface TightestBudget {
  readonly id: string;
  /** Exact decimal. */
  readonly left: string;
}

/** SQL expression: the {@link TightestBudget} of an organization's targets; null if they have none. */
export function findTightestBudget(
  orgId: RawBuilder<unknown>,
  targets: RawBuilder<unknown>,
): RawBuilder<TightestBudget | null> {
  return sql<TightestBudget | null>`(select json_build_object('id', b.id, 'left', (b.amount + ${EXTRA} - ${SPENT})::text) from credit_budgets b
    where b.target_id = any(${targets}) and b.org_id = ${orgId} order by b.amount + ${EXTRA} - ${SPENT} limit 1)`;
}
