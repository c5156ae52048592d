import { ActivityCancellationType, CancellationScope, isCancellation, TemporalFailure } from '@temporalio/workflow';
import type { Declined } from '../src/runs/contract.ts';

/** Options of a step as an ordinary activity. */
export const ORDINARY_STEP = {
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Outlasts an hour without the database. Failures of models and tools are outcomes, not errors.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
} as const;

/** Options of the same step as a local activity, inside the workflow task. */
export const INLINE_STEP = {
  startToCloseTimeout: '1 hour',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { maximumAttempts: 1 },
} as const;

type Step<I, T> = (input: I) => Promise<T | Declined>;

/** Returns a step that runs as a local activity, and as an ordinary one if the local activity declines it or fails. */
export function createInlineStep<I, T extends { readonly state: string }>(inline: Step<I, T>, ordinary: Step<I, T>) {
  return async (input: I): Promise<T> => {
    try {
      const outcome = await inline(input);
      if (outcome.state !== 'declined') return outcome as T;
    } catch (error) {
      // A worker that shuts down cancels its local activities: only the run's own cancellation counts.
      const isCancelled = isCancellation(error) && CancellationScope.current().consideredCancelled;
      if (isCancelled || !(error instanceof TemporalFailure)) throw error;
    }
    return createOrdinaryStep(ordinary)(input);
  };
}

/** Returns a step that runs as an ordinary activity, which never declines it. */
export function createOrdinaryStep<I, T>(ordinary: Step<I, T>) {
  return ordinary as (input: I) => Promise<T>;
}
