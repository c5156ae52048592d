import { asOutboundError, hostOf, OutboundError } from './outbound-error.ts';

/** How long one request may go on, and who may end it. */
interface Limits {
  /** Milliseconds in which nothing moves. */
  readonly idleMs?: number;
  /** Milliseconds for everything. */
  readonly totalMs?: number;
  readonly signal: AbortSignal | undefined;
}

/** The clock of one request. */
export interface Life {
  /** Ends the request, because its time is up or its caller's signal fired. */
  readonly signal: AbortSignal;
  /** Something moved. */
  moved(): void;
  /** Nothing is waited for any more. */
  over(): void;
  /** What to say of an error: that the time was up, where it was. */
  error(error: unknown, url: string, sent: boolean): OutboundError;
}

// A longer timer overflows and fires at once.
const MAX_TIMER_MS = 2_147_483_647;

export function startLife({ idleMs = MAX_TIMER_MS, totalMs = MAX_TIMER_MS, signal }: Limits): Life {
  const controller = new AbortController();
  let expired = false;
  let isOver = false;
  const expire = () => {
    expired = true;
    controller.abort();
  };
  const onAbort = () => controller.abort();
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  const total = setTimeout(expire, Math.min(totalMs, MAX_TIMER_MS));
  const wait = () => setTimeout(expire, Math.min(idleMs, MAX_TIMER_MS));
  let idle = wait();
  return {
    signal: controller.signal,
    moved() {
      if (isOver) return;
      clearTimeout(idle);
      idle = wait();
    },
    over() {
      isOver = true;
      clearTimeout(idle);
      clearTimeout(total);
      signal?.removeEventListener('abort', onAbort);
    },
    error(error, url, sent) {
      const told = asOutboundError(error, url, sent);
      if (told.reason === 'superseded') return told;
      const because = (reason: 'timeout' | 'aborted', what: string) =>
        new OutboundError(reason, `the request to ${hostOf(url)} ${what}`, sent, { cause: error });
      if (expired) return because('timeout', 'took too long');
      return signal?.aborted ? because('aborted', 'was cancelled') : told;
    },
  };
}
