import type { GuardedResponse } from '../../../platform/http/guarded.ts';
import { type Bounds, nextWait, type Patience } from '../../../platform/http/patience.ts';
import { retryAfterMs } from '../../../platform/http/retry-after.ts';

/** Limits of retries. */
const RETRY_BOUNDS: Bounds = { tries: 4, waitMs: 30_000 };

/**
 * Returns the delay before a retry, in milliseconds. Returns undefined if a retry is not allowed. Calls with side
 * effects are repeated only if the API did not process them.
 */
export function getRetryDelay(response: GuardedResponse, reading: boolean, patience: Patience) {
  return asksToWait(response, reading) ? nextWait(retryAfterMs(response.headers), patience, RETRY_BOUNDS) : undefined;
}

function asksToWait({ status, headers }: GuardedResponse, reading: boolean): boolean {
  // Some APIs send 403 for too many requests.
  if (status === 429 || (status === 403 && headers['retry-after'] !== undefined)) return true;
  return status === 503 && reading;
}
