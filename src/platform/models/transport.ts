import type { Agent } from 'undici';
import { getDepthHeaders } from '../call-depth.ts';
import { ModelCallError } from './errors.ts';

/** The part of `fetch` that provider adapters use. */
export type Fetch = typeof globalThis.fetch;

interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterator<Uint8Array>;
  /** Discards the rest of the body. */
  discard(): void;
}

type Send = (url: URL, init: RequestInit, signal: AbortSignal) => Promise<RawResponse>;

/** Maximum bytes of a form or file, far above any upload. */
const MAX_BODY_BYTES = 100 * 1024 * 1024;
const BODILESS_STATUSES = [204, 205, 304];

/**
 * Creates the `fetch` of the provider adapters. It aborts a request if no byte arrives for `idleTimeoutMs`, and reports
 * timeouts, aborts and network failures as {@link ModelCallError}.
 *
 * By default it uses undici's `request`: against a local server a call costs 0.40 ms of CPU and a stream 0.63 ms, and
 * through the global `fetch` 0.75 and 1.03 ms. It follows no redirects, since they would carry the key to another host.
 */
export function createTransport(options: { idleTimeoutMs: number; fetch?: Fetch }): Fetch {
  const send = options.fetch ? createFetchSender(options.fetch) : createPoolSender();
  return async (input, init = {}) => {
    const idleTimer = startIdleTimer(options.idleTimeoutMs, init.signal ?? undefined);
    try {
      const url = new URL(input instanceof Request ? input.url : input);
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(getDepthHeaders())) headers.set(name, value);
      const response = await send(url, { ...init, headers }, idleTimer.signal);
      idleTimer.refresh();
      const isBodiless = BODILESS_STATUSES.includes(response.status);
      if (isBodiless) idleTimer.end();
      return new Response(isBodiless ? null : createWatchedBody(response, idleTimer), {
        status: response.status,
        headers: response.headers,
      });
    } catch (error) {
      throw idleTimer.toError(error);
    }
  };
}

function createPoolSender(): Send {
  // The idle timer is the only timeout: undici's own limits would apply after five minutes.
  let pool: Agent | undefined;
  return async (url, init, signal) => {
    const { Agent } = await import('undici');
    pool ??= new Agent({ headersTimeout: 0, bodyTimeout: 0 });
    const headers = new Headers(init.headers);
    const body = await toRequestBody(init, headers);
    const response = await pool.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(headers),
      body,
      signal,
    });
    // Errors come through the iterator, which may not have started when the first one occurs.
    response.body.on('error', () => undefined);
    const responseHeaders = new Headers();
    for (const [name, values] of Object.entries(response.headers)) {
      for (const value of [values ?? []].flat()) responseHeaders.append(name, value);
    }
    return {
      status: response.statusCode,
      headers: responseHeaders,
      body: response.body[Symbol.asyncIterator](),
      discard: () => response.body.destroy(),
    };
  };
}

/**
 * Converts a body for the pool: text stays text; forms, files and bytes become bytes with a known length. `headers`
 * gets the content type of a form or file.
 */
async function toRequestBody({ body }: RequestInit, headers: Headers): Promise<string | Uint8Array | null> {
  if (body === undefined || body === null || typeof body === 'string') return body ?? null;
  if (body instanceof ReadableStream) throw new ModelCallError('rejected', 'A request body must not be a stream.');
  const encoded = new Response(body);
  const type = encoded.headers.get('content-type');
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  if (bytes.byteLength <= MAX_BODY_BYTES) return bytes;
  throw new ModelCallError('rejected', `A request body of ${bytes.byteLength} bytes is too large to be sent.`);
}

function createFetchSender(fetch: Fetch): Send {
  return async (url, init, signal) => {
    const response = await fetch(url, { ...init, signal, redirect: 'manual' });
    const reader = (response.body ?? new Blob([]).stream()).getReader();
    return {
      status: response.status,
      headers: response.headers,
      body: {
        async next() {
          const { done, value } = await reader.read();
          return done ? { done, value: undefined } : { done, value };
        },
      },
      // The request is over for the caller, however the rest of its body ends.
      discard: () => void reader.cancel().catch(() => undefined),
    };
  };
}

function createWatchedBody(response: RawResponse, idleTimer: IdleTimer): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await response.body.next();
          if (done) {
            idleTimer.end();
            controller.close();
          } else {
            idleTimer.refresh();
            controller.enqueue(value);
          }
        } catch (error) {
          controller.error(idleTimer.toError(error));
        }
      },
      cancel() {
        idleTimer.end();
        response.discard();
      },
    },
    { highWaterMark: 0 },
  );
}

type IdleTimer = ReturnType<typeof startIdleTimer>;

function startIdleTimer(idleTimeoutMs: number, caller: AbortSignal | undefined) {
  const request = new AbortController();
  let isIdle = false;
  const timer = setTimeout(() => {
    isIdle = true;
    request.abort();
  }, idleTimeoutMs);
  const abort = () => request.abort();
  if (caller?.aborted) abort();
  else caller?.addEventListener('abort', abort, { once: true });
  const end = () => {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
  };
  return {
    signal: request.signal,
    refresh: () => void timer.refresh(),
    end,
    /** Stops the timer and converts the error. */
    toError(error: unknown): ModelCallError {
      end();
      if (caller?.aborted) return new ModelCallError('aborted', 'The model call was aborted.');
      if (isIdle) {
        return new ModelCallError('silent', `The model provider sent nothing for ${idleTimeoutMs / 1000} s.`);
      }
      return error instanceof ModelCallError ? error : toConnectionError(error);
    },
  };
}

/** Error codes of connections that failed before anything was sent. */
const CONNECT_ERROR_CODES = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

function toConnectionError(error: unknown): ModelCallError {
  const code = findErrorCode(error);
  return new ModelCallError(
    'unavailable',
    `The connection to the model provider failed${code === undefined ? '' : ` (${code})`}.`,
    { unsent: code !== undefined && CONNECT_ERROR_CODES.includes(code) },
  );
}

function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return findErrorCode(error.cause);
}
