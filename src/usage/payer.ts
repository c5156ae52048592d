import type { RunTable } from '../runs/kind.ts';

/** What credits are spent for. */
export interface Cause {
  /** What it is, as its record is named. */
  readonly type: string;
  readonly id: string;
  /** The table of the run that it is, whose usage the cost is added to; null where it is no run's. */
  readonly table: RunTable | null;
}

/** Whose credits something spends. */
export interface Payer {
  readonly orgId: string;
  readonly projectId: string;
  readonly cause: Cause;
  /** The task or agent that spends, and the agents that called for it: their budgets count it, as the project's does. */
  readonly of: readonly string[];
}

/** Ids of everything whose budgets count what a spender spends. */
export function listBudgetTargets({ projectId, of }: Pick<Payer, 'projectId' | 'of'>): string[] {
  return [projectId, ...of];
}
