import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../api/modules.ts';
import { makeAgent, makeTask, play, type Receiver, startReceiver } from '../support/agents.ts';
import { type Client, getOwnerClient, openWorld, type Tenant, type World } from '../support/client.ts';
import { holdStatements } from '../support/holds.ts';
import { ALWAYS, getReason, post, QUEUED, startScene, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let receiver: Receiver;
/** The same owner at the other API process. */
let otherClient: Client;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  otherClient = getOwnerClient(tenant);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const createKeyHeader = () => ({ 'idempotency-key': randomUUID() });
const isReplayed = (answer: { headers: Headers }) => answer.headers.get('idempotency-replayed') === 'true';

/** Operations whose response changes after the first request. Their own tests cover repeats. */
const TESTED_ELSEWHERE = [
  ...['openai_chat.create', 'openai_response.create', 'openai_response.cancel'],
  ...['create', 'upload', 'replace_content', 'retry', 'cancel', 'pause', 'resume'].map((way) => `document.${way}`),
  ...['knowledge_source.sync', 'scrape.start', 'source_run.cancel'],
  ...['forward_delivery.redeliver', 'task.rollback'],
  ...['task', 'task_agent'].flatMap((of) => [`${of}.eval_run.create`, `${of}.eval_run.cancel`]),
];

/** An operation that starts work or decides: its path, its body, and another body. */
interface Keyed {
  readonly path: string;
  readonly body: object;
  readonly other: object;
  /** Counts how often the work was done. */
  count(): Promise<number>;
}

async function createOperations(): Promise<Record<string, Keyed>> {
  const { project } = tenant;
  const task = await makeTask(tenant, { user_prompt: '{text}' });
  const once = await play(world, [{ text: 'Once.' }]);
  const child = await play(world, [{ text: 'Once.' }]);
  const agent = await makeAgent(tenant);
  const requests = async (key: string) => (await world.model.requests(key)).length;
  const waiting = (path: string) => startScene(world, tenant, [post(receiver.url + path)]);
  const [approve, reject, resume, stop] = await Promise.all(['/a', '/r', '/s', '/c'].map(waiting));
  const refused = { status: 401, body: { error: { message: 'bad key' } } };
  const held = await play(world, [refused, { text: 'Back.' }], { by: 'call' });
  const heldRun = await tenant.owner.post(`${agent.path}/run`, { message: held.message });
  const decisions = async (id: string) =>
    (await world.db.selectFrom('approval_decisions').select('id').where('approval_request_id', '=', id).execute())
      .length;
  const requestPath = (scene: typeof approve) => `${scene?.agent.path}/approval-request/${scene?.requests[0].id}`;
  const gate = randomUUID();
  const heldOfMany = await makeAgent(tenant);
  const many = await play(world, [refused, { text: 'Mended.' }], { by: 'call' });
  expect(await heldOfMany.run(many.message)).toMatchObject({ status: 'held' });
  const stopped = await play(world, [{ text: 'Never said.', gate }]);
  const taskRun = await tenant.owner.post(
    `${project}/task/${task.id}/run`,
    { task_input: { text: stopped.message } },
    QUEUED,
  );
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
    'run.resume': {
      path: `${project}/run/resume`,
      body: { waiting_for: 'held', task_agent_id: heldOfMany.id },
      other: { waiting_for: 'held' },
      async count() {
        const events = await tenant.owner.get(`${project}/audit_event?event_type=project.runs_resumed`);
        return events.body.results.length;
      },
    },
    'task_agent_run.cancel': {
      path: `${stop?.agent.path}/run/${stop?.run.id}/cancel`,
      body: {},
      other: { why: 'other' },
      count: async () => 1,
    },
    'task_run.cancel': {
      path: `${project}/task/${task.id}/run/${taskRun.body.id}/cancel`,
      body: {},
      other: { why: 'other' },
      count: async () => 1,
    },
  };
}

