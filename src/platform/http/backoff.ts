/** Maximum number of attempts, and maximum total wait in milliseconds. */
export interface RetryLimits {
  readonly maxAttempts: number;
  readonly maxWaitMs: number;
}

/** Attempts so far, and their total wait in milliseconds. */
export interface RetryState {
  readonly attempts: number;
  readonly waitedMs: number;
}

/** Default milliseconds before the second attempt; doubles with each attempt. */
const FIRST_DELAY_MS = 1000;

/**
 * Returns the milliseconds until the next attempt, by default with exponential backoff. Returns undefined if a limit is
 * reached.
 */
export function getNextDelayMs(
  requestedMs: number | undefined,
  { attempts, waitedMs }: RetryState,
  limits: RetryLimits,
): number | undefined {
  if (attempts >= limits.maxAttempts) return undefined;
  const delayMs = requestedMs ?? FIRST_DELAY_MS * 2 ** (attempts - 1);
  return waitedMs + delayMs > limits.maxWaitMs ? undefined : delayMs;
}

/** Returns milliseconds from `retry-after-ms` or `Retry-After` in either format, or undefined. */
export function parseRetryAfterMs(headers: Readonly<Record<string, string>>, now = Date.now()): number | undefined {
  const preciseMs = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (preciseMs >= 0) return Math.round(preciseMs);
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.round(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
