/** How often something is tried at most, and milliseconds that all waits in between may take together. */
export interface RetryLimits {
  readonly maxAttempts: number;
  readonly maxWaitMs: number;
}

/** How often it was tried so far, and how many milliseconds the waits took. */
export interface RetryState {
  readonly attempts: number;
  readonly waitedMs: number;
}

/** Milliseconds before the second try where nobody names a time; doubled each time. */
const FIRST_DELAY_MS = 1000;

/** Milliseconds after which to try once more, those that were asked for where they were; undefined where it is enough. */
export function getNextDelayMs(
  requestedMs: number | undefined,
  { attempts, waitedMs }: RetryState,
  limits: RetryLimits,
): number | undefined {
  if (attempts >= limits.maxAttempts) return undefined;
  const delayMs = requestedMs ?? FIRST_DELAY_MS * 2 ** (attempts - 1);
  return waitedMs + delayMs > limits.maxWaitMs ? undefined : delayMs;
}
