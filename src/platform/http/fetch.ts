import { Readable } from 'node:stream';
import type { AddressRules } from './addresses.ts';
import { decodeBody, type Truncation } from './body.ts';
import type { Progress, Resolver } from './connection.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { type OpenResponse, openExchange } from './exchange.ts';
import { OutboundError } from './outbound-error.ts';
import { followRedirects } from './redirects.ts';

/** What a fetch may take. */
export interface FetchLimits {
  /** Milliseconds in which nothing moves: no byte of the request, none of the answer, no read of it. Default 30,000. */
  readonly idleTimeoutMs?: number;
  /** Milliseconds for everything, reading included. None by default: a stream of events goes on as long as it likes. */
  readonly totalTimeoutMs?: number;
  /** Bytes of the answer's body, as it comes and as it is decoded; one that goes on breaks off. Default 50 MiB. */
  readonly maxBytes?: number;
  /** Bytes of the head of an answer. Default 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** Redirects that are followed. Default 5. */
  readonly maxRedirects?: number;
  /** Asked on each connection right before its first byte: false gives the request up as `superseded`. */
  readonly maySend?: () => Promise<boolean>;
}

// An answer with one of these has no body, and a Response with one takes none.
const BODILESS_STATUSES = new Set([204, 205, 304]);

/** A `fetch` over connections to permitted addresses only. It rejects with an OutboundError, or with the signal's reason. */
export function createFetch(limits: FetchLimits, rules: AddressRules, resolver: Resolver): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const progress: Progress = { sent: false };
    const { idleTimeoutMs = 30_000, totalTimeoutMs } = limits;
    const deadline = startDeadline({ idleTimeoutMs, totalTimeoutMs, signal: request.signal });
    const toFailure = (error: unknown) => {
      const outboundError = deadline.toOutboundError(error, request.url, progress.sent);
      return outboundError.reason === 'aborted' ? request.signal.reason : outboundError;
    };
    try {
      const body = hasStreamedBody(input, init) ? watchBody(request, deadline) : await readCompleteBody(request);
      const headers = Object.fromEntries(request.headers);
      const outboundRequest = { method: request.method, url: request.url, headers, body };
      const context = { rules, resolver, progress, signal: deadline.signal, mayLeave: limits.maySend };
      const options = { follow: request.redirect !== 'manual', maxHeaderBytes: limits.maxHeaderBytes };
      const maxRedirects = request.redirect === 'error' ? 0 : (limits.maxRedirects ?? 5);
      const {
        response: lastResponse,
        url,
        redirects,
      } = await followRedirects(outboundRequest, maxRedirects, progress, async (hop) => {
        const openResponse = await openExchange(hop, options, context);
        deadline.recordProgress();
        if (openResponse.redirect !== undefined) await openResponse.close();
        return openResponse;
      });
      const response = await toResponse(lastResponse, limits, deadline, toFailure);
      // Only a fetch of its own can set these.
      Object.defineProperties(response, { url: { value: url.href }, redirected: { value: redirects > 0 } });
      return response;
    } catch (error) {
      deadline.stop();
      // Whoever makes the body hears that nobody takes it; one that was begun hears it from its reader.
      request.body?.cancel().catch(() => undefined);
      throw toFailure(error);
    }
  };
}

async function toResponse(
  { status, headers: rawHeaders, body, close }: OpenResponse,
  { maxBytes = 50 * 1024 * 1024 }: FetchLimits,
  deadline: Deadline,
  toFailure: (error: unknown) => unknown,
): Promise<Response> {
  try {
    const headers = new Headers();
    for (const [name, value] of Object.entries(rawHeaders))
      for (const item of [value ?? []].flat()) headers.append(name, item);
    if (BODILESS_STATUSES.has(status) || body.readableEnded) {
      await close();
      deadline.stop();
      return new Response(null, { status, headers });
    }
    const cut: Truncation = { isTruncated: false };
    const { chunks, decoded } = decodeBody(body, headers.get('content-encoding') ?? undefined, maxBytes, cut);
    if (decoded) for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    const createTooLargeError = () =>
      new OutboundError('too_large', `the answer is longer than ${maxBytes} bytes`, true);
    const stop = () => {
      deadline.stop();
      void close();
    };
    return new Response(
      createBodyStream(chunks, deadline, {
        stop,
        toFailure,
        findTruncationError: () => (cut.isTruncated ? createTooLargeError() : undefined),
      }),
      {
        status,
        headers,
      },
    );
  } catch (error) {
    await close();
    throw error;
  }
}

/** A body that is read only as fast as its reader takes it, and whose connection ends with it. */
function createBodyStream(
  chunks: AsyncGenerator<Uint8Array>,
  deadline: Deadline,
  callbacks: { stop(): void; toFailure(error: unknown): unknown; findTruncationError(): Error | undefined },
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      start(controller) {
        const fail = () => {
          callbacks.stop();
          controller.error(callbacks.toFailure(deadline.signal.reason));
        };
        deadline.signal.addEventListener('abort', fail, { once: true });
      },
      async pull(controller) {
        deadline.recordProgress();
        try {
          const { done, value } = await chunks.next();
          const cut = done ? callbacks.findTruncationError() : undefined;
          if (cut !== undefined) throw cut;
          deadline.recordProgress();
          if (!done) return controller.enqueue(value);
          callbacks.stop();
          controller.close();
        } catch (error) {
          callbacks.stop();
          controller.error(callbacks.toFailure(error));
        }
      },
      cancel: () => callbacks.stop(),
    },
    { highWaterMark: 0 },
  );
}

/** Whether the body comes bit by bit; one that is there whole can be sent once more where a redirect asks for it. */
function hasStreamedBody(input: unknown, init: RequestInit | undefined): boolean {
  if (init?.body === undefined) return input instanceof Request && input.body !== null;
  return Symbol.asyncIterator in Object(init.body);
}

async function readCompleteBody(request: Request): Promise<Uint8Array | undefined> {
  return request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
}

function watchBody(request: Request, deadline: Deadline): Readable {
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of request.body ?? []) {
      deadline.recordProgress();
      yield chunk;
    }
  };
  return Readable.from(chunks(), { objectMode: false });
}
