import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { setPasswordCost } from '../src/identity/passwords.ts';
import type { ApiContext } from './context.ts';
import { declarationProblems } from './declarations.ts';
import { mountOAuth } from './identity/oauth/mount.ts';
import { recordOAuthRefusals } from './identity/oauth/refusals.ts';
import { type Operation, type Upload, urlOf } from './operation.ts';
import { paramsOf } from './parents.ts';
import { admit, type Caller, plainIds } from './plugins/access.ts';
import { arrivalOptions, cutSlowBodies } from './plugins/arrival.ts';
import { changeFor } from './plugins/audit.ts';
import { acceptBodies } from './plugins/bodies.ts';
import { serveConsole } from './plugins/console.ts';
import { keepDoors } from './plugins/doors.ts';
import { refusePath, renderErrors } from './plugins/errors.ts';
import { honourIdempotencyKeys } from './plugins/idempotency.ts';
import { limitRates } from './plugins/limits.ts';
import { describeApi } from './plugins/openapi.ts';
import { mountPages, pageProblems } from './plugins/pages.ts';
import { pageOf } from './plugins/pagination.ts';
import { parseQuery } from './plugins/query.ts';
import { limitRecords } from './plugins/record-limits.ts';
import { recordRefusals } from './plugins/refusals.ts';
import { secureAnswers } from './plugins/security.ts';
import { openStreams } from './plugins/sse.ts';
import { discardUnused } from './plugins/staging.ts';
import { limitStreams } from './plugins/stream-limits.ts';
import { refuseUnstorable } from './plugins/text.ts';
import { compileSchemas } from './plugins/validation.ts';
import { tellVersion, versionCheck } from './plugins/versions.ts';
import { OPERATIONS, PAGES } from './rooms.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every operation that is not public. */
    caller: Caller;
    parents: Record<string, unknown>;
    uploads: Upload[];
    /** Whether some of the body was still on its way when the caller was let in. */
    isArriving: boolean;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** Builds the API over its context. Refuses, with every reason, when an operation is not declared whole. */
export async function buildApp(ctx: ApiContext): Promise<FastifyInstance> {
  const problems = [...OPERATIONS.flatMap(declarationProblems), ...PAGES.flatMap(pageProblems)];
  const ids = OPERATIONS.map((op) => op.id);
  problems.push(...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `operation id ${id} stands twice`));
  if (problems.length > 0) throw new Error(`operations are not declared whole:\n${problems.join('\n')}`);

  setPasswordCost(ctx.config.passwordCost);
  const app: FastifyInstance = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    bodyLimit: ctx.config.bodyLimit,
    ...(ctx.config.trustProxy.length > 0 ? { trustProxy: [...ctx.config.trustProxy] } : {}),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    frameworkErrors: refusePath,
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300, querystringParser: parseQuery },
    ...arrivalOptions(ctx.config.requestTimeoutMs),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });
  app.decorateRequest('caller');
  app.decorateRequest('parents');
  app.decorateRequest('uploads');
  app.decorateRequest('isArriving', false);
  compileSchemas(app);
  renderErrors(app, ctx);
  recordRefusals(app, ctx);
  const recordRefusalsOf = recordOAuthRefusals(app, ctx);
  acceptBodies(app, ctx);
  discardUnused(app, ctx);
  openStreams(app);
  addCommonHooks(app);
  cutSlowBodies(app, ctx.config.requestTimeoutMs);
  await secureAnswers(app, ctx);
  // Nobody parses what is sent to nowhere.
  await serveConsole(app, ctx);
  const keep = keepDoors(app, ctx);
  limitRates(app, ctx);
  limitStreams(app, ctx);
  limitRecords(app, ctx);
  honourIdempotencyKeys(app, ctx);
  describeApi(app, ctx);
  for (const op of OPERATIONS) mount(app, ctx, op);
  mountOAuth(app, ctx, keep, recordRefusalsOf);
  mountPages(app, ctx, keep, PAGES);
  return app;
}

/** A caller's own request id where it is harmless, else a new one. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,100}$/.test(given) ? given : randomUUID();
}

function addCommonHooks(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('preValidation', async (request) => {
    refuseUnstorable('path', request.params);
    refuseUnstorable('query', request.query);
  });
  app.addHook('onResponse', async (request, reply) => {
    const op = request.routeOptions.config.operation;
    // Probes come every second: they are of interest only to whoever asks for more.
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
    url: urlOf(op).replace(/\{([a-z_]+)\}/g, ':$1'),
    schema: {
      params: paramsOf(op.path),
      ...(op.request.query ? { querystring: op.request.query } : {}),
      ...(op.request.body ? { body: op.request.body } : {}),
      response: answersOf(op),
    },
    config: { operation: op },
    onRequest: async (request) => {
      if (op.auth.permission === 'public') plainIds(request.params as Record<string, string>);
      else await admit(ctx, op, request);
      request.isArriving = !request.raw.complete;
    },
    // Rights may be gone by the time a body is whole, which its sender can put off for minutes.
    preValidation: async (request) => {
      if (op.auth.permission !== 'public' && request.isArriving) await admit(ctx, op, request);
    },
    handler: async (request, reply) => {
      const { change, check } = changeFor(ctx, op, request, versionCheck(op, request));
      const input = {
        ctx,
        caller: request.caller,
        params: request.params,
        query: request.query,
        get page() {
          return pageOf(ctx.cursorKeys, op, request);
        },
        body: request.body,
        parents: request.parents,
        uploads: request.uploads ?? [],
        change,
        request,
        reply,
      };
      const answer = await op.handle(input as never);
      check();
      tellVersion(op, reply, answer);
      if (reply.sent || reply.raw.headersSent) return reply;
      return answer === undefined ? reply.send() : answer;
    },
  });
}

function answersOf(op: Operation): Record<string, unknown> {
  const json = Object.entries(op.response.schemas).filter(
    ([, schema]) => schema !== null && typeof schema !== 'string',
  );
  return Object.fromEntries(json);
}
