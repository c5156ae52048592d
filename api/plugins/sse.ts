import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { DomainError } from '../../src/platform/errors.ts';
import { commonProblems } from '../../src/platform/problems.ts';
import type { ApiContext } from '../context.ts';
import { admit } from './access.ts';
import { AuthenticationError } from './credentials.ts';

/** Bytes a reader may leave unread before the writer waits for it: what comes next stays in the database until then. */
const MOST_UNREAD = 262_144;

const EVENTS = 'text/event-stream';

/** What is said of a key of the query that JSON has not. */
export const FOR_STREAM = commonProblems.stream_only;

/** Whether the caller would have server-sent events rather than JSON, which is what any or no wish means. */
export function wantsEvents(request: FastifyRequest): boolean {
  return new Negotiator(request.raw).mediaType(['application/json', EVENTS]) === EVENTS;
}

/** A server-sent event stream to one reader. */
export interface EventStream {
  /** Whether the reader is still there. */
  readonly open: () => boolean;
  readonly send: (event: { readonly id?: number | string; readonly event: string; readonly data: unknown }) => void;
  /** Gives out a number without an event. */
  readonly mark: (id: string) => void;
  /** Resolves once the reader has taken most of what was sent, or the stream is over. */
  readonly room: () => Promise<void>;
  /** Bytes sent that the reader has not taken. */
  readonly unread: () => number;
  /** Lets the caller in anew, or ends the stream of one who may not any more; whether it is theirs still. */
  readonly prove: () => Promise<boolean>;
  /** Ends the stream; `hangUp` closes the connection too, which would else be kept for a next request. */
  readonly end: (options?: { readonly hangUp?: boolean }) => void;
  /** Breaks the connection and forgets what was not taken. */
  readonly cut: () => void;
  /** Called once when the stream is over, whoever ended it. */
  readonly onClose: (call: () => void) => void;
}

/** The open streams of a process, and whether it is told to stop. */
interface OpenStreams {
  readonly streams: Set<EventStream>;
  stopping: boolean;
}

const live = new WeakMap<object, OpenStreams>();

/** Ends open streams cleanly when the process is told to stop; their readers resume elsewhere. */
export function openStreams(app: FastifyInstance): void {
  const open: OpenStreams = { streams: new Set(), stopping: false };
  live.set(app.server, open);
  app.addHook('preClose', async () => {
    open.stopping = true;
    for (const stream of open.streams) stream.end({ hangUp: true });
  });
}

/** What a stream has besides its events. */
interface StreamOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Called whenever the caller was let in anew: what else was read of their rights is to be read again. */
  readonly onProved?: () => Promise<void>;
}

/**
 * Turns a reply into an event stream. A comment line comes every STREAM_COMMENT_MS, and with it the request is let in once
 * more: a stream ends when the caller's rights are gone, or what it shows is no longer for them. A reader that takes
 * nothing for STREAM_STALL_MS is cut.
 */
export function startStream(ctx: ApiContext, reply: FastifyReply, options: StreamOptions = {}): EventStream {
  const raw = openReply(reply, options.headers ?? {});
  const calls: (() => void)[] = [];
  let over = false;
  let proving = false;
  const finish = () => {
    if (over) return;
    over = true;
    clearInterval(beat);
    open?.streams.delete(stream);
    for (const call of calls) call();
  };
  const stream: EventStream = {
    open: () => !over,
    send({ id, event, data }) {
      if (over) return;
      raw.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    mark: (id) => over || raw.write(`id: ${id}\n\n`),
    async room() {
      while (!over && raw.writableLength > MOST_UNREAD) await new Promise<void>((resolve) => (wake = resolve));
    },
    unread: () => raw.writableLength,
    prove: () => provedAgain(ctx, reply, stream, options.onProved),
    end({ hangUp = false } = {}) {
      if (over) return;
      finish();
      const { socket } = raw;
      raw.end(hangUp ? () => socket?.destroySoon() : undefined);
    },
    cut: () => raw.destroy(),
    onClose: (call) => (over ? call() : calls.push(call)),
  };
  let wake = () => {};
  raw.on('drain', () => wake());
  calls.push(() => wake());
  const beat = setInterval(() => {
    // What waits to be taken keeps the connection alive by itself.
    if (raw.writableLength === 0) raw.write(': still here\n\n');
    if (proving) return;
    proving = true;
    void stream.prove().finally(() => (proving = false));
  }, ctx.config.streamCommentMs);
  const open = live.get(reply.server.server);
  cutWhenStalled(ctx, reply);
  raw.on('close', finish);
  raw.on('error', finish);
  open?.streams.add(stream);
  // A reader may have gone, or the process been told to stop, while the reader's rights were proved.
  if (raw.destroyed) finish();
  else if (open?.stopping) stream.end({ hangUp: true });
  return stream;
}

function openReply(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply['raw'] {
  const common = reply.getHeaders();
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(common)) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': `${EVENTS}; charset=utf-8`,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...headers,
  });
  raw.flushHeaders();
  return raw;
}

/**
 * Whether the caller would be let in again; the stream of one who would not is ended. A database that can't be asked now
 * proves nothing, and is asked again.
 */
async function provedAgain(
  ctx: ApiContext,
  reply: FastifyReply,
  stream: EventStream,
  onProved?: () => Promise<void>,
): Promise<boolean> {
  const op = reply.request.routeOptions.config.operation;
  if (op === undefined || !stream.open()) return false;
  try {
    await admit(ctx, op, reply.request);
    await onProved?.();
    return stream.open();
  } catch (error) {
    if (error instanceof DomainError || error instanceof AuthenticationError) stream.end();
    else ctx.log.warn({ err: error }, 'could not prove the rights of a stream again');
    return false;
  }
}

/** Watches until the last byte is taken, also after the stream has ended: what is left unread holds memory. */
export function cutWhenStalled(ctx: ApiContext, reply: FastifyReply): void {
  const { raw } = reply;
  let taken = -1;
  const timer = setInterval(() => {
    const now = (raw.socket?.bytesWritten ?? 0) - (raw.socket?.writableLength ?? 0);
    if (raw.writableLength > 0 && now === taken) {
      ctx.log.info({ reqId: reply.request.id, unread: raw.writableLength }, 'a reader that takes nothing was cut');
      raw.destroy();
    }
    taken = now;
  }, ctx.config.streamStallMs);
  timer.unref();
  raw.on('close', () => clearInterval(timer));
}