describe('an Idempotency-Key on every operation that starts work or decides', () => {
  it('creates one resource for concurrent requests of two clients at two API processes, and replays its response', async () => {
    const operations = await createOperations();
    const declared = OPERATIONS.filter((op) => op.request.idempotent).map((op) => op.id);
    expect([...Object.keys(operations), ...TESTED_ELSEWHERE].toSorted()).toEqual(declared.toSorted());
    for (const [id, { path, body, other, count }] of Object.entries(operations)) {
      const headers = createKeyHeader();
      const answers = await Promise.all([
        tenant.owner.post(path, body, headers),
        otherClient.post(path, body, headers),
        tenant.owner.post(path, body, headers),
      ]);
      expect(
        answers.map((answer) => answer.status),
        id,
      ).toEqual([200, 200, 200]);
      expect(
        new Set(answers.map((answer) => answer.body.id ?? answer.body.run?.id ?? answer.body.matched)).size,
        id,
      ).toBe(1);
      const later = await otherClient.post(path, body, headers);
      expect([later.status, isReplayed(later)], id).toEqual([200, true]);
      expect(
        answers.map((answer) => answer.text),
        id,
      ).toContain(later.text);
      expect(await count(), id).toBe(1);
      const reused = await otherClient.post(path, other, headers);
      expect([reused.status, getReason(reused)], id).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    }
  });

  it('applies to its path and its caller only', async () => {
    const [first, second] = [await makeAgent(tenant), await makeAgent(tenant)];
    const headers = createKeyHeader();
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

  it('expires after 24 hours, and not before', async () => {
    const agent = await makeAgent(tenant);
    const headers = createKeyHeader();
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

  it('that is deleted between a repeat’s claim and its read is claimed by the repeat', async () => {
    const agent = await makeAgent(tenant);
    const headers = createKeyHeader();
    const ask = () => tenant.owner.post(`${agent.path}/run`, { message: 'hello' }, headers);
    const first = await ask();
    // A statement trigger also fires after a claim that changes no row.
    const deletion = sql.id(`delete_${randomUUID()}`);
    await sql`create function ${deletion}() returns trigger language plpgsql as $$ begin
      delete from idempotency_keys where key = ${sql.lit(headers['idempotency-key'])} and run_id = ${sql.lit(first.body.id)};
      return null; end $$`.execute(world.db);
    await sql`create trigger ${deletion} after insert on idempotency_keys execute function ${deletion}()`.execute(
      world.db,
    );
    const second = await ask();
    await sql`drop function ${deletion} cascade`.execute(world.db);
    expect([second.status, isReplayed(second)]).toEqual([200, false]);
    expect(second.body.id).not.toBe(first.body.id);
    const third = await ask();
    expect([third.body.id, isReplayed(third)]).toEqual([second.body.id, true]);
  });

  it('is compared by the content of the body, not by its formatting', async () => {
    const agent = await makeAgent(tenant);
    const headers = createKeyHeader();
    const first = await tenant.owner.post(`${agent.path}/run`, '{"message":"hello","session_id":null}', headers);
    const second = await otherClient.post(`${agent.path}/run`, '{ "session_id": null,\n "message": "hello" }', headers);
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
  });

  it('lets a request that failed with a server error be repeated as a first attempt', async () => {
    const script = await play(world, [{ status: 401, body: { error: { message: 'bad key' } } }, { text: 'Back.' }], {
      by: 'call',
    });
    const agent = await makeAgent(tenant);
    const headers = createKeyHeader();
    const fault = sql.id(`fault_${randomUUID()}`);
    await sql`create function ${fault}() returns trigger language plpgsql as $$
      begin raise exception 'a fault of ours'; end $$`.execute(world.db);
    await sql`create trigger ${fault} before insert on sessions for each row
      when (new.agent_id = ${sql.lit(agent.id)}) execute function ${fault}()`.execute(world.db);
    const failed = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, headers);
    await sql`drop function ${fault} cascade`.execute(world.db);
    expect(failed.status).toBe(500);
    const again = await otherClient.post(`${agent.path}/run`, { message: script.message }, headers);
    expect(again).toMatchObject({ status: 200, body: { status: 'held' } });
    expect(isReplayed(again)).toBe(false);
  });

  it('on a stream replays the run’s stream, also at another API process', async () => {
    const script = await play(world, [{ chunks: ['One ', 'two'] }]);
    const agent = await makeAgent(tenant);
    const options = { body: { message: script.message }, headers: createKeyHeader() };
    const [first, second] = await Promise.all([
      tenant.owner.stream(`${agent.path}/run`, options).then((stream) => stream.end()),
      otherClient.stream(`${agent.path}/run`, options).then((stream) => stream.end()),
    ]);
    const later = await (await otherClient.stream(`${agent.path}/run`, options)).end();
    expect(second).toEqual(first);
    expect(later).toEqual(first);
    expect(first.at(-1)?.data.output).toBe('One two');
    expect(await world.model.requests(script.key)).toHaveLength(1);
  });
});

describe('a disconnected client', () => {
  /** Sends a request, disconnects once `begun` resolves, and continues after the API process has noticed. */
  async function cutOff(path: string, body: object, headers: Record<string, string>, begun: () => Promise<unknown>) {
    const abort = new AbortController();
    const lost = fetch(tenant.owner.url(path), {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: abort.signal,
    }).then((response) => response.text());
    await begun();
    abort.abort();
    await expect(lost).rejects.toThrow();
    // The same process responds to later requests after it has seen the disconnect.
    for (const _time of [1, 2, 3, 4, 5]) await tenant.owner.get(`${tenant.project}/task_run`);
  }

  it.each([
    ['JSON', {}],
    ['a stream', { accept: 'text/event-stream' }],
  ])('gets the finished run of an agent by a repeated request, after %s', async (_form, accept) => {
    const gate = randomUUID();
    const script = await play(world, [{ text: 'At last.', gate }]);
    const { path } = await makeAgent(tenant);
    const headers = createKeyHeader();
    const body = { message: script.message };
    await cutOff(`${path}/run`, body, { ...headers, ...accept }, () => world.model.waitForRequests(script.key, 1));
    await world.model.open(gate);
    const again = await otherClient.post(`${path}/run`, body, headers);
    expect(again).toMatchObject({ status: 200, body: { status: 'completed', output: 'At last.' } });
    expect(isReplayed(again)).toBe(true);
    const late = await tenant.owner.post(`${path}/run`, body, { ...headers, ...QUEUED });
    expect([late.status, late.text]).toEqual([200, again.text]);
    expect(await world.model.requests(script.key)).toHaveLength(1);
  });

  it('gets the finished run of a task by a repeated request', async () => {
    const gate = randomUUID();
    const script = await play(world, [{ text: 'At last.', gate }]);
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const path = `${tenant.project}/task/${task.id}/run`;
    const headers = createKeyHeader();
    const body = { task_input: { text: script.message } };
    await cutOff(path, body, headers, () => world.model.waitForRequests(script.key, 1));
    await world.model.open(gate);
    const again = await otherClient.post(path, body, headers);
    expect(again).toMatchObject({ status: 200, body: { status: 'completed', response: 'At last.' } });
    expect(again.headers.get('x-task-run-id')).toBe(again.body.id);
    expect(await world.model.requests(script.key)).toHaveLength(1);
  });

  it('gets the receipt of a cancel by a repeated request', async () => {
    const script = await play(world, [{ text: 'Never said.', gate: randomUUID() }]);
    const { path } = await makeAgent(tenant);
    const run = await tenant.owner.post(`${path}/run`, { message: script.message }, QUEUED);
    await world.model.waitForRequests(script.key, 1);
    const headers = createKeyHeader();
    const cancel = `${path}/run/${run.body.id}/cancel`;
    // The run does not end before its cancel request is disconnected, else the response would arrive.
    const end = await holdStatements(world.stack.databaseUrl, {
      table: 'agent_runs',
      on: 'update',
      when: `new.status = 'cancelled' and new.id = '${run.body.id}'`,
    });
    await cutOff(cancel, {}, headers, () => end.reached());
    await end.release();
    const again = await otherClient.post(cancel, {}, headers);
    expect(again).toMatchObject({ status: 200, body: { run: { status: 'cancelled' } } });
    expect(isReplayed(again)).toBe(true);
  });

  it('gets the current state of a run by repeating a request that did not wait, or only so long', async () => {
    for (const prefer of ['respond-async', 'wait=0']) {
      const gate = randomUUID();
      const script = await play(world, [{ text: 'At last.', gate }]);
      const agent = await makeAgent(tenant);
      const headers = { ...createKeyHeader(), prefer };
      const ask = () => otherClient.post(`${agent.path}/run`, { message: script.message }, headers);
      const first = await ask();
      await world.model.waitForRequests(script.key, 1);
      const second = await ask();
      expect([first.status, second.status, second.body.status], prefer).toEqual([202, 202, 'running']);
      await world.model.open(gate);
      await agent.follow(first.body.id);
      expect(await ask(), prefer).toMatchObject({ status: 200, body: { id: first.body.id, output: 'At last.' } });
    }
  });

  it('gets the current state of a run by repeating a request that was answered while the run waited', async () => {
    const headers = createKeyHeader();
    const { agent, run, requests, key } = await startScene(world, tenant, [sum('1+1')], { policy: ALWAYS, headers });
    expect(run.status).toBe('waiting_for_human');
    await agent.approve(requests[0].id);
    await agent.follow(run.id);
    const message = `Go. ${world.model.marker(key)}`;
    const again = await otherClient.post(`${agent.path}/run`, { message }, headers);
    expect(again).toMatchObject({ status: 200, body: { id: run.id, status: 'completed', output: 'All done.' } });
  });
});

describe('a rejected request', () => {
  it('is not stored: after a top-up the same key starts the run', async () => {
    const poor = await world.tenant();
    const agent = await makeAgent(poor);
    const task = await makeTask(poor, { user_prompt: '{text}' });
    const setCredits = (credits: string) =>
      world.db.updateTable('organization_accounts').set({ credits }).where('org_id', '=', poor.orgId).execute();
    const [forAgent, forTask] = [createKeyHeader(), createKeyHeader()];
    const asks = [
      () => poor.owner.post(`${agent.path}/run`, { message: 'hello' }, forAgent),
      () => poor.owner.post(`${poor.project}/task/${task.id}/run`, { task_input: { text: 'x' } }, forTask),
    ];
    await setCredits('0');
    for (const ask of asks) {
      for (const _time of [1, 2]) {
        const refused = await ask();
        expect([refused.status, getReason(refused)]).toEqual([402, 'INSUFFICIENT_CREDITS']);
      }
    }
    await setCredits('10');
    for (const ask of asks) {
      const begun = await ask();
      expect([begun.status, begun.body.status, isReplayed(begun)]).toEqual([200, 'completed', false]);
      const again = await ask();
      expect([again.body.id, isReplayed(again)]).toEqual([begun.body.id, true]);
    }
  });

  it('to decide is not stored: a corrected request can use the same key', async () => {
    const { agent, requests } = await startScene(world, tenant, [sum('1+1')], { policy: ALWAYS });
    const headers = createKeyHeader();
    const path = `${agent.path}/approval-request/${requests[0].id}/approve`;
    const wrong = await tenant.owner.post(path, { arguments: {} }, headers);
    expect(wrong.status).toBe(422);
    const right = await tenant.owner.post(path, { arguments: { expression: '2+2' } }, headers);
    expect([right.status, right.body.status]).toEqual([200, 'approved']);
  });
});
