import { renewMark, SEND_WINDOW_MS } from '../../../src/agents/calls/effects.ts';
import { createConditionalClient, type GuardedClient } from '../../../src/platform/http/guarded-client.ts';
import type { ActivityContext } from '../../context.ts';

/** Maximum number of times a late attempt renews its mark. */
const MAX_RENEWALS = 3;

/** Time of a mark, by the monotonic and the wall clock. The monotonic clock stops while the machine sleeps. */
interface MarkTime {
  readonly meter: number;
  readonly clock: number;
}

/**
 * Returns the HTTP client of a call that was marked as sent. Before the first byte it checks the send window and renews
 * an old mark. A frozen attempt that was superseded sends nothing.
 */
export function createSendClient(
  ctx: Pick<ActivityContext, 'db' | 'http' | 'log'>,
  callId: string,
  attempt: number,
  markedAt: MarkTime,
): GuardedClient {
  let since = markedAt;
  const canSend = async () => {
    for (let renewals = 0; ; renewals++) {
      const now = { meter: performance.now(), clock: Date.now() };
      if (Math.max(now.meter - since.meter, now.clock - since.clock) < SEND_WINDOW_MS) return true;
      if (renewals === MAX_RENEWALS || !(await renew(ctx, callId, attempt))) return false;
      since = now;
    }
  };
  return createConditionalClient(ctx.http, canSend);
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
