import type { IncomingHttpHeaders } from 'node:http';

const FRAMING_HEADERS = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'expect',
  'http2-settings',
]);

// Everything else a caller sets may be a secret meant for the first server only (X-Api-Key and its like have no
// common name), so another origin gets these and nothing more.
const CROSS_ORIGIN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'content-type',
  'idempotency-key',
  'user-agent',
]);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MAX_VALUE_LENGTH = 8192;
const MAX_HEADERS = 100;

/**
 * Says what is wrong with headers that a caller wants to send, as a sentence; undefined when they are fine.
 * Hop-by-hop, framing and Host headers belong to the client.
 */
export function findHeadersProblem(headers: Readonly<Record<string, string>>): string | undefined {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!HEADER_NAME.test(name)) return 'a header name contains characters that HTTP does not allow';
    if (FRAMING_HEADERS.has(lower)) return `the header ${name} is set by the HTTP client and can't be given`;
    if (seen.has(lower)) return `the header ${name} is given twice`;
    if (!HEADER_VALUE.test(value))
      return `the value of the header ${name} contains characters that HTTP does not allow`;
    if (value.length > MAX_VALUE_LENGTH)
      return `the value of the header ${name} is longer than ${MAX_VALUE_LENGTH} characters`;
    seen.add(lower);
  }
  return seen.size > MAX_HEADERS ? `more than ${MAX_HEADERS} headers are given` : undefined;
}

/** The headers of a request: the caller's in lower case over the client's defaults. */
export function toRequestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const ownHeaders = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()] as const);
  const defaults = [
    ['accept', '*/*'],
    ['accept-encoding', 'gzip, deflate, br'],
    ['user-agent', 'holdfast'],
  ] as const;
  return Object.fromEntries([...defaults, ...ownHeaders]);
}

/** What is left of a request's headers when a redirect leads to another origin. */
export function filterCrossOriginHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => CROSS_ORIGIN_HEADERS.has(name)));
}

/** What is left of a request's headers when its body is dropped. */
export function omitBodyHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
}

/** An answer's headers with one string per name; repeated ones are joined with a comma. */
export function flattenHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat.push([name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]);
  }
  return Object.fromEntries(flat);
}
