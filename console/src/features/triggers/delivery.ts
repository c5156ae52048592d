import { ApiError, NO_RESPONSE } from '../../lib/api-error.ts';
import { toHex } from '../../lib/hex.ts';
import { createUuid } from '../../lib/uuid.ts';
import { w } from '../../words/index.ts';
import type { WebhookAuth } from './curl.ts';
import type { AuthMethod } from './queries.ts';

/** Response to a delivery. */
interface DeliveryResponse {
  readonly status: 'accepted' | 'duplicate' | undefined;
  readonly run_id: string | null | undefined;
}

const encodeUtf8 = (text: string) => new TextEncoder().encode(text);
const decodeBase64 = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

async function computeHmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  // Browsers compute signatures only on pages with TLS and on this computer's own.
  if (!isSecureContext) throw new Error(w.triggers.signingNeedsTls);
  const cryptoKey = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', cryptoKey, encodeUtf8(text)));
}

const computeHexHmac = async (secret: string, text: string) => toHex(await computeHmac(encodeUtf8(secret), text));

interface SigningInput {
  readonly secret: string;
  readonly body: string;
  readonly config: WebhookAuth['auth_config'];
  /** Seconds since the epoch. */
  readonly timestamp: string;
}

/** Creates the authentication headers of each method. */
const SIGNERS: Readonly<Record<AuthMethod, (signing: SigningInput) => Promise<Readonly<Record<string, string>>>>> = {
  none: async () => ({}),
  bearer: async ({ secret }) => ({ authorization: `Bearer ${secret}` }),
  basic: async ({ secret, config }) => ({ authorization: `Basic ${btoa(`${config.username ?? ''}:${secret}`)}` }),
  header: async ({ secret, config }) => ({ [config.header_name ?? '']: secret }),
  github: async ({ secret, body }) => ({ 'x-hub-signature-256': `sha256=${await computeHexHmac(secret, body)}` }),
  stripe: async ({ secret, body, timestamp }) => ({
    'stripe-signature': `t=${timestamp},v1=${await computeHexHmac(secret, `${timestamp}.${body}`)}`,
  }),
  slack: async ({ secret, body, timestamp }) => ({
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${await computeHexHmac(secret, `v0:${timestamp}:${body}`)}`,
  }),
  async standard_webhooks({ secret, body, timestamp }) {
    const id = `msg_${createUuid()}`;
    const signatureBytes = await computeHmac(decodeBase64(secret.replace(/^whsec_/, '')), `${id}.${timestamp}.${body}`);
    const signature = `v1,${btoa(String.fromCharCode(...signatureBytes))}`;
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  },
};

/**
 * Delivers a body like an external sender: authenticated by the webhook's method, without the session. Throws an {@link
 * ApiError}.
 */
export async function sendDelivery(webhook: WebhookAuth, body: string, secret: string): Promise<DeliveryResponse> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const authHeaders = await SIGNERS[webhook.auth_method]({ secret, body, timestamp, config: webhook.auth_config });
  const headers = { 'content-type': 'application/json', ...authHeaders };
  // The Content-Security-Policy allows requests to this origin only; the endpoint may name the public one.
  const { pathname } = new URL(webhook.endpoint ?? '/', location.origin);
  const response = await fetch(pathname, { method: 'POST', body, headers, credentials: 'omit' }).catch(() => undefined);
  if (!response) throw new ApiError({ status: NO_RESPONSE, body: undefined, requestId: undefined });
  const responseBody = await response.json().catch(() => undefined);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (!response.ok) throw new ApiError({ status: response.status, body: responseBody, requestId });
  return responseBody as DeliveryResponse;
}
