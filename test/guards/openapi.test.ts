import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../api/modules.ts';
import { makeAgent, play } from '../support/agents.ts';
import { Client, type Json, openWorld, type StreamEvent, type World } from '../support/client.ts';
import { createFixture, type Fixture, getExample, toPath } from './fixture.ts';

let world: World;
let document: Json;
let text: string;

beforeAll(async () => {
  world = openWorld();
  text = (await new Client(world.stack.baseUrl, undefined).get('/openapi.json')).text;
  document = JSON.parse(text);
});
afterAll(() => world.close());

const described = (id: string): Json =>
  Object.values<Json>(document.paths)
    .flatMap((item) => Object.values<Json>(item))
    .find((op) => op.operationId === id);

const referred = (schema: Json): Json => document.components.schemas[schema.$ref.split('/').at(-1)];

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has a name for every record, which each response refers to', () => {
    const inline = OPERATIONS.flatMap((op) =>
      Object.entries<Json>(described(op.id).responses)
        .filter(([, response]) => response.content?.['application/json']?.schema)
        .filter(([, response]) => {
          const { schema } = response.content['application/json'];
          const forms: Json[] = schema.oneOf ?? [schema.type === 'array' ? schema.items : schema];
          return !forms.every((form) => form.$ref !== undefined);
        })
        .map(([status]) => `${op.id} ${status}`),
    );
    expect(inline).toEqual([]);
  });

  it('lists every error reason of the product', () => {
    const root = new URL('../..', import.meta.url).pathname;
    const sources = ['api/**/*.ts', 'src/**/*.ts'].flatMap((pattern) => globSync(pattern, { cwd: root }));
    const thrown = sources.flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/(?:DomainError\(\s*\d{3},|\.conflict\()\s*'([A-Z_]+)'/g),
    ]);
    const reasons = [...new Set(thrown.map((match) => match[1] ?? ''))];
    expect(reasons.length).toBeGreaterThan(30);
    // Metrics are no operation.
    expect(reasons.filter((reason) => !text.includes(reason))).toEqual(['METRICS_NOT_PUBLIC']);
  });

  it('documents credits, conflicts, sizes, limits and outages where they occur', () => {
    const run = described('task_agent_run.create');
    const reasons = (status: number): string[] => {
      const { schema } = run.responses[status].content['application/json'];
      return (schema.oneOf ?? [schema]).map((one: Json) => referred(one).properties.detail.properties.reason.const);
    };
    expect(reasons(402)).toEqual(['INSUFFICIENT_CREDITS', 'TRIAL_ENDED', 'BUDGET_EXCEEDED']);
    expect(reasons(409).toSorted()).toEqual([
      'AGENTS_TOO_DEEP',
      'IDEMPOTENCY_KEY_REUSED',
      'MODEL_EXCLUDED',
      'SESSION_BUSY',
      'SESSION_REVISION_MISMATCH',
    ]);
    expect(reasons(413)).toContain('BODY_TOO_LARGE');
    expect(reasons(429)).toEqual(['RATE_LIMITED', 'TOO_MANY_STREAMS']);
    expect(reasons(503).toSorted()).toEqual(['DATABASE_UNAVAILABLE', 'IDEMPOTENCY_KEY_TAKEN_OVER']);
    expect(described('health.live').responses).not.toHaveProperty('409');
  });

  it('documents request and response headers', () => {
    const headersIn = (id: string) =>
      described(id)
        .parameters.map((one: Json) => document.components.parameters[one.$ref?.split('/').at(-1)]?.name)
        .filter(Boolean);
    const headersOut = (id: string, status: number) => Object.keys(described(id).responses[status].headers);
    expect(headersIn('task_run.create')).toEqual(['X-Request-Id', 'Idempotency-Key', 'Prefer']);
    expect(headersIn('task_agent_run.events')).toEqual(['X-Request-Id', 'Last-Event-ID']);
    expect(headersOut('task_run.create', 200)).toEqual(
      expect.arrayContaining(['X-Request-Id', 'X-Task-Run-Id', 'X-Task-Revision-Id', 'Idempotency-Replayed']),
    );
    expect(headersOut('task_run.create', 401)).toContain('WWW-Authenticate');
    for (const status of [429, 503]) expect(headersOut('task_run.create', status)).toContain('Retry-After');
  });

  it('shows forms as they are on the wire', () => {
    const { content } = described('task_run.create').requestBody;
    expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
    expect(referred(content['multipart/form-data'].schema).properties).toMatchObject({
      task_input: { type: 'string', contentMediaType: 'application/json' },
      task_file: { type: 'array', items: { format: 'binary' } },
    });
    const avatar = described('user.avatar').requestBody;
    expect(Object.keys(avatar.content)).toEqual(['multipart/form-data']);
    expect(referred(avatar.content['multipart/form-data'].schema).required).toEqual(['file']);
  });
});

