import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { DomainError } from '../../src/platform/errors.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import type { ApiContext } from '../context.ts';
import { authorizeRequest } from './access.ts';
import { AuthenticationError } from './credentials.ts';

/** Maximum unread bytes before the writer waits for the client. Later events stay in the database until then. */
const MAX_BUFFERED_BYTES = 262_144;

const EVENT_STREAM_TYPE = 'text/event-stream';

/** Problem of a query key that only streams accept. */
export const STREAM_ONLY = commonProblems.stream_only;

/** Whether the client prefers server-sent events to JSON, the default. */
export function wantsEvents(request: FastifyRequest): boolean {
  return new Negotiator(request.raw).mediaType(['application/json', EVENT_STREAM_TYPE]) === EVENT_STREAM_TYPE;
}

/** A server-sent event. */
export interface StreamMessage {
  readonly id?: number | string;
  /** Undefined for a message without a name. */
  readonly event?: string | undefined;
  /** JSON, or the text of a message with `isText`. */
  readonly data: unknown;
  readonly isText?: true;
}

/** A server-sent event stream to one client. */
export interface EventStream {
  readonly isOpen: () => boolean;
  readonly send: (event: StreamMessage) => void;
  /** Sends an event ID without an event. */
  readonly sendId: (id: string) => void;
  /** Resolves once the client has read most of the sent bytes, or the stream is closed. */
  readonly waitForDrain: () => Promise<void>;
  /** Returns the number of sent bytes that the client has not read. */
  readonly getBufferedBytes: () => number;
  /** Authorizes the caller again and ends the stream on failure. Returns whether the stream is still open. */
  readonly reauthorize: () => Promise<boolean>;
  /** Ends the stream. `hangUp` also closes the connection instead of keeping it alive. */
  readonly end: (options?: { readonly hangUp?: boolean }) => void;
  /** Destroys the connection and discards unread bytes. */
  readonly destroy: () => void;
  /** Adds a listener that is called once when the stream is closed. */
  readonly onClose: (listener: () => void) => void;
}

/** The open streams of a process, and whether it is shutting down. */
interface OpenStreams {
  readonly streams: Set<EventStream>;
  stopping: boolean;
}

const openStreamsByServer = new WeakMap<object, OpenStreams>();

/** Ends open streams at shutdown; their clients resume at another process. */
export function trackStreams(app: FastifyInstance): void {
  const open: OpenStreams = { streams: new Set(), stopping: false };
  openStreamsByServer.set(app.server, open);
  app.addHook('preClose', async () => {
    open.stopping = true;
    for (const stream of open.streams) stream.end({ hangUp: true });
  });
}

interface StreamOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Called after each reauthorization, to reload other permissions of the caller. */
  readonly onReauthorized?: () => Promise<void>;
}

/**
 * Turns a reply into an event stream. Every STREAM_COMMENT_MS it sends a comment and authorizes the request again; the
 * stream ends when the caller loses access. A client that reads nothing for STREAM_STALL_MS is disconnected.
 */
export function startStream(ctx: ApiContext, reply: FastifyReply, options: StreamOptions = {}): EventStream {
  const raw = startReply(reply, options.headers ?? {});
  const closeListeners: (() => void)[] = [];
  let isClosed = false;
  let isReauthorizing = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(heartbeat);
    open?.streams.delete(stream);
    for (const listener of closeListeners) listener();
  };
  const stream: EventStream = {
    isOpen: () => !isClosed,
    send: (message) => isClosed || raw.write(formatMessage(message)),
    sendId: (id) => isClosed || raw.write(`id: ${id}\n\n`),
    async waitForDrain() {
      while (!isClosed && raw.writableLength > MAX_BUFFERED_BYTES)
        await new Promise<void>((resolve) => (wake = resolve));
    },
    getBufferedBytes: () => raw.writableLength,
    reauthorize: () => reauthorizeStream(ctx, reply, stream, options.onReauthorized),
    end({ hangUp = false } = {}) {
      if (isClosed) return;
      close();
      const { socket } = raw;
      raw.end(hangUp ? () => socket?.destroySoon() : undefined);
    },
    destroy: () => raw.destroy(),
    onClose: (listener) => (isClosed ? listener() : closeListeners.push(listener)),
  };
  let wake = () => {};
  raw.on('drain', () => wake());
  closeListeners.push(() => wake());
  const heartbeat = setInterval(() => {
    // Unread bytes keep the connection alive without a comment.
    if (raw.writableLength === 0) raw.write(': still here\n\n');
    if (isReauthorizing) return;
    isReauthorizing = true;
    void stream.reauthorize().finally(() => (isReauthorizing = false));
  }, ctx.config.streamCommentMs);
  const open = openStreamsByServer.get(reply.server.server);
  destroyWhenStalled(ctx, reply);
  raw.on('close', close);
  raw.on('error', close);
  open?.streams.add(stream);
  // The client can disconnect, or the shutdown begin, during authorization.
  if (raw.destroyed) close();
  else if (open?.stopping) stream.end({ hangUp: true });
  return stream;
}

function formatMessage({ id, event, data, isText }: StreamMessage): string {
  const head = [...(id === undefined ? [] : [`id: ${id}\n`]), ...(event === undefined ? [] : [`event: ${event}\n`])];
  return `${head.join('')}data: ${isText ? data : JSON.stringify(data)}\n\n`;
}

function startReply(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply['raw'] {
  const common = reply.getHeaders();
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(common)) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': `${EVENT_STREAM_TYPE}; charset=utf-8`,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...headers,
  });
  raw.flushHeaders();
  return raw;
}

/**
 * Authorizes the request again and ends the stream if that fails. Database errors are ignored until the next attempt.
 */
async function reauthorizeStream(
  ctx: ApiContext,
  reply: FastifyReply,
  stream: EventStream,
  onReauthorized?: () => Promise<void>,
): Promise<boolean> {
  const op = reply.request.routeOptions.config.operation;
  if (op === undefined || !stream.isOpen()) return false;
  try {
    await authorizeRequest(ctx, op, reply.request);
    await onReauthorized?.();
    return stream.isOpen();
  } catch (error) {
    if (error instanceof DomainError || error instanceof AuthenticationError) stream.end();
    else ctx.log.warn({ err: error }, 'could not authorize a stream again');
    return false;
  }
}

/**
 * Destroys a stalled connection. Watches until the last byte is read, because unread bytes hold memory after the end.
 */
export function destroyWhenStalled(ctx: ApiContext, reply: FastifyReply): void {
  const { raw } = reply;
  let bytesWritten = -1;
  const timer = setInterval(() => {
    const currentBytes = (raw.socket?.bytesWritten ?? 0) - (raw.socket?.writableLength ?? 0);
    if (raw.writableLength > 0 && currentBytes === bytesWritten) {
      ctx.log.info({ reqId: reply.request.id, unread: raw.writableLength }, 'disconnected a client that did not read');
      raw.destroy();
    }
    bytesWritten = currentBytes;
  }, ctx.config.streamStallMs);
  timer.unref();
  raw.on('close', () => clearInterval(timer));
}
