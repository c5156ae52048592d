import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTask } from '../support/agents.ts';
import { type ApiResponse, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let groups: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  groups = `${tenant.project}/reporting-groups`;
});
afterAll(() => world.close());

async function ok(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body;
}

const make = (name = `Group ${randomUUID()}`, of = tenant) =>
  ok(of.owner.post(`${of.project}/reporting-groups`, { name }));

/** Runs a task of the tenant, and returns the run. */
async function run(task: Json, query = '', text = 'x') {
  return ok(tenant.owner.post(`${tenant.project}/task/${task.id}/run${query}`, { task_input: { text } }));
}

describe('a reporting group', () => {
  it('is created, read, listed, updated field by field, and deleted', async () => {
    const made = await make();
    const time = expect.stringMatching(/Z$/);
    expect(made).toEqual({ id: expect.any(String), name: made.name, description: '', created: time, modified: time });
    const path = `${groups}/${made.id}`;
    expect(await ok(tenant.owner.get(path))).toEqual(made);
    const described = await ok(tenant.owner.post(path, { description: 'All of spring.' }));
    expect(described).toMatchObject({ name: made.name, description: 'All of spring.' });
    expect(await ok(tenant.owner.post(path, { name: made.name }))).toEqual(described);
    const newer = await make();
    const { results } = await ok(tenant.owner.get(`${groups}?page_limit=2`));
    expect(results.map(({ id }: Json) => id)).toEqual([newer.id, made.id]);
    expect(await ok(tenant.owner.delete(path))).toMatchObject({ id: made.id });
    for (const gone of [await tenant.owner.get(path), await tenant.owner.delete(path)])
      expect([gone.status, getReason(gone)]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('has a unique name per project, in any case', async () => {
    const name = `Spring ${randomUUID()}`;
    const named = (word: unknown) => tenant.owner.post(groups, { name: word });
    const twice = await Promise.all([named(name), named(name.toUpperCase())]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(twice.map(getReason)).toContain('REPORTING_GROUP_ALREADY_EXISTS');
    const other = await make();
    const renamed = await tenant.owner.post(`${groups}/${other.id}`, { name });
    expect([renamed.status, getReason(renamed)]).toEqual([409, 'REPORTING_GROUP_ALREADY_EXISTS']);
    expect(await make(name, await world.tenant())).toMatchObject({ name });
    for (const word of [' ', 'x'.repeat(201)]) {
      const refused = await named(word);
      expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'name']]);
    }
  });

  it('has a unique name in every Unicode spelling, and is found by it in every script', async () => {
    const task = await makeTask(tenant);
    const stem = randomUUID();
    for (const word of ['Café', 'ΟΔΟΣ', 'İzmir']) {
      const name = `${stem} ${word}`;
      const group = await make(` ${name.normalize('NFD')}`);
      expect(group.name).toBe(name);
      const again = await tenant.owner.post(groups, { name });
      expect([again.status, getReason(again)]).toEqual([409, 'REPORTING_GROUP_ALREADY_EXISTS']);
      for (const spelled of [name, name.normalize('NFD')])
        expect(await run(task, `?reporting_group=${encodeURIComponent(spelled)}`)).toMatchObject({
          reporting_group_id: group.id,
        });
      const other = await make();
      const renamed = await tenant.owner.post(`${groups}/${other.id}`, { name: name.normalize('NFD') });
      expect(renamed.status).toBe(409);
    }
  });
});

describe('runs in a reporting group', () => {
  it('are assigned by its id or name, and filtered by it', async () => {
    const task = await makeTask(tenant);
    const group = await make();
    const ungrouped = await run(task);
    expect(ungrouped.reporting_group_id).toBeNull();
    const byId = await run(task, `?reporting_group=${group.id}`);
    const byName = await run(task, `?reporting_group=${encodeURIComponent(group.name.toUpperCase())}`);
    for (const one of [byId, byName]) expect(one.reporting_group_id).toBe(group.id);
    const listed = async () => {
      const { results } = await ok(tenant.owner.get(`${tenant.project}/task_run?reporting_group_id=${group.id}`));
      return results.map(({ id }: Json) => id);
    };
    expect(await listed()).toEqual([byName.id, byId.id]);

    await ok(tenant.owner.delete(`${groups}/${group.id}`));
    expect(await listed()).toEqual([byName.id, byId.id]);
    const kept = await ok(tenant.owner.get(`${tenant.project}/task/${task.id}/run/${byId.id}`));
    expect(kept.reporting_group_id).toBe(group.id);
    const again = await make(group.name);
    expect((await run(task, `?reporting_group=${encodeURIComponent(group.name)}`)).reporting_group_id).toBe(again.id);
  });

  it('are rejected if the group is deleted, foreign or unknown, and none is created', async () => {
    const task = await makeTask(tenant);
    const [deleted, theirs] = [await make(), await make(undefined, await world.tenant())];
    await ok(tenant.owner.delete(`${groups}/${deleted.id}`));
    const runs = `${tenant.project}/task/${task.id}/run`;
    for (const word of [deleted.id, deleted.name, theirs.id, theirs.name, randomUUID()]) {
      const query = `?reporting_group=${encodeURIComponent(word)}`;
      const refused = await tenant.owner.post(runs + query, { task_input: { text: 'x' } });
      expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['query', 'reporting_group']]);
    }
    expect((await ok(tenant.owner.get(runs))).results).toEqual([]);
  });
});

describe('the latest runs by task', () => {
  it('show the task with the newest run first, each with its newest runs, in pages in order of start', async () => {
    const own = await world.tenant();
    const started = async (task: Json) =>
      (await ok(own.owner.post(`${own.project}/task/${task.id}/run`, { task_input: { text: 'x' } }))).id;
    const [one, two, three] = [await makeTask(own), await makeTask(own), await makeTask(own)];
    const runs = [];
    for (let n = 0; n < 6; n++) runs.unshift(await started(one));
    const [ofTwo, ofThree] = [await started(two), await started(three)];
    await ok(own.owner.delete(`${own.project}/task/${two.id}`));
    const list = `${own.project}/task_run/recent_by_task`;
    const whole = await ok(own.owner.get(list));
    const shown = ({ results }: Json) => results.map((row: Json) => [row.task_id, row.runs.map(({ id }: Json) => id)]);
    expect(shown(whole)).toEqual([
      [three.id, [ofThree]],
      [two.id, [ofTwo]],
      [one.id, runs.slice(0, 5)],
    ]);
    expect(whole.results.map(({ task }: Json) => task.deleted)).toEqual([false, true, false]);

    const first = await ok(own.owner.get(`${list}?page_limit=1`));
    await started(one);
    const rest = await ok(own.owner.get(`${list}?page_limit=2&cursor=${first.pagination.next_cursor}`));
    expect(shown({ results: [...first.results, ...rest.results] })).toEqual(shown(whole));
    expect(rest.pagination.has_next).toBe(false);
    expect(shown(await ok(own.owner.get(list)))[0][0]).toBe(one.id);
  });

  it('omit runs that the caller cannot see', async () => {
    const own = await world.tenant();
    const [hidden, open] = [await makeTask(own, { task_run_visibility: 'owner_only' }), await makeTask(own)];
    for (const { id } of [hidden, open])
      await ok(own.owner.post(`${own.project}/task/${id}/run`, { task_input: { text: 'x' } }));
    const viewer = await own.member({ project: 'viewer' });
    const { results } = await ok(viewer.get(`${own.project}/task_run/recent_by_task`));
    expect(results.map((row: Json) => row.task_id)).toEqual([open.id]);
  });
});
