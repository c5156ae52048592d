import { ApplicationFailure } from '@temporalio/common';
import { parseDurationOrZeroMs } from '../src/platform/duration.ts';
import { ModelCallError } from '../src/platform/models/gateway.ts';
import { canRetry as isAskedAgain } from '../src/platform/models/retry-policy.ts';
import { MODEL_ATTEMPTS, type RunError } from '../src/runs/contract.ts';
import type { CreditShortage } from '../src/usage/shortage.ts';
import type { ActivityContext } from './context.ts';

export { getRetryDelayMs, isExhausted } from '../src/platform/models/retry-policy.ts';

/** Whether a failed model call is retried after this attempt, counted from 1. */
export function canRetry(error: ModelCallError, attempt: number): boolean {
  return isAskedAgain(error, attempt, MODEL_ATTEMPTS);
}

/** Milliseconds that a run waits while its provider is unavailable; 0 if its revision does not wait. */
export function getMaxWaitMs(
  { config, models }: Pick<ActivityContext, 'config' | 'models'>,
  { llm_model_id, max_wait }: { readonly llm_model_id: string; readonly max_wait: string | null },
): number {
  const own = max_wait === null ? undefined : parseDurationOrZeroMs(max_wait);
  return own ?? models.find(llm_model_id)?.maxWaitMs ?? config.modelMaxWaitMs;
}

/** Retryable failure with a pause. It carries the reason only, never the provider's text. */
export function retryLater(error: ModelCallError, pauseMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'ModelCallError',
    message: error.reason,
    nonRetryable: false,
    nextRetryDelay: pauseMs,
  });
}

/** Converts a model error to a run error without provider text. */
export function toModelRunError(error: ModelCallError): RunError {
  return { reason: `MODEL_${error.reason.toUpperCase()}`, message: error.message };
}

/** Run error of a credit shortage. */
export function toShortageError({ of, message }: CreditShortage): RunError {
  return { reason: of === 'organization' ? 'INSUFFICIENT_CREDITS' : 'BUDGET_EXCEEDED', message };
}

/** Adds the first model's outage to a fallback model's failure, so that the end of either outage wakes the run. */
export function withOutages(failure: unknown, first: ModelCallError): unknown {
  if (failure instanceof ModelCallError) failure.outageKeys = [...first.outageKeys, ...failure.outageKeys];
  return failure;
}
