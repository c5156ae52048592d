import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import {
  type ApiResponse,
  Client,
  eventually,
  type Json,
  openWorld,
  type Tenant,
  type World,
} from '../../support/client.ts';
import { makeForwarder, type TestForwarder } from '../../support/forwarders.ts';
import { freeze } from '../../support/freezing.ts';
import { type Hold, holdStatements } from '../../support/holds.ts';
import { Receiver } from '../../support/receiver.ts';
import { ALWAYS, getReason, NEVER, post, QUEUED, type Scene, startScene, sum } from '../../support/scene.ts';
import { authorize, makeIntegration, openAccount, type TestAccount } from '../../support/services.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
let worker: ProductProcess;
let first: ProductProcess;
/** A client of the second API process. */
let otherClient: Client;
let externalServer: Server;
let receiver: Receiver;
let url: string;
const received: string[] = [];

/** Disconnects the first two requests to a path; responds to later ones. */
async function startExternalServer(): Promise<void> {
  externalServer = createServer((request, response) => {
    const path = request.url ?? '/';
    received.push(path);
    request.resume().on('end', () => (timesSent(path) <= 2 ? request.socket.destroy() : response.end('done')));
  });
  await new Promise<void>((resolve) => externalServer.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(externalServer.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  await startExternalServer();
  receiver = await Receiver.open();
  // No automatic second delivery happens during the test.
  stack = await Stack.create(inject('servers'), 'crashes', { ...WITHOUT_INGESTION, FORWARD_RETRY_MS: '3600000' });
  worker = stack.startWorker();
  const port = await findFreePort();
  [first] = await Promise.all([stack.startApi(), stack.startApi(port)]);
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  otherClient = new Client(`http://127.0.0.1:${port}`, tenant.key);
});
afterAll(async () => {
  await world.close();
  await stack.stop();
  externalServer.close();
  receiver.close();
});

const timesSent = (path: string) => received.filter((one) => one === path).length;
const holdInStack = (held: Parameters<typeof holdStatements>[1]): Promise<Hold> =>
  holdStatements(stack.info.databaseUrl, held);
const listRequests = async ({ agent, run }: Scene): Promise<Json[]> =>
  (await otherClient.get(`${agent.path}/approval-request?run_id=${run.id}`)).body.results.reverse();
const readRun = async ({ agent, run }: Scene): Promise<Json> =>
  (await otherClient.get(`${agent.path}/run/${run.id}`)).body;

/** A text that a guardrail detects as a cloud key. */
const SECRET = 'AKIAIOSFODNN7EXAMPLF';

describe('a worker that is killed', () => {
  /** A run whose input a model was judging. */
  let guarded: { readonly path: string; readonly key: string };
  let unclear: Scene;
  let refused: Scene;
  let half: Scene;
  let account: TestAccount;
  /** Runs with a delivery that arrived unrecorded, one that was not started, and one whose first attempt failed. */
  let unnoted: Forwarded;
  let unbegun: Forwarded;
  let between: Forwarded;
  let parent: { readonly path: string; readonly runId: string; readonly child: Json; readonly taskPath: string };

  beforeAll(async () => {
    unclear = await startScene(world, tenant, [post(`${url}/unclear`, { body: 'pay' })], { policy: NEVER });
    const rules = [{ tool: '*', mode: 'always', on_reject: 'fail' }];
    refused = await startScene(world, tenant, [sum('1+1')], { policy: { default: 'never', rules } });
    account = await openAccount({ answers: [{ path: '/repos', hang: true }] });
    half = await beginIssue();
    const hook = (path: string, of = tenant) => makeForwarder(of, 'webhook', { url: receiver.url(path) });
    // A pending commit locks the credit account of its organization.
    const other = await world.tenant();
    const hooks = {
      unnoted: await hook('/unnoted'),
      between: await hook('/between'),
      unbegun: await hook('/unbegun', other),
    };
    receiver.answers.set('/between', [{ status: 503 }, { status: 204 }]);
    const held = [
      await holdInStack({ table: 'approval_requests', on: 'insert', when: "new.kind = 'confirm_effect'" }),
      await holdInStack({ table: 'agent_runs', on: 'update', when: "new.status = 'failed'" }),
      await holdInStack({
        table: 'task_runs',
        on: 'insert',
        when: 'new.tool_call_id is not null',
        atCommit: true,
      }),
      await holdInStack({
        table: 'forward_attempts',
        on: 'update',
        when: `new.forwarder_id = '${hooks.unnoted.record.id}' and new.outcome is not null`,
      }),
      await holdInStack({
        table: 'forward_deliveries',
        on: 'insert',
        when: `new.forwarder_id = '${hooks.unbegun.record.id}'`,
        atCommit: true,
      }),
    ];
    unnoted = await beginForwarded(hooks.unnoted);
    unbegun = await beginForwarded(hooks.unbegun, other);
    between = await beginForwarded(hooks.between);
    await receiver.to('/between');
    await between.to.delivery(between.runId, ({ attempts }) => attempts[0]?.outcome === 'failed');
    guarded = await beginGuarded();
    await unclear.agent.reject(unclear.requests[0].id);
    await refused.agent.reject(refused.requests[0].id);
    const task = await makeTask(tenant, { name: 'Child' });
    const agent = await makeAgent(tenant, { task_tools: [{ task_id: task.id }] });
    const key = randomUUID();
    await world.model.script(key, [{ tool_calls: [{ name: 'Child', arguments: { text: 'x' } }] }, { text: 'Done.' }]);
    const message = `Go. ${world.model.marker(key)}`;
    const run = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
    for (const one of held) await one.reached();
    await eventually(issues, (sent) => sent === 1);
    await world.model.waitForRequests(guarded.key, 1);
    await worker.kill();
    for (const one of held) await one.release();
    const child = await eventually(
      () => world.db.selectFrom('task_runs').select('id').where('task_id', '=', task.id).executeTakeFirst(),
      (row) => row !== undefined,
    );
    parent = { path: agent.path, runId: run.body.id, child, taskPath: `${tenant.project}/task/${task.id}` };
    const cancel = await otherClient.post(`${agent.path}/run/${run.body.id}/cancel`, undefined, { prefer: 'wait=1' });
    expect(cancel).toMatchObject({ status: 202, body: { run: { status: 'cancelling' } } });
    worker = stack.startWorker();
  });

  /** A run whose end is delivered to a webhook. */
  interface Forwarded {
    readonly to: TestForwarder;
    readonly runId: string;
  }

  async function beginForwarded(to: TestForwarder, of = tenant): Promise<Forwarded> {
    const task = await makeTask(of, { task_forwarder_id: to.record.id });
    const body = { task_input: { text: 'x' } };
    return { to, runId: (await of.owner.post(`${of.project}/task/${task.id}/run`, body, QUEUED)).body.id };
  }

  /** A run with a secret and a topic in its input. Its first judge model never responds. */
  async function beginGuarded() {
    const guardrails = {
      input: [
        { guardrail: 'secrets', action: 'mask' },
        { guardrail: 'topics', action: 'flag', config: { topics: [{ name: 'Weapons' }] } },
      ],
    };
    const task = await makeTask(tenant, { user_prompt: '{text}', guardrails });
    const verdict = { text: '{"topics":["weapons"]}' };
    const { key, message } = await play(world, [{ hang: true }, verdict, { text: 'Nothing seen.' }], { by: 'call' });
    const path = `${tenant.project}/task/${task.id}/run`;
    const run = await tenant.owner.post(path, { task_input: { text: `${SECRET} ${message}` } }, QUEUED);
    return { path: `${path}/${run.body.id}`, key };
  }

  /** A call of an external service that is sent and gets no response. */
  async function beginIssue(): Promise<Scene> {
    const { id, available_tools } = await makeIntegration(tenant, 'github');
    await authorize(tenant, id, account);
    const { name } = available_tools.find((tool: Json) => tool.id === 'create_issue');
    const issue = { name, arguments: { owner: 'acme', repository: 'shop', title: 'It broke' } };
    const fields = { integrations: [{ project_integration_id: id }] };
    return startScene(world, tenant, [issue], { policy: NEVER, fields, headers: QUEUED });
  }

  const issues = async () => (await account.requests()).filter(({ path }) => path === '/repos/acme/shop/issues').length;

  it('during an integration call has sent it once, and a person is asked whether it happened', async () => {
    const requests = await eventually(
      () => listRequests(half),
      (all) => all.length === 1,
    );
    expect(requests).toMatchObject([{ kind: 'confirm_effect', status: 'pending', tool_type: 'integration' }]);
    await half.agent.approve(requests[0].id);
    const done = await eventually(
      () => readRun(half),
      (run) => run.completed !== null,
    );
    expect(done.status).toBe('completed');
    expect(await issues()).toBe(1);
  });

  it('during a question about a call asks again, and an answer to the earlier question sends nothing', async () => {
    const requests = await eventually(
      () => listRequests(unclear),
      (all) => all.length === 2,
    );
    expect(requests).toMatchObject([
      { kind: 'confirm_effect', status: 'rejected' },
      { kind: 'confirm_effect', status: 'pending', rule: { attempts: 2 } },
    ]);
    expect(timesSent('/unclear')).toBe(2);
    await unclear.agent.approve(requests[1].id);
    const done = await eventually(
      () => readRun(unclear),
      (run) => run.completed !== null,
    );
    expect(done).toMatchObject({ status: 'completed', output: 'All done.' });
    expect(timesSent('/unclear')).toBe(2);
  });

  it('while it ends a run after a rejection leaves a run that still ends, without another model call', async () => {
    const done = await eventually(
      () => readRun(refused),
      (run) => run.completed !== null,
    );
    expect(done).toMatchObject({ status: 'failed', error: { reason: 'APPROVAL_REJECTED' } });
    expect(await world.model.requests(refused.key)).toHaveLength(1);
  });

  it('during an input check leads to a repeated check: each finding counts once, and the model is called once', async () => {
    const run = await eventually(
      async () => (await otherClient.get(guarded.path)).body,
      ({ completed }) => completed !== null,
    );
    expect(run).toMatchObject({ status: 'completed', response: 'Nothing seen.' });
    const hits = run.guardrail_hits.map(({ guardrail, action, count }: Json) => [guardrail, action, count]);
    expect(hits.toSorted()).toEqual([
      ['secrets', 'mask', 1],
      ['topics', 'flag', 1],
    ]);
    const asked = (await world.model.requests(guarded.key)).map(({ body }) => JSON.stringify(body));
    expect(asked).toHaveLength(3);
    expect(asked.at(-1)).not.toContain(SECRET);
  });

  it('after a webhook received a run, but before that is recorded, leads to a second delivery with the same id', async () => {
    const delivery = await unnoted.to.delivery(unnoted.runId);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ outcome: 'delivered' }, { outcome: null }] });
    const messages = await receiver.to('/unnoted', 2);
    expect(messages.map(({ headers }) => headers['webhook-id'])).toEqual([delivery.id, delivery.id]);
    expect(messages.map(({ body }) => body.data.id)).toEqual([unnoted.runId, unnoted.runId]);
  });

  it('between two delivery attempts leaves the next one to another worker, with the same id', async () => {
    const waiting = await between.to.delivery(between.runId, () => true);
    expect(waiting).toMatchObject({ status: 'pending', attempts: [{ outcome: 'failed', status_code: 503 }] });
    const again = await tenant.owner.post(`${between.to.path}/delivery/${waiting.id}/redeliver`);
    expect(again).toMatchObject({ status: 200, body: { status: 'pending' } });
    const delivery = await between.to.delivery(between.runId);
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: [{ outcome: 'delivered' }, { outcome: 'failed' }],
    });
    const messages = await receiver.to('/between', 2);
    expect(messages.map(({ headers }) => headers['webhook-id'])).toEqual([delivery.id, delivery.id]);
  });

  it('after a run ended, before its delivery started, leads to a delivery all the same', async () => {
    const [message] = await receiver.to('/unbegun');
    expect(message?.body.data).toMatchObject({ id: unbegun.runId, status: 'completed' });
    expect(await unbegun.to.delivery(unbegun.runId)).toMatchObject({ status: 'delivered' });
  });

  it('before the start of a child task of a run that is then cancelled leaves neither of them in `cancelling`', async () => {
    const run = await eventually(
      async () => (await otherClient.get(`${parent.path}/run/${parent.runId}`)).body,
      (body) => body.completed !== null,
    );
    expect(run).toMatchObject({ status: 'cancelled' });
    const child = (await otherClient.get(`${parent.taskPath}/run/${parent.child.id}`)).body;
    expect(child).toMatchObject({ status: 'cancelled', completed: expect.any(String) });
  });
});

