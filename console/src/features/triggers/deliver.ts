import { ApiError, NO_RESPONSE } from '../../lib/api-error.ts';
import type { Sender } from './curl.ts';
import type { AuthMethod } from './queries.ts';

/** What a delivery was answered. */
export interface Delivered {
  readonly status: 'accepted' | 'duplicate' | undefined;
  readonly run_id: string | null | undefined;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, utf8(text)));
}

const hexHmac = async (secret: string, text: string) => hexOf(await hmac(utf8(secret), text));

interface Signing {
  readonly secret: string;
  readonly body: string;
  readonly config: Sender['auth_config'];
  /** Seconds since the epoch, as senders write them. */
  readonly time: string;
}

/** By method: the headers with which a sender proves itself. */
const PROOFS: Readonly<Record<AuthMethod, (signing: Signing) => Promise<Readonly<Record<string, string>>>>> = {
  none: async () => ({}),
  bearer: async ({ secret }) => ({ authorization: `Bearer ${secret}` }),
  basic: async ({ secret, config }) => ({ authorization: `Basic ${btoa(`${config.username ?? ''}:${secret}`)}` }),
  header: async ({ secret, config }) => ({ [config.header_name ?? '']: secret }),
  github: async ({ secret, body }) => ({ 'x-hub-signature-256': `sha256=${await hexHmac(secret, body)}` }),
  stripe: async ({ secret, body, time }) => ({
    'stripe-signature': `t=${time},v1=${await hexHmac(secret, `${time}.${body}`)}`,
  }),
  slack: async ({ secret, body, time }) => ({
    'x-slack-request-timestamp': time,
    'x-slack-signature': `v0=${await hexHmac(secret, `v0:${time}:${body}`)}`,
  }),
  async standard_webhooks({ secret, body, time }) {
    const id = `msg_${crypto.randomUUID()}`;
    const made = await hmac(bytesOf(secret.replace(/^whsec_/, '')), `${id}.${time}.${body}`);
    const signature = `v1,${btoa(String.fromCharCode(...made))}`;
    return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
  },
};

/** Delivers a body as a sender would: without the session, with the proof of the method. Throws a {@link ApiError}. */
export async function deliver(sender: Sender, body: string, secret: string): Promise<Delivered> {
  const time = String(Math.floor(Date.now() / 1000));
  const proof = await PROOFS[sender.auth_method]({ secret, body, time, config: sender.auth_config });
  const headers = { 'content-type': 'application/json', ...proof };
  // The page may only ask the host that it is from, which is the one that the endpoint names for others.
  const { pathname } = new URL(sender.endpoint ?? '/', location.origin);
  const answer = await fetch(pathname, { method: 'POST', body, headers, credentials: 'omit' }).catch(() => undefined);
  if (!answer) throw new ApiError({ status: NO_RESPONSE, body: undefined, requestId: undefined });
  const told = await answer.json().catch(() => undefined);
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  if (!answer.ok) throw new ApiError({ status: answer.status, body: told, requestId });
  return told as Delivered;
}
