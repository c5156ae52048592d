import {
  findHeadersProblem,
  type GuardedResponse,
  HTTP_METHODS,
  type HttpMethod,
} from '../../platform/http/guarded-client.ts';
import { decodeText, getMediaType, isText } from '../../platform/http/text.ts';
import { type BuiltinTool, parseArguments, ToolFailure } from './tool.ts';

/** Maximum bytes of a response's text for the model. */
const MAX_TEXT_BYTES = 64 * 1024;
const IDEMPOTENCY_KEY = 'idempotency-key';

// Servers that support these would turn a GET, which needs no approval, into a DELETE.
const METHOD_OVERRIDES = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);

// Response headers for the model. Cookies and the like are excluded.
const USEFUL_HEADERS = new Set([
  'allow',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-length',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'link',
  'location',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'www-authenticate',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]);

interface RequestArguments {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** HTTP requests to public addresses. */
export const httpRequest: BuiltinTool = {
  name: 'http_request',
  description:
    'Sends an HTTP request to a public http or https address and returns status, headers and body (text is cut at ' +
    '64 KiB). An error status is a result. Redirects are followed for GET and HEAD only.',
  parameters: {
    type: 'object',
    properties: {
      method: { type: 'string', enum: HTTP_METHODS },
      url: { type: 'string', description: 'Absolute URL without user name and password' },
      headers: { type: 'object', additionalProperties: { type: 'string' }, description: 'Request headers' },
      body: {
        description: 'Request body: a string is sent unchanged, any other JSON value as JSON; not for GET and HEAD',
      },
    },
    required: ['method', 'url'],
    additionalProperties: false,
  },
  sideEffects: (args) => !isReadMethod(findMethod(args)),
  effectVaries: true,
  quick: false,
  async run(args, { http, signal, idempotencyKey }) {
    const { method, url, headers, body } = readArguments(args);
    const isRead = isReadMethod(method);
    const response = await http.request({
      method,
      url,
      headers: isRead ? headers : { ...headers, 'Idempotency-Key': idempotencyKey },
      body,
      signal,
      maxBytes: MAX_TEXT_BYTES,
      // A person approved only this address. The model can request the next one.
      maxRedirects: isRead ? 5 : 0,
    });
    return toResult(response);
  },
};

function isReadMethod(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD';
}

function findMethod(args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null || !Object.hasOwn(args, 'method')) return undefined;
  const { method } = args as { method: unknown };
  return typeof method === 'string' ? method.toUpperCase() : undefined;
}

function readArguments(args: unknown): RequestArguments {
  const values = parseArguments(args, ['method', 'url', 'headers', 'body']);
  const method = HTTP_METHODS.find((name) => name === findMethod(values));
  if (!method) throw new ToolFailure(`method must be one of ${HTTP_METHODS.join(', ')}`);
  if (typeof values.url !== 'string') throw new ToolFailure('url must be a string');
  const headers = readHeaders(values.headers);
  const isJson = typeof values.body !== 'string';
  const body = values.body === undefined || values.body === null ? undefined : toText(values.body);
  if (body && isReadMethod(method)) throw new ToolFailure(`a ${method} request can't have a body`);
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (body !== undefined && !isReadMethod(method) && !typed) {
    headers['Content-Type'] = isJson ? 'application/json' : 'text/plain; charset=utf-8';
  }
  return { method, url: values.url.trim(), headers, body: isReadMethod(method) ? undefined : body };
}

function toText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function readHeaders(values: unknown): Record<string, string> {
  if (values === undefined || values === null) return {};
  if (typeof values !== 'object' || Array.isArray(values))
    throw new ToolFailure('headers must be an object of strings');
  const headers = Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => {
      if (typeof value === 'string') return [name, value] as const;
      if (['number', 'bigint', 'boolean'].includes(typeof value)) return [name, String(value)] as const;
      throw new ToolFailure(`the value of the header ${name} must be a string`);
    }),
  );
  for (const name of Object.keys(headers)) {
    const lower = name.toLowerCase();
    if (lower === IDEMPOTENCY_KEY) throw new ToolFailure('the header Idempotency-Key is set by the platform');
    if (METHOD_OVERRIDES.has(lower)) throw new ToolFailure(`the header ${name} is not allowed; use the real method`);
  }
  const problem = findHeadersProblem(headers);
  if (problem !== undefined) throw new ToolFailure(problem.msg);
  return headers;
}

function toResult(response: GuardedResponse): Record<string, unknown> {
  const { status, url } = response;
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => USEFUL_HEADERS.has(name)));
  if (!isText(response)) return { status, url, headers, body: describeBinary(response), truncated: response.truncated };
  const { text, clipped } = decodeText(response, MAX_TEXT_BYTES);
  return { status, url, headers, body: text, truncated: clipped };
}

function describeBinary(response: GuardedResponse): string {
  const declared = /^\d{1,15}$/.test(response.headers['content-length'] ?? '') && response.headers['content-length'];
  const size = response.truncated ? declared || `more than ${response.body.byteLength}` : response.body.byteLength;
  return `[binary content: ${getMediaType(response) || 'unknown type'}, ${size} bytes]`;
}
