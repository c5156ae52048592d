/** What workflows may know of the making of vectors that collections lack. Pure. */
import type { WorkflowDescription } from '../../platform/temporal/workflow.ts';

/** Input of the `fillCollection` workflow: the collection whose documents lack vectors in its space, or in its next one. */
export interface FillingInput {
  readonly collectionId: string;
}

/** What comes next: more of it, nothing any more, or a pause because of a failure. */
export type FillingOutcome =
  | { readonly state: 'next' }
  | { readonly state: 'ended' }
  | { readonly state: 'held'; readonly lookAgainMs: number };

/** Activities of the filling of collections, as their workflow calls them; all are safe to repeat. */
export interface FillingActivities {
  /** Makes vectors for a slice of time; once none is missing, the collection's next space takes over. */
  fillSlice(input: FillingInput & { readonly failures: number }): Promise<FillingOutcome>;
}

/** Signal of the workflow: documents were added, or another model was chosen. */
export const FILL_AGAIN = 'again';

/** The workflow that makes the vectors which a collection lacks. */
export function fillingWorkflow(collectionId: string, orgId: string): WorkflowDescription {
  const input: FillingInput = { collectionId };
  const id = `filling-${collectionId}`;
  return { workflow: 'fillCollection', id, orgId, input, wakeSignal: FILL_AGAIN };
}
