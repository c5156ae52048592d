/** Requests to a server: guarded, authenticated, and limited per listing or call. */

import { parseRetryAfterMs } from '../../../platform/http/backoff.ts';
import { markResponseIntegers } from '../../../platform/http/exact-integers.ts';
import { outboundFailures } from '../../../platform/http/failures.ts';
import { type GuardedClient, OutboundError } from '../../../platform/http/guarded-client.ts';
import { isRecord } from '../../../platform/json-schema.ts';
import { CLOSE_TIMEOUT_MS, MAX_RESPONSE_BYTES } from './limits.ts';
import type { McpTarget, McpTransport } from './types.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** An error response of a server. */
interface ErrorResponse {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  /** Its `WWW-Authenticate`. */
  readonly challenge: string | null;
  /** Whether the body mentions sessions, initialization or protocol versions. */
  readonly isAboutSession: boolean;
}

/** State of the requests of one listing or call. */
export interface Traffic {
  /** Whether a tool call may have reached the server. */
  callSent: boolean;
  /** Last error response. */
  lastError: ErrorResponse | undefined;
  /** Error response to the tool call, if it is the latest response. */
  callError: ErrorResponse | undefined;
  /** Why a request got no response. The SDK hides or rewords it. */
  outbound: OutboundError | undefined;
  /** Remaining bytes of all responses. */
  remainingBytes: number;
}

/** Creates the state of a listing or call before its first request. */
export function createTraffic(): Traffic {
  return {
    callSent: false,
    lastError: undefined,
    callError: undefined,
    outbound: undefined,
    remainingBytes: MAX_RESPONSE_BYTES,
  };
}

/** What the requests of a connection need. */
interface FetchContext {
  /** Client for everything except tool calls. */
  readonly http: GuardedClient;
  /** Client for tool calls, if they have conditions. */
  readonly callHttp?: GuardedClient | undefined;
  readonly target: McpTarget;
  readonly transport: McpTransport;
  readonly traffic: Traffic;
  /** Time limit of one exchange. */
  readonly totalMs: number;
  /** Aborts all exchanges. */
  readonly closed: AbortSignal;
  /** Called when a server exceeds its limits. */
  readonly onTooMuch: () => void;
}

/**
 * Creates the `fetch` of the SDK. It follows no redirects: the SDK follows those within the origin, so credentials
 * never leave it.
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
    if (isCall) Object.assign(ctx.traffic, { callSent: true, callError: undefined });
    const response = await send(ctx, isCall, url, { ...init, headers, redirect: 'manual', signal });
    return response.ok
      ? markResponseIntegers(countBytes(response, ctx, signal))
      : readErrorResponse(response, ctx, isCall, signal);
  };
}

async function send(
  { http, callHttp, traffic, totalMs }: FetchContext,
  isCall: boolean,
  url: URL,
  init: RequestInit,
): Promise<Response> {
  // One extra byte reveals a response that is too large.
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
 * Limits streams opened by GET: with streamable HTTP only to resume a response, with SSE one. A second SSE stream would
 * be another session.
 */
function createStreamCheck({ transport }: FetchContext): (headers: Headers) => boolean {
  if (transport === 'streamable_http') return (headers) => headers.has('last-event-id');
  let left = 2;
  // The second attempt is for an expired token.
  return () => left-- > 0;
}

/** Combines two signals. Nothing would keep a signal of AbortSignal.any alive. */
function combineSignals(closed: AbortSignal, cancelled: AbortSignal | null | undefined): AbortSignal {
  const either = new AbortController();
  for (const signal of [closed, cancelled]) {
    if (signal?.aborted) either.abort(signal.reason);
    signal?.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: either.signal });
  }
  return either.signal;
}

/** Maximum characters read of an error response. */
const MAX_ERROR_BODY_LENGTH = 16 * 1024;

/** Reads the start of an error response and records it. */
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
    retryAfterMs: parseRetryAfterMs(Object.fromEntries(headers)),
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
    // A partial body is sufficient.
  }
  return text.slice(0, MAX_ERROR_BODY_LENGTH);
}

/** Adds the API key to requests to the origin of the server only. */
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

/** Whether a request is a tool call. */
function isToolCall({ method, body }: RequestInit): boolean {
  if (method !== 'POST' || typeof body !== 'string') return false;
  const message: unknown = JSON.parse(body);
  return isRecord(message) && message.method === 'tools/call';
}

/** Counts the bytes of a response against the limit of all responses. */
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
      controller.error(new OutboundError('too_large', outboundFailures.server_response_too_large, true));
    },
  });
  const { status, statusText, headers, url } = response;
  // The request may be garbage-collected with its signal, so the stream gets it too.
  return withUrl(url, new Response(response.body.pipeThrough(count, { signal }), { status, statusText, headers }));
}

/** Returns the declared length of a response. Infinity for a stream. */
function getContentLength({ headers }: Response): number {
  const size = headers.get('content-length');
  return size === null ? Number.POSITIVE_INFINITY : Number(size);
}

/** The SDK resolves redirects against the URL of the response. */
function withUrl(url: string, response: Response): Response {
  return Object.defineProperty(response, 'url', { value: url });
}
