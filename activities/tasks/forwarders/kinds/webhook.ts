import { databaseNow } from '../../../../src/platform/clock.ts';
import { parseRetryAfterMs } from '../../../../src/platform/http/backoff.ts';
import { type GuardedResponse, OutboundError } from '../../../../src/platform/http/guarded-client.ts';
import type { Message } from '../../../../src/platform/messages.ts';
import type { AttemptOutcome } from '../../../../src/tasks/forwarders/attempts.ts';
import { forwarderFailures } from '../../../../src/tasks/forwarders/failures.ts';
import type { WebhookConfig } from '../../../../src/tasks/forwarders/kinds/webhook.ts';
import { toWebhookBody } from '../../../../src/tasks/forwarders/message.ts';
import { listSigningSecrets } from '../../../../src/tasks/forwarders/secrets.ts';
import { createSignatureHeaders } from '../../../../src/tasks/forwarders/signing.ts';
import type { ForwarderSender } from './kind.ts';

/** Limits of the response: bytes read and characters stored. */
const MAX_RESPONSE_BYTES = 4096;
const MAX_EXCERPT_LENGTH = 300;
const HTTP_GONE = 410;

/** Posts to the URL without following redirects. */
export const webhook: ForwarderSender = {
  name: 'webhook',
  async send(ctx, { delivery, run }, signal) {
    const { url } = delivery.config as WebhookConfig;
    const body = toWebhookBody(run);
    const secrets = await listSigningSecrets(ctx.db, ctx.ring, delivery.forwarder_id);
    const message = { id: delivery.id, seconds: Math.floor(databaseNow() / 1000), body };
    try {
      const response = await ctx.http.request({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...createSignatureHeaders(message, secrets) },
        body,
        timeoutMs: ctx.config.forwardTimeoutMs,
        maxBytes: MAX_RESPONSE_BYTES,
        maxRedirects: 0,
        signal,
      });
      return toOutcome(response);
    } catch (error) {
      if (!(error instanceof OutboundError) || error.reason === 'aborted') throw error;
      return { delivered: false, reason: error.detail };
    }
  },
};

function toOutcome({ status, headers, body }: GuardedResponse): AttemptOutcome {
  if (status >= 200 && status < 300) return { delivered: true, statusCode: status };
  const excerpt = toSingleLine(body);
  return {
    delivered: false,
    statusCode: status,
    reason: describeStatus(status),
    retryAfterMs: parseRetryAfterMs(headers),
    isGone: status === HTTP_GONE,
    ...(excerpt !== '' && { excerpt }),
  };
}

function describeStatus(status: number): Message {
  if (status === HTTP_GONE) return forwarderFailures.receiver_gone;
  if (status >= 300 && status < 400) return forwarderFailures.receiver_redirects({ status });
  return forwarderFailures.receiver_status({ status });
}

/** The start of a response as one line of text. */
function toSingleLine(body: Uint8Array): string {
  const text = new TextDecoder()
    .decode(body)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return text.slice(0, MAX_EXCERPT_LENGTH).toWellFormed();
}
