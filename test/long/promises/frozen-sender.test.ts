import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createSendClient } from '../../../activities/agents/calls/send-window.ts';
import { createGuardedClient } from '../../../src/platform/http/guarded-client.ts';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { getToolResults, makeAgent, makeTask, play, type Receiver, startReceiver } from '../../support/agents.ts';
import { eventually, openWorld, type StreamEvent, type Tenant, type World } from '../../support/client.ts';
import { freeze } from '../../support/freezing.ts';
import { holdStatements } from '../../support/holds.ts';
import { NEVER, post, QUEUED, startScene } from '../../support/scene.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';
import { openStepRuns, type StartedStepRun, type StepRuns } from '../../support/step-runs.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
let receiver: Receiver;
let frozenWorker: ProductProcess;
/** The frozen worker's connection to Temporal. */
let temporalProxy: TcpProxy;
let steps: StepRuns;
/** A task run and an agent run whose steps execute when their worker freezes. */
let startedStepRuns: readonly StartedStepRun[];

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'frozen-sender', { ...WITHOUT_INGESTION, RECONCILE_SECONDS: '2' });
  await stack.startApi();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  receiver = await startReceiver();
  temporalProxy = await startTcpProxy(stack.info.temporalAddress);
  frozenWorker = stack.startWorker({ TEMPORAL_ADDRESS: temporalProxy.address });
  await stack.ready();
  steps = await openStepRuns(stack.info, world, tenant);
});
afterAll(async () => {
  // A frozen process ignores SIGTERM.
  frozenWorker.child.kill('SIGCONT');
  await frozenWorker.kill();
  temporalProxy.close();
  await steps.close();
  await receiver.close();
  await world.close();
  await stack.stop();
});

const listReceived = (path: string) => receiver.received.filter((request) => request.path === path);

it('a worker that was frozen between recording and sending a call sends nothing if a person has since said that it did not happen', {
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
  startedStepRuns = [await steps.beginTask(said), await steps.beginAgent(said)];
  await Promise.all(startedStepRuns.map(({ key }) => world.model.waitForRequests(key, 1)));
  const resume = freeze(frozenWorker.child);
  // The server executes the statement, and the response is lost.
  await marks.release();
  temporalProxy.cut();
  const other = stack.startWorker();
  const asked = await eventually(
    () => agent.requests(run.id),
    (requests) => requests.length === 1,
  );
  expect(asked).toMatchObject([{ kind: 'confirm_effect', status: 'pending', rule: { attempts: 1 } }]);
  expect(listReceived('/pay')).toHaveLength(0);
  await agent.reject(asked[0].id);
  expect((await agent.resume(asked[0].id)).body).toMatchObject({ status: 'completed' });
  for (const run of startedStepRuns) expect(await steps.ended(run)).toMatchObject({ status: 'completed' });
  resume();
  await other.stop();
  // The resumed worker does its next work after everything about the first call.
  await startScene(world, tenant, [post(`${receiver.url}/next`)], { policy: NEVER, headers: QUEUED });
  await receiver.arrived('/next');
  expect(listReceived('/pay')).toHaveLength(1);
  const effects = (await tenant.owner.get(`${agent.path}/run/${run.id}/effects`)).body.results;
  expect(effects).toMatchObject([{ status: 'done', attempts: 2 }]);
});

it('steps of a frozen worker are taken over by another, and it drops them when it resumes', async () => {
  const [task, agent] = startedStepRuns as [StartedStepRun, StartedStepRun];
  for (const run of [task, agent]) {
    await world.model.waitForAborts(run.key, 1);
    expect(await world.model.requests(run.key)).toHaveLength(2);
  }
  expect(await steps.ended(task)).toMatchObject({ response: 'Said by another.' });
  expect(await steps.ended(agent)).toMatchObject({ output: 'Said by another.', turns: 1 });
});

