import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { OPERATIONS } from '../../api/modules.ts';
import {
  type ApiResponse,
  Client,
  eventually,
  type Json,
  openWorld,
  type Tenant,
  type World,
} from '../support/client.ts';
import { findProfileApi } from '../support/profile-api.ts';
import { MODEL_KEY, Stack } from '../support/stack.ts';

let world: World;
let tenant: Tenant;
let other: Tenant;

const TASK = { name: 'Frame', enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'Say {word}.' };
const AGENT = { name: 'Frame', instruction: 'Help.', llm_model_id: 'scripted' };

beforeAll(async () => {
  world = openWorld();
  [tenant, other] = await Promise.all([world.tenant(), world.tenant()]);
});
afterAll(() => world.close());

describe('credentials', () => {
  const unauthorized = (message: string) => ({ error: { code: 401, status: 'Unauthorized', message } });

  it.each([
    ['a missing header', undefined, 'the Authorization header is missing'],
    ['another scheme', 'Basic dXNlcjpwYXNz', 'the Authorization header must be `Bearer <credential>`'],
    ['a bearer without a value', 'Bearer ', 'the Authorization header must be `Bearer <credential>`'],
    ['two values', 'Bearer one two', 'the Authorization header must be `Bearer <credential>`'],
    [
      'a value that is far too long',
      `Bearer ${'k'.repeat(600)}`,
      'the Authorization header must be `Bearer <credential>`',
    ],
    ['an unknown key', 'Bearer hf_no-such-key', 'the credential is unknown, expired or revoked'],
  ])('with %s get the complete 401 response', async (_what, authorization, message) => {
    const nobody = new Client(world.stack.baseUrl, undefined);
    const answer = await nobody.get('/whoami', authorization === undefined ? {} : { authorization });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body).toEqual(unauthorized(message));
  });

  it('that were revoked get the same response as unknown ones', async () => {
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'short-lived' });
    const client = new Client(world.stack.baseUrl, made.body.value);
    expect((await client.get('/whoami')).status).toBe(200);
    await tenant.owner.post(`${tenant.project}/api_key/${made.body.id}/revoke`);
    const answer = await client.get('/whoami');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body).toEqual(unauthorized('the credential is unknown, expired or revoked'));
  });

  it('are required before anything about the request is revealed', async () => {
    const nobody = new Client(world.stack.baseUrl, undefined);
    for (const path of [`/org/not-a-uuid`, `${tenant.project}/task/${randomUUID()}`]) {
      expect((await nobody.get(path)).status).toBe(401);
    }
    expect((await nobody.post(`${tenant.project}/task`, '{broken')).status).toBe(401);
  });

  it('return who they belong to', async () => {
    const viewer = await tenant.member({ org: 'viewer' });
    const answer = await viewer.get('/whoami');
    expect(answer.body).toMatchObject({ kind: 'api_key', user_id: viewer.userId, system_role: null, scopes: null });
  });
});

describe('a restricted credential', () => {
  it('gets the missing scopes in the details and as RFC 6750 defines; a missing role is no scope', async () => {
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'viewer', scopes: ['task:view'] });
    const viewerClient = new Client(world.stack.baseUrl, made.body.value);
    const lacks = async (path: string, body: unknown, ...scopes: string[]) => {
      const answer = await viewerClient.post(path, body);
      expect([answer.status, answer.body.detail.permissionCheckFailedError.missing_scopes]).toEqual([403, scopes]);
      const challenge = `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`;
      expect(answer.headers.get('www-authenticate')).toBe(challenge);
    };
    await lacks(`${tenant.project}/task`, TASK, 'project:create_task');
    await lacks(`/org/${tenant.orgId}`, { contact_email: 'a@example.com' }, 'organization:edit');
    await lacks(`${tenant.project}/task/${randomUUID()}/run`, { task_input: {} }, 'task:run');
    expect((await viewerClient.get(`${tenant.project}/task`)).status).toBe(200);
    const viewer = await tenant.member({ org: 'viewer' });
    const refused = await viewer.post(`${tenant.project}/task`, TASK);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([403, null]);
    expect(refused.body.detail.permissionCheckFailedError).not.toHaveProperty('missing_scopes');
  });
});

