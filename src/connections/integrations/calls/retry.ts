import {
  getNextDelayMs,
  parseRetryAfterMs,
  type RetryLimits,
  type RetryState,
} from '../../../platform/http/backoff.ts';
import type { GuardedResponse } from '../../../platform/http/guarded-client.ts';

/** Limits of retries. */
const RETRY_BOUNDS: RetryLimits = { maxAttempts: 4, maxWaitMs: 30_000 };

/**
 * Returns the delay before a retry, in milliseconds. Returns undefined if a retry is not allowed. Calls with side
 * effects are repeated only if the API did not process them.
 */
export function getRetryDelay(response: GuardedResponse, reading: boolean, patience: RetryState) {
  return requestsRetry(response, reading)
    ? getNextDelayMs(parseRetryAfterMs(response.headers), patience, RETRY_BOUNDS)
    : undefined;
}

/** Returns whether a response asks for a later retry and states that nothing was done. */
export function requestsRetry({ status, headers }: GuardedResponse, reading: boolean): boolean {
  // Some services return 403 for too many requests.
  if (status === 429 || (status === 403 && headers['retry-after'] !== undefined)) return true;
  return status === 503 && reading;
}
