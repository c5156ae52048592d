import { setTimeout as pause } from 'node:timers/promises';
import { getErrorMessage, isRetryableStatus } from './errors.ts';

const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 5000;

export type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** Maximum number of retries. */
  readonly retries: number;
  /** Called with the reason of the first retry. */
  readonly onRetry?: ((why: string) => void) | undefined;
}

/** Returns the delay before the n-th retry (from 0) in milliseconds, at least `Retry-After` (seconds). */
export function getBackoffMs(repeat: number, retryAfter: string | null = null): number {
  return Math.max(Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** repeat), 1000 * (Number(retryAfter) || 0));
}

/**
 * Sends a request and retries it without a response or after 408, 429 and 502 to 504, if that is safe: reads, and
 * writes with an Idempotency-Key.
 */
export async function sendWithRetries(request: Request, fetch: Fetch, options: RetryOptions): Promise<Response> {
  const isHarmless = request.method === 'GET' || request.headers.has('idempotency-key');
  for (let repeat = 0; ; repeat++) {
    const isLast = !isHarmless || repeat >= options.retries;
    const sent = isLast ? request : request.clone();
    let retryAfter: string | null = null;
    try {
      const response = await fetch(sent);
      if (isLast || !isRetryableStatus(response.status)) return response;
      if (repeat === 0) options.onRetry?.(`the API answered ${response.status}`);
      retryAfter = response.headers.get('retry-after');
      await response.body?.cancel();
    } catch (error) {
      if (isLast || request.signal.aborted) throw error;
      if (repeat === 0) options.onRetry?.(getErrorMessage(error));
    }
    await pause(getBackoffMs(repeat, retryAfter), undefined, { signal: request.signal });
  }
}
