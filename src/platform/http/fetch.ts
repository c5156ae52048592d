import { Readable } from 'node:stream';
import type { AddressRules } from './addresses.ts';
import { decodeBody, type Truncation } from './body.ts';
import type { Progress, Resolver } from './connection.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { type OpenResponse, openExchange } from './exchange.ts';
import { outboundFailures } from './failures.ts';
import { OutboundError } from './outbound-error.ts';
import { followRedirects } from './redirects.ts';

/** Limits of a fetch. */
export interface FetchLimits {
  /** Milliseconds without any transfer: no byte of the request or response, no read. Default 30,000. */
  readonly idleTimeoutMs?: number;
  /** Milliseconds for the complete exchange, including reads. No limit by default, since event streams are endless. */
  readonly totalTimeoutMs?: number;
  /** Maximum bytes of the response body, both encoded and decoded. A longer body fails. Default 50 MiB. */
  readonly maxBytes?: number;
  /** Maximum bytes of the response head. Default 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** Maximum number of redirects. Default 5. */
  readonly maxRedirects?: number;
  /** Runs on each connection right before its first byte. False cancels the request as `superseded`. */
  readonly maySend?: () => Promise<boolean>;
}

// Responses with these statuses have no body, and the Response constructor rejects one.
const BODILESS_STATUSES = new Set([204, 205, 304]);

/**
 * Returns a `fetch` that connects to permitted addresses only. It rejects with an OutboundError or with the signal's
 * reason.
 */
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
      const context = { rules, resolver, progress, signal: deadline.signal, maySend: limits.maySend };
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
      // Only the platform's own fetch can set these properties.
      Object.defineProperties(response, { url: { value: url.href }, redirected: { value: redirects > 0 } });
      return response;
    } catch (error) {
      deadline.stop();
      // Cancels an unread body at its producer. The reader of a started body cancels it itself.
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
    const truncation: Truncation = { isTruncated: false };
    const { chunks, decoded } = decodeBody(body, headers.get('content-encoding') ?? undefined, maxBytes, truncation);
    if (decoded) for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    const createTooLargeError = () =>
      new OutboundError('too_large', outboundFailures.response_too_long({ limit: maxBytes }), true);
    const stop = () => {
      deadline.stop();
      void close();
    };
    return new Response(
      createBodyStream(chunks, deadline, {
        stop,
        toFailure,
        findTruncationError: () => (truncation.isTruncated ? createTooLargeError() : undefined),
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

/** Creates a body with backpressure. Its end closes the connection. */
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
          const truncationError = done ? callbacks.findTruncationError() : undefined;
          if (truncationError !== undefined) throw truncationError;
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

/** Returns whether the body is a stream. A complete body can be sent again on a redirect. */
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
