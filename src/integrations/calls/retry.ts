import type { GuardedResponse } from '../../platform/http/guarded.ts';
import { retryAfterMs } from '../../platform/http/retry-after.ts';

/** How often a request is sent at most, and milliseconds that all waits together may take. */
const MOST_TRIES = 4;
const MOST_WAIT_MS = 30_000;
/** Milliseconds before the second try where the API names no time; doubled each time. */
const FIRST_WAIT_MS = 1000;

/** A request that was tried so often, with so many milliseconds of waiting. */
export interface Patience {
  readonly tries: number;
  readonly waitedMs: number;
}

/**
 * Milliseconds after which a request may be sent once more, as its answer asks; undefined where it may not, or it has been
 * tried long enough. What may change something is repeated only where the API says that it did not even look at it.
 */
export function waitFor(response: GuardedResponse, reading: boolean, { tries, waitedMs }: Patience) {
  if (!asksToWait(response, reading) || tries >= MOST_TRIES) return undefined;
  const wait = retryAfterMs(response.headers) ?? FIRST_WAIT_MS * 2 ** (tries - 1);
  return waitedMs + wait > MOST_WAIT_MS ? undefined : wait;
}

function asksToWait({ status, headers }: GuardedResponse, reading: boolean): boolean {
  // Some say too many requests as 403.
  if (status === 429 || (status === 403 && headers['retry-after'] !== undefined)) return true;
  return status === 503 && reading;
}
