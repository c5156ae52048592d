/** Requests to a server: over the guarded client, with its credential, within the limits of one listing or call. */

import { withMarkedIntegers } from '../../../platform/http/exact-integers.ts';
import { type GuardedClient, OutboundError } from '../../../platform/http/guarded.ts';
import { retryAfterMs } from '../../../platform/http/retry-after.ts';
import { isRecord } from '../../../platform/json-schema.ts';
import { CLOSE_TIMEOUT_MS, MAX_RESPONSE_BYTES } from './limits.ts';
import type { McpTarget, McpTransport } from './types.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** An answer that is no success, as far as it says what to do. */
export interface ErrorResponse {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  /** Its `WWW-Authenticate`. */
  readonly challenge: string | null;
  /** It says something of sessions, of shaking hands, or of versions. */
  readonly isAboutSession: boolean;
}

/** What one listing or call has done and heard so far. */
export interface Traffic {
  /** Whether a call may have reached the server. */
  callSent: boolean;
  /** The last answer that was no success … */
  lastError: ErrorResponse | undefined;
  /** … and the one to the call, where that has got one and no other since. */
  callError: ErrorResponse | undefined;
  /** Why a request got no answer, where one got none: the library tells it in its own words, or not at all. */
  outbound: OutboundError | undefined;
  /** Bytes that answers may still have. */
  remainingBytes: number;
}

export function createTraffic(): Traffic {
  return {
    callSent: false,
    lastError: undefined,
    callError: undefined,
    outbound: undefined,
    remainingBytes: MAX_RESPONSE_BYTES,
  };
}

export interface FetchContext {
  /** For everything but calls. */
  readonly http: GuardedClient;
  /** For calls, where those have conditions of their own. */
  readonly callHttp?: GuardedClient | undefined;
  readonly target: McpTarget;
  readonly transport: McpTransport;
  readonly traffic: Traffic;
  /** Milliseconds for one exchange, whatever happens in it. */
  readonly totalMs: number;
  /** Ends every exchange. */
  readonly closed: AbortSignal;
  /** Told when a server goes beyond its limits. */
  readonly onTooMuch: () => void;
}

/**
 * The `fetch` for the protocol's library. It follows no redirect: the library follows those within the server's origin,
 * and no credential of it ever goes elsewhere.
 */
export function createFetch(ctx: FetchContext): Fetch {
  const key = createKeyWriter(ctx.target);
  const canOpenStream = createStreamCheck(ctx);
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (init.method !== 'POST' && init.method !== 'DELETE' && !canOpenStream(headers)) return rejectStream();
    const url = new URL(input);
    headers.set('accept-encoding', 'identity');
    key(url, headers);
    const signal = combineSignals(ctx.closed, init.signal);
    const isCall = isToolCall(init);
    if (isCall) Object.assign(ctx.traffic, { callSent: true, callRefusal: undefined });
    const response = await send(ctx, isCall, url, { ...init, headers, redirect: 'manual', signal });
    return response.ok
      ? withMarkedIntegers(countBytes(response, ctx, signal))
      : readErrorResponse(response, ctx, isCall, signal);
  };
}

async function send(
  { http, callHttp, traffic, totalMs }: FetchContext,
  isCall: boolean,
  url: URL,
  init: RequestInit,
): Promise<Response> {
  // One byte more than there is room for shows that there is more.
  const limits = { idleMs: totalMs, totalMs, maxBytes: traffic.remainingBytes + 1 };
  try {
    return await ((isCall && callHttp) || http).fetch(limits)(url, init);
  } catch (error) {
    if (error instanceof OutboundError) traffic.outbound = error;
    if (isCall && error instanceof OutboundError && !error.sent) traffic.callSent = false;
    throw error;
  }
}

const rejectStream = () => new Response(null, { status: 405 });

/**
 * Which streams may be opened by a GET. Over streamable HTTP only one that goes on with an answer that broke off: what a
 * server tells by itself is not read. Over SSE one, which all answers come by; a second one would belong to another session.
 */
