import type { FastifyInstance, FastifyReply } from 'fastify';

/** Milliseconds between two comment lines that keep a stream's connection alive. */
const COMMENT_MS = 15_000;
/** Bytes a slow reader may leave unread before its stream is cut; it resumes with Last-Event-ID. */
const MOST_UNREAD = 1_048_576;

/** A server-sent event stream to one reader. */
export interface EventStream {
  /** Whether the reader is still there and keeps up. */
  readonly open: () => boolean;
  readonly send: (event: { readonly id?: number; readonly event: string; readonly data: unknown }) => void;
  /** Ends the stream; `hangUp` closes the connection too, which would else be kept for a next request. */
  readonly end: (options?: { readonly hangUp?: boolean }) => void;
  /** Called once when the stream is over, whoever ended it. */
  readonly onClose: (call: () => void) => void;
}

const live = new WeakMap<object, Set<EventStream>>();

/** Ends open streams cleanly when the process is told to stop; their readers resume elsewhere. */
export function openStreams(app: FastifyInstance): void {
  const streams = new Set<EventStream>();
  live.set(app.server, streams);
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end({ hangUp: true });
  });
}

/** Turns a reply into an event stream. */
export function startStream(reply: FastifyReply, headers: Readonly<Record<string, string>> = {}): EventStream {
  reply.hijack();
  const raw = reply.raw;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
    'x-request-id': reply.request.id,
    ...headers,
  });
  raw.flushHeaders();
  const calls: (() => void)[] = [];
  const timer = setInterval(() => raw.write(': still here\n\n'), COMMENT_MS);
  let over = false;
  const stream: EventStream = {
    open: () => !over,
    send({ id, event, data }) {
      if (over) return;
      raw.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (raw.writableLength > MOST_UNREAD) raw.destroy();
    },
    end({ hangUp = false } = {}) {
      if (over) return;
      finish();
      const { socket } = raw;
      raw.end(hangUp ? () => socket?.destroySoon() : undefined);
    },
    onClose: (call) => calls.push(call),
  };
  const streams = live.get(reply.server.server);
  const finish = () => {
    if (over) return;
    over = true;
    clearInterval(timer);
    streams?.delete(stream);
    for (const call of calls) call();
  };
  raw.on('close', finish);
  raw.on('error', finish);
  streams?.add(stream);
  return stream;
}
