import type { RunTable } from '../runs/kind.ts';

/** Cause of a credit entry. */
export interface Cause {
  /** Type of the cause, as its record is named. */
  readonly type: string;
  readonly id: string;
  /** Table of the run whose usage includes the cost; null without a run. */
  readonly table: RunTable | null;
}

/** Payer of a call: organization, project and cause. */
export interface Payer {
  readonly orgId: string;
  readonly projectId: string;
  readonly cause: Cause;
  /** Task or agent that pays and the agents that called it. Their budgets and the project's count the cost. */
  readonly of: readonly string[];
}

/** Ids of all budget targets that count a payer's cost. */
export function listBudgetTargets({ projectId, of }: Pick<Payer, 'projectId' | 'of'>): string[] {
  return [projectId, ...of];
}
