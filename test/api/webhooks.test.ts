import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from '../../src/platform/db/client.ts';
import { sweepTriggers } from '../../src/triggers/sweep.ts';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import {
  type ApiResponse,
  Client,
  eventually,
  type Json,
  openWorld,
  type Tenant,
  type World,
} from '../support/client.ts';
import { holdStatements } from '../support/holds.ts';
import { deliver, nowSeconds, SIGNERS } from '../support/hooks.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let sender: Client;
let task: Json;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  sender = new Client(tenant.owner.base, undefined);
  task = await makeTask(tenant, { user_prompt: '{text}' });
});
afterAll(() => world.close());

const hooks = () => `${tenant.project}/trigger/webhook`;

async function hook(fields: object = {}, client: Client = tenant.owner): Promise<Json> {
  const body = { name: 'Hook', target_type: 'task', target_id: task.id, auth_method: 'none', ...fields };
  const made = await client.post(hooks(), body);
  expect(made, made.text).toMatchObject({ status: 200 });
  return made.body;
}

const eventsOf = async (trigger: Json, query = ''): Promise<Json[]> => {
  const response = await tenant.owner.get(`${hooks()}/${trigger.id}/events${query}`);
  expect(response.status).toBe(200);
  return response.body;
};
const runsOf = async (trigger: Json): Promise<Json[]> =>
  (await tenant.owner.get(`${tenant.project}/task_run?trigger_id=${trigger.id}`)).body.results;
const send = (trigger: Json, body: unknown, headers?: Record<string, string>) =>
  deliver(sender, trigger.endpoint, body, headers);
const accepted = {
  status: 202,
  body: { status: 'accepted', run_id: expect.any(String), event_id: expect.any(String) },
};
const edit = (trigger: Json, body: object) => tenant.owner.post(`${hooks()}/${trigger.id}`, body);

