import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createSendClient } from '../../../activities/agents/calls/send-window.ts';
import { createGuardedClient } from '../../../src/platform/http/guarded-client.ts';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { getToolResults, type Receiver, startReceiver } from '../../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../../support/client.ts';
import { holdStatements } from '../../support/holds.ts';
import { NEVER, post, QUEUED, startScene } from '../../support/scene.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';
import { openStepRuns, type StartedStepRun, type StepRuns } from '../../support/step-runs.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
let receiver: Receiver;
let frozen: ProductProcess;
/** The frozen worker's way to Temporal. */
let way: TcpProxy;
let steps: StepRuns;
/** A task's run and an agent's whose steps are under way when their worker freezes. */
let stepping: readonly StartedStepRun[];

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'frozen-sender', { ...WITHOUT_INGESTION, RECONCILE_SECONDS: '1' });
  await stack.startApi();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  receiver = await startReceiver();
  way = await startTcpProxy(stack.info.temporalAddress);
  frozen = stack.startWorker({ TEMPORAL_ADDRESS: way.address });
  await stack.ready();
  steps = await openStepRuns(stack.info, world, tenant);
});
afterAll(async () => {
  // A process that stands still can't be told to stop.
  frozen.child.kill('SIGCONT');
  await frozen.kill();
  way.close();
  await steps.close();
  await receiver.close();
  await world.close();
  await stack.stop();
});

const receivedAt = (path: string) => receiver.received.filter((request) => request.path === path);

it('a worker that was frozen between marking a call as sent and sending it sends nothing when a person has said meanwhile that it did not happen', {
  timeout: 240_000,
}, async () => {
  const marks = await holdStatements(stack.info.databaseUrl, {
    table: 'effects',
    on: 'insert',
    when: "new.status = 'sent'",
  });
  const { agent, run } = await startScene(world, tenant, [post(`${receiver.url}/pay`)], {
    policy: NEVER,
    headers: QUEUED,
  });
  await marks.reached();
  const said = [{ text: 'Never said.', gate: randomUUID() }, { text: 'Said by another.' }];
  stepping = [await steps.beginTask(said), await steps.beginAgent(said)];
  await Promise.all(stepping.map(({ key }) => world.model.waitForRequests(key, 1)));
  frozen.child.kill('SIGSTOP');
  // The server carries out the statement; nobody hears of it.
  await marks.release();
  way.cut();
  const other = stack.startWorker();
  const asked = await eventually(
    () => agent.requests(run.id),
    (requests) => requests.length === 1,
  );
  expect(asked).toMatchObject([{ kind: 'confirm_effect', status: 'pending', rule: { attempts: 1 } }]);
  expect(receivedAt('/pay')).toHaveLength(0);
  await agent.reject(asked[0].id);
  expect((await agent.resume(asked[0].id)).body).toMatchObject({ status: 'completed' });
  for (const run of stepping) expect(await steps.ended(run)).toMatchObject({ status: 'completed' });
  frozen.child.kill('SIGCONT');
  await other.stop();
  // What the woken worker does next comes after all it may do about the first call.
  await startScene(world, tenant, [post(`${receiver.url}/next`)], { policy: NEVER, headers: QUEUED });
  await receiver.arrived('/next');
  expect(receivedAt('/pay')).toHaveLength(1);
  const effects = (await tenant.owner.get(`${agent.path}/run/${run.id}/effects`)).body.results;
  expect(effects).toMatchObject([{ status: 'done', attempts: 2 }]);
});

it('steps of a worker that froze are taken by another, and it lets go of them when it comes to itself', async () => {
  const [task, agent] = stepping as [StartedStepRun, StartedStepRun];
  for (const run of [task, agent]) {
    await world.model.waitForAborts(run.key, 1);
    expect(await world.model.requests(run.key)).toHaveLength(2);
  }
  expect(await steps.ended(task)).toMatchObject({ response: 'Said by another.' });
  expect(await steps.ended(agent)).toMatchObject({ output: 'Said by another.', turns: 1 });
});

it('an answer that comes after a person was asked about it takes the question back', { timeout: 240_000 }, async () => {
  let answer: (() => Promise<void>) | undefined;
  const tool = createServer((request, response) => {
    request.resume();
    answer = () => new Promise((resolve) => response.end('Paid at last.', resolve));
  });
  await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(tool.address() as AddressInfo).port}/slow`;
  const { agent, run, key } = await startScene(world, tenant, [post(url)], { policy: NEVER, headers: QUEUED });
  await eventually(
    async () => answer,
    (arrived) => arrived !== undefined,
  );
  frozen.child.kill('SIGSTOP');
  way.cut();
  const other = stack.startWorker();
  await eventually(
    () => agent.requests(run.id),
    (requests) => requests.length === 1,
  );
  await answer?.();
  frozen.child.kill('SIGCONT');
  const done = await eventually(
    () => agent.read(run.id),
    (now) => now.completed !== null,
  );
  expect(done).toMatchObject({ status: 'completed', output: 'All done.' });
  expect(await getToolResults(world, key)).toEqual([expect.stringContaining('Paid at last.')]);
  const [question] = await agent.requests(run.id);
  expect(question).toMatchObject({ kind: 'confirm_effect', status: 'cancelled', decided_by: null });
  expect((await agent.reject(question.id)).status).toBe(409);
  const effects = (await tenant.owner.get(`${agent.path}/run/${run.id}/effects`)).body.results;
  expect(effects).toMatchObject([{ status: 'done', attempts: 1 }]);
  await other.stop();
  tool.closeAllConnections();
  tool.close();
});

it('an attempt that is late sends only while its own mark stands in the ledger', async () => {
  const { agent, run } = await startScene(world, tenant, [post(`${receiver.url}/hang`)], {
    policy: NEVER,
    headers: QUEUED,
  });
  await receiver.arrived('/hang');
  const [effect] = (await tenant.owner.get(`${agent.path}/run/${run.id}/effects`)).body.results;
  expect(effect).toMatchObject({ status: 'sent', attempts: 1 });
  const http = createGuardedClient({ allowPrivate: ['127.0.0.1'] });
  const late = (attempt: number) =>
    createSendClient({ db: world.db, http, log: pino({ enabled: false }) }, effect.tool_call_id, attempt, {
      meter: Number.NEGATIVE_INFINITY,
      clock: 0,
    }).request({ method: 'POST', url: `${receiver.url}/late` });
  await expect(late(2)).rejects.toMatchObject({ reason: 'superseded', sent: false });
  expect(receivedAt('/late')).toHaveLength(0);
  expect(await late(1)).toMatchObject({ status: 200 });
  expect(receivedAt('/late')).toHaveLength(1);
  await tenant.owner.post(`${agent.path}/run/${run.id}/cancel`);
  await expect(late(1)).rejects.toMatchObject({ reason: 'superseded', sent: false });
  expect(receivedAt('/late')).toHaveLength(1);
});
