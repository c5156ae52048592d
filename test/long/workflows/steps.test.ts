import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { insertAgentRun } from '../../../src/agents/runs/queries.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { WORKER_CONNECTION } from '../../../src/platform/presence.ts';
import { taskQueues } from '../../../src/platform/temporal/queues.ts';
import { insertTaskRun } from '../../../src/tasks/runs.ts';
import { makeAgent, makeTask, play, storedTaskRun } from '../../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../../support/client.ts';
import { type History, stepsOf } from '../../support/histories.ts';
import type { Step } from '../../support/model-server.ts';
import { type BegunRun, type MovedSteps, openMoved } from '../../support/moved.ts';
import { sum } from '../../support/scene.ts';
import { EACH_ITS_WORKFLOW, Stack } from '../../support/stack.ts';

let stack: Stack;
let worker: ProductProcess;
let world: World;
let tenant: Tenant;
let moved: MovedSteps;

/** TASK_QUEUE_TYPE_WORKFLOW of Temporal's API. */
const WORKFLOW_TASKS = 1;

/** How many events a history has beside those of its workflow tasks, of which a busy machine makes more. */
const besideTasks = ({ events }: History): number =>
  (events ?? []).filter(
    (event) =>
      !event.workflowTaskScheduledEventAttributes &&
      !event.workflowTaskStartedEventAttributes &&
      !event.workflowTaskCompletedEventAttributes &&
      !event.workflowTaskTimedOutEventAttributes,
  ).length;

/** The builds that took the workflow tasks of a history. */
const buildsOf = ({ events }: History): string[] =>
  (events ?? []).flatMap((event) => event.workflowTaskCompletedEventAttributes?.deploymentVersion?.buildId ?? []);

/** Makes a worker that is started with it say that it is of another build. */
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
  stack = await Stack.create(inject('servers'), 'steps', EACH_ITS_WORKFLOW);
  worker = stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  moved = await openMoved(stack.info, world, tenant);
});
afterAll(async () => {
  await moved.close();
  await world.close();
  await stack.stop();
});

/** Stores a run of a task as the API does that then dies: its workflow is not started. */
async function orphan(steps: readonly Step[]): Promise<BegunRun> {
  const script = await play(world, steps, { by: 'call' });
  const task = await makeTask(tenant, { user_prompt: '{text}' });
  const id = newId();
  await insertTaskRun(world.db, storedTaskRun(tenant, id, task, { text: script.message }));
  return { key: script.key, id, path: `${tenant.project}/task/${task.id}/run/${id}` };
}

/** Likewise a run of an agent. */
async function orphanOfAgent(steps: readonly Step[]): Promise<BegunRun> {
  const script = await play(world, steps, { by: 'call' });
  const agent = await makeAgent(tenant);
  const { active_revision_id } = await world.db
    .selectFrom('agents')
    .select('active_revision_id')
    .where('id', '=', agent.id)
    .executeTakeFirstOrThrow();
  const id = newId();
  await insertAgentRun(world.db, {
    id,
    orgId: tenant.orgId,
    projectId: tenant.projectId,
    agentId: agent.id,
    agentRevisionId: active_revision_id,
    sessionId: newId(),
    newSessionTitle: 'Go.',
    message: script.message,
    triggerType: 'api',
    createdByType: 'user',
    createdBy: tenant.userId,
    clientId: null,
  });
  return { key: script.key, id, path: `${agent.path}/run/${id}` };
}

/** Resolves when so many workers hear of runs and take their workflow tasks. */
async function workersAreThere(many: number): Promise<void> {
  const listening = sql<{ many: number }>`select count(*)::int as many from pg_stat_activity
    where datname = current_database() and application_name like ${`${WORKER_CONNECTION}%`} and query like 'select pg_notify%'`;
  await eventually(
    async () => (await listening.execute(world.db)).rows[0]?.many ?? 0,
    (found) => found >= many,
  );
  const { workflowService, options } = moved.temporal;
  const taskQueue = { name: taskQueues('holdfast').runs };
  const asked = { namespace: options.namespace, taskQueue, taskQueueType: WORKFLOW_TASKS };
  await eventually(
    async () => new Set((await workflowService.describeTaskQueue(asked)).pollers?.map(({ identity }) => identity)).size,
    (found) => found >= many,
  );
}

