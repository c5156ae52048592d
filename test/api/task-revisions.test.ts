import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pickStickyRevision } from '../../src/tasks/rules.ts';
import { makeTask } from '../support/agents.ts';
import { type ApiResponse, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const post = (path: string, body?: object) => tenant.owner.post(path, body);

async function ok(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body;
}

/** The problems of a 422, each as path and rule. */
const problemsOf = ({ status, body, text }: ApiResponse) => {
  expect(status, text).toBe(422);
  return body.detail.map(({ loc, type }: Json) => [loc, type]);
};

/** A task whose revisions, oldest first, return their prompts. */
interface Served {
  readonly path: string;
  readonly id: string;
  readonly revisions: readonly string[];
}

async function served(...prompts: string[]): Promise<Served> {
  const [first, ...rest] = prompts.map((prompt) => ({ user_prompt: `${prompt} {text}` }));
  const { id } = await makeTask(tenant, first);
  const path = `${tenant.project}/task/${id}`;
  for (const fields of rest) await ok(post(path, fields));
  const { revisions } = await ok(tenant.owner.get(path));
  return { path, id, revisions: revisions.map((revision: Json) => revision.id).toReversed() };
}

/** Weights for revisions in order; those without one are inactive. */
const weighed = ({ revisions }: Pick<Served, 'revisions'>, ...weights: (number | undefined)[]) => ({
  active_revisions: weights.flatMap((weight, at) =>
    weight === undefined ? [] : [{ task_revision_id: revisions[at] ?? '', weight }],
  ),
});

const run = (task: Served, query = '', body: object = {}) =>
  ok(post(`${task.path}/run${query}`, { task_input: { text: 'x' }, ...body }));

describe('active revisions', () => {
  it('that break a rule are rejected with the path and the rule, and the previous ones stay', async () => {
    const task = await served('one', 'two');
    const [one, two] = task.revisions as [string, string];
    const outsider = await served('three');
    const item = (id: unknown, weight: unknown) => ({ task_revision_id: id, weight });
    const place = (...rest: unknown[]) => ['body', 'active_revisions', ...rest];
    const cases: [unknown[], unknown[]][] = [
      [[item(one, 0.5), item(two, 0.6)], [[place(), 'value_error']]],
      [[item(one, 0.5)], [[place(), 'value_error']]],
      [[item(one, 1), item(two, 0)], [[place(1, 'weight'), 'exclusiveMinimum']]],
      [[item(one, 1.5), item(two, -0.5)], expect.arrayContaining([[place(1, 'weight'), 'exclusiveMinimum']])],
      [[item(one, '1')], [[place(0, 'weight'), 'type']]],
      [[item(one, 0.5), item(one, 0.5)], [[place(1, 'task_revision_id'), 'value_error']]],
      [[item(one, 0.5), item(outsider.revisions[0], 0.5)], [[place(1, 'task_revision_id'), 'value_error']]],
      [[item(one, 0.5), item(randomUUID(), 0.5)], [[place(1, 'task_revision_id'), 'value_error']]],
      [[], [[place(), 'minItems']]],
    ];
    for (const [active, problems] of cases)
      expect(problemsOf(await post(task.path, { active_revisions: active })), JSON.stringify(active)).toEqual(problems);
    const { active_revisions } = await ok(tenant.owner.get(task.path));
    expect(active_revisions).toEqual([{ task_revision_id: one, weight: 1 }]);
    const shouted = { task_revision_id: one.toUpperCase(), weight: 1 };
    expect(await ok(post(task.path, { active_revisions: [shouted] }))).toMatchObject({ active_revisions });
  });

  it('return the same revision for the same reference, while their weights do not change', async () => {
    const task = await served('one', 'two');
    const weights = weighed(task, 0.5, 0.5);
    await ok(post(task.path, weights));
    const references = Array.from({ length: 6 }, (_, n) => `customer ${n}`);
    for (const reference of references) {
      const runs = await Promise.all([1, 2].map(() => run(task, '', { task_reference: reference })));
      const expected = pickStickyRevision(weights.active_revisions, task.id, reference);
      for (const { task_revision_id } of runs) expect(task_revision_id, reference).toBe(expected);
    }
  });
});

describe('a revision tag', () => {
  const tagsOf = async (task: Served) => {
    const { revisions } = await ok(tenant.owner.get(task.path));
    return revisions.toReversed().map(({ tags }: Json) => tags.map(({ name }: Json) => name));
  };
  const tag = (task: Served, nth: number, ...tags: string[]) =>
    ok(post(`${task.path}/revision/${task.revisions[nth]}/tags`, { revision_tags: tags }));

  it('is added to an existing revision without creating one, and removed from its previous one', async () => {
    const task = await served('one', 'two');
    expect(await tag(task, 0, 'live', 'old', 'live')).toMatchObject({
      id: task.revisions[0],
      active: true,
      tags: [{ name: 'live' }, { name: 'old' }],
    });
    expect(await run(task, '?revision_tag=live')).toMatchObject({ response: 'echo: one x' });
    await tag(task, 1, 'live');
    expect(await tagsOf(task)).toEqual([['old'], ['live']]);
    expect(await run(task, '?revision_tag=live')).toMatchObject({ response: 'echo: two x' });
    const filtered = await ok(tenant.owner.get(`${task.path}?revision_tag_id=live`));
    expect(filtered.revisions.map(({ id }: Json) => id)).toEqual([task.revisions[1]]);

    await ok(post(task.path, { user_prompt: 'three {text}', revision_tags: ['live', 'new'] }));
    expect(await tagsOf(task)).toEqual([['old'], [], ['live', 'new']]);
    await tag(task, 0);
    expect(await tagsOf(task)).toEqual([[], [], ['live', 'new']]);
    const read = await ok(tenant.owner.get(`${task.path}/revision/${task.revisions[0]}`));
    expect(read).toMatchObject({ user_prompt: 'one {text}', tags: [], active: true });
  });

  it('always resolves to a revision, while it moves back and forth', async () => {
    const task = await served('one', 'two');
    await tag(task, 0, 'live');
    const moving = (async () => {
      for (const nth of [1, 0, 1, 0, 1, 0]) await tag(task, nth, 'live');
    })();
    const responses = await Promise.all(Array.from({ length: 6 }, () => run(task, '?revision_tag=live')));
    await moving;
    for (const { task_revision_id } of responses) expect(task.revisions).toContain(task_revision_id);
    expect(await tagsOf(task)).toEqual([['live'], []]);
  });

  it('stays on one revision if two get it concurrently', async () => {
    const task = await served('one', 'two');
    await Promise.all([tag(task, 0, 'live'), tag(task, 1, 'live')]);
    expect((await tagsOf(task)).flat()).toEqual(['live']);
  });

  it('is rejected for a revision of another task, and together with a revision id', async () => {
    const [task, outsider] = [await served('one'), await served('two')];
    const path = `${task.path}/revision/${outsider.revisions[0]}`;
    for (const response of [await post(`${path}/tags`, { revision_tags: ['live'] }), await tenant.owner.get(path)])
      expect([response.status, getReason(response)]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    const own = `${task.path}/revision/${task.revisions[0]}`;
    expect(problemsOf(await post(`${own}/tags`, { revision_tags: ['live', ' '] }))).toEqual([
      [['body', 'revision_tags', 1], 'pattern'],
    ]);
    const both = `${task.path}/run?revision_tag=live&revision_id=${task.revisions[0]}`;
    expect(problemsOf(await post(both, { task_input: { text: 'x' } }))).toEqual([
      [['query', 'revision_tag'], 'value_error'],
    ]);
  });
});

describe('a rollback', () => {
  const serving = async (task: Served) => (await ok(tenant.owner.get(`${task.path}/serving`))).results;
  const weightsOf = (task: Served, { active_revisions }: Json) =>
    task.revisions.map((id) => active_revisions.find((item: Json) => item.task_revision_id === id)?.weight);
  const back = (task: Served, body?: object) => post(`${task.path}/rollback`, body);

  it('restores the previous active revisions, and each further one goes further back', async () => {
    const task = await served('one', 'two');
    await ok(post(task.path, weighed(task, 0.25, 0.75)));
    await ok(post(task.path, weighed(task, undefined, 1)));
    expect(await run(task)).toMatchObject({ response: 'echo: two x' });
    expect(weightsOf(task, await ok(back(task)))).toEqual([0.25, 0.75]);
    expect(weightsOf(task, await ok(back(task)))).toEqual([1, undefined]);
    expect(await run(task)).toMatchObject({ response: 'echo: one x' });
    const none = await back(task);
    expect([none.status, getReason(none)]).toEqual([409, 'NOTHING_TO_ROLL_BACK']);

    const entries = await serving(task);
    expect(entries.map((entry: Json) => weightsOf(task, entry))).toEqual([
      [1, undefined],
      [0.25, 0.75],
      [undefined, 1],
      [0.25, 0.75],
      [1, undefined],
    ]);
    expect(entries.map(({ restores }: Json) => restores)).toEqual([entries[4].id, entries[3].id, null, null, null]);
    expect(entries.map(({ until }: Json) => until)).toEqual([
      null,
      ...entries.slice(0, -1).map(({ since }: Json) => since),
    ]);
    const events = await ok(tenant.owner.get(`${tenant.project}/audit_event?event_type=task.rolled_back`));
    const [event] = events.results.filter((one: Json) => one.resource_id === task.id);
    const { payload } = await ok(tenant.owner.get(`${tenant.project}/audit_event/${event.id}`));
    expect(payload).toEqual({
      serving_id: entries[4].id,
      before: weighed(task, 0.25, 0.75).active_revisions,
      after: weighed(task, 1).active_revisions,
    });
  });

  it('can target any history entry, and a repeat of it changes nothing', async () => {
    const task = await served('one', 'two');
    await ok(post(task.path, weighed(task, 0.5, 0.5)));
    await ok(post(task.path, weighed(task, undefined, 1)));
    const [, , first] = await serving(task);
    for (const _ of [1, 2])
      expect(weightsOf(task, await ok(back(task, { serving_id: first.id })))).toEqual([1, undefined]);
    expect(await serving(task)).toHaveLength(4);
    const outsider = await served('three');
    const [theirs] = await serving(outsider);
    for (const id of [theirs.id, randomUUID()])
      expect(problemsOf(await back(task, { serving_id: id }))).toEqual([[['body', 'serving_id'], 'unknown_resource']]);
  });

  it('happens once if it is sent twice under one key', async () => {
    const task = await served('one', 'two');
    await ok(post(task.path, weighed(task, 0.5, 0.5)));
    await ok(post(task.path, weighed(task, undefined, 1)));
    const key = { 'idempotency-key': randomUUID() };
    for (const replayed of [null, 'true']) {
      const response = await tenant.owner.post(`${task.path}/rollback`, {}, key);
      expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([200, replayed]);
      expect(weightsOf(task, response.body)).toEqual([0.5, 0.5]);
    }
    expect(await serving(task)).toHaveLength(4);
  });
});

describe('a comparison of two revisions', () => {
  it('returns the changed fields and both outputs for the same inputs, limited to runs that the caller can see', async () => {
    const task = await served('one', 'two');
    const [one, two] = task.revisions as [string, string];
    await ok(post(task.path, { task_run_visibility: 'owner_only' }));
    const ask = (revision: string, input: object) => run(task, `?revision_id=${revision}`, { task_input: input });
    const [a] = [await ask(one, { text: 'x', more: { b: 1, a: 2 } }), await ask(one, { text: 'alone' })];
    const old = await ask(two, { text: 'x', more: { a: 2, b: 1 } });
    const b = await ask(two, { text: 'x', more: { a: 2, b: 1 } });
    const path = `${task.path}/revision/${two}/comparison`;
    const compared = await ok(tenant.owner.get(path));
    expect(compared).toMatchObject({ base: { id: one, active: true }, revision: { id: two, active: false } });
    expect(compared.differences).toEqual([{ field: 'user_prompt', base: 'one {text}', revision: 'two {text}' }]);
    const { pairs, ...totals } = compared.results;
    expect(pairs).toMatchObject([
      {
        input: { text: 'x', more: { a: 2, b: 1 } },
        base: { id: a.id, response: 'echo: one x', charged_credits: a.charged_credits, created: a.created },
        revision: { id: b.id, response: 'echo: two x', total_tokens: b.total_tokens },
        same_response: false,
      },
    ]);
    expect(old.id).not.toBe(b.id);
    expect(totals).toEqual({
      same_responses: 0,
      base: { errors: 0, total_tokens: a.total_tokens, mean_seconds: a.llm_call_timing },
      revision: { errors: 0, total_tokens: b.total_tokens, mean_seconds: b.llm_call_timing },
    });
    expect((await ok(tenant.owner.get(`${path}?pairs=0`))).results.pairs).toEqual([]);
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await ok(viewer.get(path))).results.pairs).toEqual([]);
    const other = await ok(tenant.owner.get(`${task.path}/revision/${one}/comparison?base_revision_id=${two}`));
    expect(other.differences).toEqual([{ field: 'user_prompt', base: 'two {text}', revision: 'one {text}' }]);
  });

  it('is rejected with itself and with a revision of another task', async () => {
    const [task, outsider] = [await served('one', 'two'), await served('three')];
    const [one, two] = task.revisions as [string, string];
    const own = await ok(tenant.owner.get(`${task.path}/revision/${one}/comparison`));
    expect(own).toMatchObject({ base: { id: one }, differences: [], results: { pairs: [] } });
    for (const [revision, query] of [
      [two, `?base_revision_id=${two}`],
      [two, `?base_revision_id=${outsider.revisions[0]}`],
      [two, `?base_revision_id=${randomUUID()}`],
    ] as const)
      expect(problemsOf(await tenant.owner.get(`${task.path}/revision/${revision}/comparison${query}`)), query).toEqual(
        [[['query', 'base_revision_id'], 'value_error']],
      );
  });
});
