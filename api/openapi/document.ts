import { STATUS_CODES } from 'node:http';
import type { TSchema } from 'typebox';
import { listScopes } from '../../src/access/permissions.ts';
import { AUTH_PREFIX } from '../../src/identity/oauth/address.ts';
import { ISO_8601 } from '../../src/platform/dates.ts';
import { listOperationScopes, type Operation, type OperationRequest, toUrl } from '../operation.ts';
import { toParamsSchema } from '../parents.ts';
import { type Json, listErrors, toErrorName, toErrorSchema } from './errors.ts';
import { ExampleValues } from './examples.ts';
import { HEADERS, listHeaderParameters, listResponseHeaders, PARAMETERS } from './headers.ts';
import { NamedSchemas } from './schemas.ts';

const DESCRIPTION = `Durable AI tasks and agents that pause for a person. Every request carries \`Authorization: Bearer <API_KEY>\`.

Errors have a \`reason\`; each response lists its possible values. Requests that reach no operation get
404 \`ROUTE_NOT_FOUND\`, 405 \`METHOD_NOT_ALLOWED\` with \`Allow\` for an unsupported method, 400 \`MALFORMED_PATH\` or \`MALFORMED_REQUEST\`, or 431 \`HEADERS_TOO_LARGE\`.`;

const UTC_REMARK = 'Dates and times without an offset are UTC.';

const LICENSE = { name: 'Apache 2.0', identifier: 'Apache-2.0' };

/** Builds the OpenAPI 3.1 document from the operations' declarations. */
export function describeOperations(operations: readonly Operation[], publicUrl: string): Json {
  const schemas = new NamedSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const op of operations) {
    const path = toUrl(op);
    paths[path] ??= {};
    paths[path][op.method.toLowerCase()] = describe(op, schemas);
  }
  const components = schemas.all();
  const examples = addExamples(paths, new ExampleValues(components));
  return {
    openapi: '3.1.0',
    info: { title: 'Holdfast', version: 'v1', description: DESCRIPTION, license: LICENSE },
    servers: [{ url: publicUrl }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      examples,
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: toSecuritySchemes(publicUrl),
    },
  };
}

/** Adds an example to each JSON response of a success. Returns the examples that the responses refer to. */
function addExamples(paths: Record<string, Record<string, Json>>, values: ExampleValues): Record<string, Json> {
  const examples: Record<string, Json> = {};
  for (const op of Object.values(paths).flatMap((item) => Object.values(item)))
    for (const [status, response] of Object.entries(
      op.responses as Record<string, { content?: Record<string, Json> }>,
    )) {
      const { content } = response;
      const json = content?.['application/json'];
      if (content === undefined || json?.schema === undefined || Number(status) >= 300) continue;
      if (json.example !== undefined) continue;
      const schema = json.schema as Json;
      const name =
        typeof schema.$ref === 'string'
          ? schema.$ref.replace(/.*\//, '')
          : `${toSchemaName(String(op.operationId))}${status}`;
      examples[name] ??= { value: values.toExample(schema) };
      content['application/json'] = { ...json, examples: { example: { $ref: `#/components/examples/${name}` } } };
    }
  return examples;
}

function describe(op: Operation, schemas: NamedSchemas): Json {
  return {
    operationId: op.id,
    tags: [op.tag],
    summary: op.summary,
    description: toDescription(op),
    security: toSecurity(op),
    parameters: [
      ...toParameters('path', toParamsSchema(op.path), schemas),
      ...toParameters('query', op.request.query, schemas),
      ...listHeaderParameters(op).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(op.request.body ? { requestBody: requestBody(op, op.request.body, schemas) } : {}),
    ...(op.request.rawBody
      ? { requestBody: { content: { 'application/json': { schema: {}, example: op.request.example } } } }
      : {}),
    responses: responses(op, schemas),
  };
}

/** Description of an operation: its own, if it says more than the summary, and who may call it. */
function toDescription({ description, auth }: Operation): string {
  const { permission } = auth;
  const access =
    permission === 'public'
      ? 'Requires no credential.'
      : permission === 'authenticated'
        ? 'Requires a credential.'
        : `Requires the permission \`${permission}\`.`;
  return description === undefined ? access : `${description}\n\n${access}`;
}

/** API keys and access tokens are bearer tokens; OAuth clients get the latter. */
function toSecuritySchemes(publicUrl: string): Json {
  const [authorizationUrl, tokenUrl] = ['auth', 'token'].map((path) => `${publicUrl}${AUTH_PREFIX}/oauth2/${path}`);
  const scopes = Object.fromEntries(listScopes().map((scope) => [scope, scope]));
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an access token.' },
    oauth: {
      type: 'oauth2',
      flows: {
        authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes },
        clientCredentials: { tokenUrl, scopes },
      },
    },
  };
}