describe('a webhook', () => {
  it('runs its task with the payload_mapping of a delivery, which the run, its events and the trigger show', async () => {
    const trigger = await hook({
      name: 'Orders',
      description: 'What the shop sells.',
      payload_mapping: { text: '$.order.lines[*].name', via: 'header:X-Shop' },
      include_raw_payload: true,
    });
    expect(trigger).toMatchObject({ name: 'Orders', description: 'What the shop sells.', type: 'webhook' });
    expect(trigger).toMatchObject({ status: 'active', last_fired: null, next_run: null, auth_method: 'none' });
    const body = { order: { lines: [{ name: 'tea' }, { name: 'cake' }] } };
    const response = await send(trigger, body, { 'x-shop': 'Bern' });
    expect(response).toMatchObject(accepted);
    const [event] = await eventually(
      () => eventsOf(trigger),
      ([first]) => first.status !== 'accepted',
    );
    expect(event).toMatchObject({ id: response.body.event_id, status: 'completed', run_id: response.body.run_id });
    const [run] = await runsOf(trigger);
    expect(run).toMatchObject({ id: response.body.run_id, trigger_type: 'webhook', trigger_id: trigger.id });
    expect(run.response).toContain('tea');
    const submitted = { text: ['tea', 'cake'], via: 'Bern', raw_payload: JSON.stringify(body) };
    expect(run.run_data.submitted).toEqual(submitted);
    const { body: read } = await tenant.owner.get(`${hooks()}/${trigger.id}`);
    expect(read.last_fired).toBe(event.created);
    expect((await tenant.owner.get(`${hooks()}/${trigger.id}/events/${event.id}`)).body).toEqual(event);
  });

  it('lists its events as a bare array, newest first, page by page and by status', async () => {
    const trigger = await hook();
    const sent = [await send(trigger, { text: 'a' }), await send(trigger, { text: 'b' }), await send(trigger, {})];
    expect(sent.map(({ status }) => status)).toEqual([202, 202, 422]);
    const all = await eventually(
      () => eventsOf(trigger),
      (events) => events.every(({ status }) => status !== 'accepted'),
    );
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'completed', 'completed']);
    expect(await eventsOf(trigger, '?status=rejected')).toEqual(all.slice(0, 1));
    expect(await eventsOf(trigger, '?status=completed')).toEqual(all.slice(1));
    const pages: Json[] = [];
    let cursor = '';
    do {
      const page: ApiResponse = await tenant.owner.get(`${hooks()}/${trigger.id}/events?limit=2${cursor}`);
      pages.push(page.body);
      cursor = page.headers.has('x-next-cursor') ? `&cursor=${page.headers.get('x-next-cursor')}` : '';
    } while (cursor !== '');
    expect(pages).toEqual([all.slice(0, 2), all.slice(2)]);
    expect((await tenant.owner.get(`${hooks()}/${trigger.id}/events?cursor=x`)).status).toBe(400);
  });

  it('uses the body unchanged without a payload_mapping', async () => {
    const trigger = await hook({ payload_mapping: null });
    expect(await send(trigger, { text: 'plain', more: 1 })).toMatchObject(accepted);
    expect((await runsOf(trigger))[0].run_data.submitted).toEqual({ text: 'plain', more: 1 });
    expect(await send(trigger, ['text'])).toMatchObject({ status: 422, body: { detail: [{ loc: ['body'] }] } });
  });

  it('runs its agent with a message, in a new session each time, with task_agent_revision_id if set', async () => {
    const agent = await makeAgent(tenant);
    const { message } = await play(world, [{ text: 'Done.' }]);
    const first = agent.record.active_revision_id;
    const edited = await tenant.owner.post(agent.path, { instruction: 'Help more.' });
    const second = edited.body.revisions[0].id;
    expect(second).not.toBe(first);
    const target = { target_type: 'task_agent', target_id: agent.id };
    const trigger = await hook({ ...target, payload_mapping: { message: '$.say' }, include_raw_payload: true });
    const body = { say: message };
    const raw = `${message}\n\n${JSON.stringify(body)}`;
    const runs = [(await send(trigger, body)).body.run_id];
    expect(await edit(trigger, { task_agent_revision_id: second, include_raw_payload: false })).toMatchObject({
      status: 200,
      body: { task_agent_revision_id: second },
    });
    runs.push((await send(trigger, body)).body.run_id);
    const read = await Promise.all(
      runs.map((id) =>
        eventually(
          () => agent.read(id),
          ({ completed }) => completed !== null,
        ),
      ),
    );
    const start = { trigger_type: 'webhook', trigger_id: trigger.id, output: 'Done.' };
    expect(read).toMatchObject([
      { ...start, message: raw, task_agent_revision_id: first },
      { ...start, message, task_agent_revision_id: second },
    ]);
    expect(read[0].session_id).not.toBe(read[1].session_id);
    expect(await send(trigger, { other: 1 })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', '$.say'], type: 'missing' }] },
    });
    expect((await eventsOf(trigger))[0]).toMatchObject({ status: 'rejected', error: { reason: 'INVALID_INPUT' } });
    const plain = await hook(target);
    expect(await send(plain, { message })).toMatchObject(accepted);
    for (const none of [{ say: 1 }, [1], { message: '' }])
      expect(await send(plain, none)).toMatchObject({ status: 422 });
  });

  it('can change its name, description and status, but never its target_type, target_id or auth_method', async () => {
    const trigger = await hook();
    const fields = { name: 'Other', description: 'Why.', status: 'paused' };
    expect(await edit(trigger, fields)).toMatchObject({ status: 200, body: fields });
    const response = await send(trigger, { text: 'x' });
    expect([response.status, getReason(response)]).toEqual([409, 'TRIGGER_PAUSED']);
    expect((await eventsOf(trigger))[0]).toMatchObject({ status: 'rejected', error: { reason: 'TRIGGER_PAUSED' } });
    expect(await edit(trigger, { status: 'active' })).toMatchObject({ body: { paused_because: null } });
    expect(await send(trigger, { text: 'x' })).toMatchObject(accepted);
    const same = { target_type: 'task', target_id: task.id, auth_method: 'none' };
    expect(await edit(trigger, same)).toMatchObject({ status: 200 });
    for (const fixed of [{ target_type: 'task_agent' }, { target_id: randomUUID() }, { auth_method: 'bearer' }])
      expect(await edit(trigger, fixed)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', Object.keys(fixed)[0]] }] },
      });
  });

  it('ends with its trigger, its target and its project: its address then returns 404', async () => {
    const own = await makeTask(tenant);
    const [one, two] = [await hook({ target_id: own.id }), await hook({ target_id: own.id })];
    expect(await tenant.owner.delete(`${hooks()}/${one.id}`)).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await tenant.owner.get(`${hooks()}/${one.id}/events`)).status).toBe(404);
    expect((await tenant.owner.delete(`${tenant.project}/task/${own.id}`)).status).toBe(200);
    const other = await world.tenant();
    const theirs = await makeTask(other);
    const body = { name: 'Hook', target_type: 'task', target_id: theirs.id, auth_method: 'none' };
    const three = await other.owner.post(`${other.project}/trigger/webhook`, body);
    expect(three.status).toBe(200);
    expect((await other.owner.delete(other.project)).status).toBe(200);
    for (const gone of [one, two, three.body]) expect(await send(gone, { text: 'x' })).toMatchObject({ status: 404 });
    expect((await tenant.owner.get(`${hooks()}/${two.id}`)).status).toBe(404);
    const left =
      await sql`select from trigger_secrets where trigger_id = any(${[one.id, two.id, three.body.id]}::uuid[])
      union all select from trigger_endpoints where trigger_id = any(${[one.id, two.id, three.body.id]}::uuid[])`.execute(
        world.db,
      );
    expect(left.rows).toEqual([]);
  });

  it('is rejected with the invalid field', async () => {
    const agent = await makeAgent(tenant);
    const toAgent = { target_type: 'task_agent', target_id: agent.id };
    const wrong: [object, (string | number)[]][] = [
      [{ target_id: randomUUID() }, ['target_id']],
      [{ target_type: 'task_agent' }, ['target_id']],
      [{ task_agent_revision_id: agent.record.active_revision_id }, ['task_agent_revision_id']],
      [{ ...toAgent, task_agent_revision_id: randomUUID() }, ['task_agent_revision_id']],
      [{ auth_method: 'digest' }, ['auth_method']],
      [{ auth_secret: 'a-secret!' }, ['auth_secret']],
      [{ auth_method: 'bearer', auth_secret: 'short' }, ['auth_secret']],
      [{ auth_method: 'standard_webhooks', auth_secret: 'whsec_!!!!' }, ['auth_secret']],
      [{ auth_method: 'basic' }, ['auth_config', 'username']],
      [{ auth_method: 'header' }, ['auth_config', 'header_name']],
      [{ auth_method: 'header', auth_config: { header_name: 'a b' } }, ['auth_config', 'header_name']],
      [{ auth_method: 'github', auth_config: { tolerance_seconds: 60 } }, ['auth_config', 'tolerance_seconds']],
      [{ auth_method: 'stripe', auth_config: { tolerance_seconds: 0 } }, ['auth_config', 'tolerance_seconds']],
      [{ idempotency_ttl_seconds: 0 }, ['idempotency_ttl_seconds']],
      ...[
        'id',
        '$..id',
        '$.a[*]',
        '$.a[?@.b]',
        '$.a[0,1]',
        '$[0:2]',
        'header:',
        'header:a b',
        '$.a.',
        `$${'.a'.repeat(40)}`,
      ].map((path): [object, string[]] => [{ idempotency_key_path: path }, ['idempotency_key_path']]),
      ...['$..a..a..a..a', '$[?@.b]', '$.a[*].b[*].c[*].d[*]', '$.a[0,1]', 'text', ''].map(
        (path): [object, string[]] => [{ payload_mapping: { text: path } }, ['payload_mapping', 'text']],
      ),
      [{ ...toAgent, payload_mapping: { text: '$.a' } }, ['payload_mapping', 'text']],
    ];
    const body = { name: 'Hook', target_type: 'task', target_id: task.id, auth_method: 'none' };
    for (const [fields, loc] of wrong) {
      const response = await tenant.owner.post(hooks(), { ...body, ...fields });
      expect([response.status, response.body.detail[0]?.loc], JSON.stringify(fields)).toEqual([422, ['body', ...loc]]);
    }
  });
});

