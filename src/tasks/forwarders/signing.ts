import { createHmac, randomBytes } from 'node:crypto';

/** Signatures of webhooks according to Standard Webhooks. Pure except for random secrets. */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Generates a secret in the format of Standard Webhooks libraries. */
export function generateSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Size limits of a signing key from the user, in bytes. */
export const SIGNING_KEY_BYTES = { min: 16, max: 256 };

/**
 * Converts a signing key from the user to its stored form: `whsec_` with Base64, or the bytes of any other text.
 * Returns undefined if its size is invalid.
 */
export function parseSigningSecret(text: string): string | undefined {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const key = encoded === undefined ? Buffer.from(text) : Buffer.from(encoded, 'base64');
  const isValidSize = key.length >= SIGNING_KEY_BYTES.min && key.length <= SIGNING_KEY_BYTES.max;
  return isValidSize ? PREFIX + key.toString('base64') : undefined;
}

/** Creates the headers of a message: ID, timestamp and a signature per secret. */
export function createSignatureHeaders(
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}
