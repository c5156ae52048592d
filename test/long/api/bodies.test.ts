import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { OPERATIONS } from '../../../api/modules.ts';
import { createFixture, type Fixture, runInLanes, toPath } from '../../guards/fixture.ts';
import { Client, type Json, openWorld, type World } from '../../support/client.ts';
import { startExtraApi } from '../../support/identity.ts';

const KIB = 1024;
/** Operations that take a body. Those of the OpenAI API have errors in another form. */
const TAKING = OPERATIONS.filter((op) => op.method !== 'GET' && !op.path.startsWith('/v1/'));

let world: World;
let fixture: Fixture;

beforeAll(async () => {
  world = openWorld();
  fixture = await createFixture(world);
});
afterAll(() => world.close());

/** Sends a body to the operation as a user with the permission. */
function post(op: (typeof TAKING)[number], body: string, type = 'application/json') {
  return fixture.tenant.owner.request(op.method, toPath(op, fixture.ids), body, { 'content-type': type });
}

const spaces = (bytes: number) => `{}${' '.repeat(bytes - 2)}`;
const listByLimit = (kib: number) => TAKING.filter((op) => getLimit(op) === kib * KIB);

/** The documented maximum size per operation. */
function getLimit(op: (typeof TAKING)[number]): number {
  if (op.request.rawBody) return 10 * KIB * KIB;
  if (op.request.maxBodyBytes !== undefined) return op.request.maxBodyBytes;
  if (op.auth.permission === 'public' || op.request.body === null) return 64 * KIB;
  return (op.request.longBody ? 10 * KIB : KIB) * KIB;
}

