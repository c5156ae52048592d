import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play, type Receiver, startReceiver } from '../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../support/client.ts';
import type { Step } from '../support/model-server.ts';
import { getReason, NEVER, post, QUEUED, startScene, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let receiver: Receiver;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const cancel = (path: string, runId: string, headers?: Record<string, string>) =>
  tenant.owner.post(`${path}/run/${runId}/cancel`, undefined, headers);

/** Starts a run of a new agent. */
async function startRun(steps: readonly Step[], fields: object = {}) {
  const script = await play(world, steps);
  const agent = await makeAgent(tenant, { builtin_tools: ['calculator', 'http_request'], ...fields });
  const run = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, QUEUED);
  return { agent, runId: run.body.id as string, key: script.key };
}

describe('cancel', () => {
  it('of a run that waits for a retry ends it at once, without another attempt', async () => {
    const { agent, runId, key } = await startRun([{ status: 503, headers: { 'retry-after': '120' }, body: {} }]);
    await eventually(
      () => agent.read(runId),
      (run) => run.waiting_for?.kind === 'retry',
    );
    const stopped = await cancel(agent.path, runId);
    expect(stopped).toMatchObject({ status: 200, body: { run: { status: 'cancelled', waiting_for: null } } });
    expect(stopped.body.spent).toMatchObject({ input_tokens: 0, output_tokens: 0 });
    expect(await world.model.requests(key)).toHaveLength(1);
  });

  it('of a held run ends it, and it can no longer be resumed', async () => {
    const { agent, runId } = await startRun([{ status: 401, body: { error: { message: 'bad key' } } }]);
    await eventually(
      () => agent.read(runId),
      (run) => run.status === 'held',
    );
    expect(await cancel(agent.path, runId)).toMatchObject({ status: 200, body: { run: { status: 'cancelled' } } });
    const resumed = await tenant.owner.post(`${agent.path}/run/${runId}/resume`, {});
    expect(resumed).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  });

  it('lists in its receipt what was done, what was stopped and what was spent', async () => {
    const calls = [post(`${receiver.url}/done`), sum('1+1')];
    const policy = { default: 'never', rules: [{ tool: 'calculator', mode: 'always' }] };
    const { agent, run, requests } = await startScene(world, tenant, calls, { policy });
    expect(run).toMatchObject({ status: 'waiting_for_human' });
    const stopped = await cancel(agent.path, run.id);
    expect(stopped.body).toMatchObject({
      run: { status: 'cancelled', is_error: false },
      done: [{ tool_name: 'http_request' }],
      stopped: [{ tool_call_id: requests[0].tool_call_id, tool_name: 'calculator' }],
      unknown: [],
      spent: { input_tokens: 10, output_tokens: 5, charged_credits: '0.002' },
    });
    expect(stopped.body.done).toHaveLength(1);
  });

  it('is idempotent: it returns the same receipt twice, with one Idempotency-Key the same bytes, and sends no signal', async () => {
    const { agent, run, key } = await startScene(world, tenant, [sum('1+1')]);
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = await Promise.all([
      cancel(agent.path, run.id, headers),
      cancel(agent.path, run.id, headers),
    ]);
    const third = await cancel(agent.path, run.id, headers);
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
    expect([second.text, third.text]).toEqual([first.text, first.text]);
    const again = await cancel(agent.path, run.id);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await world.model.requests(key)).toHaveLength(1);
    const events = await agent.follow(run.id);
    expect(events.filter((event) => event.event === 'done')).toHaveLength(1);
  });

  it('of an ended run is a 409 without effect', async () => {
    const agent = await makeAgent(tenant);
    const run = await agent.run('hello');
    const late = await cancel(agent.path, run.id);
    expect(late.status).toBe(409);
    expect(getReason(late)).toBe('RUN_ENDED');
    expect(await agent.read(run.id)).toEqual(run);
  });

  it('disconnects a tool, and a later result changes nothing', async () => {
    const answered = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      request.resume();
      arrived.resolve();
      response.once('close', () => {
        response.end('too late: it was done');
        answered.resolve();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/slow`;
    try {
      const { agent, runId, key } = await startRun([{ tool_calls: [post(url)] }], { approval_policy: NEVER });
      await arrived.promise;
      const stopped = await cancel(agent.path, runId);
      await answered.promise;
      expect(stopped.body).toMatchObject({ run: { status: 'cancelled' }, unknown: [{ tool_name: 'http_request' }] });
      expect((await cancel(agent.path, runId)).body).toEqual(stopped.body);
      const effects = await tenant.owner.get(`${agent.path}/run/${runId}/effects`);
      expect(effects.body.results).toMatchObject([{ status: 'unknown' }]);
      expect(await world.model.requests(key)).toHaveLength(1);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('of a run whose child task waits for a retry stops both', async () => {
    const child = await play(world, [{ status: 503, headers: { 'retry-after': '120' }, body: {} }]);
    const task = await makeTask(tenant, { system_prompt: child.message });
    const call = { name: task.name.replaceAll(' ', '_'), arguments: { text: 'x' } };
    const { agent, runId } = await startRun([{ tool_calls: [call] }], { task_tools: [{ task_id: task.id }] });
    const runs = async () => (await tenant.owner.get(`${tenant.project}/task/${task.id}/run`)).body.results;
    await eventually(runs, (list) => list[0]?.waiting_for?.kind === 'retry');
    const stopped = await cancel(agent.path, runId);
    expect(stopped).toMatchObject({ status: 200, body: { run: { status: 'cancelled' } } });
    expect(stopped.body.stopped).toHaveLength(1);
    expect(await runs()).toMatchObject([{ status: 'cancelled', waiting_for: null }]);
    expect(await world.model.requests(child.key)).toHaveLength(1);
  });
});
