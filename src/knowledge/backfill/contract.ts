/** Contract of embedding backfills for workflows. Pure. */
import type { WorkflowDescription } from '../../platform/temporal/workflow.ts';

/** Input of the `backfillEmbeddings` workflow: a collection that lacks vectors in its space or its next space. */
export interface BackfillInput {
  readonly collectionId: string;
}

/** Next action: another slice, the end, or a pause after a failure. */
export type BackfillOutcome =
  | { readonly state: 'next' }
  | { readonly state: 'ended' }
  | { readonly state: 'held'; readonly recheckMs: number };

/** Activities of embedding backfills. All are safe to repeat. */
export interface BackfillActivities {
  /** Creates vectors for one time slice. Once none is missing, switches to the next space. */
  backfillSlice(input: BackfillInput & { readonly failures: number }): Promise<BackfillOutcome>;
}

/** Signal: documents were added, or another model was chosen. */
export const BACKFILL_SIGNAL = 'again';

/** Returns the workflow that creates the missing vectors of a collection. */
export function backfillWorkflow(collectionId: string, orgId: string): WorkflowDescription {
  const input: BackfillInput = { collectionId };
  const id = `backfill-${collectionId}`;
  return { workflow: 'backfillEmbeddings', id, orgId, input, wakeSignal: BACKFILL_SIGNAL };
}
