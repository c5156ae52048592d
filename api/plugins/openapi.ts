import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';
import { type Operation, scopesOf } from '../operation.ts';

/** The error answers every operation can give, in words; their forms stand in the document's description. */
const COMMON_ERRORS: Readonly<Record<string, string>> = {
  400: 'Malformed request or a rule of the domain: `{"detail": {"reason", "message", "<reason>Error"}}`',
  401: 'Missing or bad credentials: `{"error": {"code": 401, "status": "Unauthorized", "message"}}`',
  403: 'PERMISSION_CHECK_FAILED; also where the organization or project is hidden or does not exist',
  404: 'RESOURCE_NOT_FOUND',
  413: 'The body or a file is over the limit',
  422: 'A field breaks its schema or a rule: `{"detail": [{"loc", "msg", "type"}]}`',
  429: 'Too many requests; see Retry-After',
  500: 'A fault of ours: `{"detail": "internal server error"}`',
  503: 'DATABASE_UNAVAILABLE: the database cannot do it now; see Retry-After',
};

/** OpenAPI 3.1 at /api/v1/openapi.json and a rendered reference at /docs, both from the operations themselves. */
export async function describeApi(app: FastifyInstance, ctx: ApiContext): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Holdfast',
        version: 'v1',
        description:
          'Durable AI tasks and agents that pause for a person. Every request carries `Authorization: Bearer <API_KEY>`.',
      },
      servers: [{ url: ctx.config.publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => {
      const op = (route as { config?: { operation?: Operation } }).config?.operation;
      if (!op) return { schema: { ...schema, hide: true }, url };
      return { schema: described(op, schema as Record<string, unknown>), url };
    },
  });
  app.get('/api/v1/openapi.json', async () => app.swagger());
  await app.register(reference, {
    routePrefix: '/docs',
    configuration: { url: '/api/v1/openapi.json', withDefaultFonts: false, hideClientButton: true, telemetry: false },
  });
}

function described(op: Operation, schema: Record<string, unknown>): Record<string, unknown> {
  const response: Record<string, unknown> = {};
  for (const [status, answer] of Object.entries(op.answers)) {
    if (typeof answer === 'string') response[status] = { description: op.summary, content: contentOf(answer) };
    else if (answer === null) response[status] = { description: 'No content', type: 'null' };
    else response[status] = { ...answer, description: op.summary };
  }
  const errors = Object.entries(COMMON_ERRORS).filter(
    ([status]) => op.access !== 'public' || ['422', '500', '503'].includes(status),
  );
  for (const [status, description] of errors)
    response[status] ??= { description, type: 'object', additionalProperties: true };
  const example = op.examples?.body === undefined ? {} : { examples: [op.examples.body] };
  const body = op.body ? { body: { ...(withoutDefaulted(op.body) as object), ...example } } : {};
  const query = op.query ? { querystring: withoutDefaulted(op.query) } : {};
  const security = op.access === 'public' ? [] : securityOf(op);
  const consumes = op.multipart ? { consumes: ['application/json', 'multipart/form-data'] } : {};
  return { ...schema, ...body, ...query, ...consumes, response, security };
}

/** What an answer that is not JSON holds, by media type; several are joined with `or`. */
function contentOf(types: string): Record<string, unknown> {
  return Object.fromEntries(types.split(' or ').map((type) => [type, { schema: { type: 'string' } }]));
}

/** The scopes of an operation, each of which suffices alone. */
function securityOf(op: Operation): { bearer: string[] }[] {
  const scopes = scopesOf(op) ?? [];
  return scopes.length === 0 ? [{ bearer: [] }] : scopes.map((scope) => ({ bearer: [scope] }));
}

/** The schema as a caller sees it: what has a default may be left out, at every depth. */
function withoutDefaulted(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDefaulted);
  if (schema === null || typeof schema !== 'object') return schema;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) copy[key] = withoutDefaulted(value);
  const { required, properties } = schema as { required?: unknown; properties?: Record<string, object> };
  if (Array.isArray(required) && properties) {
    copy.required = required.filter((name: string) => !Object.hasOwn(properties[name] ?? {}, 'default'));
  }
  return copy;
}
