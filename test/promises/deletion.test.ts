import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../support/client.ts';
import { getReason, QUEUED, startScene, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

describe('a deleted agent', () => {
  it('accepts no new runs, and all its unfinished ones end with a receipt', async () => {
    const waiting = await startScene(world, tenant, [sum('1+1')]);
    const { agent } = waiting;
    const hang = await play(world, [{ hang: true }]);
    const others = await Promise.all(
      [1, 2, 3].map(() => tenant.owner.post(`${agent.path}/run`, { message: hang.message }, QUEUED)),
    );
    await world.model.waitForRequests(hang.key, 3);
    expect(await tenant.owner.delete(agent.path)).toMatchObject({ status: 200 });
    for (const id of [waiting.run.id, ...others.map((run) => run.body.id)]) {
      const events = await agent.follow(id);
      expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'cancelled' } });
      const receipt = await tenant.owner.post(`${agent.path}/run/${id}/cancel`);
      expect(receipt).toMatchObject({ status: 200, body: { run: { status: 'cancelled' }, done: [], unknown: [] } });
    }
    await world.model.waitForAborts(hang.key, 3);
    expect(await tenant.owner.post(`${agent.path}/run`, { message: 'again' })).toMatchObject({ status: 404 });
    const [request] = await world.db
      .selectFrom('approval_requests')
      .select('status')
      .where('run_id', '=', waiting.run.id)
      .execute();
    expect(request).toEqual({ status: 'cancelled' });
  });
});

describe('a deleted task', () => {
  it('accepts no new runs, and its unfinished ones are stopped at the provider', async () => {
    const hang = await play(world, [{ hang: true }]);
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const path = `${tenant.project}/task/${task.id}`;
    const run = await tenant.owner.post(`${path}/run`, { task_input: { text: hang.message } }, QUEUED);
    await world.model.waitForRequests(hang.key, 1);
    expect(await tenant.owner.delete(path)).toMatchObject({ status: 200 });
    await world.model.waitForAborts(hang.key, 1);
    const listed = await eventually(
      async () => (await tenant.owner.get(`${tenant.project}/task_run?task_id=${task.id}`)).body.results,
      (runs) => runs[0]?.completed !== null,
    );
    expect(listed).toMatchObject([{ id: run.body.id, status: 'cancelled', error: { reason: 'CANCELLED' } }]);
    expect(await tenant.owner.post(`${path}/run`, { task_input: { text: 'x' } })).toMatchObject({ status: 404 });
  });

  it('does not stop an agent’s run that is calling it: that call ends, and the next one finds no such tool', async () => {
    const gate = randomUUID();
    const child = await play(world, [{ text: 'Summary.', gate }]);
    const task = await makeTask(tenant, { system_prompt: child.message });
    const call = { name: task.name.replaceAll(' ', '_'), arguments: { text: 'x' } };
    const script = await play(world, [{ tool_calls: [call] }, { tool_calls: [call] }, { text: 'Done.' }]);
    const agent = await makeAgent(tenant, { task_tools: [{ task_id: task.id }] });
    const run = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, QUEUED);
    await world.model.waitForRequests(child.key, 1);
    expect(await tenant.owner.delete(`${tenant.project}/task/${task.id}`)).toMatchObject({ status: 200 });
    await world.model.open(gate);
    const events = await agent.follow(run.body.id);
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await getToolResults(world, script.key)).toEqual([
      'Summary.',
      expect.stringContaining('there is no tool named'),
    ]);
  });
});

describe('a deleted project', () => {
  it('is closed, and its unfinished agent and task runs are stopped', async () => {
    const own = await world.tenant();
    const waiting = await startScene(world, own, [sum('1+1')]);
    const hang = await play(world, [{ hang: true }]);
    const task = await makeTask(own, { user_prompt: '{text}' });
    const path = `${own.project}/task/${task.id}/run`;
    await own.owner.post(path, { task_input: { text: hang.message } }, QUEUED);
    await world.model.waitForRequests(hang.key, 1);
    expect(await own.owner.delete(own.project)).toMatchObject({ status: 200 });
    await world.model.waitForAborts(hang.key, 1);
    const runs = async () => [
      ...(await world.db.selectFrom('agent_runs').select('status').where('project_id', '=', own.projectId).execute()),
      ...(await world.db.selectFrom('task_runs').select('status').where('project_id', '=', own.projectId).execute()),
    ];
    const stopped = await eventually(runs, (rows) => rows.every((row) => row.status === 'cancelled'));
    expect(stopped).toHaveLength(2);
    const requests = await world.db
      .selectFrom('approval_requests')
      .select('status')
      .where('run_id', '=', waiting.run.id)
      .execute();
    expect(requests).toEqual([{ status: 'cancelled' }]);
    const refused = await own.owner.post(path, { task_input: { text: 'x' } });
    expect([401, 403]).toContain(refused.status);
  });
});

describe('a session', () => {
  it('cannot be deleted while a run of it is active, and its runs are deleted with it afterwards', async () => {
    const { agent, run } = await startScene(world, tenant, [sum('1+1')]);
    const path = `${agent.path}/session/${run.session_id}`;
    const refused = await tenant.owner.delete(path);
    expect(refused.status).toBe(409);
    expect(getReason(refused)).toBe('SESSION_BUSY');
    await tenant.owner.post(`${agent.path}/run/${run.id}/cancel`);
    expect(await tenant.owner.delete(path)).toMatchObject({ status: 200 });
    expect(await tenant.owner.get(path)).toMatchObject({ status: 404 });
    expect(await tenant.owner.get(`${agent.path}/run/${run.id}`)).toMatchObject({ status: 404 });
  });
});