/** Security requirements of an operation; any one of its scopes suffices. */
function toSecurity(op: Operation): Record<string, string[]>[] {
  if (op.auth.permission === 'public') return [];
  const scopes = listOperationScopes(op) ?? [];
  if (scopes.length === 0) return [{ bearer: [] }, { oauth: [] }];
  return scopes.flatMap((scope): Record<string, string[]>[] => [{ bearer: [scope] }, { oauth: [scope] }]);
}

function toParameters(location: 'path' | 'query', schema: OperationRequest['query'], schemas: NamedSchemas): Json[] {
  const needed = (schemas.plain(schema ?? {}, 'caller').required ?? []) as readonly string[];
  return Object.entries<TSchema>(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = schemas.plain(property, 'caller');
    const isMoment = rest.format === 'date-time';
    const remarks = isMoment ? [(description as string | undefined)?.replace(/\.?$/, '.'), UTC_REMARK] : [description];
    return {
      name,
      in: location,
      required: needed.includes(name),
      ...(remarks.some(Boolean) ? { description: remarks.filter(Boolean).join(' ') } : {}),
      schema: isMoment ? { ...rest, format: undefined, pattern: ISO_8601.source } : rest,
    };
  });
}

function requestBody(op: Operation, body: TSchema, schemas: NamedSchemas): Json {
  const example = op.request.example === undefined ? {} : { example: op.request.example };
  const { form } = op.request;
  const json = schemas.plain(body, 'caller');
  // Generators name inline bodies by operation, which collides with their own names.
  const name = toSchemaName(op.id);
  const content: Record<string, Json> = {};
  if (!form) content['application/json'] = { schema: json, ...example };
  else {
    if (!form.only) content['application/json'] = { schema: toReference(schemas, `${name}Body`, json), ...example };
    const formSchema = schemas.plain(form.schema, 'caller');
    content['multipart/form-data'] = { schema: toReference(schemas, `${name}Form`, formSchema) };
  }
  return { required: !op.request.bodyOptional, content };
}

function toReference(schemas: NamedSchemas, name: string, schema: Json): Json {
  return '$ref' in schema ? schema : schemas.add(name, schema);
}

/** Name of a schema of an operation: `task_run.create` is `TaskRunCreate`. */
function toSchemaName(id: string): string {
  return id.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function responses(op: Operation, schemas: NamedSchemas): Json {
  const errors = listErrors(op);
  const statuses = [...new Set([...Object.keys(op.response.schemas).map(Number), ...errors.keys()])].toSorted(
    (a, b) => a - b,
  );
  return Object.fromEntries(
    statuses.map((status) => [status, response(op, status, errors.get(status) ?? [], schemas)]),
  );
}

function response(op: Operation, status: number, errors: readonly string[], schemas: NamedSchemas): Json {
  const own = op.response.schemas[status];
  const failures = errors.map((name) => schemas.add(toErrorName(name), toErrorSchema(name)));
  const forms = own && typeof own !== 'string' ? [schemas.plain(own, 'server'), ...failures] : failures;
  const content: Record<string, Json> = {};
  if (forms.length > 0)
    content['application/json'] = {
      schema: forms.length === 1 ? forms[0] : { oneOf: forms },
      ...toExample(op, status),
    };
  if (typeof own === 'string') for (const type of own.replace(/,.*/, '').split(' or ')) content[type] = toContent(type);
  if (status === 200 && op.stream) content['text/event-stream'] = { schema: schemas.plain(op.stream.events, 'server') };
  if (status === 200 && op.response.csv) content['text/csv'] = { schema: { type: 'string' } };
  return {
    description: own === undefined ? errors.join(', ') : status < 300 ? op.summary : (STATUS_CODES[status] ?? ''),
    headers: listResponseHeaders(op, status),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function toExample({ response: { example } }: Operation, status: number): Json {
  return status === 200 && example !== undefined ? { example } : {};
}

/** Content of a type without a schema of its own: text or bytes. */
function toContent(type: string): Json {
  if (type === 'application/json') return {};
  const isText = /^text\/|yaml|ndjson/.test(type);
  return { schema: { type: 'string', ...(!isText && { format: 'binary' }) } };
}
