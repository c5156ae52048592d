import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

it('history of a deleted task stays readable and marked as deleted; new runs return 404', async () => {
  const task = await makeTask(tenant);
  const path = `${tenant.project}/task/${task.id}`;
  const { message } = await play(world, [{ text: 'Done.' }]);
  const file = { name: 'a.txt', content: btoa('some text') };
  const { body: run } = await tenant.owner.post(`${path}/run`, { task_input: { text: message }, task_files: [file] });
  expect(run).toMatchObject({ response: 'Done.', task: { id: task.id, name: task.name, deleted: false } });
  expect((await tenant.owner.delete(path)).body).toMatchObject({ id: task.id, deleted: true });

  const gone = { id: task.id, name: task.name, deleted: true };
  const list = await tenant.owner.get(`${path}/run`);
  expect(list.body.results).toMatchObject([{ id: run.id, task: gone }]);
  const all = await tenant.owner.get(`${tenant.project}/task_run?task_id=${task.id}`);
  expect(all.body.results).toMatchObject([{ id: run.id, task: gone }]);
  expect((await tenant.owner.get(`${path}/run/${run.id}`)).body).toMatchObject({ response: 'Done.', task: gone });
  expect((await tenant.owner.get(`${path}/run/${run.id}/file/a.txt`)).text).toBe('some text');
  expect((await tenant.owner.post(`${path}/run/${run.id}/cancel`)).body.detail.reason).toBe('RUN_ENDED');
  expect((await tenant.owner.post(`${path}/run`, { task_input: { text: 'x' } })).status).toBe(404);
  expect((await tenant.owner.get(path)).status).toBe(404);

  const other = await makeTask(tenant);
  expect((await tenant.owner.get(`${tenant.project}/task/${other.id}/run/${run.id}`)).status).toBe(404);
  const elsewhere = await world.tenant();
  expect((await elsewhere.owner.get(`${elsewhere.project}/task/${task.id}/run`)).status).toBe(404);
});

it('history of a deleted agent stays readable and marked as deleted; new runs return 404', async () => {
  const agent = await makeAgent(tenant, { approval_policy: { default: 'always' } });
  const sum = { name: 'calculator', arguments: { expression: '6*7' } };
  const { message } = await play(world, [{ tool_calls: [sum] }, { text: 'Done.' }]);
  const asked = await agent.run(message);
  const [request] = await agent.requests(asked.id);
  await agent.approve(request.id);
  await agent.resume(request.id);
  expect(await agent.read(asked.id)).toMatchObject({ output: 'Done.', task_agent: { id: agent.id, deleted: false } });
  expect((await tenant.owner.delete(agent.path)).body).toMatchObject({ id: agent.id, deleted: true });

  const gone = { id: agent.id, name: agent.record.name, deleted: true };
  const { session_id } = await agent.read(asked.id);
  const read = async (path: string) => {
    const response = await tenant.owner.get(agent.path + path);
    expect(response.status, path).toBe(200);
    return response.body;
  };
  expect((await read('/run')).results).toMatchObject([{ id: asked.id, task_agent: gone }]);
  expect(await read(`/run/${asked.id}`)).toMatchObject({ output: 'Done.', task_agent: gone });
  expect((await read(`/run/${asked.id}/events`)).events.length).toBeGreaterThan(3);
  await read(`/run/${asked.id}/effects`);
  expect((await read('/session')).results).toMatchObject([{ id: session_id }]);
  expect(await read(`/session/${session_id}`)).toMatchObject({ runs: [{ id: asked.id, task_agent: gone }] });
  expect((await read('/approval-request')).results).toMatchObject([{ id: request.id, status: 'approved' }]);
  expect(await read(`/approval-request/${request.id}`)).toMatchObject({ status: 'approved' });
  expect((await agent.follow(asked.id)).map((event) => event.event)).toContain('done');
  const all = await tenant.owner.get(`${tenant.project}/task_agent_run?task_agent_id=${agent.id}`);
  expect(all.body.results.map((row: Json) => row.id)).toEqual([asked.id]);
  expect((await tenant.owner.post(`${agent.path}/run`, { message: 'x' })).status).toBe(404);
  expect((await tenant.owner.post(`${agent.path}/run`, { message: 'x', session_id })).status).toBe(404);
  expect((await tenant.owner.get(agent.path)).status).toBe(404);
});
