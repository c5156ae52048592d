import { Readable } from 'node:stream';
import type { AddressRules } from './addresses.ts';
import { type Cut, decodedBody } from './body.ts';
import type { Progress, Resolver } from './connection.ts';
import { type OpenAnswer, openExchange } from './exchange.ts';
import { followRedirects } from './follow.ts';
import { type Life, startLife } from './life.ts';
import { OutboundError } from './outbound-error.ts';

/** What a fetch may take. */
export interface FetchLimits {
  /** Milliseconds in which nothing moves: no byte of the request, none of the answer, no read of it. Default 30,000. */
  readonly idleMs?: number;
  /** Milliseconds for everything, reading included. None by default: a stream of events goes on as long as it likes. */
  readonly totalMs?: number;
  /** Bytes of the answer's body, as it comes and as it is decoded; one that goes on breaks off. Default 50 MiB. */
  readonly maxBytes?: number;
  /** Bytes of the head of an answer. Default 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** Redirects that are followed. Default 5. */
  readonly maxRedirects?: number;
  /** Asked on each connection right before its first byte: false gives the request up as `superseded`. */
  readonly mayLeave?: () => Promise<boolean>;
}

// An answer with one of these has no body, and a Response with one takes none.
const WITHOUT_BODY = new Set([204, 205, 304]);

/** A `fetch` over connections to permitted addresses only. It rejects with an OutboundError, or with the signal's reason. */
export function fetchWithin(limits: FetchLimits, rules: AddressRules, resolver: Resolver): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const progress: Progress = { sent: false };
    const { idleMs = 30_000, totalMs } = limits;
    const life = startLife({ idleMs, totalMs, signal: request.signal });
    const failed = (error: unknown) => {
      const told = life.error(error, request.url, progress.sent);
      return told.reason === 'aborted' ? request.signal.reason : told;
    };
    try {
      const body = isStreamed(input, init) ? watched(request, life) : await wholeBody(request);
      const headers = Object.fromEntries(request.headers);
      const asked = { method: request.method, url: request.url, headers, body };
      const context = { rules, resolver, progress, signal: life.signal, mayLeave: limits.mayLeave };
      const options = { follow: request.redirect !== 'manual', maxHeaderBytes: limits.maxHeaderBytes };
      const maxRedirects = request.redirect === 'error' ? 0 : (limits.maxRedirects ?? 5);
      const { answer, url, redirects } = await followRedirects(asked, maxRedirects, progress, async (hop) => {
        const opened = await openExchange(hop, options, context);
        life.moved();
        if (opened.redirect !== undefined) await opened.close();
        return opened;
      });
      const response = await responseOf(answer, limits, life, failed);
      // Only a fetch of its own can set these.
      Object.defineProperties(response, { url: { value: url.href }, redirected: { value: redirects > 0 } });
      return response;
    } catch (error) {
      life.over();
      // Whoever makes the body hears that nobody takes it; one that was begun hears it from its reader.
      request.body?.cancel().catch(() => undefined);
      throw failed(error);
    }
  };
}

async function responseOf(
  { status, headers: given, body, close }: OpenAnswer,
  { maxBytes = 50 * 1024 * 1024 }: FetchLimits,
  life: Life,
  failed: (error: unknown) => unknown,
): Promise<Response> {
  try {
    const headers = new Headers();
    for (const [name, value] of Object.entries(given))
      for (const one of [value ?? []].flat()) headers.append(name, one);
    if (WITHOUT_BODY.has(status) || body.readableEnded) {
      await close();
      life.over();
      return new Response(null, { status, headers });
    }
    const cut: Cut = { done: false };
    const { chunks, decoded } = decodedBody(body, headers.get('content-encoding') ?? undefined, maxBytes, cut);
    if (decoded) for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    const tooLong = () => new OutboundError('too_large', `the answer is longer than ${maxBytes} bytes`, true);
    const stop = () => {
      life.over();
      void close();
    };
    return new Response(streamOf(chunks, life, { stop, failed, wasCut: () => (cut.done ? tooLong() : undefined) }), {
      status,
      headers,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/** A body that is read only as fast as its reader takes it, and whose connection ends with it. */
function streamOf(
  chunks: AsyncGenerator<Uint8Array>,
  life: Life,
  end: { stop(): void; failed(error: unknown): unknown; wasCut(): Error | undefined },
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      start(controller) {
        const giveUp = () => {
          end.stop();
          controller.error(end.failed(life.signal.reason));
        };
        life.signal.addEventListener('abort', giveUp, { once: true });
      },
      async pull(controller) {
        life.moved();
        try {
          const { done, value } = await chunks.next();
          const cut = done ? end.wasCut() : undefined;
          if (cut !== undefined) throw cut;
          life.moved();
          if (!done) return controller.enqueue(value);
          end.stop();
          controller.close();
        } catch (error) {
          end.stop();
          controller.error(end.failed(error));
        }
      },
      cancel: () => end.stop(),
    },
    { highWaterMark: 0 },
  );
}

/** Whether the body comes bit by bit; one that is there whole can be sent once more where a redirect asks for it. */
function isStreamed(input: unknown, init: RequestInit | undefined): boolean {
  if (init?.body === undefined) return input instanceof Request && input.body !== null;
  return Symbol.asyncIterator in Object(init.body);
}

async function wholeBody(request: Request): Promise<Uint8Array | undefined> {
  return request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
}

function watched(request: Request, life: Life): Readable {
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of request.body ?? []) {
      life.moved();
      yield chunk;
    }
  };
  return Readable.from(chunks(), { objectMode: false });
}