function createStreamCheck({ transport }: FetchContext): (headers: Headers) => boolean {
  if (transport === 'streamable_http') return (headers) => headers.has('last-event-id');
  let left = 2;
  // One for a token that has expired.
  return () => left-- > 0;
}

/** A signal that hears both. One made by AbortSignal.any would be held by neither. */
function combineSignals(closed: AbortSignal, cancelled: AbortSignal | null | undefined): AbortSignal {
  const either = new AbortController();
  for (const signal of [closed, cancelled]) {
    if (signal?.aborted) either.abort(signal.reason);
    signal?.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: either.signal });
  }
  return either.signal;
}

/** Characters of a refusal that are read. */
const MAX_ERROR_BODY_LENGTH = 16 * 1024;

/** Reads what a refusal says: what there is of it is short, or of no use. */
async function readErrorResponse(
  response: Response,
  { traffic }: FetchContext,
  isCall: boolean,
  signal: AbortSignal,
): Promise<Response> {
  const { status, statusText, headers, url } = response;
  const text = await readStart(response, combineSignals(signal, AbortSignal.timeout(CLOSE_TIMEOUT_MS)));
  traffic.lastError = {
    status,
    retryAfterMs: retryAfterMs(Object.fromEntries(headers)),
    challenge: headers.get('www-authenticate'),
    isAboutSession: /session|initializ|protocol.version/i.test(text),
  };
  if (isCall) traffic.callError = traffic.lastError;
  return withUrl(url, new Response(STATUSES_WITHOUT_BODY.has(status) ? null : text, { status, statusText, headers }));
}

const STATUSES_WITHOUT_BODY = new Set([204, 205, 304]);

async function readStart({ body }: Response, signal: AbortSignal): Promise<string> {
  let text = '';
  if (body === null) return text;
  try {
    for await (const chunk of body.pipeThrough(new TextDecoderStream(), { signal })) {
      text += chunk;
      if (text.length > MAX_ERROR_BODY_LENGTH) break;
    }
  } catch {
    // What came of it will do.
  }
  return text.slice(0, MAX_ERROR_BODY_LENGTH);
}

/** Puts the server's API key where it belongs, in requests to the server's own origin only. */
function createKeyWriter({ url: server, credential }: McpTarget): (url: URL, headers: Headers) => void {
  if (credential.kind !== 'api_key') return () => undefined;
  const { origin } = new URL(server);
  const { strategy, value, name } = credential;
  return (url, headers) => {
    if (url.origin !== origin) return;
    if (strategy === 'bearer') headers.set('authorization', `Bearer ${value}`);
    else if (strategy === 'header') headers.set(name ?? 'X-API-Key', value);
    else url.searchParams.set(name ?? 'api_key', value);
  };
}

/** Whether a request asks the server to execute a tool. */
function isToolCall({ method, body }: RequestInit): boolean {
  if (method !== 'POST' || typeof body !== 'string') return false;
  const message: unknown = JSON.parse(body);
  return isRecord(message) && message.method === 'tools/call';
}

/** An answer whose bytes count against what all answers may have. */
function countBytes(response: Response, { traffic, onTooMuch }: FetchContext, signal: AbortSignal): Response {
  if (response.body === null) return response;
  const size = getContentLength(response);
  if (size <= traffic.remainingBytes) {
    traffic.remainingBytes -= size;
    return response;
  }
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      traffic.remainingBytes -= chunk.byteLength;
      if (traffic.remainingBytes >= 0) return controller.enqueue(chunk);
      onTooMuch();
      controller.error(new OutboundError('too_large', 'the server answers with more than is taken', true));
    },
  });
  const { status, statusText, headers, url } = response;
  // The request that had the signal may be collected by now, and would hear of nothing.
  return withUrl(url, new Response(response.body.pipeThrough(count, { signal }), { status, statusText, headers }));
}

/** Bytes of an answer that says so, of which no more are read; nobody knows of a stream. */
function getContentLength({ headers }: Response): number {
  const size = headers.get('content-length');
  return size === null ? Number.POSITIVE_INFINITY : Number(size);
}

/** The library tells by an answer's address where a redirect leads. */
function withUrl(url: string, response: Response): Response {
  return Object.defineProperty(response, 'url', { value: url });
}
