import { Decimal } from 'decimal.js';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { orNotFound } from '../platform/errors.ts';
import { findTightestBudget, type TightestBudget } from './budgets.ts';
import { usageErrors } from './errors.ts';

/** How the organization of something that is to run stands. */
export interface Account {
  /** Exact decimal: what it has, and may owe. */
  readonly credits: string;
  /** Whether the organization's trial has ended. */
  readonly trial_over: boolean;
  /** Of the budgets of what is to run, and of its project, the one with the least left; null where there are none. */
  readonly tightest_budget: TightestBudget | null;
}

/** The columns of an {@link Account}, for a query that has {@link toAccount} among its joins; `targets` are ids that budgets bound. */
export function accountColumns(...targets: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`a.credits + a.overdraft as credits, (o.plan = 'trial' and o.trial_ends_at <= now()) is true as trial_over,
    ${findTightestBudget(sql`o.id`, sql`array[${sql.join(targets)}]::uuid[]`)} as tightest_budget`;
}

/** Joins the account of an organization. */
export function toAccount(orgId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`join organizations o on o.id = ${orgId} join organization_accounts a on a.org_id = ${orgId}`;
}

/** Reasons of a {@link assertCanStart} that refuses, each a 402. */
export const START_ERRORS = ['INSUFFICIENT_CREDITS', 'TRIAL_ENDED', 'BUDGET_EXCEEDED'];

/**
 * Refuses a run for which its organization can't pay: nothing is left, or less than `least`, an exact decimal, which its first call
 * costs at least. What is set aside for others counts as there, since they may give it back. Throws a 402.
 */
export function assertCanStart(
  account: Account & { readonly org_id: string },
  { trialEndStopsRuns }: { readonly trialEndStopsRuns: boolean },
  least = '0',
): void {
  if (trialEndStopsRuns && account.trial_over) throw usageErrors.trialEnded(account.org_id);
  const tooLittle = (left: string) => new Decimal(left).lte(0) || new Decimal(left).lt(least);
  if (tooLittle(account.credits)) throw usageErrors.insufficientCredits(account.org_id);
  const budget = account.tightest_budget;
  if (budget !== null && tooLittle(budget.left)) throw usageErrors.budgetExceeded(budget.id);
}

/** How an organization stands in which something of a project is to start; `of` are the task or agent that it is of. */
export async function findAccount(
  db: Executor,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
  ...of: readonly string[]
): Promise<Account & { readonly org_id: string }> {
  const { rows } = await sql<Account & { readonly org_id: string }>`
    select o.id as org_id, ${accountColumns(...[projectId, ...of].map((id) => sql`${id}::uuid`))} from (select ${orgId}::uuid as id) asked ${toAccount(sql`asked.id`)}`.execute(
    db,
  );
  const [row] = rows;
  return orNotFound(row, 'organization', orgId);
}
