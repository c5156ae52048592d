import { getHost, OutboundError, toOutboundError } from './outbound-error.ts';

/** How long one request may go on, and who may end it. */
interface DeadlineOptions {
  /** Milliseconds in which nothing moves. */
  readonly idleTimeoutMs?: number;
  /** Milliseconds for everything. */
  readonly totalTimeoutMs?: number;
  readonly signal: AbortSignal | undefined;
}

/** The clock of one request. */
export interface Deadline {
  /** Ends the request, because its time is up or its caller's signal fired. */
  readonly signal: AbortSignal;
  /** Something moved. */
  recordProgress(): void;
  /** Nothing is waited for any more. */
  stop(): void;
  /** What to say of an error: that the time was up, where it was. */
  toOutboundError(toOutboundError: unknown, url: string, sent: boolean): OutboundError;
}

// A longer timer overflows and fires at once.
const MAX_TIMER_MS = 2_147_483_647;

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
      const createError = (reason: 'timeout' | 'aborted', problem: string) =>
        new OutboundError(reason, `the request to ${getHost(url)} ${problem}`, sent, { cause: error });
      if (isExpired) return createError('timeout', 'took too long');
      return signal?.aborted ? createError('aborted', 'was cancelled') : outboundError;
    },
  };
}
