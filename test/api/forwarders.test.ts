import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTask } from '../support/agents.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { makeForwarder, type TestForwarder } from '../support/forwarders.ts';
import { waitForStoredMails } from '../support/mail-server.ts';
import { type ReceivedMessage, Receiver, type ReceiverAnswer } from '../support/receiver.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let outsider: Tenant;
let receiver: Receiver;

beforeAll(async () => {
  world = openWorld();
  receiver = await Receiver.open();
  [tenant, outsider] = [await world.tenant(), await world.tenant()];
});
afterAll(async () => {
  receiver.close();
  await world.close();
});

/** A webhook forwarder with its own path and a scripted response. */
async function webhook(...responses: ReceiverAnswer[]): Promise<TestForwarder & { readonly at: string }> {
  const at = `/${randomUUID()}`;
  if (responses.length > 0) receiver.answers.set(at, responses);
  return { ...(await makeForwarder(tenant, 'webhook', { url: receiver.url(at) })), at };
}

const verified = (secret: string, { text, headers }: ReceivedMessage) => new Webhook(secret).verify(text, headers);
const read = async (path: string): Promise<Json> => (await tenant.owner.get(path)).body;
const tried = (many: number) => (delivery: Json) => delivery.attempts.filter((one: Json) => one.outcome).length >= many;

/** Shifts the waiting deliveries of a forwarder and its failures back by this many hours. */
const putBack = ({ record }: TestForwarder, hours: number) =>
  world.db.transaction().execute(async (trx) => {
    await sql`update forward_deliveries set tries_since = tries_since - make_interval(hours => ${hours})
      where forwarder_id = ${record.id}`.execute(trx);
    await sql`update task_forwarder_states set failing_since = failing_since - make_interval(hours => ${hours})
      where forwarder_id = ${record.id}`.execute(trx);
  });

describe('forwarder types', () => {
  it('are an array, each with its settings schema', async () => {
    const { status, body } = await tenant.owner.get(`${tenant.project}/task_forwarder_type`);
    expect(status).toBe(200);
    expect(body.map(({ type }: Json) => type)).toEqual(['email', 'webhook']);
    for (const { config_schema } of body)
      expect(config_schema).toMatchObject({ type: 'object', required: [expect.any(String)] });
  });
});

