import { databaseNow } from '../../src/platform/clock.ts';
import { OutboundError } from '../../src/platform/http/guarded-client.ts';
import { createSignatureHeaders } from '../../src/tasks/forwarders/signing.ts';
import { createTopUps, listDueTopUps, recordDelivery, type TopUpRow } from '../../src/usage/top-ups.ts';
import type { MaintenanceContext } from '../maintenance/job.ts';

/** Top-up requests delivered per maintenance cycle. */
const MAX_TOP_UPS_PER_CYCLE = 100;
const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 4096;

/** Requests credits from the operator's billing for organizations below their threshold. */
export async function requestTopUps(ctx: MaintenanceContext): Promise<void> {
  if (ctx.config.billing === undefined) return;
  await createTopUps(ctx.db);
  for (const topUp of await listDueTopUps(ctx.db, MAX_TOP_UPS_PER_CYCLE))
    await recordDelivery(ctx.db, topUp.id, await sendTopUp(ctx, topUp));
}

/** Delivers a top-up request. Returns the error, or null on success. */
async function sendTopUp(
  ctx: MaintenanceContext,
  { id, org_id, amount, credits, created }: TopUpRow,
): Promise<string | null> {
  const { url = '', secret = '' } = ctx.config.billing ?? {};
  const data = { top_up_id: id, org_id, amount, credits, created };
  const body = JSON.stringify({ type: 'credits.top_up_requested', timestamp: created, data });
  const message = { id, seconds: Math.floor(databaseNow() / 1000), body };
  try {
    const { status } = await ctx.http.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...createSignatureHeaders(message, [secret]) },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      maxRedirects: 0,
    });
    return status >= 200 && status < 300 ? null : `the URL responded with status ${status}`;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.message;
  }
}
