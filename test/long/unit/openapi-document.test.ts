import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { TOOL_ID } from '../../../src/connections/integrations/declaration.ts';
import { DocumentError, type DocumentSource } from '../../../src/connections/integrations/openapi/document.ts';
import { toParsedDocument } from '../../../src/connections/integrations/openapi/parse-document.ts';
import { readDocument } from '../../../src/connections/integrations/openapi/read-document.ts';
import { readInSandbox } from '../../../src/connections/integrations/openapi/read-in-sandbox.ts';
import { checkDocument } from '../../../src/connections/integrations/openapi/validate-document.ts';
import { type JsonSchema, validateAgainstSchema } from '../../../src/platform/json-schema.ts';
import { readCorpus } from '../../support/corpora.ts';

const RESPONSES = { responses: { 200: { description: 'done' } } };
const THREE = { get: RESPONSES, put: RESPONSES, post: RESPONSES };
const document = (paths: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '7' },
  servers: [{ url: 'https://shop.example/v1/' }],
  paths,
  ...more,
});
const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
/** Parses a document in this process. */
async function read(value: unknown, place: DocumentSource = {}) {
  const found = readDocument(bytes(value));
  await checkDocument(found);
  return toParsedDocument(found, place);
}
/** Returns the tool of a document with one operation, or the reason why it is skipped. */
async function one(method: string, path: string, operation: object, more: object = {}) {
  const { tools, skipped: leftOut } = await read(
    document({ [path]: { [method]: { ...RESPONSES, ...operation } } }, more),
  );
  return { tool: tools[0]!, code: leftOut[0]?.code, params: leftOut[0]?.params };
}
const refusal = (value: unknown, place: DocumentSource = {}) =>
  read(value, place).then(
    () => 'it was taken',
    (error: unknown) => (error instanceof DocumentError ? error.problem.code : Promise.reject(error)),
  );
const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: { type: 'string' }, ...more });
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

describe('a document of a well-known service', () => {
  const file = readCorpus('github/api.github.com.json');

  test('yields more than 500 tools, each with a checkable schema, without expanded references', async () => {
    const { title, baseUrl, tools, skipped: leftOut } = await readInSandbox(file, {}, 'one');
    expect(title).toContain('GitHub');
    expect(baseUrl).toBe('https://api.github.com');
    expect(leftOut).toEqual([
      {
        operation: 'POST /repos/{owner}/{repo}/releases/{release_id}/assets',
        reason: 'the operation is served from https://uploads.github.com, which is not in allowed_origins',
        code: 'operation_origin_not_allowed',
        params: { origin: 'https://uploads.github.com' },
      },
    ]);
    expect(tools.length).toBeGreaterThan(700);
    expect(new Set(tools.map(({ id }) => id)).size).toBe(tools.length);
    // A busy machine can exceed the time for a compilation; the next validation compiles again.
    const isUnusable = (schema: JsonSchema) =>
      [1, 2, 3].every(() => 'schemaError' in validateAgainstSchema(schema, {}));
    const unusable = tools.filter(({ parameters }) => isUnusable(parameters));
    expect(unusable.map(({ id }) => id)).toEqual([]);
    for (const { id } of tools) expect(id).toMatch(TOOL_ID);
    expect(JSON.stringify(tools).length).toBeLessThan(1024 * 1024);
    const create = tools.find(({ id }) => id === 'issues_create');
    expect(create).toMatchObject({
      name: 'issues_create',
      description: expect.stringMatching(/^Create an issue\n[\s\S]*\nPOST \/repos\/{owner}\/{repo}\/issues$/),
      sideEffects: true,
      request: {
        method: 'POST',
        path: '/repos/{owner}/{repo}/issues',
        body: { type: 'json', from: { whole: 'body' } },
      },
    });
    const call = { owner: 'a', repo: 'b', body: { title: 'Broken' } };
    expect(validateAgainstSchema(create!.parameters, call)).toEqual({ valid: true });
    expect(validateAgainstSchema(create!.parameters, { ...call, body: { title: [] } })).toMatchObject({ valid: false });
  });
});

