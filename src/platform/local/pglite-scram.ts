import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { createMessage } from './pglite-protocol.ts';

/** As many as a Postgres of its own asks for. */
const ITERATIONS = 4096;
const KEY_BYTES = 32;
const MECHANISM = 'SCRAM-SHA-256';
/** Kinds of the messages that ask for authentication. */
const SASL = 10;
const SASL_CONTINUE = 11;
const SASL_FINAL = 12;

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();

/** What a server knows of a password: enough to see that a client knows it. */
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

/** What the server answers to a message of the client, and whether the client has shown now that it knows the password. */
export interface ScramStep {
  readonly response: Buffer;
  readonly isAuthenticated: boolean;
}

/** The client's first message (its binding and the rest), the server's, and the nonce of both. */
interface FirstMessages {
  readonly gs2: string;
  readonly bare: string;
  readonly server: string;
  readonly nonce: string;
}

/** One client's way to show that it knows the password (RFC 5802, as Postgres speaks it). */
export class ScramExchange {
  readonly #secret: ScramSecret;
  #first: FirstMessages | undefined;

  constructor(secret: ScramSecret) {
    this.#secret = secret;
  }

  /** What asks the client to begin. */
  static readonly request = createMessage('R', int32(SASL), MECHANISM, Buffer.alloc(1));

  /** Takes a message of the client. Throws where it does not know the password, or does not speak as it should. */
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
      throw new Error('not the exchange that was begun');
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

/** The error a client gets that does not know the password. */
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
