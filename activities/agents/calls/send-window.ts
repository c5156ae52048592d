import { renewMark, SEND_WINDOW_MS } from '../../../src/agents/calls/effects.ts';
import { createConditionalClient, type GuardedClient } from '../../../src/platform/http/guarded-client.ts';
import type { ActivityContext } from '../../context.ts';

/** Times a late attempt renews its mark before it gives up. */
const MAX_RENEWALS = 3;

/** The time of a mark, by the process's own meter and by the machine's clock. The meter stops while the machine sleeps. */
interface MarkTime {
  readonly meter: number;
  readonly clock: number;
}

/**
 * Returns the client for a call that was marked as sent. It checks right before the first byte whether the send window is
 * still open, and else renews the mark. An attempt that was frozen, and whose call others have asked about or sent again,
 * sends nothing.
 */
export function createSendClient(
  ctx: Pick<ActivityContext, 'db' | 'http' | 'log'>,
  callId: string,
  attempt: number,
  markedAt: MarkTime,
): GuardedClient {
  let since = markedAt;
  const mayLeave = async () => {
    for (let renewals = 0; ; renewals++) {
      const now = { meter: performance.now(), clock: Date.now() };
      if (Math.max(now.meter - since.meter, now.clock - since.clock) < SEND_WINDOW_MS) return true;
      if (renewals === MAX_RENEWALS || !(await renew(ctx, callId, attempt))) return false;
      since = now;
    }
  };
  return createConditionalClient(ctx.http, mayLeave);
}

async function renew(ctx: Pick<ActivityContext, 'db' | 'log'>, callId: string, attempt: number): Promise<boolean> {
  try {
    if (await renewMark(ctx.db, callId, attempt)) return true;
    ctx.log.warn({ tool_call_id: callId }, 'a call was not sent: another attempt has taken over');
  } catch (error) {
    ctx.log.warn({ err: error, tool_call_id: callId }, 'a call was not sent: the ledger could not be read');
  }
  return false;
}
