/** The one HTTP client for URLs that users, models or other servers give. */
import { errors } from 'undici';
import { addressRules, withoutDot } from './addresses.ts';
import { type ConnectContext, type Progress, type Resolver, systemResolver } from './connection.ts';
import { exchange, type Hop, type HopAnswer } from './exchange.ts';
import { headersForOtherOrigin, headersProblem, headersWithoutBody, requestHeaders } from './headers.ts';
import { OutboundError, type OutboundReason } from './outbound-error.ts';

export type { Resolver } from './connection.ts';
export { headersProblem } from './headers.ts';
export { OutboundError, type OutboundReason } from './outbound-error.ts';

/** Methods that may be sent. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

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
  readonly mayLeave?: () => Promise<boolean>;
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
}

export interface GuardedClientOptions {
  /** Private hosts that may be reached all the same: `host`, `host:port`, addresses, networks in CIDR notation. */
  readonly allowPrivate: readonly string[];
  /** Finds a host's addresses; the operating system's resolver when left out. */
  readonly resolver?: Resolver;
}

interface Deadline {
  readonly signal: AbortSignal;
  expired(): boolean;
  clear(): void;
}

const MAX_URL_LENGTH = 8192;
// A longer timer overflows and fires at once.
const MAX_TIMER_MS = 2_147_483_647;

/** Makes the client. Throws SettingError for an allow-list entry that can't be read. */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const rules = addressRules(options.allowPrivate);
  const resolver = options.resolver ?? systemResolver;
  return {
    async request(request) {
      const progress: Progress = { sent: false };
      const deadline = startDeadline(request.timeoutMs ?? 30_000, request.signal);
      try {
        return await follow(request, {
          rules,
          resolver,
          progress,
          signal: deadline.signal,
          mayLeave: request.mayLeave,
        });
      } catch (error) {
        throw asOutboundError(error, progress, deadline, request);
      } finally {
        deadline.clear();
      }
    },
  };
}

async function follow(request: GuardedRequest, context: ConnectContext): Promise<GuardedResponse> {
  const { maxBytes = 5 * 1024 * 1024, maxRedirects = 5 } = request;
  let hop = firstHop(request, context.progress);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await exchange(hop, { maxBytes, follow: maxRedirects > 0 }, context);
    if (answer.redirect === undefined) {
      const { status, headers, body, truncated } = answer;
      return { status, headers, body, truncated, url: hop.url.href };
    }
    if (redirects >= maxRedirects) {
      throw new OutboundError('too_many_redirects', `more than ${maxRedirects} redirects`, context.progress.sent);
    }
    hop = redirected(hop, answer.status, checkedUrl(answer.redirect, context.progress, hop.url));
  }
}

function firstHop(request: GuardedRequest, progress: Progress): Hop {
  const headers = request.headers ?? {};
  const problem = HTTP_METHODS.includes(request.method) ? headersProblem(headers) : 'the HTTP method is not allowed';
  if (problem !== undefined) throw new OutboundError('protocol', problem, progress.sent);
  const url = checkedUrl(request.url, progress);
  return { method: request.method, url, headers: requestHeaders(headers), body: request.body };
}

function redirected(hop: Hop, status: HopAnswer['status'], url: URL): Hop {
  const toGet =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  const kept = url.origin === hop.url.origin ? hop.headers : headersForOtherOrigin(hop.headers);
  if (!toGet) return { ...hop, url, headers: kept };
  return { method: 'GET', url, headers: headersWithoutBody(kept), body: undefined };
}

function checkedUrl(text: string, { sent }: Progress, base?: URL): URL {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined;
  if (url === undefined) throw new OutboundError('invalid_url', 'the URL is not valid', sent);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('invalid_url', 'only http and https URLs are allowed', sent);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('invalid_url', 'a URL must not contain a user name or password', sent);
  }
  if (withoutDot(url.hostname) === '') throw new OutboundError('invalid_url', 'the URL has no host', sent);
  return url;
}

function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let expired = false;
  const timer = setTimeout(
    () => {
      expired = true;
      controller.abort();
    },
    Math.min(timeoutMs, MAX_TIMER_MS),
  );
  const onAbort = () => controller.abort();
  if (caller?.aborted) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    expired: () => expired,
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}

function asOutboundError(
  error: unknown,
  { sent }: Progress,
  deadline: Deadline,
  { url, signal }: GuardedRequest,
): OutboundError {
  const host = URL.canParse(url) ? new URL(url).host : 'an invalid URL';
  const wrapped = (reason: OutboundReason, message: string) =>
    new OutboundError(reason, message, sent, { cause: error });
  if (error instanceof OutboundError && error.reason === 'superseded') return error;
  if (deadline.expired()) return wrapped('timeout', `the request to ${host} took too long`);
  if (signal?.aborted) return wrapped('aborted', `the request to ${host} was cancelled`);
  if (error instanceof OutboundError) return error;
  if (error instanceof errors.HeadersOverflowError) {
    return wrapped('too_large', `the headers of the answer of ${host} are too large`);
  }
  return wrapped('protocol', `the exchange with ${host} broke off or was not valid HTTP`);
}
