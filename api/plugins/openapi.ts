import fastify, { type FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';
import { describeOperations } from '../openapi/document.ts';
import type { Operation } from '../operation.ts';
import type { TakeAttempt } from './attempt-limits.ts';
import { serveGuide } from './guide.ts';

const DOCS_PATH = '/docs';
/** Response headers of the reference that are forwarded; hooks set the others. */
const FORWARDED_HEADERS = ['content-type', 'location'];

/** Serves the OpenAPI 3.1 document at /api/v1/openapi.json, a rendered reference at /docs, and the guide below it. */
export function describeApi(
  app: FastifyInstance,
  ctx: ApiContext,
  operations: readonly Operation[],
  takeAttempt: TakeAttempt,
): void {
  let document: string | undefined;
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(describeOperations(operations, ctx.config.publicUrl));
    return reply.type('application/json').send(document);
  });
  let referenceApp: Promise<FastifyInstance> | undefined;
  for (const path of [DOCS_PATH, `${DOCS_PATH}/js/scalar.js`]) {
    app.get(path, async (request, reply) => {
      referenceApp ??= openReferenceApp();
      const reference = await referenceApp;
      const { host } = request.headers;
      const response = await reference.inject({
        method: 'GET',
        url: request.url,
        headers: host === undefined ? {} : { host },
      });
      for (const name of FORWARDED_HEADERS)
        if (response.headers[name] !== undefined) reply.header(name, response.headers[name]);
      return reply.code(response.statusCode).send(response.rawPayload);
    });
  }
  serveGuide(app, takeAttempt);
}

/** Loads the reference on first use, because the library takes megabytes that most processes never need. */
async function openReferenceApp(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await app.register(reference, {
    routePrefix: DOCS_PATH,
    configuration: { url: '/api/v1/openapi.json', withDefaultFonts: false, hideClientButton: true, telemetry: false },
  });
  return app;
}