it('webhook credentials of a sender reach no run and are no idempotency key, neither on save nor for an existing trigger', async () => {
  const body = { name: 'Hook', target_type: 'task', target_id: task.id };
  const proofs = [
    [{ auth_method: 'bearer' }, 'header:Authorization'],
    [{ auth_method: 'basic', auth_config: { username: 'shop' } }, 'header:authorization'],
    [{ auth_method: 'header', auth_config: { header_name: 'X-Shop-Key' } }, 'header:x-shop-key'],
    [{ auth_method: 'none' }, 'header:Cookie'],
  ] as const;
  for (const [method, path] of proofs) {
    const places: [object, string[]][] = [
      [{ payload_mapping: { text: path } }, ['payload_mapping', 'text']],
      [{ idempotency_key_path: path }, ['idempotency_key_path']],
    ];
    for (const [fields, loc] of places) {
      const made = await tenant.owner.post(hooks(), { ...body, ...method, ...fields });
      expect([made.status, made.body.detail[0]?.loc]).toEqual([422, ['body', ...loc]]);
    }
  }
  const trigger = await hook({ ...proofs[2][0], auth_secret: 'sesame-open' });
  const stored = { ...proofs[2][0], ...KEPT, payload_mapping: { text: 'header:X-Shop-Key' } };
  await world.db
    .updateTable('triggers')
    .set({ config: json(stored) })
    .where('id', '=', trigger.id)
    .execute();
  const sent = await send(trigger, { text: 'x' }, { 'x-shop-key': 'sesame-open' });
  expect(sent).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'payload_mapping', 'text'] }] } });
  expect(await runsOf(trigger)).toEqual([]);
});

