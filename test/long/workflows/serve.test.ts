import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { type Client, eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { waitForClosedWorkflow } from '../../support/histories.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let serve: ProductProcess;
let world: World;
let tenant: Tenant;
let temporal: TemporalClient;

const QUEUED = { prefer: 'respond-async' };

/** A preload script that shuts down a worker behind the product's back at SIGUSR2, as the SDK does after an error. */
const FAILING_WORKER = `
import { createRequire } from 'node:module';
const { Worker } = createRequire(process.cwd() + '/')('@temporalio/worker');
const create = Worker.create;
Worker.create = async (options) => {
  const worker = await create.call(Worker, options);
  if (options.taskQueue.endsWith('-runs')) process.on('SIGUSR2', () => worker.shutdown());
  return worker;
};
`;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'serve', WITHOUT_INGESTION);
  serve = await stack.startServe();
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

const taskRun = (path: string): Promise<Json> =>
  eventually(
    async () => (await tenant.owner.get(path)).body,
    (run) => run.completed !== null,
  );

describe('API and worker in one process', () => {
  it('are ready together, and start a run in the response to its start', async () => {
    const ready = await fetch(`${stack.info.baseUrl}/-/ready`);
    expect(await ready.json()).toEqual({
      status: 'ready',
      checks: { database: { ok: true }, temporal: { ok: true }, worker: { ok: true } },
    });
    const task = await makeTask(tenant);
    const input = { task_input: { text: 'the sea' } };
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, input);
    expect(run).toMatchObject({ status: 200, body: { status: 'completed', response: 'echo: Summarise the sea.' } });
    const { events } = await (await waitForClosedWorkflow(temporal, run.body.id)).fetchHistory();
    expect(events?.[0]?.workflowExecutionStartedEventAttributes).toMatchObject({ eagerExecutionAccepted: true });
  });

  it('leave running work at shutdown, and the next process continues it', async () => {
    const gate = randomUUID();
    const script = await play(world, [{ text: 'Never said.', gate }, { text: 'Said by the next.' }], { by: 'call' });
    const made = await makeTask(tenant, { user_prompt: '{text}' });
    const task = `${tenant.project}/task/${made.id}/run`;
    const begun = await tenant.owner.post(task, { task_input: { text: script.message } }, QUEUED);
    const sum = { name: 'calculator', arguments: { expression: '6*7' } };
    const asking = await play(world, [{ tool_calls: [sum] }, { text: 'It is 42.' }]);
    const agent = await makeAgent(tenant, { builtin_tools: ['calculator'], approval_policy: { default: 'always' } });
    const asked = await agent.run(asking.message);
    expect(asked).toMatchObject({ status: 'waiting_for_human' });
    await world.model.waitForRequests(script.key, 1);

    await serve.stop();
    expect(serve.child.exitCode).toBe(0);
    await world.model.waitForAborts(script.key, 1);
    serve = await stack.startServe();

    expect(await taskRun(`${task}/${begun.body.id}`)).toMatchObject({
      status: 'completed',
      response: 'Said by the next.',
    });
    expect(await world.model.requests(script.key)).toHaveLength(2);
    const [request] = await agent.requests(asked.id);
    await agent.approve(request?.id);
    expect((await agent.resume(request?.id)).body).toMatchObject({ status: 'completed', output: 'It is 42.' });
  });

  it('are killed by an owner only in a try-out, and the next process continues the run without a second call', async () => {
    const kill = (by: Client) => by.post(`/org/${tenant.orgId}/try-out/kill-worker`);
    const refused = await kill(tenant.owner);
    expect([refused.status, refused.body.detail.reason]).toEqual([409, 'NOT_A_TRY_OUT']);
    await serve.stop();
    serve = await stack.startServe(undefined, { HOLDFAST_TRY_OUT: '1' });

    const gate = randomUUID();
    const call = { tool_calls: [{ name: 'current_time', arguments: {} }] };
    const script = await play(world, [call, { text: 'Never said.', gate }, { text: 'It is late.' }], { by: 'call' });
    const agent = await makeAgent(tenant, { builtin_tools: ['current_time'] });
    const run = (await tenant.owner.post(`${agent.path}/run`, { message: script.message }, QUEUED)).body;
    await world.model.waitForRequests(script.key, 2);
    const editor = await tenant.member({ org: 'editor' });
    expect((await kill(editor)).status).toBe(403);
    const killed = await kill(tenant.owner);
    expect([killed.status, killed.body]).toEqual([202, { process_id: serve.pid }]);
    await serve.ended;
    expect(serve.child.signalCode).toBe('SIGKILL');
    const preload = join(stack.info.dataDir, 'failing-worker.mjs');
    writeFileSync(preload, FAILING_WORKER);
    serve = await stack.startServe(undefined, { NODE_OPTIONS: `--import ${preload}` });

    const path = `${agent.path}/run/${run.id}`;
    expect(await taskRun(path)).toMatchObject({ status: 'completed', output: 'It is late.' });
    const { events } = (await tenant.owner.get(`${path}/events`)).body;
    expect(events.filter(({ event_type }: Json) => event_type === 'tool_call')).toHaveLength(1);
    const trail = await tenant.owner.get(`/org/${tenant.orgId}/audit_event?event_type=organization.worker_killed`);
    expect(trail.body.results).toMatchObject([{ actor_user_id: tenant.userId, resource_id: tenant.orgId }]);
  });

  it('exit with code 1 after a worker fails, even while its steps go on', async () => {
    const script = await play(world, [{ text: 'Never said.', gate: randomUUID() }]);
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: script.message } }, QUEUED);
    await world.model.waitForRequests(script.key, 1);
    const logged = serve.waitForLine((line) => line.includes('the worker of holdfast-runs ended unexpectedly'));
    serve.child.kill('SIGUSR2');
    await logged;
    await serve.ended;
    expect(serve.child.exitCode).toBe(1);
  });
});
