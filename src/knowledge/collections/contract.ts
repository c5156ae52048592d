/** What workflows may know of collections. Pure. */
import type { WorkflowDescription } from '../../platform/temporal/workflow.ts';

/** Input of the `summarizeCollection` workflow. */
export interface SummaryInput {
  readonly collectionId: string;
}

/** Activities of summaries, as workflows call them; all are safe to repeat. */
export interface SummaryActivities {
  /** Has a model sum up what is in a collection, where that was asked for, and stores what came of it. */
  summarize(input: SummaryInput): Promise<void>;
  /** Stores why it came to nothing. */
  failSummary(input: SummaryInput & { readonly problem: string }): Promise<void>;
}

/** Signal of the workflow: somebody asked once more. */
export const SUMMARIZE_AGAIN = 'again';

/** The workflow that summarizes a collection. */
export function summaryWorkflow(collectionId: string): WorkflowDescription {
  const input: SummaryInput = { collectionId };
  const id = `summary-${collectionId}`;
  return { workflow: 'summarizeCollection', id, input, wakeSignal: SUMMARIZE_AGAIN };
}
