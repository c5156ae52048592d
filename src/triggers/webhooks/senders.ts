import { createHmac } from 'node:crypto';
import { databaseNow } from '../../platform/clock.ts';
import { sha256 } from '../../platform/digest.ts';
import type { AuthMethod } from './config.ts';
import { type Delivery, getHeader } from './delivery.ts';
import { equalsInConstantTime } from './equals.ts';

/** How somebody signs what they send, as their documentation says. */
export interface SignatureScheme {
  /** Header of the signatures. */
  readonly header: string;
  /** One signature in it; there may be several while a secret is changed. */
  readonly signature: RegExp;
  /** Where the time is that is signed too: in a header, or in that of the signatures; null where none is. */
  readonly time: { readonly header: string; readonly pattern: RegExp } | null;
  /** Header of the delivery's id, where it is signed too. */
  readonly id: string | null;
  /** What is signed before the body. */
  before(time: string, id: string): string;
  readonly encoding: 'hex' | 'base64';
  /** The key that a secret stands for. */
  key(secret: string): Buffer;
  /** Where a delivery says what it is, within what is signed; null where it does not. */
  readonly keyPath: string | null;
}

/** Seconds that a signed time may be away from now unless the trigger says otherwise. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

const TIMESTAMP = /^(\d{1,12})$/;
const asText = (secret: string) => Buffer.from(secret, 'utf8');

/** Everybody whose signatures are known. */
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

/** Most signatures of one delivery that are looked at. */
const MAX_SIGNATURES = 10;

/** A signature that a delivery carries, with what it was made over but for the body. */
interface SignatureParts {
  readonly signatures: readonly string[];
  readonly before: string;
}

/** What a delivery says of its signature; undefined where a part is missing, or the time is too far from now. */
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

/** A digest of all that is signed: the same for a delivery that somebody sends again. */
export async function getSignedDigest(sender: SignatureScheme, delivery: Delivery): Promise<string> {
  const before = parseSignature(sender, delivery, Number.POSITIVE_INFINITY)?.before ?? '';
  return `sha256:${sha256(Buffer.concat([Buffer.from(before), await delivery.bytes()])).toString('hex')}`;
}

/** Whether one of the secrets signed a delivery, over the bytes of its body. */
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