/** The stored fields of a webhook, except for its credentials. */
const KEPT = { idempotency_key_path: null, idempotency_ttl_seconds: 86_400, include_raw_payload: false };

describe('a webhook sender', () => {
  const SHOWN = Object.entries({
    bearer: { config: {}, headers: (secret: string) => ({ authorization: `Bearer ${secret}` }) },
    basic: {
      config: { username: 'shop' },
      headers: (secret: string) => ({ authorization: `Basic ${Buffer.from(`shop:${secret}`).toString('base64')}` }),
    },
    header: { config: { header_name: 'X-Shop-Key' }, headers: (secret: string) => ({ 'x-shop-key': secret }) },
  });
  it.each([...SHOWN])(
    'sends an auth_secret as %s, with its auth_config (username, header_name), and is rejected otherwise',
    async (auth_method, { config, headers }) => {
      const trigger = await hook({ auth_method, auth_config: config, auth_secret: 'sesame-open' });
      expect(trigger).not.toHaveProperty('auth_secret');
      expect(trigger.auth_config).toEqual(config);
      expect(await send(trigger, { text: 'x' }, headers('sesame-open'))).toMatchObject(accepted);
      const wrong = [
        {},
        headers('sesame-opem'),
        headers(''),
        { authorization: 'Bearer' },
        { authorization: 'Basic c2hvcA==' },
      ];
      for (const other of wrong)
        expect(await send(trigger, { text: 'x' }, other as Record<string, string>)).toMatchObject({ status: 401 });
      expect(await runsOf(trigger)).toHaveLength(1);
    },
  );

  it.each([...Object.entries(SIGNERS)])(
    'signs as %s does, over the exact body and the current time if it is signed',
    async (auth_method, sign) => {
      const trigger = await hook({ auth_method });
      const secret = trigger.auth_secret;
      expect(secret).toEqual(expect.any(String));
      expect((await tenant.owner.get(`${hooks()}/${trigger.id}`)).body).not.toHaveProperty('auth_secret');
      const text = JSON.stringify({ text: 'ünïcode' });
      const headers = sign(text, secret, nowSeconds());
      const first = await send(trigger, text, headers);
      expect(first).toMatchObject(accepted);
      // A repeat starts nothing, although it is signed.
      expect(await send(trigger, text, headers)).toMatchObject({
        status: 200,
        body: { status: 'duplicate', run_id: first.body.run_id },
      });
      const [name = ''] = Object.keys(headers).filter(
        (header) => header.endsWith('signature') || header.endsWith('256'),
      );
      const refused: [string, Record<string, string>][] = [
        [JSON.stringify({ text: 'another' }), headers],
        [`${text} `, headers],
        [text, {}],
        [text, { ...headers, [name]: '' }],
        [text, { ...headers, [name]: 'sha256=00,v1=00' }],
        [text, sign(text, `whsec_${Buffer.alloc(32).toString('base64')}`, nowSeconds())],
      ];
      if (auth_method === 'standard_webhooks') refused.push([text, { ...headers, 'webhook-id': 'msg_other' }]);
      if (auth_method !== 'github')
        for (const away of [-400, 400]) refused.push([text, sign(text, secret, nowSeconds() + away)]);
      for (const [body, other] of refused) expect((await send(trigger, body, other)).status, body).toBe(401);
      expect(await runsOf(trigger)).toHaveLength(1);
    },
  );

  it('can sign with the Standard Webhooks library', async () => {
    const trigger = await hook({ auth_method: 'standard_webhooks', auth_config: { tolerance_seconds: 60 } });
    const [id, body, at] = [`msg_${randomUUID()}`, JSON.stringify({ text: 'x' }), new Date()];
    const signature = new Webhook(trigger.auth_secret).sign(id, at, body);
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    };
    expect(await send(trigger, body, headers)).toMatchObject(accepted);
    const old = SIGNERS.standard_webhooks(body, trigger.auth_secret, nowSeconds() - 120);
    expect(await send(trigger, body, old)).toMatchObject({ status: 401 });
    expect((await eventsOf(trigger))[0]).toMatchObject({ idempotency_key: id });
  });

  it('gets a response to the Slack challenge, which runs nothing', async () => {
    const trigger = await hook({ auth_method: 'slack' });
    const text = JSON.stringify({ type: 'url_verification', challenge: 'abc' });
    const headers = SIGNERS.slack(text, trigger.auth_secret, nowSeconds());
    expect(await send(trigger, text, headers)).toMatchObject({ status: 200, body: { challenge: 'abc' } });
    expect(await send(trigger, text)).toMatchObject({ status: 401 });
    expect(await eventsOf(trigger)).toEqual([]);
  });

  it('can use the previous secret for a day after a rotation, but not after an update of auth_secret', async () => {
    const trigger = await hook({ auth_method: 'bearer' });
    const rotate = async () => (await tenant.owner.post(`${hooks()}/${trigger.id}/rotate-secret`)).body;
    const status = async (secret: string) =>
      (await send(trigger, { text: 'x' }, { authorization: `Bearer ${secret}` })).status;
    const rotated = await rotate();
    expect(Date.parse(rotated.previous_secret_expires_at) - Date.now()).toBeGreaterThan(86_000_000);
    expect([await status(trigger.auth_secret), await status(rotated.auth_secret)]).toEqual([202, 202]);
    const again = await rotate();
    const secrets = [trigger.auth_secret, rotated.auth_secret, again.auth_secret];
    expect(await Promise.all(secrets.map(status))).toEqual([401, 202, 202]);
    await sql`update trigger_secrets set expires_at = now() where trigger_id = ${trigger.id} and expires_at is not null`.execute(
      world.db,
    );
    expect(await Promise.all(secrets.map(status))).toEqual([401, 401, 202]);
    await rotate();
    expect((await edit(trigger, { auth_secret: 'a-new-secret' })).body).toMatchObject({
      previous_secret_expires_at: null,
    });
    expect(await Promise.all([...secrets, 'a-new-secret'].map(status))).toEqual([401, 401, 401, 202]);
    const open = await hook();
    expect((await tenant.owner.post(`${hooks()}/${open.id}/rotate-secret`)).status).toBe(422);
  });

  it('gets a 404 at a deleted address', async () => {
    const trigger = await hook();
    const moved = await tenant.owner.post(`${hooks()}/${trigger.id}/regenerate-endpoint`);
    expect(moved.body.endpoint).not.toBe(trigger.endpoint);
    expect(await send(trigger, { text: 'x' })).toMatchObject({ status: 404 });
    expect(await send(moved.body, { text: 'x' })).toMatchObject(accepted);
  });

  it.each([
    ['that is no JSON', '{"text":', {}, 400],
    ['that is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 400],
    ['of another type', 'text=x', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['of several parts', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, 400],
    ['with a NUL in it', '{"text":"\\u0000"}', {}, 422],
    ['that is too deep', `${'['.repeat(100)}${']'.repeat(100)}`, {}, 422],
    ['of too many values', `[${'0,'.repeat(60_000)}0]`, {}, 413],
    ['of more than 10 MB', Buffer.alloc(10_485_761, 0x20), {}, 413],
    ['that could pass as a prototype', '{"__proto__":{"text":"x"}}', {}, 400],
  ] as const)('gets the error for a body %s, and so does its event', async (_, body, headers, status) => {
    const trigger = await hook();
    expect((await deliver(sender, trigger.endpoint, body, headers)).status).toBe(status);
    expect(await eventsOf(trigger)).toMatchObject([
      { status: 'rejected', run_id: null, error: { reason: expect.any(String) } },
    ]);
    expect(await runsOf(trigger)).toEqual([]);
  });

  it('sends an empty object if it sends no body', async () => {
    const own = await makeTask(tenant, { user_prompt: 'Go.' });
    const trigger = await hook({ target_id: own.id });
    expect(await send(trigger, undefined)).toMatchObject(accepted);
  });

  it('without a signature is not read: the largest body creates no event', async () => {
    const trigger = await hook({ auth_method: 'github' });
    const response = await deliver(sender, trigger.endpoint, Buffer.alloc(1_000_000, 0x20));
    expect(response.status).toBe(401);
    expect(await eventsOf(trigger)).toEqual([]);
  });
});

describe('the idempotency key of a delivery', () => {
  it.each([
    ['$.delivery.id', (key) => ({ body: { text: 'x', delivery: { id: key } }, headers: {} })],
    ['header:X-Delivery', (key) => ({ body: { text: 'x' }, headers: { 'x-delivery': key } })],
    [null, (key) => ({ body: { text: 'x' }, headers: { 'idempotency-key': key } })],
  ] as [string | null, (key: string) => { body: object; headers: Record<string, string> }][])(
    'at idempotency_key_path %s starts one run, also for concurrent deliveries',
    async (idempotency_key_path, by) => {
      const trigger = await hook({ idempotency_key_path });
      const key = randomUUID();
      const { body, headers } = by(key);
      const responses = await Promise.all(Array.from({ length: 6 }, () => send(trigger, body, headers)));
      expect(responses.map(({ body: { status } }) => status).toSorted()).toEqual([
        'accepted',
        ...Array(5).fill('duplicate'),
      ]);
      expect(new Set(responses.map(({ body: { run_id } }) => run_id)).size).toBe(1);
      expect(await runsOf(trigger)).toHaveLength(1);
      const events = await eventsOf(trigger, '?status=duplicate');
      const first = responses.find(({ status }) => status === 202)?.body;
      for (const event of events)
        expect(event).toMatchObject({ idempotency_key: key, duplicate_of: first.event_id, run_id: first.run_id });
      const other = by(randomUUID());
      expect(await send(trigger, other.body, other.headers)).toMatchObject(accepted);
    },
  );

  it('starts another run after idempotency_ttl_seconds', async () => {
    const trigger = await hook({ idempotency_ttl_seconds: 60 });
    const headers = { 'idempotency-key': 'a' };
    expect((await send(trigger, { text: 'x' }, headers)).status).toBe(202);
    const { rows } = await sql<{ seconds: number }>`select extract(epoch from expires_at - now())::int as seconds
      from trigger_keys where trigger_id = ${trigger.id}`.execute(world.db);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60);
    expect((await send(trigger, { text: 'x' }, headers)).status).toBe(200);
    await sql`update trigger_keys set expires_at = now() where trigger_id = ${trigger.id}`.execute(world.db);
    expect((await send(trigger, { text: 'x' }, headers)).status).toBe(202);
    expect(await runsOf(trigger)).toHaveLength(2);
  });

  it('that expires while a second delivery claims it is free once maintenance has deleted it, and not before', async () => {
    const trigger = await hook();
    const table = 'trigger_keys';
    const when = `new.trigger_id = '${trigger.id}'`;
    const expire = () =>
      sql`update trigger_keys set expires_at = now() where trigger_id = ${trigger.id}`.execute(world.db);
    const deliverTwice = async (key: string) => {
      const headers = { 'idempotency-key': key };
      const first = await send(trigger, { text: 'x' }, headers);
      expect(first).toMatchObject(accepted);
      const claim = await holdStatements(world.stack.databaseUrl, { table, on: 'insert', when });
      const second = send(trigger, { text: 'x' }, headers);
      await claim.reached();
      await expire();
      return { first: first.body, claim, second };
    };

    const deleted = await deliverTwice('deleted before the claim');
    await sweepTriggers(world.db);
    await deleted.claim.release();
    expect(await deleted.second).toMatchObject(accepted);

    const claimed = await deliverTwice('claimed before the deletion');
    const event = await holdStatements(world.stack.databaseUrl, { table: 'trigger_events', on: 'insert', when });
    await claimed.claim.release();
    await event.reached();
    const sweep = sweepTriggers(world.db);
    await eventually(
      () =>
        sql`select pid from pg_stat_activity where wait_event_type = 'Lock'
        and query like 'delete from trigger_keys where (trigger_id, key)%'`.execute(world.db),
      ({ rows }) => rows.length > 0,
    );
    await event.release();
    expect((await claimed.second).body).toMatchObject({ status: 'duplicate', run_id: claimed.first.run_id });
    await sweep;
    expect(await send(trigger, { text: 'x' }, { 'idempotency-key': 'claimed before the deletion' })).toMatchObject(
      accepted,
    );
  });

  it('is required and must be valid; a rejected delivery uses up no key', async () => {
    const trigger = await hook({ idempotency_key_path: '$.id' });
    for (const id of [undefined, null, '', {}, ['a'], 'x'.repeat(501)])
      expect(await send(trigger, { text: 'x', id })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', '$.id'] }] },
      });
    expect((await send(trigger, { id: 7 })).status).toBe(422);
    expect(await send(trigger, { id: 7, text: 'x' })).toMatchObject(accepted);
    expect(await send(trigger, { id: '7', text: 'x' })).toMatchObject({ body: { status: 'duplicate' } });
  });
});

