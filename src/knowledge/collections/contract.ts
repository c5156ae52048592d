/** Contract of collections for workflows. Pure. */
import type { WorkflowDescription } from '../../platform/temporal/workflow.ts';

/** Input of the `summarizeCollection` workflow. */
export interface SummaryInput {
  readonly collectionId: string;
}

/** Activities of summaries, as workflows call them; all are safe to repeat. */
export interface SummaryActivities {
  /** Writes the requested summary of a collection and stores the result. */
  summarize(input: SummaryInput): Promise<void>;
  /** Stores why the summary failed. */
  failSummary(input: SummaryInput & { readonly problem: string }): Promise<void>;
}

/** Signal: another summary was requested. */
export const SUMMARY_SIGNAL = 'again';

/** The workflow that summarizes a collection. */
export function summaryWorkflow(collectionId: string): WorkflowDescription {
  const input: SummaryInput = { collectionId };
  const id = `summary-${collectionId}`;
  return { workflow: 'summarizeCollection', id, input, wakeSignal: SUMMARY_SIGNAL };
}
