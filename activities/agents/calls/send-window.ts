import { renewMark, SEND_WINDOW_MS } from '../../../src/agents/calls/effects.ts';
import type { GuardedClient } from '../../../src/platform/http/guarded.ts';
import type { ActivityContext } from '../../context.ts';

/** How often an attempt that is late asks to send after all. */
const MOST_RENEWALS = 3;

/** What sending stands on. */
type Sender = Pick<ActivityContext, 'db' | 'http' | 'log'>;

/** A span of time in which an attempt may send. */
export interface SendWindow {
  isOpen(): boolean;
}

/**
 * The window of an attempt that asks for its mark now. The machine's clock counts beside the process's own meter, which
 * stands still while the machine sleeps.
 */
export function sendWindow(): SendWindow {
  const [meter, clock] = [performance.now(), Date.now()];
  return { isOpen: () => Math.max(performance.now() - meter, Date.now() - clock) < SEND_WINDOW_MS };
}

/**
 * The client for a call that was marked as sent: looks right before a request leaves whether the window is still open,
 * and asks the ledger for a new one where it is not. An attempt that was frozen meanwhile, and whose call others have
 * asked about or sent again, sends nothing.
 */
export function whileMarked(ctx: Sender, callId: string, attempt: number, first: SendWindow): GuardedClient {
  let window = first;
  const mayLeave = async () => {
    for (let renewals = 0; !window.isOpen(); renewals++) {
      const next = sendWindow();
      if (renewals === MOST_RENEWALS || !(await renewed(ctx, callId, attempt))) return false;
      window = next;
    }
    return true;
  };
  return {
    request: (request) => ctx.http.request({ ...request, mayLeave }),
    fetch: (limits) => ctx.http.fetch({ ...limits, mayLeave }),
    mayLeave,
  };
}

async function renewed(ctx: Sender, callId: string, attempt: number): Promise<boolean> {
  try {
    if (await renewMark(ctx.db, callId, attempt)) return true;
    ctx.log.warn({ tool_call_id: callId }, 'a call was not sent: this attempt came to itself too late');
  } catch (error) {
    ctx.log.warn({ err: error, tool_call_id: callId }, 'a call was not sent: the ledger did not say whether it may be');
  }
  return false;
}
