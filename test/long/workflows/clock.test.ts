import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { makeAgent, makeTask, play, type TestAgent } from '../../support/agents.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { QUEUED, startScene, sum } from '../../support/scene.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';
import { openStepRuns } from '../../support/step-runs.ts';

const OFF_MS = 300_000;
/** Tolerance of a time in milliseconds, far less than the clock skew. */
const NEAR_MS = 120_000;

const JUMPED = 'the clock jumped';

/** Shifts the clock of a process. A SIGUSR2 makes it jump to the opposite shift. */
const PRELOAD = `
let off = Number(process.env.CLOCK_OFF_MS);
process.on('SIGUSR2', () => {
  off = -off;
  console.log('${JUMPED}');
});
const now = Date.now.bind(Date);
globalThis.Date = new Proxy(Date, {
  construct: (target, args, of) => Reflect.construct(target, args.length === 0 ? [now() + off] : args, of),
  get: (target, name) => (name === 'now' ? () => now() + off : Reflect.get(target, name)),
});
`;

/** One API process ahead and one behind. */
let stack: Stack;
let clock: (ms: number) => Record<string, string>;
/** Their addresses by skew. */
let baseUrls: Map<number, string>;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'clock', WITHOUT_INGESTION);
  const preload = join(stack.info.dataDir, 'clock.mjs');
  writeFileSync(preload, PRELOAD);
  clock = (ms) => ({ NODE_OPTIONS: `--import ${preload}`, CLOCK_OFF_MS: String(ms) });
  const port = await findFreePort();
  await Promise.all([stack.startApi(undefined, clock(OFF_MS)), stack.startApi(port, clock(-OFF_MS))]);
  baseUrls = new Map([
    [OFF_MS, stack.info.baseUrl],
    [-OFF_MS, `http://127.0.0.1:${port}`],
  ]);
});
afterAll(() => stack.stop());