describe('a forwarder', () => {
  it('shows its secret once', async () => {
    const { record, path } = await webhook();
    expect(record).toMatchObject({
      type: 'webhook',
      status: 'active',
      reason: null,
      secret: expect.stringMatching(/^whsec_/),
    });
    const { secret, ...rest } = record;
    expect(await read(path)).toEqual(rest);
    const listed = await tenant.owner.get(`${tenant.project}/task_forwarder`);
    expect(listed.body.results).toContainEqual(rest);
    const { rows } = await sql<{ text: string }>`select s::text as text from task_forwarder_secrets s
      where forwarder_id = ${record.id}`.execute(world.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(secret.slice('whsec_'.length));
  });

  it.each([
    ['another type', { type: 'pigeon', config: {} }, ['body', 'type']],
    ['an address of another kind', { config: { url: 'ftp://hooks.example.com' } }, ['body', 'config', 'url']],
    [
      'a password in its address',
      { config: { url: 'https://me:secret@hooks.example.com' } },
      ['body', 'config', 'url'],
    ],
    ['a private address', { config: { url: 'http://10.0.0.7/hook' } }, ['body', 'config', 'url']],
    ['an address of the cloud', { config: { url: 'http://[fd00:ec2::254]/' } }, ['body', 'config', 'url']],
    ['no address', { config: {} }, ['body', 'config']],
    [
      'a setting that there is not',
      { config: { url: 'https://a.example', retries: 3 } },
      ['body', 'config', 'retries'],
    ],
    ['nobody to mail to', { type: 'email', config: { to: [] } }, ['body', 'config', 'to']],
    [
      '21 to mail to',
      { type: 'email', config: { to: Array.from({ length: 21 }, (_, n) => `a${n}@example.com`) } },
      ['body', 'config', 'to'],
    ],
    [
      'no mail address',
      { type: 'email', config: { to: ['a@example.com', 'b c@example.com'] } },
      ['body', 'config', 'to', 1],
    ],
    [
      'a head in a mail address',
      { type: 'email', config: { to: ['a@example.com\r\nBcc: b@example.com'] } },
      ['body', 'config', 'to', 0],
    ],
    [
      'an address twice',
      { type: 'email', config: { to: ['a@example.com', 'A@example.com'] } },
      ['body', 'config', 'to', 1],
    ],
    [
      'a place that there is not',
      { type: 'email', config: { to: ['a@example.com'], text: '{secret}' } },
      ['body', 'config', 'text'],
    ],
  ])('with %s returns a 422 that says so', async (_, fields, loc) => {
    const body = { type: 'webhook', name: 'Bad', ...fields };
    const response = await tenant.owner.post(`${tenant.project}/task_forwarder`, body);
    expect(response).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });

  it('can change its name and settings, but not its type', async () => {
    const { path, record } = await webhook();
    const config = { url: receiver.url('/edited') };
    const edited = await tenant.owner.post(path, { name: 'Other', config, type: 'webhook' });
    expect(edited).toMatchObject({ status: 200, body: { id: record.id, name: 'Other', config } });
    expect(edited.body).not.toHaveProperty('secret');
    expect(await tenant.owner.post(path, { type: 'email' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'type'] }] },
    });
    expect(await tenant.owner.post(path, { config: { to: ['a@example.com'] } })).toMatchObject({ status: 422 });
  });

  it('accepts the alternative field names of other clients for its address and secret', async () => {
    const forwarders = `${tenant.project}/task_forwarder`;
    const key = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const at = `/${randomUUID()}`;
    const make = (fields: object) => tenant.owner.post(forwarders, { type: 'webhook', name: 'Hook', ...fields });
    const config = { destination_url: receiver.url(at) };
    const made = await make({ config, config_sensitive: { signing_key: key } });
    expect(made).toMatchObject({ status: 200, body: { config: { url: receiver.url(at) } } });
    expect(made.body).not.toHaveProperty('secret');
    const task = await makeTask(tenant, { task_forwarder_id: made.body.id });
    const run = () => tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'signed' } });
    await run();
    verified(key, (await receiver.to(at)).at(-1) as ReceivedMessage);
    const plain = 'a secret of sixteen bytes and more';
    const path = `${forwarders}/${made.body.id}`;
    const edited = await tenant.owner.post(path, { config_sensitive: { signing_key: plain } });
    expect([edited.status, edited.text.includes(plain)]).toEqual([200, false]);
    await run();
    const second = (await receiver.to(at, 2)).at(-1) as ReceivedMessage;
    verified(Buffer.from(plain).toString('base64'), second);
    expect(() => verified(key, second)).toThrow();
    const wrong = [
      [{ config: { url: receiver.url('/a'), destination_url: receiver.url('/b') } }, ['config', 'destination_url']],
      [{ config, config_sensitive: { signing_key: 'short' } }, ['config_sensitive', 'signing_key']],
      [
        { type: 'email', config: { to: ['a@example.com'] }, config_sensitive: { signing_key: plain } },
        ['config_sensitive', 'signing_key'],
      ],
    ] as const;
    for (const [fields, at] of wrong)
      expect(await make(fields)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', ...at] }] } });
  });

  it('is a 404 for others, and an editor without a role on it sees no deliveries', async () => {
    const { path, run } = await webhook();
    await run();
    const log = `${path}/delivery`;
    const foreign = `${outsider.project}/task_forwarder/${path.split('/').at(-1)}`;
    for (const at of [foreign, `${foreign}/delivery`]) expect((await outsider.owner.get(at)).status).toBe(404);
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.get(path)).status).toBe(200);
    for (const response of [
      await viewer.get(log),
      await viewer.post(path, { name: 'x' }),
      await viewer.post(`${path}/rotate_secret`, {}),
    ])
      expect(response).toMatchObject({ status: 403, body: { detail: { reason: 'PERMISSION_CHECK_FAILED' } } });
  });
});

it.each([
  ['its query', 'https://hooks.example.com/runs?token=canary-71&to=a%20b', 'https://hooks.example.com'],
  ['its path', 'https://hooks.example.com:8443/services/T0/B0/canary-71', 'https://hooks.example.com:8443'],
])(
  'an address with a token in %s is shown complete only to users who may edit the forwarder',
  async (_, url, veiled) => {
    const forwarder = { type: 'webhook', name: 'With a token', config: { url } };
    const made = await tenant.owner.post(`${tenant.project}/task_forwarder`, forwarder);
    const path = `${tenant.project}/task_forwarder`;
    const shownTo = async (client: Client) => {
      const listed = (await client.get(path)).body.results.find(({ id }: Json) => id === made.body.id);
      return [(await client.get(`${path}/${made.body.id}`)).body.config.url, listed.config.url];
    };
    expect(await shownTo(tenant.owner)).toEqual([url, url]);
    expect(await shownTo(await tenant.member({ project: 'viewer' }))).toEqual([veiled, veiled]);
  },
);

