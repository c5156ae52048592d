import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLocalUrl } from '../../src/platform/local/sign-in-link.ts';
import type { ApiContext } from '../context.ts';

/** Headers a page of a configured origin may send and read. */
const SENT = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'Last-Event-ID',
  'Prefer',
  'X-Request-Id',
];
const READ = [
  'ETag',
  'Retry-After',
  'X-Request-Id',
  'X-Task-Run-Id',
  'X-Task-Revision-Id',
  'X-Task-Agent-Run-Id',
  'Idempotency-Replayed',
];
/** Seconds a browser may keep the answer to a preflight. */
const PREFLIGHT_SECONDS = 600;
const YEAR_SECONDS = 31_536_000;

/**
 * Headers that every answer carries, and CORS for the origins of CORS_ORIGINS; with none it stays closed. Cookies are
 * never allowed across origins.
 */
export async function secureAnswers(app: FastifyInstance, ctx: ApiContext): Promise<void> {
  const headers = commonHeaders(ctx.config.publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    // What somebody gets for a credential is for no cache; a few operations say otherwise of what they send.
    if (request.routeOptions.config.operation !== undefined) reply.header('cache-control', 'no-store');
  });
  const origin = [...ctx.config.corsOrigins];
  if (origin.length === 0) return;
  await app.register(cors, {
    origin,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: SENT,
    exposedHeaders: READ,
    maxAge: PREFLIGHT_SECONDS,
  });
}

/** The headers for every answer, also those that bypass the framework. */
export function commonHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // With no-referrer browsers would call the origin of our own forms `null`.
    'referrer-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  };
}

/**
 * Whether a program on this machine made the request itself: over the loopback, by a name of the machine's own, which a
 * page that only pretends to be here has not, and through no proxy.
 */
export function isFromThisMachine({ raw }: FastifyRequest): boolean {
  const { headers, socket } = raw;
  if (PROXIED.some((name) => headers[name] !== undefined)) return false;
  if (!/^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')) return false;
  const address = `http://${headers.host}`;
  return URL.canParse(address) && isLocalUrl(address);
}

/** Headers that proxies add. */
const PROXIED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a browser made the request for a page of another site. Browsers say so in Sec-Fetch-Site, older ones in Origin.
 * What says nothing is no browser, which `unknown` decides about.
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
