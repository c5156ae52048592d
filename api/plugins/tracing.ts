import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getTracing, type Span } from '../../src/platform/telemetry/tracing.ts';

/** Spans of the requests in progress. */
const spans = new WeakMap<FastifyRequest, Span>();

/**
 * Records a span per request of an operation, in the trace of its `traceparent` header if there is one. Health checks
 * have none. Adds no hooks while traces are off.
 */
export function traceRequests(app: FastifyInstance): void {
  const tracing = getTracing();
  if (!tracing) return;
  app.addHook('onRequest', async (request) => {
    const { config, url } = request.routeOptions;
    if (config.operation === undefined || config.operation.tag === 'Health') return;
    const { traceparent } = request.headers;
    const parent = tracing.parse(typeof traceparent === 'string' ? traceparent : undefined) ?? null;
    const attributes = {
      'http.request.method': request.method,
      'http.route': url ?? '',
      'url.scheme': request.protocol,
      'holdfast.operation': config.operation.id,
    };
    spans.set(request, tracing.start(`${request.method} ${url}`, { kind: 'server', parent, attributes }));
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request);
    if (!span) return;
    span.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span.setStatus({ code: 2 }).setAttribute('error.type', String(statusCode));
    span.end();
  });
}

/** Runs the handler of a request in its span. */
export function withRequestSpan<T>(request: FastifyRequest, handle: () => T): T {
  const tracing = getTracing();
  const span = tracing && spans.get(request);
  return span ? tracing.within(span, handle) : handle();
}
