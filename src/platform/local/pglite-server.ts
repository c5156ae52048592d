import { createServer, type Server, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import {
  createQuery,
  createTooManyClientsError,
  MessageReader,
  type MessageUnit,
  SYNC,
  splitNotifications,
} from './pglite-protocol.ts';
import { createWrongPasswordError, ScramExchange, ScramSecret } from './pglite-scram.ts';
import { ClientStatements } from './pglite-statements.ts';

/** A transaction whose client says nothing for this long is rolled back: it would hold up every other client. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
/** Milliseconds a client has to show that it knows the password. */
const AUTHENTICATION_TIMEOUT_MS = 10_000;
/** Bytes it may send until then. */
const MAX_UNAUTHENTICATED_BYTES = 10_000;
/**
 * Ends whatever a client left open: an implicit transaction, one that waits for its Sync after an error, or an
 * explicit one.
 */
const END_TRANSACTION = Buffer.concat([createQuery('rollback'), SYNC, createQuery('rollback')]);

export interface PgliteServerOptions {
  readonly db: PGlite;
  readonly port: number;
  /** What every client has to know: the port is open to whoever has an account on the machine. */
  readonly password: string;
  readonly maxConnections: number;
  /** Called when the database itself has failed; nothing can be served any more. */
  readonly onFailure: (error: unknown) => void;
}

interface Client {
  readonly socket: Socket;
  readonly reader: MessageReader;
  readonly statements: ClientStatements;
  readonly channels: Set<string>;
  /** What is left of showing that it knows the password; undefined once it has. */
  authentication: Authentication | undefined;
}

interface Authentication {
  readonly exchange: ScramExchange;
  /** Ends the connection of a client that says nothing. */
  readonly timer: NodeJS.Timeout;
  /** What the client began with, for the database once it is let in. */
  start?: MessageUnit;
}

interface QueuedUnit {
  readonly client: Client;
  readonly unit: MessageUnit;
}

/**
 * Serves one PGlite, which is one Postgres session, to many clients. Clients take turns by whole units (everything up
 * to a Sync, or a simple query), and a client that is in a transaction keeps its turn: a server that took turns by
 * single messages mixed up the clients' unnamed statements, and gave 706 of 2,400 queries of 8 clients the wrong rows.
 * Statements that a client names get a name of their own in the session, and are closed when the client goes.
 * Notifications reach every client that listens; an UNLISTEN ends them for all, as the session is one.
 */
export class PgliteServer {
  readonly #options: PgliteServerOptions;
  readonly #secret: ScramSecret;
  readonly #server: Server;
  readonly #clients = new Set<Client>();
  /** Also of those that were refused and have not gone yet. */
  readonly #sockets = new Set<Socket>();
  /** How many clients there have been. */
  #acceptedCount = 0;
  /** What closes the statements of clients that have gone. */
  #pendingCloses: Buffer[] = [];
  #queue: QueuedUnit[] = [];
  #owner: Client | undefined;
  #ownerTimer: NodeJS.Timeout | undefined;
  #isRunning = false;
  #idle: Promise<void> = Promise.resolve();

  constructor(options: PgliteServerOptions) {
    this.#options = options;
    this.#secret = new ScramSecret(options.password);
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  }

  /** Begins to listen on 127.0.0.1. Rejects when it can't. */
  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port: this.#options.port, host: '127.0.0.1' }, () => resolve());
    });
  }

  /** Ends all connections; resolves when nothing runs in the database any more. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // The server may be closed before the last client has left, whose transaction is still to be ended.
    const closedSockets = [...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of this.#sockets) socket.destroy();
    this.#queue = [];
    await Promise.all([closed, ...closedSockets]);
    await this.#idle;
  }

  #accept(socket: Socket): void {
    // A connection that breaks ends; `close` below does the rest.
    socket.on('error', () => {});
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    if (this.#clients.size >= this.#options.maxConnections) {
      socket.resume();
      socket.end(createTooManyClientsError());
      return;
    }
    const statements = new ClientStatements(this.#acceptedCount++);
    const reader = new MessageReader((message) => statements.rename(message));
    const timer = setTimeout(() => socket.destroy(), AUTHENTICATION_TIMEOUT_MS).unref();
    const authentication = { exchange: new ScramExchange(this.#secret), timer };
    const client: Client = { socket, reader, statements, channels: new Set(), authentication };
    this.#clients.add(client);
    socket.on('data', (chunk) => {
      try {
        if (client.authentication && socket.bytesRead > MAX_UNAUTHENTICATED_BYTES)
          throw new Error('nobody needs as much to be let in');
        for (const unit of client.reader.read(chunk)) this.#receive(client, unit);
      } catch {
        // What came is not the Postgres protocol.
        socket.destroy();
      }
    });
    socket.once('close', () => this.#disconnect(client));
  }

  #receive(client: Client, unit: MessageUnit): void {
    if (unit.kind === 'refuse-encryption') client.socket.write('N');
    else if (unit.kind === 'end') client.socket.end();
    else if (client.authentication) this.#authenticate(client, client.authentication, unit);
    else {
      this.#queue.push({ client, unit });
      this.#run();
    }
  }

  /** Lets a client in that shows that it knows the password. Until then nothing of it reaches the database. */
  #authenticate(client: Client, authentication: Authentication, unit: MessageUnit): void {
    if (unit.kind === 'start') {
      authentication.start = unit;
      client.socket.write(ScramExchange.request);
      return;
    }
    try {
      if (unit.kind !== 'password' || !authentication.start) throw new Error('not a message of the exchange');
      const { response: reply, isAuthenticated: isProved } = authentication.exchange.handle(Buffer.from(unit.bytes));
      client.socket.write(reply);
      if (!isProved) return;
      clearTimeout(authentication.timer);
      client.authentication = undefined;
      this.#receive(client, authentication.start);
    } catch {
      client.socket.end(createWrongPasswordError());
    }
  }

  #disconnect(client: Client): void {
    clearTimeout(client.authentication?.timer);
    this.#clients.delete(client);
    this.#queue = this.#queue.filter((queued) => queued.client !== client);
    const closeMessages = client.statements.createCloseMessages();
    if (closeMessages) this.#pendingCloses.push(closeMessages);
    if (this.#owner === client || !this.#owner) this.#run();
  }

  /** Works through the queue unless that is going on already. */
  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#idle = this.#drain().catch(this.#options.onFailure);
  }

  async #drain(): Promise<void> {
    while (true) {
      clearTimeout(this.#ownerTimer);
      if (this.#owner && !this.#clients.has(this.#owner)) {
        await this.#execute(END_TRANSACTION);
        this.#owner = undefined;
      }
      if (!this.#owner && this.#pendingCloses.length > 0)
        await this.#execute(Buffer.concat(this.#pendingCloses.splice(0)));
      const queued = this.#next();
      if (!queued) break;
      const { client, unit } = queued;
      const { response: clientBytes, notifications } = splitNotifications(await this.#execute(unit.bytes));
      for (const { isListen: listens, channel } of unit.channels) client.channels[listens ? 'add' : 'delete'](channel);
      // Notifications come before the answer, so that they are there when the writer knows of its commit.
      for (const { channel, frame } of notifications) {
        for (const listener of this.#clients) if (listener.channels.has(channel)) listener.socket.write(frame);
      }
      if (!client.socket.destroyed) client.socket.write(clientBytes);
      this.#owner = unit.isOpen || this.#options.db.isInTransaction() ? client : undefined;
    }
    this.#isRunning = false;
    const owner = this.#owner;
    if (owner) this.#ownerTimer = setTimeout(() => owner.socket.destroy(), IDLE_TRANSACTION_TIMEOUT_MS).unref();
  }

  #next(): QueuedUnit | undefined {
    const index = this.#owner ? this.#queue.findIndex((queued) => queued.client === this.#owner) : 0;
    return index < 0 ? undefined : this.#queue.splice(index, 1)[0];
  }

  async #execute(bytes: Uint8Array): Promise<Buffer> {
    const { db } = this.#options;
    const parts: Uint8Array[] = [];
    await db.runExclusive(() => db.execProtocolRawStream(bytes, { onRawData: (data) => parts.push(data.slice()) }));
    return Buffer.concat(parts);
  }
}
