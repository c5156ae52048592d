import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { eventually, openWorld, type StreamEvent, type Tenant, type World } from '../../support/client.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
let frozenWorker: ProductProcess;
/** The frozen worker's connection to Temporal. */
let temporalProxy: TcpProxy;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'frozen', WITHOUT_INGESTION);
  await stack.startApi();
  world = openWorld(stack.info);
  tenant = await world.tenant();
});
afterAll(async () => {
  // A frozen process ignores SIGTERM.
  frozenWorker.child.kill('SIGCONT');
  temporalProxy.close();
  await world.close();
  await stack.stop();
});

const isText = ({ event }: StreamEvent) => event === 'text';

it('a worker that was frozen during a turn and resumes after a takeover adds nothing to the run', {
  timeout: 240_000,
}, async () => {
  temporalProxy = await startTcpProxy(stack.info.temporalAddress);
  frozenWorker = stack.startWorker({ TEMPORAL_ADDRESS: temporalProxy.address });
  await stack.ready();
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

  frozenWorker.child.kill('SIGSTOP');
  temporalProxy.cut();
  const other = stack.startWorker();
  for (const each of [stream, taskStream]) await each.until((event) => isText(event) && event.data.attempt === 2);
  // The model continues the first response while the second attempt pauses in the middle of its text.
  frozenWorker.child.kill('SIGCONT');
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