describe('a hidden resource', () => {
  it('returns the same response as a missing one if it is an organization', async () => {
    const outsider = await other.member({ org: 'owner' });
    const missing = randomUUID();
    for (const [method, below] of [
      ['GET', ''],
      ['GET', '/project'],
      ['POST', '/project'],
    ] as const) {
      const body = method === 'POST' ? { name: 'x' } : undefined;
      const hidden = await outsider.request(method, `/org/${tenant.orgId}${below}`, body);
      const absent = await outsider.request(method, `/org/${missing}${below}`, body);
      expect(hidden.status).toBe(403);
      expect(absent.status).toBe(403);
      expect(hidden.text.replaceAll(tenant.orgId, missing)).toBe(absent.text);
      expect(hidden.body.detail).toEqual({
        reason: 'PERMISSION_CHECK_FAILED',
        message: expect.stringContaining('or it does not exist'),
        permissionCheckFailedError: {
          subject: { type: 'user', id: outsider.userId },
          resource: { type: 'organization', id: tenant.orgId },
          permission: body ? 'create_project' : 'view',
        },
      });
    }
  });

  it('returns the same response as a missing one if it is a project, for every request', async () => {
    const outsider = await tenant.member({ org: 'member' });
    const missing = randomUUID();
    for (const [method, below, body] of [
      ['GET', '', undefined],
      ['POST', '', { name: 'x' }],
      ['GET', '/task', undefined],
      ['POST', '/task', TASK],
      ['GET', `/task/${randomUUID()}`, undefined],
      ['DELETE', `/task-agent/${randomUUID()}`, undefined],
      ['GET', '/model', undefined],
    ] as const) {
      // A member without roles can see the organization, but none of its projects.
      const hidden = await outsider.request(method, `${tenant.project}${below}`, body);
      const absent = await outsider.request(method, `/org/${tenant.orgId}/project/${missing}${below}`, body);
      const elsewhere = await outsider.request(method, `/org/${tenant.orgId}/project/${other.projectId}${below}`, body);
      expect([hidden.status, absent.status, elsewhere.status]).toEqual([403, 403, 403]);
      expect(hidden.text.replaceAll(tenant.projectId, missing)).toBe(absent.text);
      expect(elsewhere.text.replaceAll(other.projectId, missing)).toBe(absent.text);
      expect(hidden.body.detail.permissionCheckFailedError.resource).toEqual({ type: 'project', id: tenant.projectId });
    }
  });

  it('includes a project below an organization that does not own it', async () => {
    const answer = await tenant.owner.get(`/org/${other.orgId}/project/${tenant.projectId}`);
    expect(answer.status).toBe(403);
  });

  it('returns the same 404 as a missing one below a visible project', async () => {
    const foreign = await other.owner.post(`${other.project}/task`, TASK);
    const missing = randomUUID();
    for (const below of ['', '/run']) {
      const hidden = await tenant.owner.get(`${tenant.project}/task/${foreign.body.id}${below}`);
      const absent = await tenant.owner.get(`${tenant.project}/task/${missing}${below}`);
      expect([hidden.status, absent.status]).toEqual([404, 404]);
      expect(hidden.text.replaceAll(foreign.body.id, missing)).toBe(absent.text);
      expect(absent.body.detail).toMatchObject({
        reason: 'RESOURCE_NOT_FOUND',
        resourceNotFoundError: { field: 'task', value: missing },
      });
    }
    const run = await tenant.owner.post(`${tenant.project}/task/${foreign.body.id}/run`, { task_input: { word: 'a' } });
    expect(run.status).toBe(404);
    expect((await tenant.owner.delete(`${tenant.project}/task/${foreign.body.id}`)).status).toBe(404);
    expect((await other.owner.get(`${other.project}/task/${foreign.body.id}`)).status).toBe(200);
  });
});