/** The worker has the skew of the first API process, opposite to the second. */
describe.each([
  { first: 'ahead', off: OFF_MS },
  { first: 'behind', off: -OFF_MS },
])('processes with a clock skew of five minutes, the worker and one API $first', ({ off }) => {
  let world: World;
  let tenant: Tenant;
  let other: Client;
  let agent: TestAgent;
  let worker: ProductProcess;

  beforeAll(async () => {
    worker = stack.startWorker(clock(off));
    world = openWorld({ ...stack.info, baseUrl: baseUrls.get(off) ?? '' });
    tenant = await world.tenant();
    other = new Client(baseUrls.get(-off) ?? '', tenant.key);
    agent = await makeAgent(tenant);
  });
  afterAll(() => world.close());

  const near = (time: string, to: number) => expect(Math.abs(Date.parse(time) - to)).toBeLessThan(NEAR_MS);

  it('are ready, since a polling worker is not mistaken for one seen long ago', async () => {
    for (const client of [tenant.owner, other]) {
      await eventually(
        () => client.get('/-/ready'),
        ({ status }) => status === 200,
      );
    }
  });

  it('list resources created through either of them newest first, page by page', async () => {
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const path = `${tenant.project}/task/${task.id}/run`;
    const made: string[] = [];
    for (const client of [tenant.owner, other, tenant.owner, other, tenant.owner]) {
      made.push((await client.post(path, { task_input: { text: 'x' } })).body.id);
    }
    const listed: string[] = [];
    let cursor = '';
    for (const client of [other, tenant.owner, other]) {
      const page = await client.get(`${path}?page_limit=2${cursor}`);
      listed.push(...page.body.results.map((run: Json) => run.id));
      cursor = `&cursor=${page.body.pagination.next_cursor}`;
    }
    expect(listed).toEqual(made.reverse());
  });

  it('show times by the database: since when and until when an approval is pending', async () => {
    const rules = [{ tool: '*', mode: 'always', expires_in: 'PT1H' }];
    const guarded = await makeAgent(tenant, { approval_policy: { default: 'never', rules } });
    const run = await guarded.run((await play(world, [{ tool_calls: [sum('6*7')] }, { text: '42.' }])).message);
    const now = Date.now();
    near(run.created, now);
    near(run.waiting_for.since, now);
    near(run.waiting_for.until, now + 3_600_000);
    const [request] = await guarded.requests(run.id, other);
    near(request.created, now);
    near(request.expires_at, now + 3_600_000);
    const stream = await other.stream(`${guarded.path}/run/${run.id}/events`);
    const asked = await stream.until((event) => event.event === 'approval_required');
    near(asked.data.expires_at, now + 3_600_000);
    stream.cut();
  });

  it('expire a request at its expiry by the database, neither earlier nor never', async () => {
    const expiring = (expires_in: string) => ({
      policy: { default: 'never', rules: [{ tool: '*', mode: 'always', expires_in }] },
      next: [{ text: 'Nobody came.' }],
      headers: QUEUED,
    });
    const waiting = await startScene(world, tenant, [sum('6*7')], expiring('PT3M'));
    for (const client of [tenant.owner, other]) {
      const requests = () => waiting.agent.requests(waiting.run.id, client);
      const [asked] = await eventually(requests, (found) => found.length > 0);
      expect(asked.status).toBe('pending');
    }
    const { agent: guarded, run } = await startScene(world, tenant, [sum('6*7')], expiring('PT2S'));
    const ended = await eventually(
      () => guarded.read(run.id),
      (read) => read.completed !== null,
    );
    expect(ended).toMatchObject({ status: 'completed', output: 'Nobody came.' });
    const [request] = await guarded.requests(run.id);
    const { rows } = await sql<{ late: boolean }>`
      select decided_at >= expires_at and created + interval '2 seconds' <= expires_at as late
      from approval_requests where id = ${request.id} and status = 'expired'`.execute(world.db);
    expect(rows).toEqual([{ late: true }]);
  });

  it('show when a model is retried', async () => {
    const busy = { status: 429, headers: { 'retry-after': '100' }, body: { error: { message: 'busy' } } };
    const script = await play(world, [busy], { by: 'call' });
    const run = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, { prefer: 'respond-async' });
    const waiting = await eventually(
      () => agent.read(run.body.id),
      (read) => read.waiting_for?.kind === 'retry',
    );
    const now = Date.now();
    near(waiting.waiting_for.since, now);
    near(waiting.waiting_for.until, now + 100_000);
    await tenant.owner.post(`${agent.path}/run/${run.body.id}/cancel`);
  });

  it('let a long step end, started once', async () => {
    const steps = await openStepRuns(stack.info, world, tenant);
    const gate = randomUUID();
    const run = await steps.beginAgent([{ text: 'At last.', gate }]);
    await world.model.waitForRequests(run.key, 1);
    await world.model.open(gate);
    expect(await steps.ended(run)).toMatchObject({ status: 'completed', output: 'At last.' });
    expect(await world.model.requests(run.key)).toHaveLength(1);
    await steps.close();
  });

  it('end a step once although the clock of its worker jumps meanwhile', async () => {
    const jump = async () => {
      const jumped = worker.waitForLine((line) => line === JUMPED);
      worker.child.kill('SIGUSR2');
      await jumped;
    };
    const steps = await openStepRuns(stack.info, world, tenant);
    const gate = randomUUID();
    const run = await steps.beginAgent([{ text: 'At last.', gate }]);
    await world.model.waitForRequests(run.key, 1);
    await jump();
    await world.model.open(gate);
    const ended = await steps.ended(run);
    await jump();
    expect(ended).toMatchObject({ status: 'completed', output: 'At last.' });
    expect(await world.model.requests(run.key)).toHaveLength(1);
    near(ended.completed, Date.now());
    await steps.close();
  });

  it('detect a repeated Idempotency-Key in either process', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const message = { message: 'once' };
    const before = await tenant.owner.post(`${agent.path}/run`, message, headers);
    const after = await other.post(`${agent.path}/run`, message, headers);
    expect(after).toMatchObject({ status: 200, body: { id: before.body.id } });
    expect(after.headers.get('idempotency-replayed')).toBe('true');
  });

  it('record when a key was created, used and revoked, and reject it at once', async () => {
    const path = `${tenant.project}/api_key`;
    const key = (await tenant.owner.post(path, { name: 'short-lived' })).body;
    const [here, there] = [new Client(tenant.owner.base, key.value), new Client(other.base, key.value)];
    expect((await here.get('/whoami')).status).toBe(200);
    const used = await eventually(
      async () => (await other.get(path)).body.find((one: Json) => one.id === key.id),
      (one) => one.last_used !== null,
    );
    near(used.created, Date.now());
    near(used.last_used, Date.now());
    const revoked = await other.post(`${path}/${key.id}/revoke`);
    near(revoked.body.revoked, Date.now());
    for (const client of [here, there]) expect((await client.get('/whoami')).status).toBe(401);
  });

  it('report that no worker takes a run as soon as that is the case, and not before', async () => {
    await worker.stop();
    const begun = Date.now();
    const run = await tenant.owner.post(`${agent.path}/run`, { message: 'x' }, { prefer: 'respond-async' });
    const seen = await Promise.all(
      [tenant.owner, other].map((client) =>
        eventually(
          async () => ({ at: Date.now(), run: (await client.get(`${agent.path}/run/${run.body.id}`)).body }),
          (read) => read.run.waiting_for?.kind === 'worker',
        ),
      ),
    );
    for (const { at } of seen) expect(at - begun).toBeGreaterThan(4000);
  });
});
