import { randomUUID } from 'node:crypto';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ProductProcess } from '../../src/platform/local/launch.ts';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { stepsOf } from '../support/histories.ts';
import type { Step } from '../support/model-server.ts';
import { Stack } from '../support/stack.ts';

let stack: Stack;
let worker: ProductProcess;
let world: World;
let tenant: Tenant;
let temporal: TemporalClient;

const QUEUED = { prefer: 'respond-async' };

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'steps');
  worker = stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  const connection = await Connection.connect({ address: stack.info.temporalAddress });
  temporal = new TemporalClient({ connection, namespace: stack.info.namespace });
});
afterAll(async () => {
  await temporal.connection.close();
  await world.close();
  await stack.stop();
});

/** A run under way. */
interface Begun {
  readonly key: string;
  readonly id: string;
  readonly path: string;
}

async function beginTask(steps: readonly Step[]): Promise<Begun> {
  const script = await play(world, steps, { by: 'call' });
  const path = `${tenant.project}/task/${(await makeTask(tenant, { user_prompt: '{text}' })).id}/run`;
  const { body } = await tenant.owner.post(path, { task_input: { text: script.message } }, QUEUED);
  return { key: script.key, id: body.id, path: `${path}/${body.id}` };
}

async function beginAgent(steps: readonly Step[]): Promise<Begun> {
  const script = await play(world, steps, { by: 'call' });
  const agent = await makeAgent(tenant);
  const { body } = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, QUEUED);
  return { key: script.key, id: body.id, path: `${agent.path}/run/${body.id}` };
}

/** Resolves when the run's workflow waits for a step on its process's own queue. */
async function movedOut({ id }: Begun): Promise<void> {
  await eventually(
    async () => (await temporal.workflow.getHandle(id).describe()).raw.pendingActivities ?? [],
    (pending) => pending.some(({ activityType }) => activityType?.name === 'awaitStep'),
  );
}

const ended = ({ path }: Begun): Promise<Json> =>
  eventually(
    async () => (await tenant.owner.get(path)).body,
    (run) => run.completed !== null,
  );

async function historyOf({ id }: Begun) {
  const handle = temporal.workflow.getHandle(id);
  await handle.result();
  return handle.fetchHistory();
}

describe('a step that takes long', () => {
  it('is waited for outside its workflow task, and is begun once', async () => {
    const gate = randomUUID();
    const task = await beginTask([{ text: 'At last.', gate }]);
    const agent = await beginAgent([{ text: 'At last.', gate }]);
    await Promise.all([task, agent].map(movedOut));
    await world.model.open(gate);
    expect(await ended(task)).toMatchObject({ status: 'completed', response: 'At last.' });
    expect(await ended(agent)).toMatchObject({ status: 'completed', output: 'At last.', turns: 1 });
    for (const run of [task, agent]) {
      const history = await historyOf(run);
      expect(stepsOf(history)).toEqual([run === task ? 'callModel' : 'takeTurn']);
      expect(history.events?.length).toBeLessThanOrEqual(15);
      expect(await world.model.requests(run.key)).toHaveLength(1);
    }
  });

  it('is aborted at its model when its run is cancelled', async () => {
    const gate = randomUUID();
    const agent = await beginAgent([{ chunks: ['Once ', 'more.'], gate_after_chunks: { count: 1, gate } }]);
    await movedOut(agent);
    const { body } = await tenant.owner.post(`${agent.path}/cancel`);
    expect(body.run).toMatchObject({ status: 'cancelled', output: 'Once ' });
    await world.model.waitForAborts(agent.key, 1);
    expect(await world.model.requests(agent.key)).toHaveLength(1);
  });

  it('counts its failures wherever it is tried', async () => {
    const gate = randomUUID();
    const busy = { status: 503, body: { error: { message: 'busy' } }, headers: { 'retry-after-ms': '50' } };
    const task = await beginTask([{ ...busy, gate }, busy, { text: 'Third time lucky.' }]);
    await movedOut(task);
    await world.model.open(gate);
    expect(await ended(task)).toMatchObject({ status: 'completed', response: 'Third time lucky.', llm_retries: 2 });
    expect(stepsOf(await historyOf(task))).toEqual(['callModel', 'callModel']);
  });

  it('is taken by another worker when its own is told to stop', async () => {
    const gate = randomUUID();
    const again = [{ text: 'Never said.', gate }, { text: 'Said by another.' }];
    const runs = [await beginTask(again), await beginAgent(again)];
    await Promise.all(runs.map(movedOut));
    const stopping = worker.stop();
    stack.startWorker();
    for (const run of runs) {
      expect(await ended(run)).toMatchObject({ status: 'completed' });
      expect(await world.model.requests(run.key)).toHaveLength(2);
      await world.model.waitForAborts(run.key, 1);
    }
    await stopping;
  });
});
