import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLocalUrl } from '../../src/platform/local/sign-in-link.ts';
import type { ApiContext } from '../context.ts';

/** Headers that pages of CORS_ORIGINS can send and read. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Prefer',
  'X-Request-Id',
];
const RESPONSE_HEADERS = [
  'ETag',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Task-Run-Id',
  'X-Task-Revision-Id',
  'X-Task-Agent-Run-Id',
  'Idempotency-Replayed',
];
const PREFLIGHT_SECONDS = 600;
const YEAR_SECONDS = 31_536_000;

/**
 * Sets security headers on every response, and CORS headers for CORS_ORIGINS. Cross-origin requests never carry
 * cookies.
 */
export async function setSecurityHeaders(app: FastifyInstance, ctx: ApiContext): Promise<void> {
  const headers = getCommonHeaders(ctx.config.publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    // Responses to credentials must not be cached; a few operations override this.
    if (request.routeOptions.config.operation !== undefined) reply.header('cache-control', 'no-store');
  });
  const origin = [...ctx.config.corsOrigins];
  if (origin.length === 0) return;
  await app.register(cors, {
    origin,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: RESPONSE_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
}

/** Returns the headers of every response, also for responses outside the framework. */
export function getCommonHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // With no-referrer, browsers would send `null` as the origin of our own forms.
    'referrer-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  };
}

/**
 * Whether a program on this machine sent the request: over the loopback interface, without a proxy, and to a local host
 * name, which DNS rebinding lacks.
 */
export function isFromThisMachine({ raw }: FastifyRequest): boolean {
  const { headers, socket } = raw;
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  if (!/^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')) return false;
  const address = `http://${headers.host}`;
  return URL.canParse(address) && isLocalUrl(address);
}

const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a browser sent the request for a page of another site, by Sec-Fetch-Site or, in older browsers, Origin.
 * `unknown` decides requests with neither header, which no browser sends.
 */
export function isCrossSite(
  ctx: ApiContext,
  request: FastifyRequest,
  unknown: 'refuse-unknown' | 'allow-unknown',
): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const { origin, host } = request.headers;
  if (origin === undefined) return unknown === 'refuse-unknown';
  if (origin === new URL(ctx.config.publicUrl).origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