describe('a request body', () => {
  it.each([64, 1024, 10 * 1024])(
    'over %i KiB is a 413 that names the limit, in every operation with that limit',
    async (kib) => {
      expect(listByLimit(kib).length).toBeGreaterThan(5);
      const answers = await Promise.all(
        listByLimit(kib).map(async (op) => {
          const { status, body } = await post(op, spaces(kib * KIB + 1));
          return [op.id, status, body?.detail?.reason, body?.detail?.bodyTooLargeError?.limit];
        }),
      );
      expect(answers).toEqual(listByLimit(kib).map((op) => [op.id, 413, 'BODY_TOO_LARGE', kib * KIB]));
    },
  );

  it('is not read if the credential or permission is missing, even if it is malformed', async () => {
    const stranger = new Client(world.stack.baseUrl, 'nobody');
    const guest = await fixture.tenant.member({ project: 'viewer' });
    const guarded = TAKING.filter((op) => op.auth.permission !== 'public');
    await runInLanes(guarded, async (op) => {
      const answer = await stranger.request(op.method, toPath(op, fixture.ids), '{"a":');
      expect([op.id, answer.status]).toEqual([op.id, 401]);
    });
    const path = `${fixture.tenant.project}/task`;
    expect((await guest.post(path, '{"a":')).status).toBe(403);
  });

  it('sent to an unknown path is not read', async () => {
    const answer = await fixture.tenant.owner.post('/no-such-thing', '{"a":');
    expect([answer.status, answer.body.detail.reason]).toEqual([404, 'ROUTE_NOT_FOUND']);
  });

  it('with more than 50,000 values is a 413 and one nested 64 levels too deep a 422, before it is parsed', async () => {
    const many = `{"task_input":{"z":[${'{},'.repeat(60_000)}{}]}}`;
    const deep = `{"task_input":${'['.repeat(500_000)}`;
    const { ids, tenant } = fixture;
    const path = `${tenant.project}/task/${ids.task_id}/run`;
    const tooMany = await tenant.owner.post(path, many);
    expect([tooMany.status, tooMany.body.detail.reason]).toEqual([413, 'BODY_TOO_COMPLEX']);
    expect(tooMany.body.detail.bodyTooComplexError).toEqual({ limit: 50_000 });
    const tooDeep = await tenant.owner.post(path, deep);
    expect([tooDeep.status, tooDeep.body.detail]).toEqual([422, [expect.objectContaining({ loc: ['body'] })]]);
    const fitting = await tenant.owner.post(path, `{"task_input":{"text":"x","z":[${'1,'.repeat(49_000)}1]}}`);
    expect(fitting.status).toBe(200);
  });

  it('that is rejected early is still drained, so that the sender receives the response instead of a connection reset', async () => {
    const { tenant, ids } = fixture;
    const { hostname, port } = new URL(world.stack.baseUrl);
    const pieces = 90;
    const piece = '['.repeat(100_000);
    const socket = connect(Number(port), hostname);
    let answer = '';
    let broken: Error | undefined;
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('error', (error) => (broken = error));
    const head = [
      `POST /api/v1${tenant.project}/task/${ids.task_id}/run HTTP/1.1`,
      `host: ${hostname}`,
      `authorization: Bearer ${tenant.key}`,
      'content-type: application/json',
      `content-length: ${pieces * piece.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    for (let sent = 0; sent < pieces && !broken; sent++) await new Promise((written) => socket.write(piece, written));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(broken).toBeUndefined();
    expect(answer).toMatch(/^HTTP\/1\.1 422 /);
  });

  it('with many schema problems reports only the first, and one with up to 20 problems reports all', async () => {
    const path = `${fixture.tenant.project}/task`;
    const wrong = (count: number) => ({ name: 'x', revision_tags: Array.from({ length: count }, () => 7) });
    const many = await fixture.tenant.owner.post(path, wrong(40_000));
    expect(many.status).toBe(422);
    expect(many.body.detail.length).toBeLessThan(5);
    const some = await fixture.tenant.owner.post(path, wrong(40));
    expect([some.status, some.body.detail.length]).toEqual([422, 20]);
  });

  it('is not echoed in the response that rejects it', async () => {
    const path = `/org/${fixture.tenant.orgId}/invite`;
    const body = { email_address: 'a@b.example', project_roles: { ['k'.repeat(50_000)]: 7 } };
    const answer = await fixture.tenant.owner.post(path, body);
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(2000);
  });

  it('with characters that cannot be stored is a 422 with their location at any depth', async () => {
    const path = `${fixture.tenant.project}/task/${fixture.ids.task_id}/run`;
    const answer = await fixture.tenant.owner.post(path, { task_input: { text: 'x', list: [{ a: 'b\u0000' }] } });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'task_input', 'list', 0, 'a']]);
  });
});

describe('a form', () => {
  const form = (parts: readonly string[], end = '--b--\r\n') =>
    `${parts.map((part) => `--b\r\ncontent-disposition: form-data; ${part}\r\n`).join('')}${end}`;
  const file = (bytes: number) => `name="task_file"; filename="a.bin"\r\n\r\n${'x'.repeat(bytes)}`;
  const field = (name: string, text: string) => `name="${name}"\r\n\r\n${text}`;
  const FORMS = TAKING.filter((op) => op.request.form?.schema);
  const TYPE = 'multipart/form-data; boundary=b';

  it.each(FORMS.map((op) => [op.id, op] as const))(
    'of type %s is a 400 if it is malformed or has no boundary',
    async (_id, op) => {
      const whole = form([field('task_input', '{"text":"x"}')]);
      const broken = [
        [whole, 'multipart/form-data'],
        [whole, 'multipart/form-data; boundary='],
        [whole, 'multipart/form-data; boundary=other'],
        ['--b\r\n\r\n', TYPE],
        ['no form at all', TYPE],
        [form([file(10)], ''), TYPE],
        [form([field('task_input', '{}'), 'name="x"'], '\r\n--b'), TYPE],
        [form([file(10)], '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nabc'), TYPE],
        [form(['filename="a.bin"\r\n\r\nx']), TYPE],
        [form([field('__proto__', '{"a":1}')]), TYPE],
      ] as const;
      for (const [text, type] of broken) {
        const answer = await post(op, text, type);
        // A second file where one is permitted is too much before the end is missed.
        if (answer.status === 413 && op.request.form?.maxFiles === 1) continue;
        expect([text.slice(0, 60), type, answer.status]).toEqual([text.slice(0, 60), type, 400]);
        expect(answer.body.detail.reason).toBe('MALFORMED_BODY');
      }
    },
  );

  it('over its limit is a 413: fields, files plus fields, or too many of either', async () => {
    const { tenant, ids } = fixture;
    const reasonOf = async (path: string, parts: readonly string[]) => {
      const answer = await tenant.owner.request('POST', path, form(parts), { 'content-type': TYPE });
      return [answer.status, answer.body.detail.reason];
    };
    const times = (count: number, part: string) => Array.from({ length: count }, () => part);
    const picture = `${tenant.project}/avatar`;
    const long = field('long', 'x'.repeat(600_000));
    expect(await reasonOf(picture, [long, long])).toEqual([413, 'BODY_TOO_LARGE']);
    expect(await reasonOf(picture, [long, ...times(5, file(1_000_000))])).toEqual([413, 'FILE_TOO_LARGE']);
    const run = `${tenant.project}/task/${ids.task_id}/run`;
    const values = field('task_input', `{"z":[${'{},'.repeat(60_000)}{}]}`);
    for (const parts of [times(60, field('a', 'b')), times(30, file(1)), [values]])
      expect(await reasonOf(run, parts)).toEqual([413, 'BODY_TOO_COMPLEX']);
  });

  it('carries a file of many megabytes unchanged', async () => {
    const { tenant, ids } = fixture;
    const content = Buffer.from(Array.from({ length: 160_000 }, () => randomUUID()).join(''));
    const parts = new FormData();
    parts.set('task_input', '{"text":"x"}');
    parts.append('task_file', new Blob([content]), 'large.bin');
    parts.append('task_file', new Blob([Buffer.from('small')]), 'small.txt');
    const run = await tenant.owner.post(`${tenant.project}/task/${ids.task_id}/run`, parts);
    expect(run.body.files.map((each: Json) => each.size)).toEqual([content.length, 5]);
    const path = `${tenant.project}/task/${ids.task_id}/run/${run.body.id}/file/large.bin`;
    const read = await fetch(tenant.owner.url(path), { headers: { authorization: `Bearer ${tenant.key}` } });
    expect(Buffer.from(await read.arrayBuffer()).equals(content)).toBe(true);
  });
});

describe('an incomplete request', () => {
  let api: Awaited<ReturnType<typeof startExtraApi>>;

  beforeAll(async () => {
    api = await startExtraApi(inject('stack'), { REQUEST_TIMEOUT_MS: '500' });
  });
  afterAll(() => api.stop());

  /** Sends the start of a request and more bytes at intervals. Returns what arrived before the server closed. */
  async function untilCut(beginning: string, drip = ''): Promise<string> {
    const socket = connect(api.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    // The server may close during the next write.
    socket.on('error', () => undefined);
    socket.write(beginning);
    const timer = setInterval(() => drip && socket.write(drip), 50);
    // `once` of events would reject with an earlier error.
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(timer);
    return answer;
  }

  const head = (path: string, type: string, ...more: string[]) =>
    [`POST ${path} HTTP/1.1`, 'host: x', `content-type: ${type}`, 'content-length: 5000', ...more, '', ''].join('\r\n');

  it('is closed with a 408 if it is silent or sends single bytes', async () => {
    const form = 'application/x-www-form-urlencoded';
    const beginnings = [
      head('/identity/sign-in', 'application/json'),
      head('/identity/sign-in', 'text/plain'),
      head('/auth/oauth2/token', form),
      head('/auth/forgot-password', form, 'sec-fetch-site: same-origin'),
      'POST /identity/sign-in HTTP/1.1\r\nhost: x\r\nx-a: ',
    ];
    const answers = await Promise.all(beginnings.flatMap((begun) => [untilCut(begun), untilCut(begun, 'x')]));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"reason":"REQUEST_TOO_SLOW"/);
  });

  it('is closed even after its response was sent', async () => {
    expect(await untilCut(head('/no-such-thing', 'application/json'), 'x')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await untilCut(head('/api/v1/org', 'application/json'), 'x')).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('with oversized headers is a 431', async () => {
    const query = Array.from({ length: 10_000 }, (_, at) => `k${at}=1`).join('&');
    const answer = await fetch(`${api.origin}/-/health?${query}`);
    expect([answer.status, ((await answer.json()) as Json).detail.reason]).toEqual([431, 'HEADERS_TOO_LARGE']);
  });

  it('does not close a connection whose request arrives in time and then takes long to process', async () => {
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        fetch(`${api.origin}/identity/sign-in`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toContain(401);
  });
});