describe('a run visible to owners only', () => {
  const OWNER_ONLY = { task_run_visibility: 'owner_only' };

  it('is in no delivery list of an editor and is not redelivered for them, even if they change the forwarder', async () => {
    const { at, path, run, delivery } = await webhook();
    const editor = await tenant.member({ project: 'editor' });
    const [hidden, open] = [await run({ text: 'one' }, OWNER_ONLY), await run()];
    const stored = await delivery(hidden.id);
    await delivery(open.id);
    const log = await editor.get(`${path}/delivery`);
    expect(log.body.results.map((one: Json) => one.task_run_id)).toEqual([open.id]);
    expect((await editor.get(`${path}/delivery?task_run_id=${hidden.id}`)).body.results).toEqual([]);
    const elsewhere = `/${randomUUID()}`;
    const moved = await editor.post(path, { config: { url: receiver.url(elsewhere) } });
    expect(moved.status).toBe(200);
    for (const response of [
      await editor.get(`${path}/delivery/${stored.id}`),
      await editor.post(`${path}/delivery/${stored.id}/redeliver`),
    ])
      expect(response).toMatchObject({
        status: 403,
        body: { detail: { permissionCheckFailedError: { permission: 'view_runs', resource: { id: hidden.task_id } } } },
      });
    expect((await receiver.to(at, 2)).map(({ body }) => body.data.id).toSorted()).toEqual(
      [hidden.id, open.id].toSorted(),
    );
    expect(receiver.messages.some((message) => message.path === elsewhere)).toBe(false);
    expect((await tenant.owner.post(`${path}/delivery/${stored.id}/redeliver`)).status).toBe(200);
    expect((await receiver.to(elsewhere)).map(({ body }) => body.data.id)).toEqual([hidden.id]);
  });

  it('is not delivered to an address that an editor sets meanwhile, until an owner requests it', async () => {
    const { path, run, delivery } = await webhook();
    const editor = await tenant.member({ project: 'editor' });
    await tenant.owner.post(path, { status: 'paused' });
    const [hidden, open] = [await run({ text: 'one' }, OWNER_ONLY), await run()];
    expect((await editor.post(path, { name: 'Same place' })).status).toBe(200);
    expect(await delivery(hidden.id, () => true)).toMatchObject({ status: 'pending' });
    const elsewhere = `/${randomUUID()}`;
    const moved = await editor.post(path, { config: { url: receiver.url(elsewhere) }, status: 'active' });
    expect(moved.status).toBe(200);
    expect((await receiver.to(elsewhere)).map(({ body }) => body.data.id)).toEqual([open.id]);
    const stored = await delivery(hidden.id);
    expect(stored).toMatchObject({ status: 'failed', attempt_count: 0, reason: expect.stringMatching('destination') });
    expect((await tenant.owner.post(`${path}/delivery/${stored.id}/redeliver`)).status).toBe(200);
    expect((await receiver.to(elsewhere, 2)).map(({ body }) => body.data.id)).toEqual([open.id, hidden.id]);
  });

  it('is not delivered elsewhere with a key that cannot read runs, even of its creator', async () => {
    const { path, run, delivery } = await webhook();
    const scopes = ['project:view', 'task_forwarder:view', 'task_forwarder:view_deliveries', 'task_forwarder:edit'];
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'Narrow', scopes });
    const narrow = new Client(world.stack.baseUrl, made.body.value);
    const { id } = await delivery((await run()).id);
    await tenant.owner.post(path, { status: 'paused' });
    const waiting = await run();
    const elsewhere = `/${randomUUID()}`;
    const moved = await narrow.post(path, { config: { url: receiver.url(elsewhere) }, status: 'active' });
    expect(moved.status).toBe(200);
    expect((await narrow.get(`${path}/delivery`)).body.results).toEqual([]);
    for (const response of [
      await narrow.get(`${path}/delivery/${id}`),
      await narrow.post(`${path}/delivery/${id}/redeliver`),
    ])
      expect([response.status, getReason(response)]).toEqual([403, 'PERMISSION_CHECK_FAILED']);
    expect(await delivery(waiting.id)).toMatchObject({ status: 'failed', attempt_count: 0 });
    expect(receiver.messages.some((message) => message.path === elsewhere)).toBe(false);
  });
});

