/** Schedules retries of failed deliveries. Pure. */

const BACKOFF_FACTOR = 4;
const MAX_DELAY_MS = 6 * 3_600_000;

/** Maximum duration of retries and first delay, in milliseconds. */
export interface RetryPolicy {
  readonly initialDelayMs: number;
  readonly maxRetryMs: number;
}

/** A failed attempt. */
interface FailedAttempt {
  /** Number of attempts, including this one. */
  readonly attempts: number;
  /** Milliseconds since the first attempt was due. */
  readonly elapsedMs: number;
  /** Requested retry delay in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Returns the delay until the next attempt in milliseconds, undefined if there is none. Delays grow fourfold up to six
 * hours. The last attempt is at the end of the maximum duration, so a receiver that has recovered by then gets
 * everything.
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