describe('an operation', () => {
  test('has an id from its operation id, or from method and path, independent of other operations', async () => {
    const op = (operationId?: string) => ({ ...RESPONSES, operationId });
    const paths = {
      '/pets': { get: op('listPets'), post: op(), delete: op('same thing') },
      '/pets/{id}': { parameters: [inPath('id')], get: op(), put: op('Same-Thing'), patch: op('same_thing') },
    };
    const { tools } = await read(document(paths));
    const ids = tools.map(({ id }) => id);
    expect(ids).toEqual([
      'list_pets',
      'post_pets',
      expect.stringMatching(/^same_thing_[0-9a-f]{8}$/),
      'get_pets_id',
      'same-thing',
      expect.stringMatching(/^same_thing_[0-9a-f]{8}$/),
    ]);
    const again = await read(document(Object.fromEntries(Object.entries(paths).reverse())));
    const byPlace = (list: typeof tools) =>
      list.map(({ id, request }) => `${request.method} ${request.path} ${id}`).sort();
    expect(byPlace(again.tools)).toEqual(byPlace(tools));
  });

  test('is read-only if it is a GET or a HEAD, and has side effects otherwise', async () => {
    const methods = ['get', 'head', 'put', 'post', 'delete', 'options', 'patch'];
    const { tools } = await read(document({ '/x': Object.fromEntries(methods.map((name) => [name, RESPONSES])) }));
    const harmless = tools.filter(({ sideEffects }) => !sideEffects).map(({ request }) => request.method);
    expect(tools).toHaveLength(7);
    expect(harmless.sort()).toEqual(['GET', 'HEAD']);
  });

  test('takes path, query, header and body as arguments with unique names that models accept', async () => {
    const { tool } = await one('put', '/pets/{id}', {
      parameters: [
        inPath('id'),
        query('id'),
        query('body'),
        query('filter[age]', { required: true, description: 'how old' }),
        query('__proto__'),
        { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
      ],
      requestBody: { required: true, ...json({ type: 'object', properties: { id: { type: 'integer' } } }) },
    });
    expect(tool.request).toEqual({
      method: 'PUT',
      path: '/pets/{id}',
      places: { id: { argument: 'id' } },
      query: [
        { name: 'id', argument: 'id_query' },
        { name: 'body', argument: 'body' },
        { name: 'filter[age]', argument: 'filter_age' },
        { name: '__proto__', argument: 'proto' },
      ],
      headers: [
        { name: 'accept', value: 'application/json, */*;q=0.5' },
        { name: 'X-Trace', argument: 'X-Trace' },
      ],
      body: { type: 'json', from: { whole: 'body_body' } },
    });
    expect(tool.parameters.required).toEqual(['id', 'filter_age', 'body_body']);
    expect(tool.parameters.properties).toMatchObject({ filter_age: { type: 'string', description: 'how old' } });
    for (const name of Object.keys(tool.parameters.properties as object))
      expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
  });

  test('serializes lists and objects as the document declares', async () => {
    const { tool } = await one('get', '/x', {
      parameters: [
        query('many'),
        query('joined', { explode: false }),
        query('spaced', { style: 'spaceDelimited' }),
        query('piped', { style: 'pipeDelimited', explode: false }),
        query('deep', { style: 'deepObject', explode: true }),
        { name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
      ],
    });
    const styles = tool.request.query?.map((item) => item.style ?? 'repeat');
    expect(styles).toEqual(['repeat', 'comma', 'space', 'pipe', 'deep', 'json']);
    expect(tool.parameters.properties).toMatchObject({ filter: { type: 'object' } });
  });

  test('sends its body as JSON, a form, multipart or text, whichever it supports best', async () => {
    const bodyOf = async (...types: string[]) => {
      const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }]));
      return (await one('post', '/x', { requestBody: { content } })).tool.request.body;
    };
    const whole = { from: { whole: 'body' } };
    expect(await bodyOf('application/xml', 'multipart/form-data', 'application/json')).toEqual({
      type: 'json',
      ...whole,
    });
    expect(await bodyOf('application/merge-patch+json')).toMatchObject({ contentType: 'application/merge-patch+json' });
    expect(await bodyOf('*/*')).toEqual({ type: 'json', ...whole });
    expect(await bodyOf('application/x-www-form-urlencoded')).toEqual({ type: 'form', ...whole });
    const encoding = { where: { style: 'deepObject', explode: true }, tags: { explode: false }, name: {} };
    const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object' }, encoding } };
    const { tool } = await one('post', '/x', { requestBody: { content } });
    expect(tool.request.body?.styles).toEqual({ where: 'deep', tags: 'comma' });
    expect(await bodyOf('multipart/form-data')).toEqual({ type: 'multipart', ...whole });
    const file = { schema: { type: 'object', properties: { scan: { type: 'string', format: 'binary' } } } };
    const either = { 'application/x-www-form-urlencoded': file, 'multipart/form-data': file };
    const scan = (await one('post', '/x', { requestBody: { content: either } })).tool;
    expect(scan.request.body).toMatchObject({ type: 'multipart', parts: { scan: { file: true } } });
    const plain = await bodyOf('application/x-www-form-urlencoded', 'multipart/form-data');
    expect(plain).toEqual({ type: 'form', ...whole });
    expect(await bodyOf('text/csv')).toEqual({ type: 'text', ...whole, contentType: 'text/csv' });
  });

  test('names the idempotency key header, which is no argument for the model', async () => {
    const header = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } };
    const { tool } = await one('post', '/x', { parameters: [header] });
    expect(tool.idempotencyHeader).toBe('Idempotency-Key');
    expect(tool.parameters.properties).toEqual({});
  });

  test('has no argument for the credential', async () => {
    const components = { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } };
    const { tool } = await one('get', '/x', { parameters: [query('api_key', { required: true })] }, { components });
    expect(tool.request.query).toBeUndefined();
  });

  test('that cannot be called is skipped with a reason', async () => {
    const file = { type: 'object', properties: { a: { type: 'string', format: 'binary' } } };
    const within = { type: 'object', properties: { b: file } };
    const needs = (parameter: object) =>
      one('get', '/x', { parameters: [{ required: true, schema: {}, ...parameter }] });
    const reasons = await Promise.all([
      one('trace', '/x', {}),
      one('post', '/x', { requestBody: { content: { 'application/xml': { schema: {} } } } }),
      one('post', '/x', { requestBody: { content: { 'multipart/form-data': { schema: within } } } }),
      needs({ name: 'session', in: 'cookie' }),
      needs({ name: 'Host', in: 'header' }),
      needs({ name: 'a b', in: 'header' }),
      one('get', '/x/{y}', {}),
      one('get', '/x', { parameters: [inPath('y')] }),
      one('get', '//evil.example/x', {}),
      one('get', '/a/../b', {}),
      one('get', '/a?b=c', {}),
      one('get', '/a\\b', {}),
      one('get', '/x', { servers: [{ url: 'https://other.example' }] }),
      one('post', '/x', { requestBody: json({ $ref: '#/components/schemas/none' }) }),
      one('post', '/x', { requestBody: json({ type: 'strnig' }) }),
      one('post', '/x', { requestBody: json({ $dynamicRef: '#me' }) }),
      one('post', '/x', { requestBody: json({ description: 'x', enum: ['y'.repeat(70_000)] }) }),
    ]);
    expect(reasons.map(({ code, params }) => [code, params])).toEqual([
      ['operation_method', { method: 'TRACE' }],
      ['operation_body_type', { types: ['application/xml'] }],
      ['operation_nested_file', {}],
      ['operation_cookie', { name: 'session' }],
      ['operation_header', { name: 'Host' }],
      ['operation_header', { name: 'a b' }],
      ['operation_path_variable', { variable: '{y}' }],
      ['operation_parameter_not_in_path', { variable: '{y}' }],
      ['operation_path_start', {}],
      ['operation_path_dots', {}],
      ['operation_path_characters', {}],
      ['operation_path_characters', {}],
      ['operation_origin_not_allowed', { origin: 'https://other.example' }],
      ['operation_reference_missing', { reference: '#/components/schemas/none' }],
      ['operation_schema_invalid', { path: '/properties/body/type', cause: expect.any(String) }],
      ['operation_schema_keyword', { keyword: '$dynamicRef' }],
      ['operation_parameters_too_long', { limit: 64 }],
    ]);
    for (const { tool } of reasons) expect(tool).toBeUndefined();
  });

  test('is described without hidden characters', async () => {
    const { tool } = await one('get', '/x', {
      summary: 'List\u200b all',
      description: `Pets\u202e\u0000.${'x'.repeat(9000)}`,
    });
    expect(tool.description).toMatch(/^List all\nPets\.x+…\nGET \/x$/);
    expect(tool.description.length).toBeLessThan(2000);
  });

  test('reports where hidden characters were removed, and is skipped if a value would change', async () => {
    const parameters = [{ name: 'kind', in: 'query', schema: { type: 'string', enum: ['a\u00ad'] } }];
    const {
      tools,
      skipped: leftOut,
      hidden,
    } = await read({
      openapi: '3.1.0',
      info: { title: 'Pe\u{e0074}ts', version: '1' },
      servers: [{ url: 'https://api.example.com' }],
      paths: { '/x': { get: { summary: 'A\u3164ll', ...RESPONSES }, put: { parameters, ...RESPONSES } } },
    });
    expect(tools.map(({ description }) => description)).toEqual(['All\nGET /x']);
    expect(leftOut).toEqual([
      {
        operation: 'PUT /x',
        reason: 'names or values contain invisible characters',
        code: 'operation_hidden_characters',
        params: {},
      },
    ]);
    expect(hidden).toEqual([
      { place: 'info', characters: 1 },
      { place: 'GET /x', characters: 1 },
      { place: 'PUT /x', characters: 1 },
    ]);
  });
});

