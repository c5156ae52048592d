import { createHmac, randomBytes } from 'node:crypto';

/** Signatures of webhooks as Standard Webhooks has them. Pure but for chance. */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret in the form that its receivers' libraries take. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The headers that tell a message: its id, when it was sent, and a signature by each secret. */
export function signedHeaders(
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}
