/** When a delivery that failed is tried again. Pure. */

const BACKOFF_FACTOR = 4;
const MAX_DELAY_MS = 6 * 3_600_000;

/** How long deliveries are tried, and how soon again at first; milliseconds. */
export interface RetryPolicy {
  readonly initialDelayMs: number;
  readonly maxRetryMs: number;
}

/** What is known once a try has failed. */
export interface FailedAttempt {
  /** How many there were, this one included. */
  readonly attempts: number;
  /** Milliseconds since the first of them was due. */
  readonly elapsedMs: number;
  /** Requested retry delay in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Returns the delay until the next attempt in milliseconds, undefined if there is none. Waits grow fourfold up to six hours. The last try
 * comes when the time is up: a receiver that is back by then gets everything.
 */
export function getRetryDelayMs(
  { attempts, elapsedMs, retryAfterMs = 0 }: FailedAttempt,
  { initialDelayMs, maxRetryMs }: RetryPolicy,
) {
  const remainingMs = maxRetryMs - elapsedMs;
  if (remainingMs <= 0) return undefined;
  const backoffMs = Math.min(initialDelayMs * BACKOFF_FACTOR ** (attempts - 1), MAX_DELAY_MS);
  return Math.ceil(Math.min(Math.max(backoffMs, retryAfterMs), remainingMs));
}