describe('a schema', () => {
  const parametersOf = async (schema: object, more: object = {}) =>
    (await one('post', '/x', { requestBody: json(schema) }, more)).tool.parameters;
  const old = (schemas: object = {}) => ({ openapi: '3.0.3', components: { schemas } });
  const bodyIn = (parameters: Readonly<Record<string, unknown>>) => (parameters.properties as { body: unknown }).body;

  test('keeps its references, even circular ones, with their targets and nothing else', async () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/node' } } };
    const pair = { type: 'object', properties: { n: { type: 'integer' } } };
    const schemas = { node, pair, other: { type: 'string' } };
    const parameters = await parametersOf(
      {
        type: 'object',
        properties: {
          first: { $ref: '#/components/schemas/node' },
          n: { $ref: '#/components/schemas/pair/properties/n' },
        },
      },
      { components: { schemas } },
    );
    const names = Object.keys(parameters.$defs as object);
    expect(names).toEqual([expect.stringMatching(/^at_components_schemas_pair/), 'node']);
    expect(validateAgainstSchema(parameters, { body: { first: { next: { next: {} } }, n: 1 } })).toEqual({
      valid: true,
    });
    expect(validateAgainstSchema(parameters, { body: { first: { next: { next: 1 } } } })).toMatchObject({
      valid: false,
    });
    expect(validateAgainstSchema(parameters, { body: { n: 'x' } })).toMatchObject({ valid: false });
  });

  test('of version 3.0 is converted to the current dialect', async () => {
    const name = { type: 'string', nullable: true, enum: ['a', 'b'], example: 'a', xml: { name: 'n' } };
    const age = { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false };
    const ref = { nullable: true, allOf: [{ $ref: '#/components/schemas/pet' }] };
    const parameters = await parametersOf(
      { type: 'object', properties: { name, age, ref } },
      old({ pet: { type: 'object' } }),
    );
    expect(bodyIn(parameters)).toEqual({
      type: 'object',
      properties: {
        name: { type: ['string', 'null'], enum: ['a', 'b', null] },
        age: { type: 'integer', exclusiveMinimum: 0, maximum: 9 },
        ref: { anyOf: [{ allOf: [{ $ref: '#/$defs/pet' }] }, { type: 'null' }] },
      },
    });
  });

  test('drops response-only properties and patterns of another dialect', async () => {
    const properties = {
      id: { type: 'string', readOnly: true },
      name: { type: 'string', pattern: '(?i)^a+$' },
      slow: { type: 'string', pattern: '^(a+)+$' },
    };
    const parameters = await parametersOf({ type: 'object', required: ['id', 'name'], properties });
    expect(bodyIn(parameters)).toEqual({
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, slow: { type: 'string', pattern: '^(a+)+$' } },
    });
    expect(validateAgainstSchema(parameters, { body: { name: 'x', slow: `${'a'.repeat(60)}!` } })).toHaveProperty(
      'schemaError',
    );
  });

  test('can have a property of any name', async () => {
    const properties = JSON.parse(
      '{"__proto__": {"type": "string"}, "constructor": {"type": "string"}, "$ref": {"type": "string"}}',
    );
    const schemas = JSON.parse('{"__proto__": {"type": "object"}}');
    const parameters = await parametersOf(
      { type: 'object', properties, allOf: [{ $ref: '#/components/schemas/__proto__' }] },
      { components: { schemas } },
    );
    expect(Object.keys((bodyIn(parameters) as { properties: object }).properties)).toEqual([
      '__proto__',
      'constructor',
      '$ref',
    ]);
    expect(validateAgainstSchema(parameters, { body: { constructor: 'x', $ref: 'y' } })).toEqual({ valid: true });
    expect(validateAgainstSchema(parameters, { body: { constructor: 1 } })).toMatchObject({ valid: false });
  });
});

