import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { openTemporal, type RunStarter } from '../../src/platform/temporal/starter.ts';
import { eventually, openWorld, type Tenant, type World } from '../support/client.ts';
import { ALWAYS, getReason, startScene, sum } from '../support/scene.ts';
import { toEnvironment } from '../support/stack.ts';

let world: World;
let tenant: Tenant;
let temporal: RunStarter;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  temporal = openTemporal(loadConfig(toEnvironment(world.stack)));
});
afterAll(async () => {
  await temporal.close();
  await world.close();
});

async function agent(settings: object = {}): Promise<string> {
  const made = await tenant.owner.post(`${tenant.project}/task-agent`, {
    name: 'Stoppable',
    instruction: 'Help.',
    llm_model_id: 'scripted',
    builtin_tools: ['calculator', 'http_request'],
    ...settings,
  });
  expect(made.status).toBe(200);
  return `${tenant.project}/task-agent/${made.body.id}`;
}

describe('a cancel', () => {
  it('aborts a streaming model call at the provider and keeps its text', async () => {
    await world.model.script('cancel-stream', [
      { chunks: ['Once upon ', 'a time'], gate_after_chunks: { count: 1, gate: 'never-opened' } },
    ]);
    const path = await agent();
    const stream = await tenant.owner.stream(`${path}/run`, { body: { message: world.model.marker('cancel-stream') } });
    const first = await stream.until((event) => event.event === 'text');
    const runId = stream.events[0]!.data.run_id;
    const cancelled = await tenant.owner.post(`${path}/run/${runId}/cancel`);
    expect(cancelled.status).toBe(200);
    expect(cancelled.body.run).toMatchObject({ status: 'cancelled', output: first.data.text, is_error: false });
    await world.model.waitForAborts('cancel-stream', 1);
    const events = await stream.end();
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'cancelled' } });
    expect((await tenant.owner.post(`${path}/run/${runId}/cancel`)).body.run.status).toBe('cancelled');
  });

  it('stops a run that waits for a person: its request is cancelled and can no longer be decided', async () => {
    await world.model.script('cancel-wait', [
      { tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] },
    ]);
    const path = await agent({ approval_policy: { default: 'always', rules: [] } });
    const parked = await tenant.owner.post(`${path}/run`, { message: world.model.marker('cancel-wait') });
    const [request] = parked.body.approval_requests;
    const cancelled = await tenant.owner.post(`${path}/run/${parked.body.id}/cancel`);
    expect(cancelled.body.run.status).toBe('cancelled');
    expect(cancelled.body.stopped).toEqual([
      { tool_call_id: request.tool_call_id, tool_name: 'calculator', detail: null },
    ]);
    expect(cancelled.body.spent).toMatchObject({ input_tokens: 10, output_tokens: 5 });
    const late = await tenant.owner.post(`${path}/approval-request/${request.id}/approve`);
    expect(late.status).toBe(409);
    expect(late.body.detail.reason).toBe('APPROVAL_REQUEST_NOT_PENDING');
  });

  it('closes the connection of a running tool and says in the receipt that its effect is unknown', async () => {
    let arrived = () => {};
    let closed = () => {};
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const closing = new Promise<void>((resolve) => (closed = resolve));
    const server = createServer((request) => {
      request.resume();
      request.socket.once('close', closed);
      arrived();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`;
    await world.model.script('cancel-tool', [
      { tool_calls: [{ name: 'http_request', arguments: { method: 'POST', url, body: 'x' } }] },
    ]);
    const path = await agent({ approval_policy: { default: 'never', rules: [] } });
    const queued = await tenant.owner.post(
      `${path}/run`,
      { message: world.model.marker('cancel-tool') },
      { prefer: 'respond-async' },
    );
    expect(queued.status).toBe(202);
    await arrival;
    const cancelled = await tenant.owner.post(`${path}/run/${queued.body.id}/cancel`);
    await closing;
    expect(cancelled.body.run.status).toBe('cancelled');
    expect(cancelled.body.unknown).toHaveLength(1);
    const effects = await tenant.owner.get(`${path}/run/${queued.body.id}/effects`);
    expect(effects.body.results).toMatchObject([{ status: 'unknown', tool_name: 'http_request' }]);
    server.close();
  });

  it('stops a child task with its agent run', async () => {
    const task = await tenant.owner.post(`${tenant.project}/task`, {
      name: 'Slow step',
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: world.model.marker('cancel-child-task'),
      user_prompt: '{text}',
    });
    await world.model.script('cancel-child-task', [{ hang: true }]);
    await world.model.script('cancel-child', [{ tool_calls: [{ name: 'Slow_step', arguments: { text: 'go' } }] }]);
    const path = await agent({ task_tools: [{ task_id: task.body.id }] });
    const queued = await tenant.owner.post(
      `${path}/run`,
      { message: world.model.marker('cancel-child') },
      { prefer: 'respond-async' },
    );
    await world.model.waitForRequests('cancel-child-task', 1);
    const cancelled = await tenant.owner.post(`${path}/run/${queued.body.id}/cancel`);
    expect(cancelled.body.run.status).toBe('cancelled');
    await world.model.waitForAborts('cancel-child-task', 1);
    const runs = await tenant.owner.get(`${tenant.project}/task/${task.body.id}/run`);
    expect(runs.body.results[0]).toMatchObject({ status: 'cancelled' });
  });

  it('stops a task run, and is rejected for an ended one', async () => {
    const task = await tenant.owner.post(`${tenant.project}/task`, {
      name: 'Endless',
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: '',
      user_prompt: '{text}',
    });
    await world.model.script('cancel-task', [{ hang: true }]);
    const path = `${tenant.project}/task/${task.body.id}/run`;
    const body = { task_input: { text: world.model.marker('cancel-task') } };
    const queued = await tenant.owner.post(path, body, { prefer: 'respond-async' });
    await world.model.waitForRequests('cancel-task', 1);
    const cancelled = await tenant.owner.post(`${path}/${queued.body.id}/cancel`);
    expect(cancelled.body.run).toMatchObject({ status: 'cancelled', is_error: true, error: { reason: 'CANCELLED' } });
    await world.model.waitForAborts('cancel-task', 1);
    const ended = await tenant.owner.post(path, { task_input: { text: 'hello' } });
    const late = await tenant.owner.post(`${path}/${ended.body.id}/cancel`);
    expect(late.status).toBe(409);
    expect(late.body.detail.reason).toBe('RUN_ENDED');
  });

  it('stops the waiting runs of a deleted agent', async () => {
    await world.model.script('cancel-deleted', [
      { tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] },
    ]);
    const path = await agent({ approval_policy: { default: 'always', rules: [] } });
    const parked = await tenant.owner.post(`${path}/run`, { message: world.model.marker('cancel-deleted') });
    const follower = await tenant.owner.stream(`${path}/run/${parked.body.id}/events?follow=true`);
    expect((await tenant.owner.delete(path)).status).toBe(200);
    const events = await follower.end();
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'cancelled' } });
    expect((await tenant.owner.post(`${path}/run`, { message: 'again' })).status).toBe(404);
  });
});

describe('the workflow of a run', () => {
  const describeWorkflow = async (id: string) => (await temporal.client()).workflow.getHandle(id).describe();
  const waitForEnd = (id: string) =>
    eventually(
      () => describeWorkflow(id),
      ({ status }) => status.name !== 'RUNNING',
    );

  it('is started once, however often and whenever it is started again', async () => {
    const { agent, run, requests, key } = await startScene(world, tenant, [sum('6*7')], { policy: ALWAYS });
    const { runId } = await describeWorkflow(run.id);
    const start = () =>
      temporal.start(
        agentRunKind,
        { id: run.id, restarts: 0 },
        tenant.orgId,
        agentRunKind.input({ id: run.id, turns: 0 }),
      );
    await Promise.all([start(), start()]);
    await agent.approve(requests[0]!.id);
    expect((await agent.resume(requests[0]!.id)).body).toMatchObject({ status: 'completed', output: 'All done.' });
    await waitForEnd(run.id);
    await start();
    expect(await describeWorkflow(run.id)).toMatchObject({ runId, status: { name: 'COMPLETED' } });
    expect(await world.model.requests(key)).toHaveLength(2);
    expect(await agent.read(run.id)).toMatchObject({ turns: 2, status: 'completed' });
  });

  it('gets no signal after its end, and neither late signals nor requests change the run', async () => {
    const { agent, run, requests, key } = await startScene(world, tenant, [sum('6*7')], { policy: ALWAYS });
    await agent.approve(requests[0]!.id);
    await agent.resume(requests[0]!.id);
    await waitForEnd(run.id);
    const before = await agent.read(run.id);
    const ref = { id: run.id, restarts: 0 };
    expect(await temporal.signal(ref, 'decided', requests[0]!.id)).toBe(false);
    expect(await temporal.signal(ref, 'resumed')).toBe(false);
    await temporal.cancel(ref);
    const late = await agent.approve(requests[0]!.id);
    expect([late.status, getReason(late)]).toEqual([409, 'APPROVAL_REQUEST_NOT_PENDING']);
    const cancelled = await tenant.owner.post(`${agent.path}/run/${run.id}/cancel`);
    expect([cancelled.status, getReason(cancelled)]).toEqual([409, 'RUN_ENDED']);
    expect(await tenant.owner.post(`${agent.path}/run/${run.id}/resume`, {})).toMatchObject({ status: 200 });
    expect(await agent.read(run.id)).toEqual(before);
    expect(await world.model.requests(key)).toHaveLength(2);
  });
});
