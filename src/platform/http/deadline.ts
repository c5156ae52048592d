import { outboundFailures } from './failures.ts';
import { getHost, OutboundError, toOutboundError } from './outbound-error.ts';

/** Limits of one request. */
interface DeadlineOptions {
  /** Milliseconds without any transfer. */
  readonly idleTimeoutMs?: number;
  /** Milliseconds for the complete request. */
  readonly totalTimeoutMs?: number;
  readonly signal: AbortSignal | undefined;
}

/** Deadline of one request. */
export interface Deadline {
  /** Aborts on a timeout or on the caller's signal. */
  readonly signal: AbortSignal;
  /** Restarts the idle timer. */
  recordProgress(): void;
  /** Stops all timers. */
  stop(): void;
  /** Converts an error to an OutboundError: a timeout or abort if that was the cause. */
  toOutboundError(toOutboundError: unknown, url: string, sent: boolean): OutboundError;
}

// A longer timer overflows and fires immediately.
const MAX_TIMER_MS = 2_147_483_647;

/** Starts the timers of a request. Call `stop()` at its end. */
export function startDeadline({
  idleTimeoutMs = MAX_TIMER_MS,
  totalTimeoutMs = MAX_TIMER_MS,
  signal,
}: DeadlineOptions): Deadline {
  const controller = new AbortController();
  let isExpired = false;
  let isStopped = false;
  const expire = () => {
    isExpired = true;
    controller.abort();
  };
  const onAbort = () => controller.abort();
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  const totalTimer = setTimeout(expire, Math.min(totalTimeoutMs, MAX_TIMER_MS));
  const startIdleTimer = () => setTimeout(expire, Math.min(idleTimeoutMs, MAX_TIMER_MS));
  let idleTimer = startIdleTimer();
  return {
    signal: controller.signal,
    recordProgress() {
      if (isStopped) return;
      clearTimeout(idleTimer);
      idleTimer = startIdleTimer();
    },
    stop() {
      isStopped = true;
      clearTimeout(idleTimer);
      clearTimeout(totalTimer);
      signal?.removeEventListener('abort', onAbort);
    },
    toOutboundError(error, url, sent) {
      const outboundError = toOutboundError(error, url, sent);
      if (outboundError.reason === 'superseded') return outboundError;
      const host = getHost(url);
      const options = { cause: error };
      if (isExpired) return new OutboundError('timeout', outboundFailures.request_timed_out({ host }), sent, options);
      if (!signal?.aborted) return outboundError;
      return new OutboundError('aborted', outboundFailures.exchange_cancelled({ host }), sent, options);
    },
  };
}
