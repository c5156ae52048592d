import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { makeAgent, play } from '../../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { type History, listRecordedSteps } from '../../support/histories.ts';
import { QUEUED, sum } from '../../support/scene.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';
import { openStepRuns, type StepRuns } from '../../support/step-runs.ts';

let stack: Stack;
let worker: ProductProcess;
let world: World;
let tenant: Tenant;
let steps: StepRuns;

/** Returns the build ids of a history's workflow tasks. */
const listBuildIds = ({ events }: History): string[] =>
  (events ?? []).flatMap((event) => event.workflowTaskCompletedEventAttributes?.deploymentVersion?.buildId ?? []);

/** A preload script that gives a worker another build id. */
const NEXT_BUILD = `
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/src/platform/temporal/bundle.ts')) return loaded;
    const source = String(loaded.source).replaceAll('return { codePath, buildId }', "return { codePath, buildId: buildId + '-next' }");
    return { ...loaded, source };
  },
});
`;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'steps', WITHOUT_INGESTION);
  worker = stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  steps = await openStepRuns(stack.info, world, tenant);
});
afterAll(async () => {
  await steps.close();
  await world.close();
  await stack.stop();
});

/** A worker that has measured the model of all runs here, so that their next steps run inline. */
async function startMeasuredWorker(): Promise<ProductProcess> {
  const started = stack.startWorker();
  await eventually(
    async () => listRecordedSteps(await steps.historyOf(await runQuickly())),
    (taken) => taken.every(({ inline }) => inline),
  );
  return started;
}

async function runQuickly() {
  const run = await steps.beginTask([{ text: 'At once.' }]);
  await steps.ended(run);
  return run;
}

describe('a step', () => {
  it('is an ordinary activity for a model that the worker has not called, and inline for a short one', async () => {
    expect(listRecordedSteps(await steps.historyOf(await runQuickly()))).toEqual([
      { name: 'callModel', inline: false },
    ]);
    expect(listRecordedSteps(await steps.historyOf(await runQuickly()))).toEqual([{ name: 'callModel', inline: true }]);
    const agent = await steps.beginAgent([{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }]);
    expect(await steps.ended(agent)).toMatchObject({ output: 'It is 42.', turns: 2 });
    expect(listRecordedSteps(await steps.historyOf(agent)).every(({ inline }) => inline)).toBe(true);
  });

  it('that is inline is aborted at its model when its run is cancelled', async () => {
    const gate = randomUUID();
    const agent = await steps.beginAgent([{ chunks: ['Once ', 'more.'], gate_after_chunks: { count: 1, gate } }]);
    const stream = await tenant.owner.stream(`${agent.path}/events`);
    await stream.until((event) => event.event === 'text');
    stream.cut();
    const { body } = await tenant.owner.post(`${agent.path}/cancel`);
    expect(body.run).toMatchObject({ status: 'cancelled', output: 'Once ' });
    await world.model.waitForAborts(agent.key, 1);
    expect(await world.model.requests(agent.key)).toHaveLength(1);
  });

  it('that is inline is retried after its model failed, and counts the failures', async () => {
    const busy = { status: 503, body: { error: { message: 'busy' } }, headers: { 'retry-after-ms': '50' } };
    const task = await steps.beginTask([busy, busy, { text: 'Third time lucky.' }]);
    expect(await steps.ended(task)).toMatchObject({ response: 'Third time lucky.', llm_retries: 2 });
    const once = { name: 'callModel', inline: true };
    expect(listRecordedSteps(await steps.historyOf(task))).toEqual([once, once, once]);
  });

  it('that is inline in a killed worker is taken over by another', async () => {
    const again = [{ text: 'Never said.', gate: randomUUID() }, { text: 'Said by another.' }];
    const runs = [await steps.beginTask(again), await steps.beginAgent(again)];
    await Promise.all(runs.map(({ key }) => world.model.waitForRequests(key, 1)));
    await worker.kill();
    worker = await startMeasuredWorker();
    for (const run of runs) {
      expect(await steps.ended(run)).toMatchObject({ status: 'completed' });
      expect(await world.model.requests(run.key)).toHaveLength(2);
    }
  });

  it('that is inline in a worker that shuts down is taken over by another', async () => {
    const again = [{ text: 'Never said.', gate: randomUUID() }, { text: 'Said by another.' }];
    const runs = [await steps.beginTask(again), await steps.beginAgent(again)];
    await Promise.all(runs.map(({ key }) => world.model.waitForRequests(key, 1)));
    const stopped = worker;
    const stopping = stopped.stop();
    worker = stack.startWorker();
    for (const run of runs) {
      expect(await steps.ended(run)).toMatchObject({ status: 'completed' });
      expect(await world.model.requests(run.key)).toHaveLength(2);
      await world.model.waitForAborts(run.key, 1);
    }
    await stopping;
    expect(stopped.child.exitCode).toBe(0);
  });

  it('does not delay a decision about a sibling call', async () => {
    const gate = randomUUID();
    const slow = await play(world, [{ text: 'At last.', gate }]);
    const helper = await makeAgent(tenant, { name: 'Slow helper', builtin_tools: [] });
    const agent = await makeAgent(tenant, {
      agent_tools: [{ task_agent_id: helper.id }],
      approval_policy: { default: 'never', rules: [{ tool: 'calculator', mode: 'always' }] },
    });
    const calls = [sum('6*7'), { name: 'Slow_helper', arguments: { message: slow.message } }];
    const script = await play(world, [{ tool_calls: calls }, { text: 'Both.' }]);
    const { body: run } = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, QUEUED);
    await world.model.waitForRequests(slow.key, 1);
    const [request] = await agent.requests(run.id);
    await agent.approve(request.id);
    await eventually(
      async () => (await tenant.owner.get(`${agent.path}/run/${run.id}/events`)).body.events,
      (events: Json[]) => events.some(({ event_type }) => event_type === 'tool_result'),
    );
    await world.model.open(gate);
    expect((await agent.follow(run.id)).at(-1)?.data).toMatchObject({ status: 'completed', output: 'Both.' });
  });
});

describe('a deployment', () => {
  it('between two steps lets the next build continue', async () => {
    const gate = randomUUID();
    const task = await steps.beginTask([{ text: 'At last.', gate }]);
    const agent = await steps.beginAgent([{ tool_calls: [sum('6*7')], gate }, { text: 'It is 42.' }]);
    await Promise.all([task, agent].map(({ key }) => world.model.waitForRequests(key, 1)));
    const preload = join(stack.info.dataDir, 'next-build.mjs');
    writeFileSync(preload, NEXT_BUILD);
    stack.startWorker({ NODE_OPTIONS: `--import ${preload}` });
    const { workflowService, options } = steps.temporal;
    await eventually(
      () => workflowService.describeWorkerDeployment({ namespace: options.namespace, deploymentName: 'holdfast' }),
      ({ workerDeploymentInfo }) =>
        workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId?.endsWith('-next') === true,
    );
    // Task queues get the change a moment later.
    await eventually(
      async () => listBuildIds(await steps.historyOf(await runQuickly())),
      (builds) => builds.at(-1)?.endsWith('-next') === true,
    );
    await world.model.open(gate);
    expect(await steps.ended(task)).toMatchObject({ status: 'completed', response: 'At last.' });
    expect(await steps.ended(agent)).toMatchObject({ status: 'completed', output: 'It is 42.', turns: 2 });
    for (const [run, calls] of [[task, 1] as const, [agent, 2] as const])
      expect(await world.model.requests(run.key)).toHaveLength(calls);
  });
});