/** Makes an object schema reject additional fields if it declares any. */
const closed = (_key: string, value: Json): Json =>
  value?.type === 'object' && value.properties ? { additionalProperties: false, ...value } : value;

describe('stream events', () => {
  const checkerOf = (id: string) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema(JSON.parse(JSON.stringify(document, closed)), 'document');
    const { $ref } = described(id).responses[200].content['text/event-stream'].schema;
    const validate = ajv.compile({ $ref: `document${$ref}` });
    return ({ position, event, data }: StreamEvent) => {
      const fits = validate({ ...(position === '' ? {} : { id: position }), event, data });
      return fits ? [] : [`${event}: ${JSON.stringify(data)}`];
    };
  };

  it('are exactly the documented ones', async () => {
    const tenant = await world.tenant();
    const changes = await tenant.owner.stream(`${tenant.project}/changes`);
    const script = await play(world, [
      { text: 'See.', tool_calls: [{ name: 'calculator', arguments: { expression: '6*7' } }] },
      { text: '42.' },
    ]);
    const agent = await makeAgent(tenant, { approval_policy: { default: 'always' } });
    const run = await agent.run(script.message);
    await agent.approve((await agent.requests(run.id))[0].id);
    const events = await agent.follow(run.id);
    await changes.until(({ event, data }) => event === 'agent_run' && data.status === 'completed');
    // Records and counts are sent on cycles of their own.
    for (const kind of ['record', 'counts']) await changes.until(({ event }) => event === kind);
    changes.cut();
    expect(new Set(events.map((one) => one.event)).size).toBe(7);
    expect(events.at(-1)?.data.usage.estimated).toBe(false);
    expect(events.flatMap(checkerOf('task_agent_run.create'))).toEqual([]);
    expect(new Set(changes.events.map((one) => one.event))).toEqual(
      new Set(['counts', 'agent_run', 'approval_request', 'record']),
    );
    expect(changes.events.flatMap(checkerOf('project.changes'))).toEqual([]);
  });
});

describe('the examples of the document', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await createFixture(world);
  });

  const WITH_JSON = OPERATIONS.filter((op) => op.request.body !== null && !op.request.form?.only);

  it.each(WITH_JSON.map((op) => [op.id, op] as const))('are accepted unchanged by %s', async (_id, op) => {
    const { example } = described(op.id).requestBody.content['application/json'];
    expect(example).toEqual(op.request.example);
    // The client itself validates the response against the document.
    const answer = await fixture.tenant.owner.request(op.method, toPath(op, fixture.ids), getExample(op, fixture.ids));
    expect([413, 422, 500], answer.text).not.toContain(answer.status);
    expect(answer.body.detail?.reason).not.toBe('MALFORMED_BODY');
  });
});

