import { setTimeout as pause } from 'node:timers/promises';
import { getErrorMessage, isRetryableStatus } from './errors.ts';

const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 5000;

export type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** How often a request is repeated at most. */
  readonly retries: number;
  /** Hears why a request is repeated for the first time. */
  readonly onRetry?: ((why: string) => void) | undefined;
}

/** Milliseconds before the n-th repeat, from 0 on; longer where a `Retry-After` header, in seconds, asks for it. */
export function getBackoffMs(repeat: number, retryAfter: string | null = null): number {
  return Math.max(Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** repeat), 1000 * (Number(retryAfter) || 0));
}

/**
 * Sends a request, and again while no answer comes or one that passes (429, 502 to 504), where it does no harm: reads, and
 * writes under an Idempotency-Key.
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
