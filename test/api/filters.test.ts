import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { makeSkill } from '../support/skills.ts';
import { addTrigger } from '../support/triggers.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const get = async (path: string) => {
  const response = await tenant.owner.get(tenant.project + path);
  expect(response.status, `${path} ${response.text}`).toBe(200);
  return response.body;
};
const ids = async (path: string) => (await get(path)).results.map((row: Json) => row.id);

describe('tasks', () => {
  it('are filtered by tag', async () => {
    const [red, both] = [await makeTask(tenant, { tags: ['red'] }), await makeTask(tenant, { tags: ['red', 'blue'] })];
    expect(await ids('/task?tag_id=red')).toEqual([both.id, red.id]);
    expect(await ids('/task?tag_id=blue')).toEqual([both.id]);
    expect(await ids(`/task?tag_id=${randomUUID()}`)).toEqual([]);
  });

  it('list revisions of one tag, and include revisions created for tests only on request', async () => {
    const task = await makeTask(tenant, { revision_tags: ['prod'] });
    const [first] = task.revisions;
    const edit = (body: object) => tenant.owner.post(`${tenant.project}/task/${task.id}`, body);
    const tried = (await edit({ system_prompt: 'Try this.', test: true })).body.revisions[0];
    expect(tried).toMatchObject({ system_prompt: 'Try this.', test: true, active: false });
    const next = (await edit({ user_prompt: 'For {text}.', revision_tags: ['next'] })).body.revisions[0];
    expect(next).toMatchObject({ system_prompt: 'Do it.', user_prompt: 'For {text}.', test: false });
    const shown = async (query: string) =>
      (await get(`/task/${task.id}${query}`)).revisions.map((revision: Json) => revision.id);
    expect(await shown('')).toEqual([next.id, first.id]);
    expect(await shown('?include_tests=true')).toEqual([next.id, tried.id, first.id]);
    expect(await shown('?revision_tag_id=next')).toEqual([next.id]);
    expect(await shown(`?revision_tag_id=${randomUUID()}`)).toEqual([]);
    const listed = async (query: string) =>
      (await get(`/task${query}`)).results.find((row: Json) => row.id === task.id).revisions.length;
    expect([await listed(''), await listed('?include_tests=true')]).toEqual([2, 3]);
    expect((await get(`/task/${task.id}`)).test).toBe(false);
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run?revision_id=${tried.id}`, {
      task_input: { text: 'x' },
    });
    expect(run.body).toMatchObject({ task_revision_id: tried.id, is_error: false });
  });
});

describe('task runs', () => {
  it('are filtered by trigger and trigger type, and show the trigger on request', async () => {
    const task = await makeTask(tenant);
    const { body: run } = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, {
      task_input: { text: 'x' },
    });
    const runs = `/task_run?task_id=${task.id}`;
    expect(await ids(runs)).toEqual([run.id]);
    expect((await get(runs)).results[0]).not.toHaveProperty('event_trigger_id');
    expect((await get(`${runs}&include_event_trigger_id=true`)).results).toMatchObject([
      { id: run.id, event_trigger_id: null },
    ]);
    expect(await ids(`${runs}&include_event_trigger_id=false`)).toEqual([run.id]);
    expect(await ids(`${runs}&include_event_trigger_id=${randomUUID()}`)).toEqual([]);
    const trigger = await addTrigger(world, tenant, { type: 'task', id: task.id });
    const fired = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'y' } });
    expect(fired.body).toMatchObject({ trigger_type: 'api', trigger_id: null });
    // As a delivery would create it.
    await sql`update task_runs set trigger_type = 'webhook', trigger_id = ${trigger} where id = ${fired.body.id}`.execute(
      world.db,
    );
    for (const filter of [`include_event_trigger_id=${trigger}`, `trigger_id=${trigger}`, 'trigger_type=webhook'])
      expect(await ids(`${runs}&${filter}`), filter).toEqual([fired.body.id]);
    expect(await ids(`${runs}&trigger_id=${trigger}&include_event_trigger_id=${randomUUID()}`)).toEqual([]);
    expect((await get(`${runs}&include_event_trigger_id=${trigger}`)).results).toMatchObject([
      { event_trigger_id: trigger, trigger_id: trigger, trigger_type: 'webhook' },
    ]);
    expect(await ids(`/trigger?trigger_type=webhook&target_type=task&target_id=${task.id}`)).toEqual([trigger]);
    const late = await addTrigger(world, tenant, { type: 'task', id: task.id }, 'schedule');
    const first = await get(`/trigger?target_id=${task.id}&limit=1`);
    expect([first.results[0].id, first.pagination.page_limit]).toEqual([late, 1]);
    for (const none of ['target_type=task_agent', `target_id=${randomUUID()}`])
      expect(await ids(`/trigger?${none}`), none).toEqual([]);
    const wrong = await tenant.owner.get(`${tenant.project}${runs}&include_event_trigger_id=some`);
    expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ['query', 'include_event_trigger_id']]);
  });
});

describe('agent runs', () => {
  it('are filtered by trigger', async () => {
    const agent = await makeAgent(tenant);
    const { message } = await play(world, [{ text: 'Done.' }, { text: 'Done.' }]);
    const trigger = await addTrigger(world, tenant, { type: 'task_agent', id: agent.id });
    const [own, fired] = [await agent.run(message), await agent.run(message)];
    await sql`update agent_runs set trigger_type = 'webhook', trigger_id = ${trigger} where id = ${fired.id}`.execute(
      world.db,
    );
    for (const list of [`/task-agent/${agent.id}/run?`, `/task_agent_run?task_agent_id=${agent.id}&`]) {
      expect(await ids(`${list}trigger_id=${trigger}`)).toEqual([fired.id]);
      expect(await ids(list)).toEqual([fired.id, own.id]);
    }
  });

  it('are filtered by the type of a failed tool', async () => {
    const agent = await makeAgent(tenant);
    const { message } = await play(world, [
      { tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] },
      { text: 'Done.' },
    ]);
    const runs: Record<string, string> = {};
    for (const type of ['task', 'mcp', 'integration']) {
      const run = await agent.run(message);
      // No such tool can be attached yet: the row stands for a failed call of one.
      await sql`update tool_calls set tool_type = ${type}, outcome = 'error' where run_id = ${run.id}`.execute(
        world.db,
      );
      runs[type] = run.id;
    }
    const newestFirst = Object.values(runs).toReversed();
    for (const [type, id] of Object.entries(runs)) {
      for (const list of [`/task-agent/${agent.id}/run?`, `/task_agent_run?task_agent_id=${agent.id}&`]) {
        expect(await ids(`${list}had_${type}_tool_fail=true`)).toEqual([id]);
        expect(await ids(`${list}had_${type}_tool_fail=false`)).toEqual(newestFirst.filter((other) => other !== id));
      }
    }
    expect(await ids(`/task-agent/${agent.id}/run?had_mcp_tool_fail=true&had_integration_tool_fail=true`)).toEqual([]);
  });
});

describe('agents', () => {
  it('are filtered by part of their name', async () => {
    const mark = randomUUID().slice(0, 8);
    const [plain, percent] = [
      await makeAgent(tenant, { name: `Keeper ${mark}` }),
      await makeAgent(tenant, { name: `100 % ${mark}` }),
    ];
    expect(await ids(`/task-agent?name=${mark.toUpperCase()}`)).toEqual([percent.id, plain.id]);
    expect(await ids(`/task-agent?name=${encodeURIComponent(`% ${mark}`)}`)).toEqual([percent.id]);
    expect(await ids(`/task-agent?name=${randomUUID()}`)).toEqual([]);
    expect((await tenant.owner.get(`${tenant.project}/task-agent?name=${'x'.repeat(201)}`)).status).toBe(422);
  });

  it('are filtered by attachments of their active revision', async () => {
    const [task, skill] = [await makeTask(tenant), await makeSkill(tenant)];
    const both = await makeAgent(tenant, { task_tools: [{ task_id: task.id }], skills: [{ skill_id: skill.id }] });
    const skilled = await makeAgent(tenant, { skills: [{ skill_id: skill.id }] });
    const later = await makeAgent(tenant);
    await tenant.owner.post(`${tenant.project}/task-agent/${later.id}`, { skills: [{ skill_id: skill.id }] });
    expect(await ids(`/task-agent?uses=${skill.id}`)).toEqual([skilled.id, both.id]);
    expect(await ids(`/task-agent?uses=${task.id}`)).toEqual([both.id]);
    expect(await ids(`/task-agent?uses=${randomUUID()}`)).toEqual([]);
    expect((await tenant.owner.get(`${tenant.project}/task-agent?uses=x`)).status).toBe(422);
  });

  it('are listed with their activity of the last seven days, counting visible runs only', async () => {
    const own = await world.tenant();
    const agent = await makeAgent(own);
    const idle = await makeAgent(own);
    const { message } = await play(world, [{ text: 'Done.' }]);
    await agent.run(message);
    const old = await agent.run(message);
    const last = await agent.run(message);
    const failing = await play(world, [{ status: 400 }]);
    await agent.run(failing.message);
    const long = '01900000-0000-7000-8000-000000000000';
    await sql`insert into agent_runs select (json_populate_record(r, json_build_object('id', ${long}::text, 'created', now() - interval '8 days'))).* from agent_runs r
      where id = ${old.id}`.execute(world.db);
    const listed = async (client = own.owner, query = '?seven_day_summary=true') => {
      const { body } = await client.get(`${own.project}/task-agent${query}`);
      return new Map(body.results.map((row: Json) => [row.id, row.seven_day_summary]));
    };
    const waiting = await play(world, [{ tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }]);
    const parked = await makeAgent(own, { approval_policy: { default: 'always', rules: [] } });
    await parked.run(waiting.message);
    const summaries = await listed();
    expect(summaries.get(idle.id)).toMatchObject({ runs: 0, charged_credits: '0' });
    expect(summaries.get(parked.id)).toMatchObject({ runs: 1, open: 1, total_tokens: expect.any(Number) });
    expect(summaries.get(agent.id)).toEqual({
      runs: 4,
      completed: 3,
      failed: 1,
      cancelled: 0,
      open: 0,
      total_tokens: 45,
      charged_credits: String(3 * Number(last.charged_credits)),
    });
    expect((await listed(own.owner, '')).get(agent.id)).toBeUndefined();
    const viewer = await own.member({ project: 'viewer' });
    await own.owner.post(agent.path, { task_agent_run_visibility: 'owner_only' });
    expect((await listed(viewer)).get(agent.id)).toMatchObject({ runs: 0 });
  });
});