describe('a task revision', () => {
  it('accepts only a forwarder of its project that its author can see', async () => {
    const { record } = await webhook();
    const task = await makeTask(tenant, { task_forwarder_id: record.id });
    expect(task.revisions[0].task_forwarder_id).toBe(record.id);
    const unknown = {
      status: 422,
      body: { detail: [{ loc: ['body', 'task_forwarder_id'], type: 'unknown_resource' }] },
    };
    const other = await tenant.owner.post(`${tenant.project}/task/${task.id}`, { task_forwarder_id: randomUUID() });
    expect(other).toMatchObject(unknown);
    const theirs = await makeTask(outsider);
    const foreign = await outsider.owner.post(`${outsider.project}/task/${theirs.id}`, {
      task_forwarder_id: record.id,
    });
    expect(foreign).toMatchObject(unknown);
    const creator = await tenant.member({ project: 'task_creator' });
    const body = {
      name: `C ${randomUUID().slice(0, 8)}`,
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: '',
      user_prompt: 'x',
    };
    const blind = await creator.post(`${tenant.project}/task`, { ...body, task_forwarder_id: record.id });
    expect(blind).toMatchObject(unknown);
  });

  it('cannot be created with a forwarder deleted meanwhile, until it is removed', async () => {
    const { record, path } = await webhook();
    const task = await makeTask(tenant, { task_forwarder_id: record.id });
    await tenant.owner.delete(path);
    const at = `${tenant.project}/task/${task.id}`;
    const edit = await tenant.owner.post(at, { user_prompt: 'other' });
    expect(edit).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'task_forwarder_id'] }] } });
    const off = await tenant.owner.post(at, { user_prompt: 'other', task_forwarder_id: null });
    expect(off).toMatchObject({ status: 200, body: { revisions: [{ task_forwarder_id: null }, {}] } });
    expect((await tenant.owner.post(`${at}/run`, { task_input: { text: 'x' } })).body.status).toBe('completed');
  });
});

