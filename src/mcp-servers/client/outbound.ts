/** Requests to a server: over the guarded client, with its credential, within the limits of one listing or call. */

import { type GuardedClient, OutboundError } from '../../platform/http/guarded.ts';
import { isRecord } from '../../platform/json-schema.ts';
import { MOST_BYTES } from './limits.ts';
import type { McpTarget } from './types.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** What one listing or call has done and heard so far. */
export interface Traffic {
  /** Whether a call may have reached the server. */
  callSent: boolean;
  /** The last answer that was no success, as far as it says what to do. */
  refusal:
    | { readonly status: number; readonly retryAfter: string | null; readonly challenge: string | null }
    | undefined;
  /** Bytes that answers may still have. */
  room: number;
}

export function newTraffic(): Traffic {
  return { callSent: false, refusal: undefined, room: MOST_BYTES };
}

export interface Outbound {
  /** For everything but calls. */
  readonly http: GuardedClient;
  /** For calls, where those have conditions of their own. */
  readonly callHttp?: GuardedClient;
  readonly target: McpTarget;
  readonly traffic: Traffic;
  /** Milliseconds for one exchange, whatever happens in it. */
  readonly totalMs: number;
  /** Told when a server goes beyond its limits. */
  readonly onTooMuch: () => void;
}

/**
 * The `fetch` for the protocol's library. It follows no redirect: the library follows those within the server's origin,
 * and no credential of it ever goes elsewhere.
 */
export function fetchFor(out: Outbound): Fetch {
  const key = withKey(out.target);
  return async (input, init = {}) => {
    const url = new URL(input);
    const headers = new Headers(init.headers);
    headers.set('accept-encoding', 'identity');
    key(url, headers);
    const isCall = callsTool(init);
    const { traffic } = out;
    const client = (isCall && out.callHttp) || out.http;
    // One byte more than there is room for shows that there is more.
    const send = client.fetch({ idleMs: out.totalMs, totalMs: out.totalMs, maxBytes: traffic.room + 1 });
    if (isCall) traffic.callSent = true;
    let response: Response;
    try {
      response = await send(url, { ...init, headers, redirect: 'manual' });
    } catch (error) {
      if (isCall && error instanceof OutboundError && !error.sent) traffic.callSent = false;
      throw error;
    }
    if (!response.ok) traffic.refusal = refusalOf(response);
    return counted(response, out);
  };
}

function refusalOf({ status, headers }: Response): Traffic['refusal'] {
  return { status, retryAfter: headers.get('retry-after'), challenge: headers.get('www-authenticate') };
}

/** Puts the server's API key where it belongs, in requests to the server's own origin only. */
function withKey({ url: server, credential }: McpTarget): (url: URL, headers: Headers) => void {
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
function callsTool({ method, body }: RequestInit): boolean {
  if (method !== 'POST' || typeof body !== 'string') return false;
  const message: unknown = JSON.parse(body);
  return isRecord(message) && message.method === 'tools/call';
}

/** An answer whose bytes count against what all answers may have. */
function counted(response: Response, { traffic, onTooMuch }: Outbound): Response {
  if (response.body === null) return response;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      traffic.room -= chunk.byteLength;
      if (traffic.room >= 0) return controller.enqueue(chunk);
      onTooMuch();
      controller.error(new OutboundError('too_large', 'the server answers with more than is taken', true));
    },
  });
  const { status, statusText, headers, url } = response;
  const same = new Response(response.body.pipeThrough(count), { status, statusText, headers });
  // The library resolves redirects by it.
  Object.defineProperty(same, 'url', { value: url });
  return same;
}