describe('malformed requests', () => {
  it.each([
    ['/org/not-a-uuid', 'org_id'],
    [`/org/${randomUUID()}/project/12`, 'project_id'],
    [`/org/${randomUUID()}/project/${randomUUID()}/task/${randomUUID()}x`, 'task_id'],
    [`/org/${randomUUID()}/project/${randomUUID()}/task/${randomUUID()}/run/%20`, 'task_run_id'],
  ])('with a malformed identifier in %s return a 400 that names it', async (path, field) => {
    const answer = await tenant.owner.get(path);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatchObject({ reason: 'MALFORMED_IDENTIFIER', malformedIdentifierError: { field } });
  });

  it.each(['x', '1', "' or 1=1", '%00', randomUUID().slice(1)])('with the cursor %j are rejected', async (cursor) => {
    const answer = await tenant.owner.get(
      `${tenant.project}/task?cursor=${encodeURIComponent(cursor).replace('%2500', '%00')}`,
    );
    expect(answer.status).toBe(cursor === '%00' ? 422 : 400);
    if (cursor !== '%00') expect(answer.body.detail.reason).toBe('MALFORMED_CURSOR');
  });

  it.each(['0', '101', '-1', '1.5', 'many', '99999999999999999999', ''])(
    'with page_limit=%s return a 422 about it',
    async (limit) => {
      const answer = await tenant.owner.get(`${tenant.project}/task?page_limit=${limit}`);
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0]).toMatchObject({ loc: ['query', 'page_limit'] });
    },
  );

  it('do not include page_limit=1, page_limit=100 or no page_limit', async () => {
    for (const [query, limit] of [
      ['?page_limit=1', 1],
      ['?page_limit=100', 100],
      ['', 100],
    ] as const) {
      const answer = await tenant.owner.get(`${tenant.project}/task${query}`);
      expect(answer.status).toBe(200);
      expect(answer.body.pagination.page_limit).toBe(limit);
    }
  });

  it('do not include unknown query and body keys', async () => {
    const created = await tenant.owner.post(`${tenant.project}/task?colour=blue`, {
      ...TASK,
      name: 'Unknown keys',
      id: randomUUID(),
      created: 'long ago',
      colour: { deep: ['blue'] },
    });
    expect(created.status).toBe(200);
    expect(created.body).not.toHaveProperty('colour');
    const list = await tenant.owner.get(`${tenant.project}/task?colour=blue&name=Unknown%20keys`);
    expect(list.body.results.map((task: Json) => task.id)).toEqual([created.body.id]);
  });

  it.each(['{', '{"name": }', 'name=x', '{"name": "a"} trailing', '\u{feff}{', '"unterminated'])(
    'with the broken JSON body %j return 400',
    async (body) => {
      const answer = await tenant.owner.post(`${tenant.project}/task`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.detail.reason).toBe('MALFORMED_BODY');
    },
  );

  it.each(['{"a": {"__proto__": {}}}', '{"constructor": {"prototype": 1}}'])(
    'with a key that could be a prototype return a clear 400: %s',
    async (body) => {
      const answer = await tenant.owner.post(`${tenant.project}/task`, body);
      expect([answer.status, answer.body.detail.reason]).toEqual([400, 'MALFORMED_BODY']);
      expect(answer.body.detail.message).toContain('a forbidden key: __proto__');
    },
  );

  it.each(['1e400', '-1E+309', `1${'0'.repeat(400)}.5`])(
    'with a number that would be stored as null return a 422 that names it: %s',
    async (number) => {
      const body = JSON.stringify({ ...TASK, name: 'Infinite' });
      const answer = await tenant.owner.post(
        `${tenant.project}/task`,
        `{"output_format": {"a": [true, ${number}]}, ${body.slice(1)}`,
      );
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([
        { loc: ['body', 'output_format', 'a', 1], msg: expect.any(String), type: 'finite_number' },
      ]);
    },
  );

  it('with compression return a clear 400', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const answer = await tenant.owner.post(`${tenant.project}/task`, { ...TASK, name: 'Zipped' }, headers);
    expect([answer.status, answer.body.detail.reason]).toEqual([400, 'UNSUPPORTED_CONTENT_TYPE']);
    expect(answer.body.detail.message).toContain('Content-Encoding');
  });

  it('that are not UTF-8 return 400, and not text with other characters', async () => {
    const body = Buffer.from(JSON.stringify({ ...TASK, name: 'Latin', description: 'caf\u00e9' }), 'latin1');
    const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' };
    const answer = await fetch(tenant.owner.url(`${tenant.project}/task`), { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { detail: { reason: 'MALFORMED_BODY' } }]);
  });

  it.each(['null', '[]', '"text"', '5', 'true'])('with the body %s return 422', async (body) => {
    const answer = await tenant.owner.post(`${tenant.project}/task`, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc[0]).toBe('body');
  });

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('of content type %s return a 400 that names the expected type', async (type) => {
    const answer = await tenant.owner.post(`${tenant.project}/task`, JSON.stringify(TASK), { 'content-type': type });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatchObject({
      reason: 'UNSUPPORTED_CONTENT_TYPE',
      message: expect.stringContaining('application/json'),
    });
  });

  it('without a required body return 422, also with a content type', async () => {
    const url = tenant.owner.url(`${tenant.project}/task`);
    const authorization = `Bearer ${tenant.key}`;
    for (const headers of [{ authorization }, { authorization, 'content-type': 'application/json' }]) {
      const answer = await fetch(url, { method: 'POST', headers });
      expect(answer.status).toBe(422);
      expect((await answer.json()) as Json).toMatchObject({ detail: [{ loc: ['body'] }] });
    }
  });

  it('do not include a content type without a body if none is needed', async () => {
    const answer = await tenant.owner.request('GET', '/whoami', undefined, { 'content-type': 'application/json' });
    expect(answer.status).toBe(200);
    const gone = await tenant.owner.request('DELETE', `${tenant.project}/task/${randomUUID()}`, undefined, {
      'content-type': 'application/json',
    });
    expect(gone.status).toBe(404);
  });

  it('with a body over 10 MB return 413, one just below does not', async () => {
    const overhead = JSON.stringify({ ...TASK, padding: '' }).length;
    const over = await tenant.owner.post(`${tenant.project}/task`, {
      ...TASK,
      padding: 'x'.repeat(10_485_761 - overhead),
    });
    expect(over.status).toBe(413);
    expect(over.body.detail).toEqual({
      reason: 'BODY_TOO_LARGE',
      message: expect.any(String),
      bodyTooLargeError: { limit: 10_485_760 },
    });
    const below = await tenant.owner.post(`${tenant.project}/task`, {
      ...TASK,
      name: '!',
      padding: 'x'.repeat(10_485_760 - overhead),
    });
    expect(below.status).toBe(422);
  });

  it.each([
    ['much', 'pattern'],
    [-1, 'minimum'],
    [[], 'type'],
  ])('with a value that matches no alternative report problems of its own type only: %j', async (max_credits, type) => {
    const answer = await tenant.owner.post(`${tenant.project}/task-agent`, { ...AGENT, max_credits });
    expect(answer.status).toBe(422);
    const code = expect.stringMatching(/^(invalid_amount|minimum|wrong_type_of_two)$/);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', 'max_credits'], type, code }]);
  });

  it('with text that cannot be stored return a 422 with its path', async () => {
    for (const description of ['a\u0000b', 'half \ud800 pair']) {
      const answer = await tenant.owner.post(`${tenant.project}/task`, JSON.stringify({ ...TASK, description }));
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([{ loc: ['body', 'description'], type: 'text' }]);
    }
    const inKey = await tenant.owner.post(`${tenant.project}/task`, { ...TASK, llm_config: { 'a\u0000': 1 } });
    expect(inKey.status).toBe(422);
    const inQuery = await tenant.owner.get(`${tenant.project}/task?name=a%00b`);
    expect(inQuery.status).toBe(422);
    expect(inQuery.body.detail[0].loc).toEqual(['query', 'name']);
    const inPath = await tenant.owner.get(`${tenant.project}/model/a%00b`);
    expect(inPath.status).toBe(422);
    expect(inPath.body.detail[0].loc).toEqual(['path', 'model_id_or_name']);
  });

  it('nested too deep return 422, however deep', async () => {
    for (const depth of [70, 100_000]) {
      const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
      const text = JSON.stringify({ ...TASK, llm_config: 'HERE' }).replace('"HERE"', nested);
      const answer = await tenant.owner.post(`${tenant.project}/task`, text);
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0]).toMatchObject({ loc: ['body'], type: 'nesting' });
    }
  });

  it('with __proto__ or constructor.prototype in a body are rejected and pollute nothing', async () => {
    for (const evil of ['{"__proto__": {"polluted": true}}', '{"constructor": {"prototype": {"polluted": true}}}']) {
      const answer = await tenant.owner.post(`${tenant.project}/task`, evil.replace('{', `{"name": "Evil", `));
      expect(answer.status).toBe(400);
      expect(answer.body.detail.reason).toBe('MALFORMED_BODY');
    }
    const list = await tenant.owner.get(`${tenant.project}/task?name=Evil`);
    expect(list.body.results).toEqual([]);
    expect(list.text).not.toContain('polluted');
  });

  it('for an unknown path return a 404 in the same form, also for paths of similar products', async () => {
    const { baseUrl } = world.stack;
    for (const url of [`${baseUrl}/api/v1/nothing/here`, `${baseUrl}/mcp`]) {
      const answer = await fetch(url, { headers: { accept: '*/*' } });
      expect([url, answer.status]).toEqual([url, 404]);
      expect(await answer.json()).toMatchObject({ detail: { reason: 'ROUTE_NOT_FOUND' } });
    }
  });

  it.each([
    ['PUT', '', 'DELETE, GET, HEAD, POST'],
    ['PATCH', `/task/${randomUUID()}`, 'DELETE, GET, HEAD, POST'],
    ['DELETE', '/model', 'GET, HEAD'],
    ['GET', `/task-agent/${randomUUID()}/run/${randomUUID()}/cancel`, 'POST'],
  ] as const)(
    'for a known path with the method %s return a 405 that lists the allowed methods',
    async (method, path, allowed) => {
      const answer = await tenant.owner.request(method, tenant.project + path);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
      expect(answer.body.detail).toMatchObject({
        reason: 'METHOD_NOT_ALLOWED',
        methodNotAllowedError: { allowed: allowed.split(', ') },
      });
    },
  );

  it.each(['/org/%E0%A4%A', `/org/${'x'.repeat(400)}`])('for an unreadable path (%s) return 400', async (path) => {
    const answer = await tenant.owner.get(path);
    expect(answer.status).toBe(400);
    expect(answer.body.detail.reason).toBe('MALFORMED_PATH');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('have their request id in the response, if it is harmless', async () => {
    const id = `test-${randomUUID()}`;
    expect((await tenant.owner.get('/whoami', { 'x-request-id': id })).headers.get('x-request-id')).toBe(id);
    const refused = await tenant.owner.get('/org/x', { 'x-request-id': id });
    expect(refused.headers.get('x-request-id')).toBe(id);
    const odd = await tenant.owner.get('/whoami', { 'x-request-id': 'a b"<script>' });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const none = await Promise.all([tenant.owner.get('/whoami'), tenant.owner.get('/whoami')]);
    expect(none[0].headers.get('x-request-id')).not.toBe(none[1].headers.get('x-request-id'));
  });
});

