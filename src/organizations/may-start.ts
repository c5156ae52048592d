import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { orNotFound } from '../platform/errors.ts';
import { organizationErrors } from './errors.ts';

/** How the organization of something that is to run stands. */
export interface Account {
  /** Exact decimal. */
  readonly credits: string;
  /** Whether the organization's trial has ended. */
  readonly trial_over: boolean;
}

/** The columns of an {@link Account}, for a query that has {@link accountOf} among its joins. */
export const ACCOUNT = sql`a.credits, (o.plan = 'trial' and o.trial_ends_at <= now()) is true as trial_over`;

/** Joins the account of an organization. */
export function accountOf(orgId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`join organizations o on o.id = ${orgId} join organization_accounts a on a.org_id = ${orgId}`;
}

/** Refuses a run for which its organization can't pay. Throws a 402. */
export function checkMayStart(
  account: Account & { readonly org_id: string },
  { trialEndStopsRuns }: { readonly trialEndStopsRuns: boolean },
): void {
  if (trialEndStopsRuns && account.trial_over) throw organizationErrors.trialEnded(account.org_id);
  if (Number(account.credits) <= 0) throw organizationErrors.insufficientCredits(account.org_id);
}

/** How an organization stands that wants to start something. */
export async function findAccount(db: Executor, orgId: string): Promise<Account & { readonly org_id: string }> {
  const { rows } = await sql<Account & { readonly org_id: string }>`
    select o.id as org_id, ${ACCOUNT} from (select ${orgId}::uuid as id) asked ${accountOf(sql`asked.id`)}`.execute(db);
  const [row] = rows;
  return orNotFound(row, 'organization', orgId);
}