describe('a document', () => {
  const empty = document({ '/x': { get: RESPONSES } });

  test('has server URLs, or is given one', async () => {
    const at = async (servers: unknown, place: DocumentSource = {}) =>
      (await read({ ...empty, servers }, place)).baseUrl;
    const variables = { region: { default: 'eu' }, version: { default: 'v2' } };
    expect(await at([{ url: 'https://{region}.example/{version}/', variables }])).toBe('https://eu.example/v2');
    expect(await at([{ url: '/api' }], { url: 'https://docs.example/openapi.json' })).toBe('https://docs.example/api');
    expect(await at([{ url: '../v3' }], { url: 'https://docs.example/a/b/doc.json' })).toBe(
      'https://docs.example/a/v3',
    );
    expect(await at(undefined, { url: 'https://docs.example/a/doc.json' })).toBe('https://docs.example');
    expect(await at([{ url: 'https://a.example' }], { baseUrl: 'https://b.example/x/' })).toBe('https://b.example/x');
    for (const url of [
      '/api',
      'ftp://a.example',
      'https://u:p@a.example',
      'https://{x}.example',
      'javascript:alert(1)',
    ])
      expect(await refusal({ ...empty, servers: [{ url }] })).toContain('base_url_missing');
  });

  test('sends each operation to its own server, and to no server without a confirmation', async () => {
    const at = (url: string) => ({ get: { ...RESPONSES, servers: [{ url }] } });
    const shop = { '/list': at('https://shop.example'), '/new': at('https://shop.example/v2') };
    const paths = { ...shop, '/pay': at('https://pay.example/v1') };
    const opened = async (place: DocumentSource, more: object = {}) => {
      const {
        baseUrl,
        tools,
        skipped: leftOut,
      } = await read(document({ ...paths, ...more }, { servers: undefined }), place);
      const at = tools.map(({ request: { origin = '', root = '', path } }) => origin + root + path);
      return { baseUrl, at, leftOut: leftOut.map(({ operation }) => operation) };
    };
    const pay = 'https://pay.example/v1/pay';
    expect(await opened({})).toEqual({
      baseUrl: 'https://shop.example',
      at: ['/list', '/v2/new'],
      leftOut: ['GET /pay'],
    });
    expect(await opened({ allowedOrigins: ['https://pay.example'] })).toMatchObject({ at: ['/list', '/v2/new', pay] });
    // One address cannot replace two servers.
    expect(await opened({ baseUrl: 'https://test.example' })).toMatchObject({
      at: [],
      leftOut: ['GET /list', 'GET /new', 'GET /pay'],
    });
    // Without a server, calls go to the document's own address or a given one.
    const plain = { '/plain': { get: RESPONSES } };
    expect(await opened({}, plain)).toMatchObject({ leftOut: ['GET /pay', 'GET /plain'] });
    const place = { url: 'https://docs.example/shop.json' };
    expect(await opened(place, plain)).toMatchObject({ leftOut: ['GET /pay', 'GET /plain'] });
    const baseUrl = 'https://plain.example';
    expect(await opened({ baseUrl, allowedOrigins: ['https://shop.example'] }, plain)).toEqual({
      baseUrl,
      at: ['https://shop.example/list', 'https://shop.example/v2/new', '/plain'],
      leftOut: ['GET /pay'],
    });
    const servers = [{ url: 'https://a.example' }, { url: 'https://b.example' }];
    const { skipped: leftOut } = await read(document({ '/x': at('https://b.example') }, { servers }));
    expect(leftOut).toMatchObject([{ reason: expect.stringContaining('https://b.example') }]);
  });

  test('suggests an authentication method', async () => {
    const hint = async (securitySchemes: object, security?: object[]) =>
      (await read({ ...empty, components: { securitySchemes }, security })).credential;
    const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
    const flows = {
      authorizationCode: {
        authorizationUrl: 'https://a.example/o',
        tokenUrl: 'https://a.example/t',
        scopes: { read: '' },
      },
    };
    const oauth = { type: 'oauth2', flows };
    expect(await hint({})).toEqual({ kind: 'none' });
    expect(await hint({ a: { type: 'http', scheme: 'Bearer' } })).toEqual({ kind: 'bearer' });
    expect(await hint({ a: key, b: { type: 'http', scheme: 'basic' } }, [{ b: [] }])).toEqual({ kind: 'basic' });
    expect(await hint({ a: oauth, b: key })).toEqual({ kind: 'header', name: 'X-Key' });
    expect(await hint({ a: oauth })).toEqual({
      kind: 'oauth',
      authorizationUrl: 'https://a.example/o',
      tokenUrl: 'https://a.example/t',
      scopes: ['read'],
    });
  });

  test('is parsed from YAML as from JSON, and lists what is ignored', async () => {
    const paths = { '/x': { post: { ...RESPONSES, callbacks: { done: { '{$url}': { post: RESPONSES } } } } } };
    const whole = document(paths, {
      webhooks: { ping: { post: RESPONSES } },
      components: { links: { l: { operationId: 'x' } } },
    });
    const fromJson = await read(whole);
    expect(fromJson.ignored).toEqual(['webhooks', 'callbacks', 'links']);
    expect(await read(stringify(whole))).toEqual(fromJson);
    expect((await read(`\ufeff${JSON.stringify(whole)}`)).tools).toHaveLength(1);
  });

  test('is rejected clearly if it is invalid, of another version, or breaks the rules', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const refusals = await Promise.all([
      refusal(''),
      refusal('<html></html>'),
      refusal('{"openapi": '),
      refusal('a: [1'),
      refusal('[]'),
      refusal({ swagger: '2.0', paths: {} }),
      refusal({ paths: {} }),
      refusal('openapi: 3.1\npaths: {}'),
      refusal({ ...empty, openapi: '3.2.0' }),
      refusal({ openapi: '3.1.0', info: { title: 't', version: '1' }, webhooks: {} }),
      refusal({ ...empty, info: {} }),
      refusal(document({ x: {} })),
      refusal(`{"openapi": "3.1.0", "x": ${nested(100_000)}}`),
      refusal(`openapi: 3.1.0\nx: ${nested(1000)}`),
      refusal('openapi: 3.1.0\ninfo: &a {b: *a}\npaths: {}'),
      refusal(document(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`/${n}`, { $ref: '#/none' }])))),
      refusal(document(Object.fromEntries(Array.from({ length: 1667 }, (_, n) => [`/${n}`, THREE])))),
    ]);
    expect(refusals).toEqual([
      'document_not_object',
      'document_not_object',
      'document_not_json',
      'document_not_yaml',
      'document_not_object',
      'document_swagger',
      'document_without_version',
      'document_version_not_text',
      'document_version',
      'document_without_paths',
      'document_invalid',
      'document_invalid',
      'document_too_deep',
      'document_too_deep',
      'document_alias',
      'document_too_many',
      'document_too_many',
    ]);
    expect(() => readDocument(Uint8Array.from([0x7b, 0xff]))).toThrow('must be UTF-8 text');
  });

  test('cannot have external references in what calls use', async () => {
    const body = (schema: object) => document({ '/x': { post: { ...RESPONSES, requestBody: json(schema) } } });
    for (const $ref of ['https://evil.example/x.json', 'file:///etc/passwd', '../other.yaml#/x', 'common.json'])
      expect(await refusal(body({ $ref }))).toBe('document_external_reference');
    // Data with the form of a reference is not one.
    expect(await refusal(body({ type: 'object', default: { $ref: 'x' }, example: { $ref: 'y' } }))).toBe(
      'it was taken',
    );
  });

  test('that takes too much time or memory is stopped, and the process survives', async () => {
    const bomb = Array.from({ length: 12 }, (_, n) =>
      n === 0
        ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]'
        : `a${n}: &a${n} [${Array(9)
            .fill(`*a${n - 1}`)
            .join(',')}]`,
    );
    await expect(readInSandbox(bytes(`openapi: 3.1.0\npaths: {}\n${bomb.join('\n')}`), {}, 'one')).rejects.toThrow(
      'alias',
    );
    await expect(readInSandbox(Buffer.alloc(20 * 1024 * 1024 + 1, 32), {}, 'one')).rejects.toThrow(
      'must be at most 20 MiB long',
    );
    const wide = `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{},"components":{"schemas":{"a":{"allOf":[{}${',{}'.repeat(2_000_000)}]}}}}`;
    const limits = { readingMs: 600_000, memoryMb: 1024 };
    await expect(readInSandbox(bytes(wide), {}, 'one', { ...limits, readingMs: 100 })).rejects.toThrow(
      'takes more than 0.1 seconds',
    );
    await expect(readInSandbox(bytes(wide), {}, 'one', { ...limits, memoryMb: 64 })).rejects.toThrow('64 MB of memory');
  });

  test('is queued while two others are parsed, and rejected while two of its tenant are', async () => {
    const refused = (error: unknown) => (error as { reason?: string }).reason;
    const read = (owner: string) => readInSandbox(bytes(empty), {}, owner).then(({ tools }) => tools.length, refused);
    expect(await Promise.all(['one', 'one', 'one', 'another'].map(read))).toEqual([1, 1, 'RATE_LIMITED', 1]);
    expect(await read('one')).toBe(1);
  });
});
