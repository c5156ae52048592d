/** Parts of Postgres's wire protocol for the embedded Postgres's socket: message boundaries and units. */

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;
const PROTOCOL_3 = 3;
/** A larger message indicates another protocol. */
const MAX_MESSAGE_BYTES = 1 << 30;
const LISTEN_STATEMENT = /^\s*(un)?listen\s+("([^"]+)"|[a-z_][\w$]*)\s*;?\s*$/i;

/** Messages of one client that must run without interruption by other clients. */
export interface MessageUnit {
  /**
   * `run` goes to the database, and so does `start` once the client is authenticated. The server handles the others.
   */
  readonly kind: 'run' | 'start' | 'password' | 'refuse-encryption' | 'end';
  readonly bytes: Uint8Array;
  /** Whether more messages follow: it ended with Flush instead of Sync. */
  readonly isOpen: boolean;
  /** Channels of its LISTEN and UNLISTEN statements. */
  readonly channels: readonly { readonly isListen: boolean; readonly channel: string }[];
}

/** Splits a client's data into units. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0);
  #hasStarted = false;
  #messages: Buffer[] = [];
  #channels: { isListen: boolean; channel: string }[] = [];
  readonly #rename: (message: Buffer) => Buffer;

  /** `rename` rewrites each message for the database. */
  constructor(rename: (message: Buffer) => Buffer = (message) => message) {
    this.#rename = rename;
  }

  /** Returns the units that this chunk completes. Throws for another protocol. */
  read(chunk: Buffer): MessageUnit[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const units: MessageUnit[] = [];
    while (true) {
      // The start message has no type byte.
      const header = this.#hasStarted ? 1 : 0;
      if (this.#rest.length < header + 4) return units;
      const length = header + this.#rest.readInt32BE(header);
      if (length < header + 4 || length > MAX_MESSAGE_BYTES) throw new Error('a message has an invalid length');
      if (this.#rest.length < length) return units;
      const message = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      const unit = this.#hasStarted ? this.#add(message) : this.#start(message);
      if (unit) units.push(unit);
    }
  }

  #start(message: Buffer): MessageUnit {
    const code = message.length >= 8 ? message.readInt32BE(4) : 0;
    if (code === SSL_REQUEST || code === GSS_REQUEST) return this.#unit('refuse-encryption');
    if (code === CANCEL_REQUEST) return this.#unit('end');
    if (code >> 16 !== PROTOCOL_3) throw new Error('not version 3 of the protocol');
    this.#hasStarted = true;
    this.#messages.push(message);
    return this.#unit('start');
  }

  #add(message: Buffer): MessageUnit | undefined {
    const kind = String.fromCharCode(message[0] ?? 0);
    if (kind === 'X') return this.#unit('end');
    this.#messages.push(this.#rename(message));
    if (kind === 'p') return this.#unit('password');
    if (kind === 'Q') this.#recordChannel(message.toString('utf8', 5, message.length - 1));
    if (kind === 'P') this.#recordChannel(message.toString('utf8', message.indexOf(0, 5) + 1, message.length - 3));
    // Parse, Bind, Describe, Execute and Close wait for the Sync or Flush that ends them.
    if ('PBDEC'.includes(kind)) return undefined;
    return this.#unit('run', kind === 'H');
  }

  #recordChannel(text: string): void {
    const [, negation, name = '', quoted] = LISTEN_STATEMENT.exec(text) ?? [];
    if (name) this.#channels.push({ isListen: !negation, channel: quoted ?? name.toLowerCase() });
  }

  #unit(kind: MessageUnit['kind'], isOpen = false): MessageUnit {
    const unit = { kind, bytes: new Uint8Array(Buffer.concat(this.#messages)), isOpen, channels: this.#channels };
    this.#messages = [];
    this.#channels = [];
    return unit;
  }
}

interface Notification {
  readonly channel: string;
  /** The complete message for a client. */
  readonly frame: Buffer;
}

/** Separates notifications from a database response. The rest belongs to the client of the request. */
export function splitNotifications(bytes: Buffer): { response: Buffer; notifications: Notification[] } {
  const notifications: Notification[] = [];
  const response: Buffer[] = [];
  let start = 0;
  for (let position = 0; position + 5 <= bytes.length; ) {
    const end = position + 1 + bytes.readInt32BE(position + 1);
    if (bytes[position] === 0x41) {
      // Byte A, length, process id, channel, payload.
      const channel = bytes.toString('utf8', position + 9, bytes.indexOf(0, position + 9));
      notifications.push({ channel, frame: bytes.subarray(position, end) });
      response.push(bytes.subarray(start, position));
      start = end;
    }
    position = end;
  }
  if (notifications.length === 0) return { response: bytes, notifications };
  return { response: Buffer.concat([...response, bytes.subarray(start)]), notifications };
}

/** Creates a message of a type and parts, with its length. */
export function createMessage(kind: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Creates a client's simple query. */
export function createQuery(text: string): Buffer {
  return createMessage('Q', text);
}

/** Message that ends a unit. */
export const SYNC = createMessage('S');

/** Creates the error for a client above the limit. */
export function createTooManyClientsError(): Buffer {
  return createMessage(
    'E',
    'SFATAL',
    'VFATAL',
    'C53300',
    'Mtoo many clients of the embedded Postgres; lower DATABASE_POOL_SIZE',
    Buffer.alloc(1),
  );
}