describe('a signed delivery', () => {
  it.each([
    ['none', {}],
    ['another in its body', { idempotency_key_path: '$.id' }],
  ])(
    'with %s as its key starts no second run for a day, however short idempotency_ttl_seconds is',
    async (_, fields) => {
      const trigger = await hook({ auth_method: 'github', idempotency_ttl_seconds: 1, ...fields });
      const text = JSON.stringify({ id: randomUUID(), text: 'x' });
      const headers = SIGNERS.github(text, trigger.auth_secret);
      const first = await send(trigger, text, headers);
      expect(first).toMatchObject(accepted);
      await sql`update trigger_keys set expires_at = expires_at - interval '23 hours' where trigger_id = ${trigger.id}`.execute(
        world.db,
      );
      const again = { status: 200, body: { status: 'duplicate', run_id: first.body.run_id } };
      const original = { duplicate_of: first.body.event_id, run_id: first.body.run_id };
      expect(await send(trigger, text, headers)).toMatchObject(again);
      // A delivery known by its digest only is also known by its key from then on.
      expect(await send(trigger, text, headers)).toMatchObject(again);
      expect(await eventsOf(trigger, '?status=duplicate')).toMatchObject([original, original]);
      expect(await runsOf(trigger)).toHaveLength(1);
    },
  );

  it('must sign its key: an unsigned header returns 422, and a replayed one starts no second run', async () => {
    const body = { name: 'Hook', target_type: 'task', target_id: task.id };
    const path = 'header:X-GitHub-Delivery';
    const refused = { status: 422, body: { detail: [{ loc: ['body', 'idempotency_key_path'] }] } };
    for (const auth_method of ['github', 'stripe', 'slack', 'standard_webhooks'])
      expect(await tenant.owner.post(hooks(), { ...body, auth_method, idempotency_key_path: path })).toMatchObject(
        refused,
      );
    await hook({ auth_method: 'standard_webhooks', idempotency_key_path: 'header:Webhook-Id' });
    const trigger = await hook({ auth_method: 'github', idempotency_key_path: '$.id' });
    expect(await edit(trigger, { idempotency_key_path: path })).toMatchObject(refused);
    const stored = {
      auth_method: 'github',
      auth_config: {},
      ...KEPT,
      idempotency_key_path: path,
      payload_mapping: null,
    };
    await world.db
      .updateTable('triggers')
      .set({ config: json(stored) })
      .where('id', '=', trigger.id)
      .execute();
    const text = JSON.stringify({ text: 'x' });
    const headers = SIGNERS.github(text, trigger.auth_secret);
    const first = await send(trigger, text, { ...headers, 'x-github-delivery': 'one' });
    expect(first).toMatchObject(accepted);
    const other = await send(trigger, text, { ...headers, 'x-github-delivery': 'two' });
    expect(other).toMatchObject({ status: 200, body: { status: 'duplicate', run_id: first.body.run_id } });
    expect(await edit(trigger, { name: 'Renamed' })).toMatchObject({ status: 200 });
  });
});

