import type { TryOutcome } from '../../../src/forwarders/attempts.ts';
import type { WebhookConfig } from '../../../src/forwarders/kinds/webhook.ts';
import { messageOf } from '../../../src/forwarders/message.ts';
import { signingSecrets } from '../../../src/forwarders/secrets.ts';
import { signedHeaders } from '../../../src/forwarders/signing.ts';
import { databaseNow } from '../../../src/platform/clock.ts';
import { type GuardedResponse, OutboundError } from '../../../src/platform/http/guarded-client.ts';
import { parseRetryAfterMs } from '../../../src/platform/http/retry-after.ts';
import type { ActingForwarder } from './kind.ts';

/** Bytes of an answer that are read, and characters of it that are kept. */
const READ_BYTES = 4096;
const EXCERPT = 300;
const GONE = 410;

/** Posts to the address, once and nowhere else. */
export const webhook: ActingForwarder = {
  name: 'webhook',
  async send(ctx, { delivery, run }, signal) {
    const { url } = delivery.config as WebhookConfig;
    const body = messageOf(run);
    const secrets = await signingSecrets(ctx.db, ctx.ring, delivery.forwarder_id);
    const message = { id: delivery.id, seconds: Math.floor(databaseNow() / 1000), body };
    try {
      const answer = await ctx.http.request({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...signedHeaders(message, secrets) },
        body,
        timeoutMs: ctx.config.forwardTimeoutMs,
        maxBytes: READ_BYTES,
        maxRedirects: 0,
        signal,
      });
      return outcomeOf(answer);
    } catch (error) {
      if (!(error instanceof OutboundError) || error.reason === 'aborted') throw error;
      return { delivered: false, reason: error.message };
    }
  },
};

function outcomeOf({ status, headers, body }: GuardedResponse): TryOutcome {
  if (status >= 200 && status < 300) return { delivered: true, statusCode: status };
  const excerpt = textOf(body);
  return {
    delivered: false,
    statusCode: status,
    reason: reasonOf(status),
    askedMs: parseRetryAfterMs(headers),
    gone: status === GONE,
    ...(excerpt !== '' && { excerpt }),
  };
}

function reasonOf(status: number): string {
  if (status === GONE) return 'the receiver answered 410: it is gone and wants nothing further';
  if (status >= 300 && status < 400) return `the receiver answered ${status}, a redirect, and none is followed`;
  return `the receiver answered ${status}`;
}

/** The beginning of an answer as one line of text. */
function textOf(body: Uint8Array): string {
  const text = new TextDecoder()
    .decode(body)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return text.slice(0, EXCERPT).toWellFormed();
}
