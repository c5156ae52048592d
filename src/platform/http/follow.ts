import { Readable } from 'node:stream';
import { withoutDot } from './addresses.ts';
import type { Progress } from './connection.ts';
import type { Hop } from './exchange.ts';
import { headersForOtherOrigin, headersProblem, headersWithoutBody, requestHeaders } from './headers.ts';
import { OutboundError } from './outbound-error.ts';

/** Methods that may be sent. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

const MAX_URL_LENGTH = 8192;

/** What a request is made of, as its caller gives it. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Hop['body'];
}

/**
 * Sends a request to one server after the other, as they redirect it, with `send`; answers the last one's answer and its
 * address. Each address is checked like the first, and another origin gets no headers that may be secret.
 */
export async function followRedirects<A extends { readonly status: number; readonly redirect: string | undefined }>(
  asked: Asked,
  maxRedirects: number,
  progress: Progress,
  send: (hop: Hop) => Promise<A>,
): Promise<{ readonly answer: A; readonly url: URL; readonly redirects: number }> {
  let hop = firstHop(asked, progress);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await send(hop);
    if (answer.redirect === undefined) return { answer, url: hop.url, redirects };
    if (redirects >= maxRedirects)
      throw new OutboundError('too_many_redirects', `more than ${maxRedirects} redirects`, progress.sent);
    hop = redirected(hop, answer.status, checkedUrl(answer.redirect, progress, hop.url), progress);
  }
}

function firstHop(request: Asked, progress: Progress): Hop {
  const headers = request.headers ?? {};
  const known = (HTTP_METHODS as readonly string[]).includes(request.method);
  const problem = known ? headersProblem(headers) : 'the HTTP method is not allowed';
  if (problem !== undefined) throw new OutboundError('protocol', problem, progress.sent);
  const url = checkedUrl(request.url, progress);
  return { method: request.method, url, headers: requestHeaders(headers), body: request.body };
}

function redirected(hop: Hop, status: number, url: URL, { sent }: Progress): Hop {
  const toGet =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  const kept = url.origin === hop.url.origin ? hop.headers : headersForOtherOrigin(hop.headers);
  if (!toGet && hop.body instanceof Readable)
    throw new OutboundError('protocol', 'a redirect asks again for a body that was streamed', sent);
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