describe('the creator of a webhook', () => {
  it('must be able to run its target at each delivery, or the webhook pauses with the reason', async () => {
    const editor = await tenant.member({ org: 'member', project: 'editor' });
    const trigger = await hook({}, editor);
    expect(trigger.created_by).toBe(`user:${editor.userId}`);
    expect(await send(trigger, { text: 'x' })).toMatchObject(accepted);
    await tenant.owner.post(`${tenant.project}/iam/members/user:${editor.userId}`, { remove_all: true });
    for (let failures = 0; failures < 10; failures++) {
      const response = await send(trigger, { text: 'x' });
      expect([response.status, getReason(response)]).toEqual([409, 'TRIGGER_REJECTED']);
    }
    expect((await eventsOf(trigger))[0]).toMatchObject({ error: { reason: 'TRIGGER_CREATOR_MAY_NOT' } });
    await send(trigger, { text: 'x' });
    const read = async () => (await tenant.owner.get(`${hooks()}/${trigger.id}`)).body;
    const paused = await eventually(read, ({ status }) => status === 'paused');
    expect(paused.paused_because).toMatchObject({ reason: 'TRIGGER_KEEPS_FAILING' });
    const trail = await tenant.owner.get(
      `${tenant.project}/audit_event?event_type=trigger.paused&resource_id=${trigger.id}`,
    );
    expect(trail.body.results).toMatchObject([{ actor_type: 'system', resource_id: trigger.id }]);
    await tenant.owner.post(`${tenant.project}/iam/members/user:${editor.userId}`, { add: ['editor'] });
    expect((await edit(trigger, { status: 'active' })).body).toMatchObject({ status: 'active', paused_because: null });
    expect(await send(trigger, { text: 'x' })).toMatchObject(accepted);
  });

  it('needs permission to run it at creation, with a credential that has it', async () => {
    const body = { name: 'Hook', target_type: 'task', target_id: task.id, auth_method: 'none' };
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.post(hooks(), body)).status).toBe(403);
    const foreign = await world.tenant();
    const theirs = await makeTask(foreign);
    expect(await tenant.owner.post(hooks(), { ...body, target_id: theirs.id })).toMatchObject({ status: 422 });
    const scopes = ['project:view', 'project:edit'];
    const key = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'cut', scopes });
    const cut = new Client(tenant.owner.base, key.body.value);
    expect((await cut.get(`${tenant.project}/trigger`)).status).toBe(200);
    expect((await cut.post(hooks(), body)).status).toBe(403);
    const { id } = await hook({ auth_method: 'bearer' });
    for (const way of ['regenerate-endpoint', 'rotate-secret'])
      expect((await cut.post(`${hooks()}/${id}/${way}`)).status).toBe(403);
  });

  it('sees an address that starts runs without authentication, as other permitted users do; all see one that requires it', async () => {
    const [open, proved] = [await hook(), await hook({ auth_method: 'bearer' })];
    const scopes = ['project:view', 'project:edit'];
    const key = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'cut', scopes });
    const [viewer, editor] = [await tenant.member({ project: 'viewer' }), await tenant.member({ project: 'editor' })];
    const listAddresses = async (client: Client) => {
      const { results } = (await client.get(`${tenant.project}/trigger?target_id=${task.id}`)).body;
      const listed = (id: string) => results.find((one: Json) => one.id === id).endpoint;
      const read = async (id: string) => (await client.get(`${hooks()}/${id}`)).body.endpoint;
      return [listed(open.id), await read(open.id), listed(proved.id), await read(proved.id)];
    };
    const whole = [open.endpoint, open.endpoint, proved.endpoint, proved.endpoint];
    expect(await listAddresses(editor)).toEqual(whole);
    for (const client of [viewer, new Client(tenant.owner.base, key.body.value)])
      expect(await listAddresses(client)).toEqual([null, null, ...whole.slice(2)]);
  });
});
