import { organizationErrors } from './errors.ts';

/** How the organization of something that is to run stands. */
export interface Account {
  /** Exact decimal. */
  readonly credits: string;
  /** Whether the organization's trial has ended. */
  readonly trial_over: boolean;
}

/** Refuses a run for which its organization can't pay. Throws a 402. */
export function checkMayStart(
  account: Account & { readonly org_id: string },
  { trialEndStopsRuns }: { readonly trialEndStopsRuns: boolean },
): void {
  if (trialEndStopsRuns && account.trial_over) throw organizationErrors.trialEnded(account.org_id);
  if (Number(account.credits) <= 0) throw organizationErrors.insufficientCredits(account.org_id);
}
