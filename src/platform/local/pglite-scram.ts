import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { createMessage } from './pglite-protocol.ts';

/** The default of Postgres. */
const ITERATIONS = 4096;
const KEY_BYTES = 32;
const MECHANISM = 'SCRAM-SHA-256';
/** Types of authentication messages. */
const SASL = 10;
const SASL_CONTINUE = 11;
const SASL_FINAL = 12;

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();

/** A server's verifier of a password. */
export class ScramSecret {
  readonly salt = randomBytes(16);
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;

  constructor(password: string) {
    const salted = pbkdf2Sync(password, this.salt, ITERATIONS, KEY_BYTES, 'sha256');
    this.storedKey = sha256(hmac(salted, 'Client Key'));
    this.serverKey = hmac(salted, 'Server Key');
  }
}

/** Response to a client's message, and whether the client is authenticated. */
interface ScramStep {
  readonly response: Buffer;
  readonly isAuthenticated: boolean;
}

/** First messages of client (header and rest) and server, with the common nonce. */
interface FirstMessages {
  readonly gs2: string;
  readonly bare: string;
  readonly server: string;
  readonly nonce: string;
}

/** Authentication exchange with one client (RFC 5802, in Postgres's variant). */
export class ScramExchange {
  readonly #secret: ScramSecret;
  #first: FirstMessages | undefined;

  constructor(secret: ScramSecret) {
    this.#secret = secret;
  }

  /** Message that starts the exchange. */
  static readonly request = createMessage('R', int32(SASL), MECHANISM, Buffer.alloc(1));

  /** Handles a client's message. Throws for a wrong password or an invalid message. */
  handle(message: Buffer): ScramStep {
    return this.#first === undefined
      ? this.#handleFirst(message)
      : this.#handleFinal(message.toString('utf8', 5), this.#first);
  }

  #handleFirst(message: Buffer): ScramStep {
    const end = message.indexOf(0, 5);
    const text = message.toString('utf8', end + 5);
    const [, gs2 = '', bare = '', client = ''] = /^([ny],,)(n=[^,]*,r=([\x21-\x2b\x2d-\x7e]+))$/.exec(text) ?? [];
    if (message.toString('utf8', 5, end) !== MECHANISM || client === '') throw new Error('not SCRAM-SHA-256');
    const nonce = client + randomBytes(18).toString('base64');
    const server = `r=${nonce},s=${this.#secret.salt.toString('base64')},i=${ITERATIONS}`;
    this.#first = { gs2, bare, server, nonce };
    return { response: createMessage('R', int32(SASL_CONTINUE), Buffer.from(server)), isAuthenticated: false };
  }

  #handleFinal(text: string, { gs2, bare, server, nonce }: FirstMessages): ScramStep {
    const [, withoutProof = '', proof = ''] = /^(.*),p=([A-Za-z0-9+/=]+)$/.exec(text) ?? [];
    if (withoutProof !== `c=${Buffer.from(gs2).toString('base64')},r=${nonce}`)
      throw new Error('not the exchange that was started');
    const authMessage = `${bare},${server},${withoutProof}`;
    const signature = hmac(this.#secret.storedKey, authMessage);
    const proofBytes = Buffer.from(proof, 'base64');
    const key = Buffer.from(signature.map((byte, index) => byte ^ (proofBytes[index] ?? 0)));
    if (proofBytes.length !== KEY_BYTES || !timingSafeEqual(sha256(key), this.#secret.storedKey))
      throw new Error('a wrong password');
    const verifier = `v=${hmac(this.#secret.serverKey, authMessage).toString('base64')}`;
    return { response: createMessage('R', int32(SASL_FINAL), Buffer.from(verifier)), isAuthenticated: true };
  }
}

/** Creates the error for a wrong password. */
export function createWrongPasswordError(): Buffer {
  return createMessage(
    'E',
    'SFATAL',
    'VFATAL',
    'C28P01',
    'Mpassword authentication failed for the embedded Postgres',
    Buffer.alloc(1),
  );
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