describe('the examples of responses', () => {
  it('are valid, and none of a success in JSON or of an error is missing', () => {
    const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
    formats.default(ajv);
    ajv.addSchema(document, 'document');
    const bad: string[] = [];
    // Operations share the schemas of errors with their examples.
    const checked = new Set<string>();
    const check = (name: string, schema: string, example: unknown) => {
      if (checked.has(schema)) return;
      checked.add(schema);
      const validate = ajv.compile({ $ref: `document#${schema}` });
      if (example === undefined || !validate(example)) bad.push(`${name}: ${JSON.stringify(validate.errors)}`);
    };
    for (const [path, item] of Object.entries<Json>(document.paths))
      for (const [method, { operationId, responses }] of Object.entries<Json>(item))
        for (const [status, { content }] of Object.entries<Json>(responses)) {
          const json = content?.['application/json'];
          if (json?.schema === undefined) continue;
          if (Number(status) >= 400) {
            const variants = (json.schema.anyOf ?? [json.schema]) as readonly Json[];
            for (const name of variants.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []))
              check(name, `/components/schemas/${name}`, document.components.schemas[name].examples?.[0]);
            continue;
          }
          const [, , , name] = json.examples?.example.$ref.split('/') ?? [];
          const encoded = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
          const schema = `/paths/${encoded}/${method}/responses/${status}/content/application~1json/schema`;
          check(operationId, schema, json.example ?? document.components.examples[name]?.value);
        }
    expect(bad).toEqual([]);
    // They are shared, so that the document stays small.
    expect(JSON.stringify(document.components.examples).length).toBeLessThan(text.length / 10);
  });
});

describe('the document for generators of other languages', () => {
  const operations = () =>
    Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item)) as readonly Json[];

  it('describes each operation: a summary of one line, a description, tags and errors', () => {
    const tags = document.tags.map((tag: Json) => tag.name);
    const bad = operations().filter(
      ({ summary, description, tags: own, responses, operationId }) =>
        !/^[A-Z][^\n]{3,119}$/.test(summary) ||
        !/\bRequires \S/.test(description ?? '') ||
        own.length !== 1 ||
        !tags.includes(own[0]) ||
        (!operationId.startsWith('health.') && !Object.keys(responses).some((status) => Number(status) >= 400)),
    );
    expect(bad.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has a license, and the schemes of API keys and OAuth clients, which every security requirement names', () => {
    expect(document.info.license).toEqual({ name: 'Apache 2.0', identifier: 'Apache-2.0' });
    const { bearer, oauth } = document.components.securitySchemes;
    expect(bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(Object.keys(oauth.flows)).toEqual(['authorizationCode', 'clientCredentials']);
    const named = operations().flatMap(({ security }) => security.flatMap((one: Json) => Object.entries(one)));
    expect([...new Set(named.map(([name]) => name))].toSorted()).toEqual(['bearer', 'oauth']);
    const scopes = named.flatMap(([, of]) => of as string[]);
    expect(scopes.filter((scope) => !(scope in oauth.flows.clientCredentials.scopes))).toEqual([]);
  });

  it('has no name that a generator gives to another thing, and no inline body beside another', () => {
    const names = Object.keys(document.components.schemas);
    // Go calls the constructor of Thing NewThing.
    expect(names.filter((name) => name.startsWith('New') && names.includes(name.slice(3)))).toEqual([]);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    const inline = operations().filter(({ requestBody }) => {
      const contents = Object.values<Json>(requestBody?.content ?? {});
      return contents.length > 1 && contents.some(({ schema }) => schema.$ref === undefined);
    });
    expect(inline.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has no text that ends a comment, and no pattern that other languages cannot read', () => {
    const bad: string[] = [];
    const walk = (value: Json, path: string): void => {
      if (value === null || typeof value !== 'object') return;
      if (typeof value.description === 'string' && value.description.includes('*/')) bad.push(`${path}: description`);
      if (typeof value.pattern === 'string' && /\(\?[=!<]|\\p\{(?![LMN]\})|\\u\{/.test(value.pattern))
        bad.push(`${path}: ${value.pattern}`);
      for (const [key, inner] of Object.entries<Json>(value))
        if (!['example', 'examples', 'default', 'const', 'enum'].includes(key)) walk(inner, `${path}/${key}`);
    };
    walk(document, '');
    expect(bad).toEqual([]);
  });

  it('states the schema of every content', () => {
    const bare = operations().flatMap(({ operationId, responses }) =>
      Object.values<Json>(responses)
        .flatMap(({ content }) => Object.entries<Json>(content ?? {}))
        // Exported records of shares have no schema.
        .filter(([type, { schema }]) => schema === undefined && type !== 'application/json')
        .map(() => operationId),
    );
    expect(bare).toEqual([]);
  });
});
