import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { setPasswordCost } from '../src/identity/passwords.ts';
import type { Caller } from './caller.ts';
import type { ApiContext } from './context.ts';
import { findDeclarationProblems } from './declarations.ts';
import { mountOAuth } from './identity/oauth/mount.ts';
import { recordOAuthRefusals } from './identity/oauth/refusals.ts';
import { mountMcp } from './mcp/mount.ts';
import { OPERATIONS, PAGES, PROTOCOL_OPERATIONS } from './modules.ts';
import { type Operation, toUrl, type Upload } from './operation.ts';
import { toParamsSchema } from './parents.ts';
import { authorizeRequest, normalizeIds } from './plugins/access.ts';
import { limitAttempts } from './plugins/attempt-limits.ts';
import { createChange } from './plugins/audit.ts';
import { acceptBodies } from './plugins/bodies.ts';
import { serveConsole } from './plugins/console.ts';
import { renderErrors, sendPathError } from './plugins/errors.ts';
import { handleIdempotencyKeys } from './plugins/idempotency.ts';
import { measureRequests, serveMetrics } from './plugins/metrics.ts';
import { describeApi } from './plugins/openapi.ts';
import { findPageProblems, mountPages } from './plugins/pages.ts';
import { getPageRequest } from './plugins/pagination.ts';
import { parseQuery } from './plugins/query.ts';
import { limitRates } from './plugins/rate-limits.ts';
import { limitRecords } from './plugins/record-limits.ts';
import { recordRefusals } from './plugins/refusals.ts';
import { closeSlowRequests, createTimeoutOptions } from './plugins/request-timeout.ts';
import { setSecurityHeaders } from './plugins/security.ts';
import { trackStreams } from './plugins/sse.ts';
import { discardUnusedBlobs } from './plugins/staging.ts';
import { assertStorable } from './plugins/storable-values.ts';
import { limitStreams } from './plugins/stream-limits.ts';
import { traceRequests, withRequestSpan } from './plugins/tracing.ts';
import { compileSchemas } from './plugins/validation.ts';
import { createVersionCheck, setVersionHeader } from './plugins/versions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every operation that is not public. */
    caller: Caller;
    parents: Record<string, unknown>;
    uploads: Upload[];
    /** Whether part of the body was still in transit when the caller was authorized. */
    isArriving: boolean;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** Builds the API. Throws, listing every problem, if an operation's declaration is incomplete. */
export async function buildApp(ctx: ApiContext): Promise<FastifyInstance> {
  const operations = [...OPERATIONS, ...PROTOCOL_OPERATIONS];
  const problems = [...operations.flatMap(findDeclarationProblems), ...PAGES.flatMap(findPageProblems)];
  const ids = operations.map((op) => op.id);
  problems.push(
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `operation id ${id} is declared twice`),
  );
  if (problems.length > 0) throw new Error(`operations are not declared completely:\n${problems.join('\n')}`);

  setPasswordCost(ctx.config.passwordCost);
  const app: FastifyInstance = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    bodyLimit: ctx.config.bodyLimit,
    ...(ctx.config.trustProxy.length > 0 ? { trustProxy: [...ctx.config.trustProxy] } : {}),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    frameworkErrors: sendPathError,
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300, querystringParser: parseQuery },
    ...createTimeoutOptions(ctx.config.requestTimeoutMs),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });
  app.decorateRequest('caller');
  app.decorateRequest('target');
  app.decorateRequest('parents');
  app.decorateRequest('uploads');
  app.decorateRequest('isArriving', false);
  compileSchemas(app);
  renderErrors(app, ctx);
  recordRefusals(app, ctx);
  const recordRefusalsOf = recordOAuthRefusals(app, ctx);
  acceptBodies(app, ctx);
  discardUnusedBlobs(app, ctx);
  trackStreams(app);
  addCommonHooks(app);
  measureRequests(app, ctx);
  traceRequests(app);
  closeSlowRequests(app, ctx.config.requestTimeoutMs);
  await setSecurityHeaders(app, ctx);
  // Unknown paths need no body parser.
  await serveConsole(app, ctx);
  const takeAttempt = limitAttempts(app, ctx);
  limitRates(app, ctx);
  limitStreams(app, ctx);
  limitRecords(app, ctx);
  handleIdempotencyKeys(app, ctx);
  describeApi(app, ctx, OPERATIONS, takeAttempt);
  serveMetrics(app, ctx);
  for (const op of OPERATIONS) mount(app, ctx, op);
  mountOAuth(app, ctx, takeAttempt, recordRefusalsOf);
  mountMcp(app, ctx);
  mountPages(app, ctx, takeAttempt, PAGES);
  return app;
}

/** Returns the client's request id if it is harmless, else a new one. */
function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w.-]{1,100}$/.test(header) ? header : randomUUID();
}

function addCommonHooks(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('preValidation', async (request) => {
    assertStorable('path', request.params);
    assertStorable('query', request.query);
  });
  app.addHook('onResponse', async (request, reply) => {
    const op = request.routeOptions.config.operation;
    // Probes arrive every second, so they are logged at debug level only.
    const level = op?.tag === 'Health' ? 'debug' : 'info';
    request.log[level](
      { operation: op?.id, method: request.method, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      op ? op.id : 'request',
    );
  });
}

function mount(app: FastifyInstance, ctx: ApiContext, op: Operation): void {
  app.route({
    method: op.method,
    url: toUrl(op).replace(/\{([a-z_]+)\}/g, ':$1'),
    schema: {
      params: toParamsSchema(op.path),
      ...(op.request.query ? { querystring: op.request.query } : {}),
      ...(op.request.body ? { body: op.request.body } : {}),
      response: toResponseSchemas(op),
    },
    config: { operation: op },
    onRequest: async (request) => {
      if (op.auth.permission === 'public') normalizeIds(request.params as Record<string, string>);
      else await authorizeRequest(ctx, op, request);
      request.isArriving = !request.raw.complete;
    },
    // A sender can delay its body for minutes, and lose its permissions meanwhile.
    preValidation: async (request) => {
      if (op.auth.permission !== 'public' && request.isArriving) await authorizeRequest(ctx, op, request);
    },
    handler: async (request, reply) => {
      const { change, check } = createChange(ctx, op, request, createVersionCheck(op, request));
      const input = {
        ctx,
        caller: request.caller,
        params: request.params,
        query: request.query,
        get page() {
          return getPageRequest(ctx.cursorKeys, op, request);
        },
        body: request.body,
        parents: request.parents,
        uploads: request.uploads ?? [],
        change,
        request,
        reply,
      };
      const result = await withRequestSpan(request, () => op.handle(input as never));
      check();
      setVersionHeader(op, reply, result);
      if (reply.sent || reply.raw.headersSent) return reply;
      return result === undefined ? reply.send() : result;
    },
  });
}

function toResponseSchemas(op: Operation): Record<string, unknown> {
  const json = Object.entries(op.response.schemas).filter(
    ([, schema]) => schema !== null && typeof schema !== 'string',
  );
  return Object.fromEntries(json);
}