describe('a run that ends', () => {
  it('is delivered as the API returns it, with a Standard Webhooks signature', async () => {
    const { at, record, run, delivery } = await webhook();
    const ended = await run({ text: 'Grüße' });
    const [message] = (await receiver.to(at)) as [ReceivedMessage];
    const stored = await delivery(ended.id);
    expect(stored).toMatchObject({
      status: 'delivered',
      task_run_id: ended.id,
      task_id: ended.task_id,
      attempt_count: 1,
      next_attempt: null,
      attempts: [{ number: 1, outcome: 'delivered', status_code: 204, reason: null, excerpt: null }],
    });
    expect(message.headers).toMatchObject({ 'webhook-id': stored.id, 'content-type': 'application/json' });
    const place = `${tenant.project}/task/${ended.task_id}/run/${ended.id}`;
    const shown = await read(place);
    const url = expect.stringMatching(new RegExp(`^http://[^/]+/api/v1${place}$`));
    expect(verified(record.secret, message)).toEqual({
      type: 'task_run.completed',
      timestamp: shown.completed,
      data: { ...shown, url },
    });
    expect(() => verified(record.secret, { ...message, text: message.text.replace('Gr', 'gr') })).toThrow();
  });

  it('is delivered with names and addresses of its files', async () => {
    const { at, record } = await webhook();
    const task = await makeTask(tenant, { task_forwarder_id: record.id });
    const path = `${tenant.project}/task/${task.id}/run`;
    const task_files = [{ name: 'a b.txt', content: Buffer.from('hello').toString('base64') }];
    const ended = (await tenant.owner.post(path, { task_input: { text: 'x' }, task_files })).body;
    const [{ body }] = (await receiver.to(at)) as [ReceivedMessage];
    expect(body.data.files).toEqual([{ ...ended.files[0], url: `${body.data.url}/file/a%20b.txt` }]);
    const file = await tenant.owner.get(new URL(body.data.files[0].url).pathname.replace('/api/v1', ''));
    expect(file).toMatchObject({ status: 200, text: 'hello' });
    expect(body.data).not.toHaveProperty('prepared');
  });

  it('with an error is delivered with the error', async () => {
    const { at, run } = await webhook();
    const key = randomUUID();
    await world.model.script(key, [{ status: 400, body: { error: { message: 'no' } } }], { by: 'call' });
    const ended = await run({ text: world.model.marker(key) });
    expect(ended).toMatchObject({ status: 'failed', is_error: true });
    const [message] = (await receiver.to(at)) as [ReceivedMessage];
    expect(message.body).toMatchObject({
      type: 'task_run.failed',
      data: { id: ended.id, is_error: true, error: ended.error },
    });
  });

  it('is delivered to the forwarder of its revision, and nowhere without one', async () => {
    const [first, second] = [await webhook(), await webhook()];
    const task = await makeTask(tenant, { task_forwarder_id: first.record.id });
    const path = `${tenant.project}/task/${task.id}`;
    const edited = await tenant.owner.post(path, { task_forwarder_id: second.record.id });
    const none = await tenant.owner.post(path, { task_forwarder_id: null });
    const runWith = async (revision: string) =>
      (await tenant.owner.post(`${path}/run?revision_id=${revision}`, { task_input: { text: 'x' } })).body.id;
    const ids = [
      await runWith(task.revisions[0].id),
      await runWith(edited.body.revisions[0].id),
      await runWith(none.body.revisions[0].id),
    ];
    expect((await receiver.to(second.at)).map(({ body }) => body.data.id)).toEqual([ids[1]]);
    expect((await receiver.to(first.at)).map(({ body }) => body.data.id)).toEqual([ids[0]]);
    const { rows } = await sql`select from forward_deliveries where run_id = ${ids[2]}`.execute(world.db);
    expect(rows).toHaveLength(0);
  });

  it('has deliveries that are listed by status, task and run', async () => {
    const { path, run, delivery } = await webhook();
    const ended = [await run(), await run()];
    for (const { id } of ended) await delivery(id);
    const found = async (query: string) =>
      (await read(`${path}/delivery?${query}`)).results.map((one: Json) => one.task_run_id);
    expect(await found('')).toEqual([ended[1].id, ended[0].id]);
    expect(await found('status=delivered')).toHaveLength(2);
    expect(await found('status=failed')).toEqual([]);
    expect(await found(`task_id=${ended[0].task_id}`)).toEqual([ended[0].id]);
    expect(await found(`task_run_id=${ended[1].id}`)).toEqual([ended[1].id]);
  });
});

