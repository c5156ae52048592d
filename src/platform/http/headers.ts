import type { IncomingHttpHeaders } from 'node:http';
import { DEPTH_HEADER, getDepthHeaders } from '../call-depth.ts';
import type { Message } from '../messages.ts';
import { outboundFailures } from './failures.ts';

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

// Any other header may be a secret for the first server (X-Api-Key and the like have no common name). So another origin
// gets only these.
const CROSS_ORIGIN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'content-type',
  DEPTH_HEADER,
  'idempotency-key',
  'user-agent',
]);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MAX_VALUE_LENGTH = 8192;
const MAX_HEADERS = 100;

/**
 * Returns the problem with a caller's headers, or undefined. Callers cannot set hop-by-hop, framing and
 * Host headers.
 */
export function findHeadersProblem(headers: Readonly<Record<string, string>>): Message | undefined {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!HEADER_NAME.test(name)) return outboundFailures.header_name_invalid;
    if (FRAMING_HEADERS.has(lower)) return outboundFailures.header_not_settable({ name });
    if (seen.has(lower)) return outboundFailures.header_twice({ name });
    if (!HEADER_VALUE.test(value)) return outboundFailures.header_value_invalid({ name });
    if (value.length > MAX_VALUE_LENGTH)
      return outboundFailures.header_value_too_long({ name, limit: MAX_VALUE_LENGTH });
    seen.add(lower);
  }
  return seen.size > MAX_HEADERS ? outboundFailures.too_many_headers({ limit: MAX_HEADERS }) : undefined;
}

/** Merges the caller's headers, in lower case, with the client's defaults and the depth of the calling run. */
export function toRequestHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const ownHeaders = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()] as const);
  const defaults = [
    ['accept', '*/*'],
    ['accept-encoding', 'gzip, deflate, br'],
    ['user-agent', 'holdfast'],
  ] as const;
  return { ...Object.fromEntries([...defaults, ...ownHeaders]), ...getDepthHeaders() };
}

/** Returns the headers that a redirect to another origin keeps. */
export function filterCrossOriginHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => CROSS_ORIGIN_HEADERS.has(name)));
}

/** Returns the headers that remain when the body is dropped. */
export function omitBodyHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
}

/** Joins the repeated headers of a response with a comma. */
export function flattenHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat.push([name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]);
  }
  return Object.fromEntries(flat);
}
