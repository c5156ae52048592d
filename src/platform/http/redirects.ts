import { Readable } from 'node:stream';
import { stripTrailingDot } from './addresses.ts';
import type { Progress } from './connection.ts';
import type { Hop } from './exchange.ts';
import { outboundFailures } from './failures.ts';
import { filterCrossOriginHeaders, findHeadersProblem, omitBodyHeaders, toRequestHeaders } from './headers.ts';
import { OutboundError } from './outbound-error.ts';

/** Supported methods. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

/** Methods of the client. PROPFIND (WebDAV) is not offered to tools. */
const CLIENT_METHODS: readonly string[] = [...HTTP_METHODS, 'PROPFIND'];

const MAX_URL_LENGTH = 8192;

/** A request as its caller passes it. */
interface OutboundRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Hop['body'];
}

/**
 * Sends a request with `send` and follows redirects. Returns the last response and its URL. Each URL is checked like
 * the first one, and another origin gets no headers that may be secret.
 */
export async function followRedirects<A extends { readonly status: number; readonly redirect: string | undefined }>(
  request: OutboundRequest,
  maxRedirects: number,
  progress: Progress,
  send: (hop: Hop) => Promise<A>,
): Promise<{ readonly response: A; readonly url: URL; readonly redirects: number }> {
  let hop = createFirstHop(request, progress);
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(hop);
    if (response.redirect === undefined) return { response, url: hop.url, redirects };
    if (redirects >= maxRedirects)
      throw new OutboundError(
        'too_many_redirects',
        outboundFailures.too_many_redirects({ limit: maxRedirects }),
        progress.sent,
      );
    hop = createRedirectHop(hop, response.status, parseUrl(response.redirect, progress, hop.url), progress);
  }
}

function createFirstHop(request: OutboundRequest, progress: Progress): Hop {
  const headers = request.headers ?? {};
  const isKnownMethod = CLIENT_METHODS.includes(request.method);
  const problem = isKnownMethod ? findHeadersProblem(headers) : outboundFailures.method_not_allowed;
  if (problem !== undefined) throw new OutboundError('protocol', problem, progress.sent);
  const url = parseUrl(request.url, progress);
  return { method: request.method, url, headers: toRequestHeaders(headers), body: request.body };
}

function createRedirectHop(hop: Hop, status: number, url: URL, { sent }: Progress): Hop {
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  const headers = url.origin === hop.url.origin ? hop.headers : filterCrossOriginHeaders(hop.headers);
  if (!becomesGet && hop.body instanceof Readable)
    throw new OutboundError('protocol', outboundFailures.redirect_repeats_body, sent);
  if (!becomesGet) return { ...hop, url, headers: headers };
  return { method: 'GET', url, headers: omitBodyHeaders(headers), body: undefined };
}

function parseUrl(text: string, { sent }: Progress, base?: URL): URL {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined;
  if (url === undefined) throw new OutboundError('invalid_url', outboundFailures.url_not_valid, sent);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('invalid_url', outboundFailures.url_not_http, sent);
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('invalid_url', outboundFailures.url_has_credentials, sent);
  }
  if (stripTrailingDot(url.hostname) === '')
    throw new OutboundError('invalid_url', outboundFailures.url_without_host, sent);
  return url;
}
