/** The one HTTP client for URLs that users, models or other servers give. */
import { createAddressRules } from './addresses.ts';
import { type Progress, type Resolver, systemResolver } from './connection.ts';
import { startDeadline } from './deadline.ts';
import { exchange } from './exchange.ts';
import { createFetch, type FetchLimits } from './fetch.ts';
import { followRedirects, type HttpMethod } from './redirects.ts';

export type { Resolver } from './connection.ts';
export type { FetchLimits } from './fetch.ts';
export { findHeadersProblem } from './headers.ts';
export { OutboundError, type OutboundReason } from './outbound-error.ts';
export { HTTP_METHODS, type HttpMethod } from './redirects.ts';

export interface GuardedRequest {
  readonly method: HttpMethod;
  /** An http or https URL without credentials. */
  readonly url: string;
  /** No Host, hop-by-hop or framing headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds for everything: resolving, connecting, redirects, reading. Default 30,000. */
  readonly timeoutMs?: number;
  /** Bytes of the answer's decoded body that are kept; the rest is cut off. Default 5 MiB. */
  readonly maxBytes?: number;
  /** Redirects that are followed. Default 5; 0 hands a redirect back as the answer. */
  readonly maxRedirects?: number;
  /** Stops the request and closes its socket at once. */
  readonly signal?: AbortSignal;
  /** Asked when the connection is open, right before the first byte: false gives the request up as `superseded`. */
  readonly maySend?: () => Promise<boolean>;
}

export interface GuardedResponse {
  readonly status: number;
  /** Names in lower case; repeated headers are joined with a comma. */
  readonly headers: Record<string, string>;
  /** Decoded body, at most `maxBytes` long. */
  readonly body: Uint8Array;
  /** The body went on after `maxBytes`. */
  readonly truncated: boolean;
  /** The URL that answered, after redirects. */
  readonly url: string;
}

export interface GuardedClient {
  /** Sends one request. An HTTP error status is an answer; throws OutboundError when there is none. */
  request(request: GuardedRequest): Promise<GuardedResponse>;
  /** A `fetch` for what takes one, with these limits: bodies are streamed in both directions. */
  fetch(limits?: FetchLimits): typeof globalThis.fetch;
  /** Where what is sent by it has conditions: asked right before anything leaves in another way. */
  maySend?(): Promise<boolean>;
}

/** Returns a client that asks `mayLeave` right before the first byte of each request: false gives the request up. */
export function createConditionalClient(
  http: Omit<GuardedClient, 'mayLeave'>,
  maySend: () => Promise<boolean>,
): GuardedClient {
  return {
    request: (request) => http.request({ ...request, maySend }),
    fetch: (limits) => http.fetch({ ...limits, maySend }),
    maySend,
  };
}

export interface GuardedClientOptions {
  /** Private hosts that may be reached all the same: `host`, `host:port`, addresses, networks in CIDR notation. */
  readonly allowPrivate: readonly string[];
  /** Finds a host's addresses; the operating system's resolver when left out. */
  readonly resolver?: Resolver;
}

/** Makes the client. Throws SettingError for an allow-list entry that can't be read. */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const rules = createAddressRules(options.allowPrivate);
  const resolver = options.resolver ?? systemResolver;
  return {
    async request(request) {
      const { maxBytes = 5 * 1024 * 1024, maxRedirects = 5, maySend } = request;
      const progress: Progress = { sent: false };
      const deadline = startDeadline({ totalTimeoutMs: request.timeoutMs ?? 30_000, signal: request.signal });
      const context = { rules, resolver, progress, signal: deadline.signal, mayLeave: maySend };
      try {
        const { response, url } = await followRedirects(request, maxRedirects, progress, (hop) =>
          exchange(hop, { maxBytes, follow: maxRedirects > 0 }, context),
        );
        const { status, headers, body, truncated } = response;
        return { status, headers, body, truncated, url: url.href };
      } catch (error) {
        throw deadline.toOutboundError(error, request.url, progress.sent);
      } finally {
        deadline.stop();
      }
    },
    fetch: (limits = {}) => createFetch(limits, rules, resolver),
  };
}