describe('the API description', () => {
  it('is an OpenAPI 3.1 document in which every reference, path and security scheme exists', async () => {
    const answer = await new Client(world.stack.baseUrl, undefined).get('/openapi.json');
    expect(answer.status).toBe(200);
    const document = answer.body;
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    const references = [...answer.text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    for (const reference of references) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce((at: Json, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
      expect(target, reference).toBeDefined();
    }
    for (const [path, operations] of Object.entries<Json>(document.paths)) {
      for (const [method, op] of Object.entries<Json>(operations)) {
        const where = `${method} ${path}`;
        const inPath = (op.parameters ?? []).filter((item: Json) => item.in === 'path');
        const places = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
        expect(inPath.map((item: Json) => item.name).toSorted(), where).toEqual(places.toSorted());
        expect(
          inPath.every((item: Json) => item.required === true && item.schema),
          where,
        ).toBe(true);
        expect(Object.keys(op.responses).length, where).toBeGreaterThan(0);
        for (const [status, response] of Object.entries<Json>(op.responses)) {
          expect(status, where).toMatch(/^[1-5]\d\d$/);
          expect(response.description, `${where} ${status}`).toEqual(expect.any(String));
        }
        for (const scheme of op.security.flatMap(Object.keys)) {
          expect(document.components.securitySchemes, where).toHaveProperty(scheme);
        }
      }
    }
  });

  it('contains every operation with its summary and security', async () => {
    const { body: document } = await tenant.owner.get('/openapi.json');
    const described = Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
      Object.entries<Json>(operations).map(([method, op]) => ({ where: `${method.toUpperCase()} ${path}`, ...op })),
    );
    expect(described.map((op) => op.operationId).toSorted()).toEqual(OPERATIONS.map((op) => op.id).toSorted());
    for (const op of OPERATIONS) {
      const outside = ['/-/', '/public/', '/identity/', '/hooks/', '/v1/'].some((start) => op.path.startsWith(start));
      const prefix = outside ? '' : '/api/v1';
      const found = described.find((item) => item.operationId === op.id);
      expect(found?.where).toBe(`${op.method} ${prefix}${op.path}`);
      expect(found?.summary).toBe(op.summary);
      const one = op.auth.permission === 'authenticated' ? [] : [op.auth.permission];
      const anyOf =
        op.auth.scopes === undefined
          ? [one]
          : op.auth.scopes.length === 0
            ? [[]]
            : op.auth.scopes.map((scope) => [scope]);
      expect(found?.security, op.id).toEqual(
        op.auth.permission === 'public' ? [] : anyOf.flatMap((scopes) => [{ bearer: scopes }, { oauth: scopes }]),
      );
    }
  });

  it('contains an example of every JSON body', async () => {
    const { body: document } = await tenant.owner.get('/openapi.json');
    const bodies = Object.values<Json>(document.paths)
      .flatMap((operations) => Object.values<Json>(operations))
      .filter((op) => op.requestBody !== undefined);
    expect(bodies.length).toBe(OPERATIONS.filter((op) => op.request.body !== null || op.request.rawBody).length);
    for (const op of bodies) {
      const content = op.requestBody.content['application/json'];
      if (content !== undefined) expect(content.example, op.operationId).toEqual(expect.any(Object));
    }
  });

  it('is rendered at /docs', async () => {
    const answer = await fetch(`${world.stack.baseUrl}/docs`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await answer.text()).toContain('/api/v1/openapi.json');
  });
});

describe('the health endpoint', () => {
  it('needs no credential', async () => {
    const nobody = new Client(world.stack.baseUrl, undefined);
    const live = await nobody.get('/-/health');
    expect([live.status, live.body]).toEqual([200, { status: 'ok' }]);
    const ready = await nobody.get('/-/ready');
    expect(ready.status).toBe(200);
    expect(ready.body).toEqual({
      status: 'ready',
      checks: { database: { ok: true }, temporal: { ok: true }, worker: { ok: true } },
    });
  });
});

/** Whether each part reported its status: on a busy machine a check may exceed its timeout. */
const answeredInTime = ({ body }: ApiResponse) => !JSON.stringify(body).includes('did not answer in time');

describe('a process without a worker and with a rate limit', () => {
  let stack: Stack;
  let limited: World;

  beforeAll(async () => {
    stack = await Stack.create(inject('servers'), 'frame', { RATE_LIMIT: '3', BODY_LIMIT: '2048' });
    await stack.startApi();
    limited = openWorld(stack.info);
  });
  afterAll(async () => {
    await limited.close();
    await stack.stop();
  });

  it('is alive but not ready, and reports what is missing', async () => {
    const nobody = new Client(stack.info.baseUrl, undefined);
    expect((await nobody.get('/-/health')).status).toBe(200);
    const ready = await eventually(() => nobody.get('/-/ready'), answeredInTime);
    expect(ready.status).toBe(503);
    expect(ready.body).toMatchObject({
      status: 'not_ready',
      checks: { database: { ok: true }, worker: { ok: false, detail: 'no worker polls the runs queue' } },
    });
  });

  it('is not ready while its workers have no current version, or maintenance is not scheduled', async () => {
    const nobody = new Client(stack.info.baseUrl, undefined);
    const readUnlike = (detail: string): Promise<ApiResponse> =>
      eventually(
        () => nobody.get('/-/ready'),
        (answer) => answeredInTime(answer) && answer.body.checks.worker.detail !== detail,
      );
    const waiting = stack.startWorker({ WORKER_QUEUES: 'runs:2', SET_CURRENT_VERSION: 'false' });
    const none = (await readUnlike('no worker polls the runs queue')).body.checks.worker;
    expect(none).toEqual({ ok: false, detail: 'no worker version is current, so nothing runs' });
    const current = stack.startWorker({ WORKER_QUEUES: 'runs:2' });
    const unscheduled = (await readUnlike(none.detail)).body.checks.worker;
    const detail = 'maintenance is not scheduled; a worker of the background queue creates the schedule';
    expect(unscheduled).toEqual({ ok: false, detail });
    await Promise.all([waiting.stop(), current.stop()]);
  });

  it('returns 429 with Retry-After to a credential over its limit, and to no other', async () => {
    const [first, second] = await Promise.all([limited.tenant(), limited.tenant()]);
    for (let request = 0; request < 3; request++) expect((await first.owner.get('/whoami')).status).toBe(200);
    const over = await first.owner.get('/whoami');
    expect(over.status).toBe(429);
    expect(over.body.detail.reason).toBe('RATE_LIMITED');
    const seconds = Number(over.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(20);
    expect((await second.owner.get('/whoami')).status).toBe(200);
    expect((await first.owner.get('/-/health')).status).toBe(200);
  });

  it('limits bodies to its configured size', async () => {
    const { owner, project } = await limited.tenant();
    const answer = await owner.post(`${project}/task`, { ...TASK, description: 'x'.repeat(2048) });
    expect(answer.status).toBe(413);
    expect(answer.body.detail.bodyTooLargeError).toEqual({ limit: 2048 });
  });
});

describe('logs', () => {
  it('contain requests, but no keys of callers or model providers', async () => {
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'logged' });
    await world.model.script('frame-logs', [{ status: 401, body: { error: { message: `bad key ${MODEL_KEY}` } } }]);
    const task = await tenant.owner.post(`${tenant.project}/task`, { ...TASK, name: 'Logged' });
    const talkative = await findProfileApi('secure');
    const ids = [`logs-${randomUUID()}`, `logs-${randomUUID()}`];
    const run = await new Client(talkative, tenant.key).post(
      `${tenant.project}/task/${task.body.id}/run`,
      { task_input: { word: world.model.marker('frame-logs') } },
      { 'x-request-id': ids[0] ?? '' },
    );
    expect(run.body.is_error).toBe(true);
    await new Client(talkative, `${made.body.value}x`).get('/whoami', { 'x-request-id': ids[1] ?? '' });
    const names = readdirSync(world.stack.dataDir).filter((name) => name.endsWith('.log'));
    const logs = await eventually(
      async () => names.map((name) => readFileSync(join(world.stack.dataDir, name), 'utf8')).join('\n'),
      (text) => ids.every((id) => text.includes(id)),
    );
    expect(logs).toContain('task_run.create');
    for (const secret of [tenant.key, made.body.value, MODEL_KEY]) expect(logs).not.toContain(secret);
  });
});