/** Starts the workflow of such a run. */
const startWorkflow = ({ id }: BegunRun) =>
  moved.temporal.workflow.start('taskRun', {
    workflowId: id,
    taskQueue: taskQueues('holdfast').runs,
    args: [{ taskRunId: id }],
  });

const startAgentWorkflow = ({ id }: BegunRun) =>
  moved.temporal.workflow.start('agentRun', {
    workflowId: id,
    taskQueue: taskQueues('holdfast').runs,
    args: [{ runId: id }],
  });

describe('the first step of a run', () => {
  it('is begun once the run is accepted, whoever hears of it, and its workflow finds it under way', async () => {
    const second = stack.startWorker();
    onTestFinished(() => second.stop());
    const gate = randomUUID();
    await workersAreThere(2);
    // Of as many runs some are begun by the one process and asked for by the other.
    const runs = await Promise.all(Array.from({ length: 6 }, () => orphan([{ text: 'At last.', gate }])));
    await Promise.all(runs.map(({ key }) => world.model.waitForRequests(key, 1)));
    await Promise.all(runs.map(startWorkflow));
    await Promise.all(runs.map(moved.movedOut));
    await world.model.open(gate);
    for (const run of runs) {
      expect(await moved.ended(run)).toMatchObject({ status: 'completed', response: 'At last.', llm_retries: 0 });
      expect(stepsOf(await moved.historyOf(run))).toEqual(['callModel']);
      expect(await world.model.requests(run.key)).toHaveLength(1);
    }
  });

  it('is followed by the next turn of an agent where all that it asked for was computed, before the workflow is there', async () => {
    const second = stack.startWorker();
    onTestFinished(() => second.stop());
    await workersAreThere(2);
    const gate = randomUUID();
    const steps = [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.', gate }];
    const runs = await Promise.all(Array.from({ length: 4 }, () => orphanOfAgent(steps)));
    await Promise.all(runs.map(({ key }) => world.model.waitForRequests(key, 2)));
    await Promise.all(runs.map(startAgentWorkflow));
    await Promise.all(runs.map(moved.movedOut));
    await world.model.open(gate);
    for (const run of runs) {
      expect(await moved.ended(run)).toMatchObject({ status: 'completed', output: 'It is 42.', turns: 2 });
      expect(stepsOf(await moved.historyOf(run))).toEqual(['takeTurn', 'takeTurn']);
      expect(await world.model.requests(run.key)).toHaveLength(2);
    }
  });

  it('is begun anew by another process where its own has died before the workflow asked for it', async () => {
    await workersAreThere(1);
    const run = await orphan([{ text: 'Never said.', gate: randomUUID() }, { text: 'Said by another.' }]);
    await world.model.waitForRequests(run.key, 1);
    await worker.kill();
    worker = stack.startWorker();
    await startWorkflow(run);
    expect(await moved.ended(run)).toMatchObject({ status: 'completed', response: 'Said by another.' });
    expect(await world.model.requests(run.key)).toHaveLength(2);
  });
});

describe('a step that takes long', () => {
  it('is waited for outside its workflow task, and is begun once', async () => {
    const gate = randomUUID();
    const task = await moved.beginTask([{ text: 'At last.', gate }]);
    const agent = await moved.beginAgent([{ text: 'At last.', gate }]);
    await Promise.all([task, agent].map(moved.movedOut));
    await world.model.open(gate);
    expect(await moved.ended(task)).toMatchObject({ status: 'completed', response: 'At last.' });
    expect(await moved.ended(agent)).toMatchObject({ status: 'completed', output: 'At last.', turns: 1 });
    for (const run of [task, agent]) {
      const history = await moved.historyOf(run);
      expect(stepsOf(history)).toEqual([run === task ? 'callModel' : 'takeTurn']);
      expect(besideTasks(history)).toBeLessThanOrEqual(8);
      expect(await world.model.requests(run.key)).toHaveLength(1);
    }
  });

  it('is aborted at its model when its run is cancelled', async () => {
    const gate = randomUUID();
    const agent = await moved.beginAgent([{ chunks: ['Once ', 'more.'], gate_after_chunks: { count: 1, gate } }]);
    await moved.movedOut(agent);
    const stream = await tenant.owner.stream(`${agent.path}/events`);
    await stream.until((event) => event.event === 'text');
    stream.cut();
    const { body } = await tenant.owner.post(`${agent.path}/cancel`);
    expect(body.run).toMatchObject({ status: 'cancelled', output: 'Once ' });
    await world.model.waitForAborts(agent.key, 1);
    expect(await world.model.requests(agent.key)).toHaveLength(1);
  });

  it('counts its failures wherever it is tried', async () => {
    const gate = randomUUID();
    const busy = { status: 503, body: { error: { message: 'busy' } }, headers: { 'retry-after-ms': '50' } };
    const task = await moved.beginTask([{ ...busy, gate }, busy, { text: 'Third time lucky.' }]);
    await moved.movedOut(task);
    await world.model.open(gate);
    expect(await moved.ended(task)).toMatchObject({
      status: 'completed',
      response: 'Third time lucky.',
      llm_retries: 2,
    });
    expect(stepsOf(await moved.historyOf(task))).toEqual(['callModel', 'callModel']);
  });

  it('is taken by another worker when its own is told to stop', async () => {
    const gate = randomUUID();
    const again = [{ text: 'Never said.', gate }, { text: 'Said by another.' }];
    const runs = [await moved.beginTask(again), await moved.beginAgent(again)];
    await Promise.all(runs.map(moved.movedOut));
    const stopping = worker.stop();
    stack.startWorker();
    for (const run of runs) {
      expect(await moved.ended(run)).toMatchObject({ status: 'completed' });
      expect(await world.model.requests(run.key)).toHaveLength(2);
      await world.model.waitForAborts(run.key, 1);
    }
    await stopping;
  });

  it('goes on in its own process while a deploy makes another build current, which goes on from there', async () => {
    const gate = randomUUID();
    const task = await moved.beginTask([{ text: 'At last.', gate }]);
    const agent = await moved.beginAgent([{ tool_calls: [sum('6*7')], gate }, { text: 'It is 42.' }]);
    await Promise.all([task, agent].map(moved.movedOut));
    const preload = join(stack.info.dataDir, 'next-build.mjs');
    writeFileSync(preload, NEXT_BUILD);
    stack.startWorker({ NODE_OPTIONS: `--import ${preload}` });
    const { workflowService, options } = moved.temporal;
    await eventually(
      () => workflowService.describeWorkerDeployment({ namespace: options.namespace, deploymentName: 'holdfast' }),
      ({ workerDeploymentInfo }) =>
        workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId?.endsWith('-next') === true,
    );
    // Where work goes is told to the queues a moment after.
    await eventually(
      async () => buildsOf(await moved.historyOf(await moved.beginTask([{ text: 'A look.' }]))),
      (builds) => builds.at(-1)?.endsWith('-next') === true,
    );
    await world.model.open(gate);
    expect(await moved.ended(task)).toMatchObject({ status: 'completed', response: 'At last.' });
    expect(await moved.ended(agent)).toMatchObject({ status: 'completed', output: 'It is 42.', turns: 2 });
    for (const [run, calls] of [[task, 1] as const, [agent, 2] as const]) {
      expect(await world.model.requests(run.key)).toHaveLength(calls);
      const builds = buildsOf(await moved.historyOf(run));
      expect([builds[0], builds.at(-1)]).toEqual([
        expect.not.stringMatching(/-next$/),
        expect.stringMatching(/-next$/),
      ]);
    }
  });
});
