import { createHmac, randomUUID } from 'node:crypto';
import type { ApiResponse, Client } from './client.ts';

/** Returns the headers of a signed delivery for a body, a secret and a time in seconds. */
type Signer = (body: string, secret: string, seconds: number) => Record<string, string>;

const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text);

/** Signatures of senders, implemented from their documentation. */
export const SIGNERS = {
  github: (body, secret) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, body).digest('hex')}` }),
  stripe: (body, secret, seconds) => ({
    'stripe-signature': `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`).digest('hex')},v0=${'0'.repeat(64)}`,
  }),
  slack: (body, secret, seconds) => ({
    'x-slack-request-timestamp': String(seconds),
    'x-slack-signature': `v0=${hmac(secret, `v0:${seconds}:${body}`).digest('hex')}`,
  }),
  standard_webhooks: (body, secret, seconds) => {
    const id = `msg_${randomUUID()}`;
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signature = hmac(key, `${id}.${seconds}.${body}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
  },
} as const satisfies Record<string, Signer>;

/** Sends a delivery to the endpoint of a trigger without an API credential. */
export function deliver(
  client: Client,
  endpoint: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return client.post(new URL(endpoint).pathname, body, headers);
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);