describe('an API process that is killed', () => {
  /** A request with a key, received by the process before the kill. */
  interface Lost {
    readonly path: string;
    readonly body: unknown;
    readonly headers: Record<string, string>;
  }
  const send = (client: Client, { path, body, headers }: Lost): Promise<ApiResponse> =>
    client.post(path, body, headers);
  const keyed = (path: string, body: unknown = {}): Lost => ({
    path,
    body,
    headers: { 'idempotency-key': randomUUID(), ...QUEUED },
  });
  let lost: Record<'approve' | 'reject' | 'cancel' | 'start', Lost>;
  let scenes: Record<'approve' | 'reject' | 'cancel' | 'start', Scene>;

  beforeAll(async () => {
    // Each in its own project, because a commit locks its project's audit chain.
    const parked = async () => {
      const { body } = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Apart' });
      const apart = { ...tenant, projectId: body.id, project: `/org/${tenant.orgId}/project/${body.id}` };
      return startScene(world, apart, [sum('1+1')], { policy: ALWAYS });
    };
    scenes = { approve: await parked(), reject: await parked(), cancel: await parked(), start: await parked() };
    const request = (scene: Scene) => `${scene.agent.path}/approval-request/${scene.requests[0].id}`;
    lost = {
      approve: keyed(`${request(scenes.approve)}/approve`),
      reject: keyed(`${request(scenes.reject)}/reject`, { decision_note: 'no' }),
      cancel: keyed(`${scenes.cancel.agent.path}/run/${scenes.cancel.run.id}/cancel`),
      start: keyed(`${scenes.start.agent.path}/run`, { message: 'hello' }),
    };
    const decisions = await holdInStack({
      table: 'idempotency_keys',
      on: 'update',
      when: 'new.run_id is not null and old.run_id is null',
      atCommit: true,
    });
    const starts = await holdInStack({ table: 'agent_runs', on: 'insert', when: 'true' });
    const cut = Object.values(lost).map((one) => send(tenant.owner, one).catch(() => 'cut'));
    await decisions.reached(3);
    await starts.reached();
    await first.kill();
    expect(await Promise.all(cut)).toEqual(['cut', 'cut', 'cut', 'cut']);
    // Started commits complete, earlier work is rolled back.
    await decisions.release();
    await starts.breakOff();
    await starts.release();
  });

  it('before it responded to a decision: a repeated request to another process gets the result, and the decision is made once', async () => {
    for (const verdict of ['approve', 'reject'] as const) {
      const again = await send(otherClient, lost[verdict]);
      const status = verdict === 'approve' ? 'approved' : 'rejected';
      expect([again.status, again.body.status], verdict).toEqual([200, status]);
      expect(again.body.decisions, verdict).toMatchObject([{ decision: verdict }]);
      const run = await eventually(
        () => readRun(scenes[verdict]),
        (now) => now.completed !== null,
      );
      expect(run, verdict).toMatchObject({ status: 'completed' });
    }
  });

  it('before it responded to a cancel: a repeated request to another process returns its receipt', async () => {
    const again = await send(otherClient, { ...lost.cancel, headers: { ...lost.cancel.headers, prefer: 'wait=60' } });
    expect(again).toMatchObject({ status: 200, body: { run: { status: 'cancelled' }, done: [] } });
  });

  it('before it created a run: a repeated request to another process takes over, and one run is created', {
    timeout: 45_000,
  }, async () => {
    const again = await send(otherClient, lost.start);
    // Its progress depends on the worker.
    expect(again.status).toBe(202);
    const runs = (await otherClient.get(`${scenes.start.agent.path}/run`)).body.results;
    expect(runs.map((run: Json) => run.id)).toEqual([again.body.id, scenes.start.run.id]);
  });
});