describe('a delivery', () => {
  it('is retried under the same id after a failure, and shows each attempt', async () => {
    const { at, record, run, delivery } = await webhook({ status: 500, body: 'out of\n\u0000order' }, {});
    const ended = await run();
    const stored = await delivery(ended.id);
    expect(stored).toMatchObject({
      status: 'delivered',
      attempts: [
        { number: 2, outcome: 'delivered', status_code: 204 },
        {
          number: 1,
          outcome: 'failed',
          status_code: 500,
          reason: 'the receiver returned 500',
          excerpt: 'out of order',
        },
      ],
    });
    const messages = await receiver.to(at, 2);
    expect(messages.map(({ headers }) => headers['webhook-id'])).toEqual([stored.id, stored.id]);
    for (const message of messages) verified(record.secret, message);
  });

  it.each([
    [
      'a redirect',
      { status: 302, headers: { location: '/elsewhere' } },
      {
        status_code: 302,
        reason: 'the receiver returned 302, a redirect, which is not followed',
        reason_code: 'receiver_redirects',
        reason_params: { status: 302 },
      },
    ],
    [
      'silence',
      { silent: true },
      { status_code: null, reason: expect.stringMatching(/^the request to 127.0.0.1:\d+ took too long$/) },
    ],
    ['an endless answer', { status: 500, body: 'x'.repeat(1_000_000) }, { status_code: 500, excerpt: 'x'.repeat(300) }],
  ])('counts %s as a failure, in bounded time', async (_, response, attempt) => {
    const { at, path, run, delivery } = await webhook(response);
    const ended = await run();
    const stored = await delivery(ended.id, tried(1));
    expect(stored).toMatchObject({ status: 'pending', next_attempt: expect.any(String) });
    expect(stored.attempts.at(-1)).toMatchObject({ number: 1, outcome: 'failed', ...attempt });
    expect(receiver.messages.some((message) => message.path === '/elsewhere')).toBe(false);
    expect((await receiver.to(at)).length).toBeGreaterThan(0);
    await tenant.owner.delete(path);
  });

  it('to a name with a private address is rejected before sending, and reports it', async () => {
    const { path, run, delivery } = await makeForwarder(tenant, 'webhook', { url: 'http://localhost.localdomain:9/' });
    const stored = await delivery((await run()).id, tried(1));
    expect(stored.attempts.at(-1)).toMatchObject({ outcome: 'failed', status_code: null, reason: expect.any(String) });
    await tenant.owner.delete(path);
  });

  it('to a receiver that returns 410 fails at once and pauses its forwarder; later runs wait for it', async () => {
    const { at, path, run, delivery } = await webhook({ status: 410 }, {});
    const first = await run();
    expect(await delivery(first.id)).toMatchObject({ status: 'failed', attempt_count: 1 });
    const reason = 'the receiver returned 410: it no longer exists';
    const because = { reason, reason_code: 'receiver_gone', reason_params: {} };
    expect(await read(path)).toMatchObject({ status: 'paused', ...because, paused_at: expect.any(String) });
    const second = await run();
    const waiting = await delivery(second.id, () => true);
    expect(waiting).toMatchObject({ status: 'pending', attempt_count: 0, next_attempt: null });
    const again = await tenant.owner.post(`${path}/delivery/${waiting.id}/redeliver`);
    expect(again).toMatchObject({ status: 409, body: { detail: { reason: 'FORWARDER_PAUSED' } } });
    expect((await tenant.owner.post(path, { status: 'active' })).body).toMatchObject({
      status: 'active',
      reason: null,
    });
    expect(await delivery(second.id)).toMatchObject({ status: 'delivered', attempt_count: 1 });
    expect((await receiver.to(at)).map(({ body }) => body.data.id)).toEqual([first.id, second.id]);
  });

  it('fails after a day, and a day of failures pauses the forwarder and notifies its owner', async () => {
    const forwarder = await webhook({ status: 503, headers: { 'retry-after': '2' } });
    const { path, run, delivery } = forwarder;
    const first = await run();
    await delivery(first.id, tried(1));
    await putBack(forwarder, 25);
    expect(await delivery(first.id)).toMatchObject({ status: 'failed', reason: 'the receiver returned 503' });
    await eventually(
      () => read(path),
      ({ status }) => status === 'paused',
    );
    const { email } = await read('/user');
    // The mail follows in a separate maintenance cycle.
    await eventually(
      () => waitForStoredMails(world.stack.dataDir, email),
      (mails) => mails.some((mail) => mail.includes('Forwarder Forward was paused') && mail.includes('503')),
    );
  });

  it('is repeated on request, under the same id, and once per Idempotency-Key', async () => {
    const { at, path, run, delivery } = await webhook();
    const stored = await delivery((await run()).id);
    const headers = { 'idempotency-key': randomUUID() };
    const asked = () => tenant.owner.post(`${path}/delivery/${stored.id}/redeliver`, undefined, headers);
    const responses = await Promise.all([asked(), asked()]);
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body.id).toBe(stored.id);
    }
    expect(await delivery(stored.task_run_id)).toMatchObject({ status: 'delivered', attempt_count: 2 });
    const messages = await receiver.to(at, 2);
    expect(messages.map(({ headers: sent }) => sent['webhook-id'])).toEqual([stored.id, stored.id]);
  });

  it('is retried at once when its forwarder gets another address', async () => {
    const { path, run, delivery, record } = await webhook({ status: 500, headers: { 'retry-after': '3600' } });
    const ended = await run();
    await delivery(ended.id, tried(1));
    const later = await delivery(ended.id, () => true);
    expect(Date.parse(later.next_attempt) - Date.parse(later.created)).toBeGreaterThan(3_000_000);
    await tenant.owner.post(path, { config: { url: receiver.url(`/moved-${record.id}`) } });
    expect(await delivery(ended.id)).toMatchObject({ status: 'delivered', attempt_count: 2 });
  });

  it('is abandoned when its forwarder is deleted, and erased with its project', async () => {
    const { body: project } = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Short-lived' });
    const below = { ...tenant, projectId: project.id, project: `/org/${tenant.orgId}/project/${project.id}` };
    const at = `/${randomUUID()}`;
    receiver.answers.set(at, [{ status: 500 }]);
    const { path, run } = await makeForwarder(below, 'webhook', { url: receiver.url(at) });
    await run();
    const kept = await makeForwarder(below, 'webhook', { url: receiver.url(at) });
    await kept.run();
    expect(await tenant.owner.delete(path)).toMatchObject({ status: 200, body: { deleted: true } });
    const rows = async () =>
      (
        await sql<Json>`select status, reason from forward_deliveries where project_id = ${project.id} order by id`.execute(
          world.db,
        )
      ).rows;
    expect((await rows())[0]).toMatchObject({ status: 'failed', reason: { code: 'forwarder_deleted' } });
    expect((await tenant.owner.get(path)).status).toBe(404);
    expect((await tenant.owner.delete(below.project)).status).toBe(200);
    expect(await rows()).toEqual([]);
    const { rows: left } = await sql`select from task_forwarders where project_id = ${project.id}`.execute(world.db);
    expect(left).toEqual([]);
  });
});

