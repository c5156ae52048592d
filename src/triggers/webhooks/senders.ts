import { createHmac } from 'node:crypto';
import { databaseNow } from '../../platform/clock.ts';
import { equalsInConstantTime, sha256 } from '../../platform/digest.ts';
import type { AuthMethod } from './config.ts';
import { type Delivery, getHeader } from './delivery.ts';

/** A documented signature scheme of senders. */
export interface SignatureScheme {
  /** Header with the signatures. */
  readonly header: string;
  /** Pattern of one signature. A rotation can send several. */
  readonly signature: RegExp;
  /** Location of the signed time: a header, or the signatures' header. Null for none. */
  readonly time: { readonly header: string; readonly pattern: RegExp } | null;
  /** Header of the signed delivery ID, if any. */
  readonly id: string | null;
  /** Signed text before the body. */
  before(time: string, id: string): string;
  readonly encoding: 'hex' | 'base64';
  /** Returns the key of a secret. */
  key(secret: string): Buffer;
  /** Path of the delivery's ID within the signed content. Null for none. */
  readonly keyPath: string | null;
}

/** Default maximum difference of a signed time from now, in seconds. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

const TIMESTAMP = /^(\d{1,12})$/;
const asText = (secret: string) => Buffer.from(secret, 'utf8');

/** All known signature schemes. */
export const SIGNATURE_SCHEMES = {
  github: {
    header: 'x-hub-signature-256',
    signature: /^sha256=([0-9a-f]{64})$/gi,
    time: null,
    id: null,
    before: () => '',
    encoding: 'hex',
    key: asText,
    keyPath: null,
  },
  stripe: {
    header: 'stripe-signature',
    signature: /(?:^|,)\s*v1=([0-9a-f]{64})(?=,|\s*$)/gi,
    time: { header: 'stripe-signature', pattern: /(?:^|,)\s*t=(\d{1,12})(?=,|\s*$)/ },
    id: null,
    before: (time) => `${time}.`,
    encoding: 'hex',
    key: asText,
    keyPath: '$.id',
  },
  slack: {
    header: 'x-slack-signature',
    signature: /^v0=([0-9a-f]{64})$/gi,
    time: { header: 'x-slack-request-timestamp', pattern: TIMESTAMP },
    id: null,
    before: (time) => `v0:${time}:`,
    encoding: 'hex',
    key: asText,
    keyPath: '$.event_id',
  },
  standard_webhooks: {
    header: 'webhook-signature',
    signature: /(?:^|\s)v1,([A-Za-z0-9+/]{43}=)(?=\s|$)/g,
    time: { header: 'webhook-timestamp', pattern: TIMESTAMP },
    id: 'webhook-id',
    before: (time, id) => `${id}.${time}.`,
    encoding: 'base64',
    key: (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
    keyPath: 'header:webhook-id',
  },
} as const satisfies Partial<Record<AuthMethod, SignatureScheme>>;

/** Maximum number of signatures per delivery that are checked. */
const MAX_SIGNATURES = 10;

/** A signature of a delivery, with the signed content except the body. */
interface SignatureParts {
  readonly signatures: readonly string[];
  readonly before: string;
}

/** Parses the signature of a delivery. Undefined if a part is missing or the time is too far from now. */
function parseSignature(
  sender: SignatureScheme,
  delivery: Delivery,
  toleranceSeconds: number,
): SignatureParts | undefined {
  const header = getHeader(delivery, sender.header) ?? '';
  const signatures = [...header.matchAll(sender.signature)].map((match) => match[1] ?? '').slice(0, MAX_SIGNATURES);
  const id = sender.id === null ? '' : getHeader(delivery, sender.id);
  const time = sender.time === null ? '' : sender.time.pattern.exec(getHeader(delivery, sender.time.header) ?? '')?.[1];
  if (signatures.length === 0 || id === undefined || time === undefined) return undefined;
  const differenceSeconds = Math.abs(databaseNow() / 1000 - Number(time));
  if (sender.time !== null && differenceSeconds > toleranceSeconds) return undefined;
  return { signatures, before: sender.before(time, id) };
}

/** Returns a digest of the signed content, equal for repeated deliveries. */
export async function getSignedDigest(sender: SignatureScheme, delivery: Delivery): Promise<string> {
  const before = parseSignature(sender, delivery, Number.POSITIVE_INFINITY)?.before ?? '';
  return `sha256:${sha256(Buffer.concat([Buffer.from(before), await delivery.bytes()])).toString('hex')}`;
}

/** Returns whether one of the secrets signed a delivery, including its raw body. */
export async function isSignatureValid(
  sender: SignatureScheme,
  delivery: Delivery,
  secrets: readonly string[],
  toleranceSeconds: number,
): Promise<boolean> {
  const signed = parseSignature(sender, delivery, toleranceSeconds);
  if (signed === undefined) return false;
  const bytes = await delivery.bytes();
  const computed = secrets.map((secret) =>
    createHmac('sha256', sender.key(secret)).update(signed.before).update(bytes).digest(sender.encoding),
  );
  const given = signed.signatures.map((one) => (sender.encoding === 'hex' ? one.toLowerCase() : one));
  return computed.some((own) => given.some((one) => equalsInConstantTime(own, one)));
}
