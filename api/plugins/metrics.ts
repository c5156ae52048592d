import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLocalUrl } from '../../src/platform/local/sign-in-link.ts';
import {
  findMetricsRefusal,
  METRICS_CONTENT_TYPE,
  METRICS_PATH,
} from '../../src/platform/telemetry/metrics-endpoint.ts';
import type { ApiContext } from '../context.ts';
import { requestErrors } from '../errors.ts';
import { AuthenticationError } from './credentials.ts';

/** Records each response by operation. Requests of no operation, such as those of the console, count as `other`. */
export function measureRequests(app: FastifyInstance, { telemetry: { metrics } }: ApiContext): void {
  app.addHook('onResponse', async (request, reply) => {
    if (metrics.instruments === undefined) return;
    const { operation } = request.routeOptions.config;
    const isStream = String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');
    metrics.recordRequest(operation?.id ?? 'other', reply.statusCode, reply.elapsedTime / 1000, isStream);
  });
}

/**
 * Serves metrics to this machine, or to holders of METRICS_TOKEN. They are no operation: no API credential reads them.
 */
export function serveMetrics(app: FastifyInstance, ctx: ApiContext): void {
  app.get(METRICS_PATH, { logLevel: 'warn' }, async (request, reply) => {
    assertReader(ctx, request);
    return reply
      .type(METRICS_CONTENT_TYPE)
      .header('cache-control', 'no-store')
      .send(await ctx.telemetry.metrics.render());
  });
}

/** A public address means a proxy in front, which could pass requests on: then only the token counts. */
function assertReader({ config }: ApiContext, request: FastifyRequest): void {
  const { headers, socket } = request;
  const refusal = findMetricsRefusal(config.metricsToken, { headers, remoteAddress: socket.remoteAddress });
  if (refusal === 'unauthorized') throw new AuthenticationError('metrics require METRICS_TOKEN as bearer token');
  if (refusal !== undefined || (config.metricsToken === undefined && !isLocalUrl(config.publicUrl)))
    throw requestErrors.metricsNotPublic();
}