describe('a forwarder secret', () => {
  it('that is rotated signs together with the new one until the overlap ends', async () => {
    const { at, path, record, run, delivery } = await webhook();
    const rotated = (await tenant.owner.post(`${path}/rotate_secret`, { overlap_hours: 1 })).body;
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(record.secret);
    await delivery((await run()).id);
    const both = (await receiver.to(at)).at(-1) as ReceivedMessage;
    for (const secret of [record.secret, rotated.secret]) verified(secret, both);
    const last = (await tenant.owner.post(`${path}/rotate_secret`, { overlap_hours: 0 })).body;
    await delivery((await run()).id);
    const one = (await receiver.to(at, 2)).at(-1) as ReceivedMessage;
    verified(last.secret, one);
    for (const secret of [record.secret, rotated.secret]) expect(() => verified(secret, one)).toThrow();
  });

  it('can be rotated at most four times while all still sign, and is not available for mail', async () => {
    const { path } = await webhook();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => tenant.owner.post(`${path}/rotate_secret`, {})),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 409, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.body.detail.reason).toBe('TOO_MANY_FORWARDER_SECRETS');
    const mailing = await makeForwarder(tenant, 'email', { to: ['a@example.com'] });
    expect(mailing.record).not.toHaveProperty('secret');
    const none = await tenant.owner.post(`${mailing.path}/rotate_secret`, {});
    expect(none).toMatchObject({ status: 409, body: { detail: { reason: 'FORWARDER_NOT_SIGNED' } } });
  });
});

describe('a mail forwarder', () => {
  it('mails each run to each address in its own template, whatever the model wrote', async () => {
    const to = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const config = {
      to,
      subject: '{task}\r\nBcc: x@example.com {status}',
      text: 'Said: {response}\nto {input_text}{input_other} {{brace}}',
    };
    const { run, delivery } = await makeForwarder(tenant, 'email', config);
    const ended = await run({ text: '<script>alert(1)</script>' });
    const stored = await delivery(ended.id);
    expect(stored).toMatchObject({ status: 'delivered', attempts: [{ outcome: 'delivered', status_code: null }] });
    for (const address of to) {
      const [mail = ''] = await waitForStoredMails(world.stack.dataDir, address);
      expect(mail).toContain(`Subject: ${ended.task.name} Bcc: x@example.com completed`);
      expect(mail).toContain('Said: echo: <script>alert(1)</script>\nto <script>alert(1)</script> {brace}');
      expect(mail).toContain('Said: echo: &lt;script&gt;alert(1)&lt;/script&gt;');
      expect(mail).toContain(`Message-ID: <${stored.id}@holdfast>`);
      expect(mail).not.toMatch(/^Bcc:/m);
    }
  });

  it('has a default template, and retries while a mailbox has reached its hourly limit', async () => {
    const address = `${randomUUID()}@example.com`;
    const { run, delivery } = await makeForwarder(tenant, 'email', { to: [address] });
    const runs: Json[] = [];
    for (let n = 0; n < 11; n++) runs.push(await run());
    // A delivery and its attempts are read in separate queries: the result is in its own row.
    const settled = ({ status, reason }: Json) => status === 'delivered' || reason !== null;
    const stored = await Promise.all(runs.map(({ id }) => delivery(id, settled)));
    expect(stored.filter(({ status }) => status === 'delivered')).toHaveLength(10);
    const waiting = stored.find(({ status }) => status === 'pending');
    expect(waiting).toMatchObject({ reason: `${address} has reached its hourly limit of mails` });
    const [mail = ''] = await waitForStoredMails(world.stack.dataDir, address);
    expect(mail).toContain('ended: completed.');
    expect(mail).toContain('echo: one');
  });
});
