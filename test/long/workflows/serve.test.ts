import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { type Client, eventually, type Json, type Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { waitForClosedWorkflow } from '../../support/histories.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let serve: ProductProcess;
let world: ConsoleWorld;
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
  world = await openConsole(stack.info);
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
    const preload = join(stack.info.dataDir, 'failing-worker.mjs');
    writeFileSync(preload, FAILING_WORKER);
    serve = await stack.startServe(undefined, { NODE_OPTIONS: `--import ${preload}` });

    expect(await taskRun(`${task}/${begun.body.id}`)).toMatchObject({
      status: 'completed',
      response: 'Said by the next.',
    });
    expect(await world.model.requests(script.key)).toHaveLength(2);
    const [request] = await agent.requests(asked.id);
    await agent.approve(request?.id);
    expect((await agent.resume(request?.id)).body).toMatchObject({ status: 'completed', output: 'It is 42.' });
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

describeConsole('the process of a try-out', () => {
  it('is killed by its owner only in a try-out, and the next process continues the run without a second call', async () => {
    // The guide is for projects without an agent of their own.
    const own = await world.tenant();
    const kill = (by: Client) => by.post(`/org/${own.orgId}/try-out/kill-worker`);
    await serve.stop();
    serve = await stack.startServe(undefined, { HOLDFAST_TRY_OUT: '1' });

    const gate = randomUUID();
    const call = { tool_calls: [{ name: 'current_time', arguments: {} }] };
    const interrupted = { chunks: ['Half', ' said.'], gate_after_chunks: { count: 1, gate } };
    const script = await play(world, [call, interrupted, { text: 'It is late.' }], { by: 'call' });
    const approval_policy = { default: 'never', rules: [{ tool: 'calculator', mode: 'always' }] };
    const agent = await makeAgent(own, { builtin_tools: ['current_time', 'calculator'], approval_policy });
    const { page, ...screen } = await world.open(own.userId);
    // The scripted model follows this message; the built-in demo model follows the guide's own message.
    await page.route(`**${agent.path}/run`, (route) => route.continue({ postData: { message: script.message } }));
    await screen.go('/');
    await page.getByRole('button', { name: 'Try it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kill the worker' });
    await dialog.getByRole('button', { name: 'Start run' }).click();
    await dialog.getByText('Half', { exact: true }).waitFor();
    const editor = await own.member({ org: 'editor' });
    expect((await kill(editor)).status).toBe(403);
    await dialog.getByRole('button', { name: 'Kill worker' }).click();
    await dialog.getByText(`You killed process ${serve.pid}`).waitFor();
    await serve.ended;
    expect(serve.child.signalCode).toBe('SIGKILL');
    serve = await stack.startServe();
    await dialog.getByText('The run completed. current_time was called once.').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: ', done' }).nth(4).waitFor();
    await screen.accessible();
    await dialog.getByRole('link').click();
    await page.getByRole('treeitem', { name: 'End: Completed' }).waitFor();
    const run = await agent.read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(run).toMatchObject({ status: 'completed', output: 'It is late.' });
    const { events } = (await own.owner.get(`${agent.path}/run/${run.id}/events`)).body;
    expect(events.filter(({ event_type }: Json) => event_type === 'tool_call')).toHaveLength(1);
    const trail = await own.owner.get(`/org/${own.orgId}/audit_event?event_type=organization.worker_killed`);
    expect(trail.body.results).toMatchObject([{ actor_user_id: own.userId, resource_id: own.orgId }]);
    const refused = await kill(own.owner);
    expect([refused.status, refused.body.detail.reason]).toEqual([409, 'NOT_A_TRY_OUT']);
    await screen.close();
  });
});
