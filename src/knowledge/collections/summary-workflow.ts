import type { RunStarter } from '../../platform/temporal/starter.ts';
import { SUMMARIZE_AGAIN, type SummaryInput, summaryWorkflowId } from './contract.ts';

/** Starts the workflow that sums a collection up, or tells the running one that somebody asked once more. */
export function ensureSummary(temporal: Pick<RunStarter, 'ensureWorkflow'>, input: SummaryInput): Promise<void> {
  return temporal.ensureWorkflow('summarizeCollection', summaryWorkflowId(input), input, SUMMARIZE_AGAIN);
}
