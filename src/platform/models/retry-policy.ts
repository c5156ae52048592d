/** The one policy for model calls that fail: which are made again, how often and after which pause. */

import type { ModelCallError } from './errors.ts';

/** Milliseconds before the second try of a model call, and the longest pause between two. */
const INITIAL_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** A provider that asks for none gets this one. */
const MIN_DELAY_MS = 50;
/** A provider that asks for a longer pause than this is treated as not available now. */
const MAX_REQUESTED_DELAY_MS = 300_000;

/** How often a model is asked at most for an answer that can't be used: each is paid, and the next is likely the same. */
export const MAX_UNUSABLE_RESPONSES = 2;

/** Whether a model has given as many answers that can't be used as are paid for, at its try of this number from 1. */
export function isExhausted(error: ModelCallError, attempt: number): boolean {
  return error.reason === 'invalid_answer' && attempt >= MAX_UNUSABLE_RESPONSES;
}

/** Whether a call that failed is made again after its try of this number from 1, of so many at most. */
export function canRetry(error: ModelCallError, attempt: number, maxAttempts: number): boolean {
  return error.retryable && attempt < maxAttempts && !isExhausted(error, attempt);
}

/** The longest pause between two tries at a provider that is away and does not say for how long. */
const MAX_AWAY_DELAY_MS = 3_600_000;
/** After so many tries a provider that asks for next to no pause is believed no more. */
const ATTEMPTS_WITHOUT_MINIMUM = 6;
/** Share by which pauses differ, so that runs that failed together do not come back together. */
const JITTER = 0.2;

/**
 * Milliseconds until the next try at a provider that is away, after the try of this number from 1: what the provider asks for, else
 * growing pauses with jitter up to an hour.
 */
export function getAwayDelayMs(error: ModelCallError, attempt: number): number {
  const backoffMs = Math.min(MAX_AWAY_DELAY_MS, INITIAL_DELAY_MS * 2 ** Math.min(attempt - 1, 30));
  const delayMs = backoffMs * (1 - JITTER + 2 * JITTER * Math.random());
  const requestedMs = error.retryAfterMs;
  if (requestedMs === undefined) return delayMs;
  const minimumMs = attempt > ATTEMPTS_WITHOUT_MINIMUM ? Math.min(delayMs, MAX_DELAY_MS) : MIN_DELAY_MS;
  return Math.max(requestedMs, minimumMs);
}

/** Milliseconds until the next try: what the provider asked for, else twice the pause before. */
export function getRetryDelayMs(error: ModelCallError, attempt: number): number {
  const delayMs = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** (attempt - 1));
  // A pause of nothing would be no retry at all to Temporal.
  return Math.min(MAX_REQUESTED_DELAY_MS, Math.max(MIN_DELAY_MS, error.retryAfterMs ?? delayMs));
}
