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

/** Idle time after which a transaction is rolled back, since it blocks all other clients. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
/** Milliseconds in which a client must authenticate. */
const AUTHENTICATION_TIMEOUT_MS = 10_000;
/** Maximum bytes before authentication. */
const MAX_UNAUTHENTICATED_BYTES = 10_000;
/** Ends any open transaction of a client: implicit, failed before its Sync, or explicit. */
const END_TRANSACTION = Buffer.concat([createQuery('rollback'), SYNC, createQuery('rollback')]);

/** Options of the server of the embedded database. */
interface PgliteServerOptions {
  readonly db: PGlite;
  readonly port: number;
  /** Password of every client, since every local user can reach the port. */
  readonly password: string;
  readonly maxConnections: number;
  /** Called when the database itself has failed and no client can be served. */
  readonly onFailure: (error: unknown) => void;
}

interface Client {
  readonly socket: Socket;
  readonly reader: MessageReader;
  readonly statements: ClientStatements;
  readonly channels: Set<string>;
  /** State of the authentication; undefined once it is complete. */
  authentication: Authentication | undefined;
}

interface Authentication {
  readonly exchange: ScramExchange;
  /** Disconnects an idle client. */
  readonly timer: NodeJS.Timeout;
  /** The client's start message, for the database after authentication. */
  start?: MessageUnit;
}

interface QueuedUnit {
  readonly client: Client;
  readonly unit: MessageUnit;
}

/**
 * Serves one PGlite, which is a single Postgres session, to many clients. Clients take turns by complete units
 * (everything up to a Sync, or a simple query), and a client in a transaction keeps its turn. With turns by single
 * messages, unnamed statements of clients got mixed up: 706 of 2,400 queries of 8 clients returned wrong rows. Named
 * statements get unique names in the session, and are closed with their client. Notifications reach every listening
 * client; an UNLISTEN ends them for all. `@electric-sql/pglite-socket` checks no password, and its clients share the
 * names of prepared statements.
 */
export class PgliteServer {
  readonly #options: PgliteServerOptions;
  readonly #secret: ScramSecret;
  readonly #server: Server;
  readonly #clients = new Set<Client>();
  /** Includes rejected clients that are still connected. */
  readonly #sockets = new Set<Socket>();
  /** Number of clients so far. */
  #acceptedCount = 0;
  /** Messages that close the statements of disconnected clients. */
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

  /** Starts to listen on 127.0.0.1. Rejects on failure. */
  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port: this.#options.port, host: '127.0.0.1' }, () => resolve());
    });
  }

  /** Ends all connections. Resolves when the database is idle. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // The server may close before the last client, whose transaction must still be ended.
    const closedSockets = [...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of this.#sockets) socket.destroy();
    this.#queue = [];
    await Promise.all([closed, ...closedSockets]);
    await this.#idle;
  }

  #accept(socket: Socket): void {
    // A broken connection ends; the `close` handler does the rest.
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
          throw new Error('too much data before authentication');
        for (const unit of client.reader.read(chunk)) this.#receive(client, unit);
      } catch {
        // Not the Postgres protocol.
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

  /** Authenticates a client. Before that, nothing of it reaches the database. */
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

  /** Processes the queue unless that is in progress. */
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
      // Notifications come before the response, so that they arrive before the writer learns of its commit.
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
