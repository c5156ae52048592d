import { Decimal } from 'decimal.js';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { orNotFound } from '../platform/errors.ts';
import { findTightestBudget, type TightestBudget } from './budgets.ts';
import { usageErrors } from './errors.ts';

/** Account state that decides whether a run may start. */
export interface Account {
  /** Exact decimal: available credits plus overdraft. */
  readonly credits: string;
  /** Whether the organization's trial has ended. */
  readonly trial_over: boolean;
  /** Budget with the least remaining credits among the run's targets and its project; null if there is none. */
  readonly tightest_budget: TightestBudget | null;
}

/** Columns of an {@link Account}, for a query that joins {@link joinAccount}; `targets` are budget targets. */
export function selectAccountColumns(...targets: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`a.credits + a.overdraft as credits, (o.plan = 'trial' and o.trial_ends_at <= now()) is true as trial_over,
    ${findTightestBudget(sql`o.id`, sql`array[${sql.join(targets)}]::uuid[]`)} as tightest_budget`;
}

/** Joins the account of an organization. */
export function joinAccount(orgId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`join organizations o on o.id = ${orgId} join organization_accounts a on a.org_id = ${orgId}`;
}

/** Reasons of {@link assertCanStart}, each a 402. */
export const START_ERRORS = ['INSUFFICIENT_CREDITS', 'TRIAL_ENDED', 'BUDGET_EXCEEDED'];

/**
 * Throws a 402 if the organization cannot pay for a run: no credits remain, or less than `least`, the minimum cost of
 * the first call (an exact decimal). Reserved credits count as available, since they may be released.
 */
export function assertCanStart(
  account: Account & { readonly org_id: string },
  { trialEndStopsRuns }: { readonly trialEndStopsRuns: boolean },
  least = '0',
): void {
  if (trialEndStopsRuns && account.trial_over) throw usageErrors.trialEnded(account.org_id);
  const isTooLittle = (left: string) => new Decimal(left).lte(0) || new Decimal(left).lt(least);
  if (isTooLittle(account.credits)) throw usageErrors.insufficientCredits(account.org_id);
  const budget = account.tightest_budget;
  if (budget !== null && isTooLittle(budget.left)) throw usageErrors.budgetExceeded(budget.id);
}

/** Loads the account state for a run of a project; `of` are its task or agents. */
export async function findAccount(
  db: Executor,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
  ...of: readonly string[]
): Promise<Account & { readonly org_id: string }> {
  const { rows } = await sql<Account & { readonly org_id: string }>`
    select o.id as org_id, ${selectAccountColumns(...[projectId, ...of].map((id) => sql`${id}::uuid`))} from (select ${orgId}::uuid as id) asked ${joinAccount(sql`asked.id`)}`.execute(
    db,
  );
  const [row] = rows;
  return orNotFound(row, 'organization', orgId);
}
