/** The HTTP client for all URLs from users, models or other servers. */
import { createAddressRules, stripBrackets } from './addresses.ts';
import { type Progress, type Resolver, resolvePermitted, systemResolver } from './connection.ts';
import { startDeadline } from './deadline.ts';
import { sendRequest } from './exchange.ts';
import { createFetch, type FetchLimits } from './fetch.ts';
import { followRedirects, type HttpMethod } from './redirects.ts';

export type { Resolver } from './connection.ts';
export type { FetchLimits } from './fetch.ts';
export { findHeadersProblem } from './headers.ts';
export { OutboundError, type OutboundReason } from './outbound-error.ts';
export { HTTP_METHODS, type HttpMethod } from './redirects.ts';

/** A request to an address that users name. */
export interface GuardedRequest {
  readonly method: HttpMethod;
  /** An http or https URL without credentials. */
  readonly url: string;
  /** Without Host, hop-by-hop and framing headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Timeout in milliseconds of the complete exchange with redirects. Default 30,000. */
  readonly timeoutMs?: number;
  /** Maximum bytes of the decoded response body; the rest is cut off. Default 5 MiB. */
  readonly maxBytes?: number;
  /** Maximum number of redirects. Default 5; 0 returns the redirect as the response. */
  readonly maxRedirects?: number;
  /** Aborts the request and closes its socket. */
  readonly signal?: AbortSignal;
  /** Runs when the connection is open, right before the first byte. False cancels the request as `superseded`. */
  readonly maySend?: () => Promise<boolean>;
}

/** Response to a guarded request. */
export interface GuardedResponse {
  readonly status: number;
  /** Names are in lower case; repeated headers are joined with a comma. */
  readonly headers: Record<string, string>;
  /** Decoded body of at most `maxBytes`. */
  readonly body: Uint8Array;
  /** The body continued after `maxBytes`. */
  readonly truncated: boolean;
  /** URL of the response after redirects. */
  readonly url: string;
}

/** HTTP client that rejects private addresses and enforces limits of size and time. */
export interface GuardedClient {
  /** Sends one request. An HTTP error status is a response. Throws OutboundError if there is none. */
  request(request: GuardedRequest): Promise<GuardedResponse>;
  /** Returns a `fetch` with these limits that streams bodies in both directions. */
  fetch(limits?: FetchLimits): typeof globalThis.fetch;
  /**
   * Resolves a host for a connection of another protocol, which must use one of the returned addresses. Throws
   * OutboundError if one of them may not be contacted.
   */
  resolve(host: string, port: number, signal: AbortSignal): Promise<readonly string[]>;
  /** Condition for anything that is sent by other means. */
  maySend?(): Promise<boolean>;
}

/** Returns a client that calls `maySend` right before the first byte of each request. False cancels the request. */
export function createConditionalClient(
  http: Omit<GuardedClient, 'maySend'>,
  maySend: () => Promise<boolean>,
): GuardedClient {
  return {
    request: (request) => http.request({ ...request, maySend }),
    fetch: (limits) => http.fetch({ ...limits, maySend }),
    resolve: http.resolve,
    maySend,
  };
}

/** Options of a guarded client. */
interface GuardedClientOptions {
  /** Private hosts that may be contacted: `host`, `host:port`, addresses, networks in CIDR notation. */
  readonly allowPrivate: readonly string[];
  /** Default: the resolver of the operating system. */
  readonly resolver?: Resolver;
}

/** Creates the client. Throws SettingError for an invalid allow-list entry. */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const rules = createAddressRules(options.allowPrivate);
  const resolver = options.resolver ?? systemResolver;
  return {
    async request(request) {
      const { maxBytes = 5 * 1024 * 1024, maxRedirects = 5, maySend } = request;
      const progress: Progress = { sent: false };
      const deadline = startDeadline({ totalTimeoutMs: request.timeoutMs ?? 30_000, signal: request.signal });
      const context = { rules, resolver, progress, signal: deadline.signal, maySend };
      try {
        const { response, url } = await followRedirects(request, maxRedirects, progress, (hop) =>
          sendRequest(hop, { maxBytes, follow: maxRedirects > 0 }, context),
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
    resolve: (host, port, signal) =>
      resolvePermitted(stripBrackets(host), port, { rules, resolver, signal, progress: { sent: false } }),
  };
}
