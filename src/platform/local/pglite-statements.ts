import { createMessage, SYNC } from './pglite-protocol.ts';

/**
 * Prepared statements of one client. All clients share one session, so that each statement gets a unique name there.
 */
export class ClientStatements {
  readonly #prefix: Buffer;
  readonly #names = new Set<string>();

  constructor(client: number) {
    this.#prefix = Buffer.from(`client ${client} `);
  }

  /** Replaces the statement name of a client's message by the session's name. */
  rename(message: Buffer): Buffer {
    const position = findNamePosition(message);
    if (position === undefined || message[position] === 0) return message;
    const renamed = Buffer.concat([message.subarray(0, position), this.#prefix, message.subarray(position)]);
    renamed.writeInt32BE(renamed.length - 1, 1);
    const name = renamed.toString('utf8', position, renamed.indexOf(0, position));
    if (message[0] === PARSE) this.#names.add(name);
    if (message[0] === CLOSE) this.#names.delete(name);
    return renamed;
  }

  /** Returns the messages that close all statements of the client, or undefined. */
  createCloseMessages(): Buffer | undefined {
    if (this.#names.size === 0) return undefined;
    return Buffer.concat([...[...this.#names].map((name) => createMessage('C', `S${name}`)), SYNC]);
  }
}

const PARSE = 0x50;
const BIND = 0x42;
const DESCRIBE = 0x44;
const CLOSE = 0x43;
/** Marks a Describe or Close of a statement instead of a portal. */
const STATEMENT = 0x53;

/** Returns the position of the statement name in a message; undefined without one. */
function findNamePosition(message: Buffer): number | undefined {
  switch (message[0]) {
    case PARSE:
      return 5;
    case BIND: {
      const end = message.indexOf(0, 5);
      return end < 0 ? undefined : end + 1;
    }
    case DESCRIBE:
    case CLOSE:
      return message[5] === STATEMENT ? 6 : undefined;
    default:
      return undefined;
  }
}
