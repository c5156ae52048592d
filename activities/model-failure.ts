import { ApplicationFailure } from '@temporalio/common';
import { ModelCallError } from '../src/platform/models/gateway.ts';
import { canRetry as canRetryCall } from '../src/platform/models/retry-policy.ts';
import { MODEL_ATTEMPTS, type RunError } from '../src/runs/contract.ts';
import { toRunError } from '../src/runs/errors.ts';
import type { CreditShortage } from '../src/usage/shortage.ts';

export { getRetryDelayMs, isExhausted } from '../src/platform/models/retry-policy.ts';

/** Returns whether a failed call of a run is retried. `attempt` starts at 1. */
export function canRetry(error: ModelCallError, attempt: number): boolean {
  return canRetryCall(error, attempt, MODEL_ATTEMPTS);
}

/** Creates the failure with which Temporal retries after a delay. It contains the reason, never the provider's text. */
export function retryLater(error: ModelCallError, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'ModelCallError',
    message: error.reason,
    nonRetryable: false,
    nextRetryDelay: delayMs,
  });
}

/** Converts an error of a model call to the error of its run. */
export function toModelRunError(error: ModelCallError): RunError {
  return { reason: `MODEL_${error.reason.toUpperCase()}`, message: error.message };
}

/** Converts missing credits to the error of a run. */
export function toShortageError({ of, detail }: CreditShortage): RunError {
  return toRunError(of === 'organization' ? 'INSUFFICIENT_CREDITS' : 'BUDGET_EXCEEDED', detail);
}

/**
 * Adds the outages of the first model to the failure of the fallback model, so that the end of either wakes the run.
 */
export function addOutages(failure: unknown, first: ModelCallError): unknown {
  if (failure instanceof ModelCallError) failure.outageKeys = [...first.outageKeys, ...failure.outageKeys];
  return failure;
}
