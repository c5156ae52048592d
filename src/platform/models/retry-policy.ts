/** Retry policy of failed model calls. */

import type { ModelCallError } from './errors.ts';

/** Initial and maximum delay between attempts in milliseconds. */
const INITIAL_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** Minimum delay if the provider requests none. */
const MIN_DELAY_MS = 50;
/** A provider that requests a longer delay counts as unavailable. */
const MAX_REQUESTED_DELAY_MS = 300_000;

/** Maximum unusable responses per request: each costs credits, and the next is probably the same. */
export const MAX_UNUSABLE_RESPONSES = 2;

/** Returns whether a model has given the maximum of unusable responses. `attempt` starts at 1. */
export function isExhausted(error: ModelCallError, attempt: number): boolean {
  return error.reason === 'invalid_answer' && attempt >= MAX_UNUSABLE_RESPONSES;
}

/** Returns whether a failed call is retried. `attempt` starts at 1. */
export function canRetry(error: ModelCallError, attempt: number, maxAttempts: number): boolean {
  return error.retryable && attempt < maxAttempts && !isExhausted(error, attempt);
}

/** Maximum delay for a provider that is unavailable without a retry time. */
const MAX_AWAY_DELAY_MS = 3_600_000;
/** Attempts after which very short requested delays are ignored. */
const ATTEMPTS_WITHOUT_MINIMUM = 6;
/** Relative jitter of delays, so that runs that failed together do not retry together. */
const JITTER = 0.2;

/**
 * Returns the milliseconds until the next attempt at a provider that is unavailable. This is the requested delay, else
 * exponential backoff with jitter up to an hour. `attempt` starts at 1.
 */
export function getUnavailableDelayMs(error: Pick<ModelCallError, 'retryAfterMs'>, attempt: number): number {
  const backoffMs = Math.min(MAX_AWAY_DELAY_MS, INITIAL_DELAY_MS * 2 ** Math.min(attempt - 1, 30));
  const delayMs = backoffMs * (1 - JITTER + 2 * JITTER * Math.random());
  const requestedMs = error.retryAfterMs;
  if (requestedMs === undefined) return delayMs;
  const minimumMs = attempt > ATTEMPTS_WITHOUT_MINIMUM ? Math.min(delayMs, MAX_DELAY_MS) : MIN_DELAY_MS;
  return Math.max(requestedMs, minimumMs);
}

/** Returns the milliseconds until the next attempt: the requested delay, else exponential backoff. */
export function getRetryDelayMs(error: ModelCallError, attempt: number): number {
  const delayMs = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** (attempt - 1));
  // Temporal would treat a zero delay as no retry.
  return Math.min(MAX_REQUESTED_DELAY_MS, Math.max(MIN_DELAY_MS, error.retryAfterMs ?? delayMs));
}
