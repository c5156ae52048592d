import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';
import { describeOperations } from '../openapi/document.ts';
import { OPERATIONS } from '../rooms.ts';

/** OpenAPI 3.1 at /api/v1/openapi.json and a rendered reference at /docs, both from the operations themselves. */
export async function describeApi(app: FastifyInstance, ctx: ApiContext): Promise<void> {
  let document: string | undefined;
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(describeOperations(OPERATIONS, ctx.config.publicUrl));
    return reply.type('application/json').send(document);
  });
  await app.register(reference, {
    routePrefix: '/docs',
    configuration: { url: '/api/v1/openapi.json', withDefaultFonts: false, hideClientButton: true, telemetry: false },
  });
}
