import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../src/platform/local/ports.ts';
import { makeAgent, makeTask, play, type Receiver, startReceiver } from '../support/agents.ts';
import { Client, openWorld, type Tenant, type World } from '../support/client.ts';
import { act, post, reasonOf } from '../support/scene.ts';
import { Stack } from '../support/stack.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
let receiver: Receiver;
/** The same owner, at the stack's other API process. */
let elsewhere: Client;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'idempotency');
  stack.startWorker();
  const other = await freePort();
  await Promise.all([stack.startApi(), stack.startApi(other)]);
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  elsewhere = new Client(`http://127.0.0.1:${other}`, tenant.key);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
  await stack.stop();
});

const keyed = () => ({ 'idempotency-key': randomUUID() });
const replayed = (answer: { headers: Headers }) => answer.headers.get('idempotency-replayed') === 'true';

/** An operation that starts work or decides: where, with which body, and another body that is no repeat. */
interface Keyed {
  readonly path: string;
  readonly body: object;
  readonly other: object;
  /** How often the work behind it was done. */
  count(): Promise<number>;
}

async function everyOperation(): Promise<Record<string, Keyed>> {
  const { project } = tenant;
  const task = await makeTask(tenant, { user_prompt: '{text}' });
  const once = await play(world, [{ text: 'Once.' }]);
  const child = await play(world, [{ text: 'Once.' }]);
  const agent = await makeAgent(tenant);
  const requests = async (key: string) => (await world.model.requests(key)).length;
  const waiting = (path: string) => act(world, tenant, [post(receiver.url + path)]);
  const [approve, reject, resume, stop] = await Promise.all(['/a', '/r', '/s', '/c'].map(waiting));
  const held = await play(world, [{ status: 401, body: { error: { message: 'bad key' } } }, { text: 'Back.' }], {
    by: 'call',
  });
  const heldRun = await tenant.owner.post(`${agent.path}/run`, { message: held.message });
  const decisions = async (id: string) =>
    (await world.db.selectFrom('approval_decisions').select('id').where('approval_request_id', '=', id).execute())
      .length;
  const requestPath = (scene: typeof approve) => `${scene?.agent.path}/approval-request/${scene?.requests[0].id}`;
  return {
    'task_run.create': {
      path: `${project}/task/${task.id}/run`,
      body: { task_input: { text: once.message } },
      other: { task_input: { text: 'other' } },
      count: () => requests(once.key),
    },
    'task_agent_run.create': {
      path: `${agent.path}/run`,
      body: { message: child.message },
      other: { message: 'other' },
      count: () => requests(child.key),
    },
    'approval_request.approve': {
      path: `${requestPath(approve)}/approve`,
      body: { decision_note: 'yes' },
      other: { decision_note: 'no' },
      count: () => decisions(approve?.requests[0].id),
    },
    'approval_request.reject': {
      path: `${requestPath(reject)}/reject`,
      body: { decision_note: 'no' },
      other: { decision_note: 'yes' },
      count: () => decisions(reject?.requests[0].id),
    },
    'approval_request.resume': {
      path: `${requestPath(resume)}/resume`,
      body: { message: 'Be brief.' },
      other: { message: 'Be long.' },
      count: async () => 1,
    },
    'task_agent_run.resume': {
      path: `${agent.path}/run/${heldRun.body.id}/resume`,
      body: { message: 'Mended.' },
      other: { message: 'Not mended.' },
      count: async () => (await requests(held.key)) - 1,
    },
    'task_agent_run.cancel': {
      path: `${stop?.agent.path}/run/${stop?.run.id}/cancel`,
      body: {},
      other: { why: 'other' },
      count: async () => 1,
    },
  };
}

describe('an Idempotency-Key on every operation that starts work or decides', () => {
  it('makes one of requests at the same time from two clients at two API processes, and replays its answer', async () => {
    const operations = await everyOperation();
    for (const [id, { path, body, other, count }] of Object.entries(operations)) {
      const headers = keyed();
      const answers = await Promise.all([
        tenant.owner.post(path, body, headers),
        elsewhere.post(path, body, headers),
        tenant.owner.post(path, body, headers),
      ]);
      expect(
        answers.map((answer) => answer.status),
        id,
      ).toEqual([200, 200, 200]);
      expect(new Set(answers.map((answer) => answer.body.id ?? answer.body.run.id)).size, id).toBe(1);
      const later = await elsewhere.post(path, body, headers);
      expect([later.status, replayed(later)], id).toEqual([200, true]);
      expect(
        answers.map((answer) => answer.text),
        id,
      ).toContain(later.text);
      expect(await count(), id).toBe(1);
      const reused = await elsewhere.post(path, other, headers);
      expect([reused.status, reasonOf(reused)], id).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    }
  });

  it('counts for its path and its caller only', async () => {
    const [first, second] = [await makeAgent(tenant), await makeAgent(tenant)];
    const headers = keyed();
    const editor = await tenant.member({ project: 'editor' });
    const ask = (client: Client, path: string) => client.post(`${path}/run`, { message: 'hello' }, headers);
    const answers = [
      await ask(tenant.owner, first.path),
      await ask(tenant.owner, second.path),
      await ask(editor, first.path),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(3);
  });

  it('is forgotten after 24 hours, and not before', async () => {
    const agent = await makeAgent(tenant);
    const headers = keyed();
    const ask = async () => (await tenant.owner.post(`${agent.path}/run`, { message: 'hello' }, headers)).body.id;
    const age = (interval: string) =>
      sql`update idempotency_keys set created = now() - ${interval}::interval where key = ${headers['idempotency-key']}`.execute(
        world.db,
      );
    const first = await ask();
    await age('23 hours 59 minutes');
    expect(await ask()).toBe(first);
    await age('24 hours 1 minute');
    expect(await ask()).not.toBe(first);
  });

  it('is compared by what the body says, not by how it is written', async () => {
    const agent = await makeAgent(tenant);
    const headers = keyed();
    const first = await tenant.owner.post(`${agent.path}/run`, '{"message":"hello","session_id":null}', headers);
    const second = await elsewhere.post(`${agent.path}/run`, '{ "session_id": null,\n "message": "hello" }', headers);
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
  });

  it('lets a request that failed by a fault of ours be made again, as a first try', async () => {
    const script = await play(world, [{ status: 401, body: { error: { message: 'bad key' } } }, { text: 'Back.' }], {
      by: 'call',
    });
    const agent = await makeAgent(tenant);
    const headers = keyed();
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(world.db);
    await rename('sessions', 'sessions_away');
    const failed = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, headers);
    await rename('sessions_away', 'sessions');
    expect(failed.status).toBe(500);
    const again = await elsewhere.post(`${agent.path}/run`, { message: script.message }, headers);
    expect(again).toMatchObject({ status: 200, body: { status: 'held' } });
    expect(replayed(again)).toBe(false);
  });

  it('on a stream replays the run’s stream, at another API process too', async () => {
    const script = await play(world, [{ chunks: ['One ', 'two'] }]);
    const agent = await makeAgent(tenant);
    const options = { body: { message: script.message }, headers: keyed() };
    const [first, second] = await Promise.all([
      tenant.owner.stream(`${agent.path}/run`, options).then((stream) => stream.end()),
      elsewhere.stream(`${agent.path}/run`, options).then((stream) => stream.end()),
    ]);
    const later = await (await elsewhere.stream(`${agent.path}/run`, options)).end();
    expect(second).toEqual(first);
    expect(later).toEqual(first);
    expect(first.at(-1)?.data.output).toBe('One two');
    expect(await world.model.requests(script.key)).toHaveLength(1);
  });
});
