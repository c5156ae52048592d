import fastify, { type FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';
import { describeOperations } from '../openapi/document.ts';
import type { Operation } from '../operation.ts';

/** Where people read the description. */
const PAGES = '/docs';
/** What of an answer of the pages is handed on; the rest is said of every answer anyway. */
const HEADERS = ['content-type', 'location'];

/** OpenAPI 3.1 at /api/v1/openapi.json and a rendered reference at /docs, both from the operations themselves. */
export function describeApi(app: FastifyInstance, ctx: ApiContext, operations: readonly Operation[]): void {
  let document: string | undefined;
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(describeOperations(operations, ctx.config.publicUrl));
    return reply.type('application/json').send(document);
  });
  let opening: Promise<FastifyInstance> | undefined;
  for (const path of [PAGES, `${PAGES}/js/scalar.js`]) {
    app.get(path, async (request, reply) => {
      opening ??= openReference();
      const pages = await opening;
      const { host } = request.headers;
      const answer = await pages.inject({
        method: 'GET',
        url: request.url,
        headers: host === undefined ? {} : { host },
      });
      for (const name of HEADERS) if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name]);
      return reply.code(answer.statusCode).send(answer.rawPayload);
    });
  }
}

/** The pages in an application of their own: the library holds megabytes, which few processes are ever asked for. */
async function openReference(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const pages = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await pages.register(reference, {
    routePrefix: PAGES,
    configuration: { url: '/api/v1/openapi.json', withDefaultFonts: false, hideClientButton: true, telemetry: false },
  });
  return pages;
}
