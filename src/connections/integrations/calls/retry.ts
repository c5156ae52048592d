import type { GuardedResponse } from '../../../platform/http/guarded.ts';
import { type Bounds, nextWait, type Patience } from '../../../platform/http/patience.ts';
import { retryAfterMs } from '../../../platform/http/retry-after.ts';

/** How long an API is waited for that asks to be. */
const RETRY_BOUNDS: Bounds = { tries: 4, waitMs: 30_000 };

/**
 * Milliseconds after which a request may be sent once more, as its answer asks; undefined where it may not, or it has been
 * tried long enough. What may change something is repeated only where the API says that it did not even look at it.
 */
export function getRetryDelay(response: GuardedResponse, reading: boolean, patience: Patience) {
  return asksToWait(response, reading) ? nextWait(retryAfterMs(response.headers), patience, RETRY_BOUNDS) : undefined;
}

function asksToWait({ status, headers }: GuardedResponse, reading: boolean): boolean {
  // Some say too many requests as 403.
  if (status === 429 || (status === 403 && headers['retry-after'] !== undefined)) return true;
  return status === 503 && reading;
}