describe('an API process that is frozen', () => {
  it('during the creation of a run creates none when it resumes, because a repeated request did so elsewhere', async () => {
    const port = await findFreePort();
    const named = new URL(stack.info.databaseUrl);
    named.searchParams.set('application_name', 'to_be_frozen');
    const frozen = await stack.startApi(port, { DATABASE_URL: named.href });
    const agent = await makeAgent({ ...tenant, owner: otherClient });
    const starts = await holdInStack({
      table: 'agent_runs',
      on: 'insert',
      when: "current_setting('application_name') = 'to_be_frozen'",
    });
    const headers = { 'idempotency-key': randomUUID(), ...QUEUED };
    const ask = (client: Client) => client.post(`${agent.path}/run`, { message: 'hello' }, headers);
    const there = new Client(`http://127.0.0.1:${port}`, tenant.key);
    const late = ask(there);
    await starts.reached();
    const resume = freeze(frozen.child);
    const taken = await ask(otherClient);
    expect(taken.status).toBe(202);
    await starts.release();
    resume();
    const refused = await late;
    expect([refused.status, getReason(refused)]).toEqual([503, 'IDEMPOTENCY_KEY_TAKEN_OVER']);
    const again = await ask(there);
    expect(again.body.id).toBe(taken.body.id);
    expect((await otherClient.get(`${agent.path}/run`)).body.results).toHaveLength(1);
  });

  it('differs from a slow one, which keeps its key: a repeated request waits for it', async () => {
    const agent = await makeAgent({ ...tenant, owner: otherClient });
    const starts = await holdInStack({ table: 'agent_runs', on: 'insert', when: 'true' });
    const headers = { 'idempotency-key': randomUUID(), ...QUEUED };
    const ask = () => otherClient.post(`${agent.path}/run`, { message: 'hello' }, headers);
    const slow = ask();
    await starts.reached();
    const claim = () =>
      world.db
        .selectFrom('idempotency_keys')
        .select(['owner', 'created'])
        .where('key', '=', headers['idempotency-key'])
        .executeTakeFirstOrThrow();
    const before = await claim();
    const repeat = ask();
    // The heartbeat of the slow request, which makes the repeat wait.
    await eventually(claim, ({ created }) => created > before.created);
    expect((await claim()).owner).toBe(before.owner);
    await starts.release();
    const answers = await Promise.all([slow, repeat]);
    expect(answers.map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(answers[1]?.body.id).toBe(answers[0]?.body.id);
  });
});