it('a result that arrives after a person was asked about it withdraws the question', { timeout: 240_000 }, async () => {
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
  const resume = freeze(frozenWorker.child);
  temporalProxy.cut();
  const other = stack.startWorker();
  await eventually(
    () => agent.requests(run.id),
    (requests) => requests.length === 1,
  );
  const readLog = () => readFileSync(join(stack.info.dataDir, 'worker.log'), 'utf8');
  const logLength = readLog().length;
  resume();
  // The worker learns that another one has taken over before the result arrives.
  await eventually(
    async () => readLog().slice(logLength),
    (added) => added.includes('not found'),
  );
  await answer?.();
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

it('a late attempt sends only while its own claim is in the ledger', async () => {
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
  expect(listReceived('/late')).toHaveLength(0);
  expect(await late(1)).toMatchObject({ status: 200 });
  expect(listReceived('/late')).toHaveLength(1);
  await tenant.owner.post(`${agent.path}/run/${run.id}/cancel`);
  await expect(late(1)).rejects.toMatchObject({ reason: 'superseded', sent: false });
  expect(listReceived('/late')).toHaveLength(1);
});

const isText = ({ event }: StreamEvent) => event === 'text';

it('a worker that was frozen during a turn and resumes after a takeover adds nothing to the run', {
  timeout: 240_000,
}, async () => {
  const [late, lateTask, last, lastTask] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const script = await play(
    world,
    [
      { chunks: ['One, ', 'two, ', 'three, ', 'too late.'], gate_after_chunks: { count: 2, gate: late } },
      { chunks: ['Four, ', 'five.'], gate_after_chunks: { count: 1, gate: last } },
    ],
    { by: 'call' },
  );
  const agent = await makeAgent(tenant);
  const stream = await tenant.owner.stream(`${agent.path}/run`, { body: { message: script.message } });
  await stream.until((event) => event.event === 'text' && event.data.text.includes('two'));
  const runId: string = stream.events[0]?.data.run_id;
  // The task's response breaks off when its worker resumes, which voids only its own text.
  const taskScript = await play(
    world,
    [
      { chunks: ['Six, ', 'too late.'], gate_after_chunks: { count: 1, gate: lateTask }, cut_after_chunks: 2 },
      { chunks: ['Seven, ', 'eight.'], gate_after_chunks: { count: 1, gate: lastTask } },
    ],
    { by: 'call' },
  );
  const task = await makeTask(tenant, { user_prompt: '{text}' });
  const taskStream = await tenant.owner.stream(`${tenant.project}/task/${task.id}/run`, {
    body: { task_input: { text: taskScript.message } },
  });
  await taskStream.until(isText);

  const resume = freeze(frozenWorker.child);
  temporalProxy.cut();
  const other = stack.startWorker();
  for (const each of [stream, taskStream]) await each.until((event) => isText(event) && event.data.attempt === 2);
  // The model continues the first response while the second attempt pauses in the middle of its text.
  resume();
  for (const gate of [late, lateTask]) await world.model.open(gate);
  for (const { key } of [script, taskScript])
    await eventually(
      () => world.model.requests(key),
      ([first]) => first?.finished === true || first?.aborted === true,
    );
  // A shutdown waits for running work, so all late writes were attempted after it.
  await frozenWorker.stop();
  for (const gate of [last, lastTask]) await world.model.open(gate);
  const events = await stream.end();
  const taskEvents = await taskStream.end();
  await other.stop();

  const restart = events.findIndex((event) => event.event === 'turn_restarted');
  expect(events[restart]?.data).toMatchObject({ turn: 1, attempt: 2 });
  const after = events.slice(restart + 1);
  expect(after.map((event) => event.event)).toEqual([...after.slice(0, -1).map(() => 'text'), 'done']);
  expect(after.slice(0, -1).every((event) => event.data.attempt === 2)).toBe(true);
  expect(
    after
      .slice(0, -1)
      .map((event) => event.data.text)
      .join(''),
  ).toBe('Four, five.');
  expect(JSON.stringify(events)).not.toContain('too late');
  expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1));
  expect(await agent.follow(runId)).toEqual(events);
  expect(await agent.read(runId)).toMatchObject({
    output: 'Four, five.',
    turns: 1,
    // The response's 5 tokens, and once the 256 estimated for the frozen worker's call.
    output_tokens: 261,
    usage_estimated: true,
  });
  const turns = await world.db
    .selectFrom('agent_turns')
    .select(['turn', 'attempt'])
    .where('run_id', '=', runId)
    .execute();
  expect(turns).toEqual([{ turn: 1, attempt: 2 }]);

  const retried = taskEvents.slice(taskEvents.findIndex(isText) + 1);
  expect(retried.filter((event) => !isText(event))).toMatchObject([
    { event: 'text_restarted', data: { attempt: 2 } },
    { event: 'done', data: { status: 'completed', output: 'Seven, eight.' } },
  ]);
  const said = retried.filter(isText);
  expect(said.every(({ data }) => data.attempt === 2)).toBe(true);
  expect(said.map(({ data }) => data.text).join('')).toBe('Seven, eight.');
});
