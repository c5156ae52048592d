import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;
let tasks: string;

const TASK = {
  name: 'A task',
  enabled: true,
  llm_model_id: 'scripted',
  system_prompt: 'Be {tone}.',
  user_prompt: 'Greet {name}, {tone}.',
};

/** A new task, with a random name by default. */
async function create(fields: object = {}): Promise<Json> {
  const response = await tenant.owner.post(tasks, { ...TASK, name: `T ${randomUUID()}`, ...fields });
  if (response.status !== 200) throw new Error(response.text);
  return response.body;
}

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  tasks = `${tenant.project}/task`;
});
afterAll(() => world.close());

describe('creating a task', () => {
  it('returns the complete record with its first revision active and its variables found', async () => {
    const { body: model } = await tenant.owner.get(`${tenant.project}/model/scripted`);
    const response = await tenant.owner.post(tasks, { ...TASK, name: 'Whole record' });
    expect(response.status).toBe(200);
    const [revision] = response.body.revisions;
    expect(response.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      project_id: tenant.projectId,
      name: 'Whole record',
      description: '',
      enabled: true,
      output_modality: 'text',
      public: false,
      exposed_to_agents: false,
      task_run_visibility: 'all_viewers',
      access_token: null,
      release_gate: null,
      test: false,
      tags: [],
      deleted: false,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      modified: expect.stringMatching(/Z$/),
      revisions: [
        {
          id: expect.any(String),
          active: true,
          created_by: tenant.userId,
          created_by_type: 'user',
          annotation: null,
          system_prompt: 'Be {tone}.',
          user_prompt: 'Greet {name}, {tone}.',
          input_params: ['tone', 'name'],
          llm_model_id: model.id,
          llm_config: {},
          fallback_llm_model_id: null,
          fallback_llm_config: null,
          output_modality: 'text',
          output_format: null,
          image_required: false,
          optimise_images: true,
          max_wait: null,
          file_input_mode: 'any',
          guardrails: { input: [], output: [] },
          input_processors: [],
          rag: null,
          task_forwarder_id: null,
          integration_tool_ids: [],
          task_mcp_tool_ids: [],
          tool_choice: null,
          tags: [],
          test: false,
          created: expect.stringMatching(/Z$/),
          modified: expect.stringMatching(/Z$/),
        },
      ],
      active_revisions: [{ task_revision_id: revision.id, weight: 1 }],
    });
    expect((await tenant.owner.get(`${tasks}/${response.body.id}`)).body).toEqual(response.body);
  });

  it('stores every given field', async () => {
    const fields = {
      description: 'What it does',
      enabled: false,
      output_modality: 'json',
      output_format: { mood: { type: 'str', options: ['good', 'bad'] } },
      public: false,
      exposed_to_agents: false,
      task_run_visibility: 'owner_only',
      tags: ['one', 'two'],
    };
    const revision = {
      annotation: 'first try',
      llm_config: { temperature: 0.5, max_tokens: 100, stop: ['END'] },
      fallback_llm_config: { top_p: 0.9 },
      file_input_mode: 'image',
      image_required: true,
      optimise_images: false,
      tool_choice: 'none',
    };
    const task = await create({
      ...fields,
      ...revision,
      llm_model_id: 'SCRIPTED-alias',
      fallback_llm_model_id: 'fallback',
      revision_tags: ['prod'],
    });
    const { output_format, output_modality, ...own } = fields;
    expect(task).toMatchObject(own);
    const { body: models } = await tenant.owner.get(`${tenant.project}/model`);
    const idOf = (name: string) => models.find((model: Json) => model.name === name).id;
    expect(task.revisions[0]).toMatchObject({
      ...revision,
      output_format,
      output_modality,
      llm_model_id: idOf('scripted'),
      fallback_llm_model_id: idOf('fallback'),
      tags: [{ name: 'prod' }],
    });
  });

  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['a name with a slash', { name: 'a/b' }, 'name'],
    ['a name with a line end', { name: 'a\n' }, 'name'],
    ['a name of 64 characters', { name: 'x'.repeat(64) }, 'name'],
    ['no name', { name: undefined }, 'name'],
    ['no enabled', { enabled: undefined }, 'enabled'],
    ['no system prompt', { system_prompt: undefined }, 'system_prompt'],
    ['an empty user prompt', { user_prompt: '' }, 'user_prompt'],
    ['an unknown model', { llm_model_id: 'no-such-model' }, 'llm_model_id'],
    ['a retired model', { llm_model_id: 'retired-model' }, 'llm_model_id'],
    ['an unknown fallback model', { fallback_llm_model_id: randomUUID() }, 'fallback_llm_model_id'],
    ['a modality that no model has', { output_modality: 'audio' }, 'output_modality'],
    ['an output format for text', { output_modality: 'text', output_format: { a: 'str' } }, 'output_format'],
    ['modality json without a format', { output_modality: 'json' }, 'output_format'],
    ['a collection that does not exist', { rag: { collection_id: randomUUID() } }, 'rag'],
    ['a forwarder that does not exist', { task_forwarder_id: randomUUID() }, 'task_forwarder_id'],
    [
      'an input processor that does not exist',
      { input_processors: [{ param_name: 'name', input_processor: 'nobody' }] },
      'input_processors',
    ],
    ['a temperature out of range', { llm_config: { temperature: 3 } }, 'llm_config'],
  ])('with %s returns a 422 about that field', async (_what, fields, field) => {
    const response = await tenant.owner.post(tasks, { ...TASK, name: `N ${randomUUID()}`, ...fields });
    expect(response.status).toBe(422);
    const { msg, type, code, params } = response.body.detail[0];
    expect([typeof msg, typeof type, typeof code, typeof params]).toEqual(['string', 'string', 'string', 'object']);
    expect(response.body.detail[0].loc.slice(0, 2)).toEqual(['body', field]);
  });

  it.each([
    ['an unknown type', { a: 'text' }, ['a']],
    ['a key that is not allowed', { 'a b': 'str' }, ['a b']],
    ['an empty format', {}, []],
    [
      'a broken structure inside',
      { a: { type: 'object', nested_structure: { b: 'nothing' } } },
      ['a', 'nested_structure', 'b'],
    ],
  ])('with an output format of %s returns a 422 with the path', async (_what, output_format, path) => {
    const response = await tenant.owner.post(tasks, {
      ...TASK,
      name: 'Bad format',
      output_modality: 'json',
      output_format,
    });
    expect(response.status).toBe(422);
    expect(response.body.detail[0].loc.slice(0, 2 + path.length)).toEqual(['body', 'output_format', ...path]);
    expect((await tenant.owner.get(`${tasks}?name=Bad%20format`)).body.results).toEqual([]);
  });

  it('under a name in use in the project returns 400, also for concurrent requests', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => tenant.owner.post(tasks, { ...TASK, name: 'Taken' })));
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 400, 400]);
    const refused = responses.find((response) => response.status === 400);
    expect(refused?.body.detail).toMatchObject({
      reason: 'DUPLICATE_TASK_NAME',
      duplicateTaskNameError: { name: 'Taken' },
    });
    expect((await tenant.owner.get(`${tasks}?name=Taken`)).body.results).toHaveLength(1);
    const elsewhere = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Another' });
    const there = await tenant.owner.post(`/org/${tenant.orgId}/project/${elsewhere.body.id}/task`, {
      ...TASK,
      name: 'Taken',
    });
    expect(there.status).toBe(200);
  });
});

describe('a task name', () => {
  it.each(['Rechnung prüfen', '请求.分类_2', 'ทดสอบ-१२', 'v1.2_final'])('can be in any language: %s', async (name) => {
    const made = await create({ name });
    expect((await tenant.owner.get(`${tasks}/${made.id}`)).body.name).toBe(name);
    const run = await tenant.owner.post(`${tasks}/${made.id}/run`, { task_input: { tone: 'kind', name: 'x' } });
    expect(run.status, run.text).toBe(200);
    const agent = await tenant.owner.post(`${tenant.project}/task-agent`, {
      name: 'Caller',
      instruction: 'Call.',
      llm_model_id: 'scripted',
      task_tools: [{ task_id: made.id }],
      approval_policy: { rules: [{ tool: name, mode: 'always' }] },
    });
    expect(agent.status, agent.text).toBe(200);
  });

  it('is the same in composed and decomposed form', async () => {
    await create({ name: 'Caf\u00e9' });
    const again = await tenant.owner.post(tasks, { ...TASK, name: 'Cafe\u0301' });
    expect(again.body.detail).toMatchObject({ duplicateTaskNameError: { name: 'Caf\u00e9' } });
  });

  it.each(['a\u200bb', 'a\u202eb', 'a\u3164b', 'a\ufe0fb', 'a\u034fb', 'a\u00a0b', 'a\nb', 'a/b', 'a<b', ''])(
    'has no invisible or misleading characters: %j returns 422',
    async (name) => {
      const response = await tenant.owner.post(tasks, { ...TASK, name });
      expect([response.status, response.body.detail[0].loc]).toEqual([422, ['body', 'name']]);
    },
  );
});

describe('an invalid task', () => {
  it('returns all problems, from the schema and from other rules alike', async () => {
    const places = (response: { body: Json }) => response.body.detail.map(({ loc }: Json) => loc[1]);
    const schema = await tenant.owner.post(tasks, { name: 5, enabled: 'yes' });
    expect(places(schema).toSorted()).toEqual(['enabled', 'llm_model_id', 'name', 'system_prompt', 'user_prompt']);
    const rules = await tenant.owner.post(tasks, {
      ...TASK,
      name: 'Wrong in many ways',
      llm_model_id: 'nobody',
      fallback_llm_model_id: 'retired-model',
      output_modality: 'json',
      input_processors: [{ param_name: 'text', input_processor: 'no_such' }],
      task_forwarder_id: randomUUID(),
    });
    expect(rules.status).toBe(422);
    expect(places(rules)).toEqual([
      'llm_model_id',
      'fallback_llm_model_id',
      'output_format',
      'input_processors',
      'task_forwarder_id',
    ]);
    const agent = await tenant.owner.post(`${tenant.project}/task-agent`, {
      name: 'Wrong',
      instruction: 'x',
      llm_model_id: 'nobody',
      memory_config: { nothing: 1 },
      task_tools: [{ task_id: randomUUID() }],
    });
    expect([agent.status, places(agent)]).toEqual([422, ['llm_model_id', 'memory_config', 'task_tools']]);
  });
});

describe('an empty output format', () => {
  it('means none for outputs other than JSON, also to remove one', async () => {
    const text = await create({ output_format: {} });
    expect([text.output_modality, text.revisions[0].output_format]).toEqual(['text', null]);
    const csv = await create({ output_modality: 'csv', output_format: {} });
    expect(csv.revisions[0].output_format).toBeNull();
    const json = await create({ output_format: { a: 'int' } });
    const edited = await tenant.owner.post(`${tasks}/${json.id}`, { output_modality: 'text', output_format: {} });
    expect([edited.status, edited.body.revisions[0].output_format]).toEqual([200, null]);
  });
});

describe('listing tasks', () => {
  it('filters by part of the name and by creator, and omits tests', async () => {
    const editor = await tenant.member({ org: 'editor' });
    const mark = randomUUID().slice(0, 8);
    const mine = await create({ name: `${mark} 100 percent` });
    const theirs = await editor.post(tasks, { ...TASK, name: `${mark} theirs` });
    const test = await create({ name: `${mark} test`, test: true });
    const ids = async (query: string) =>
      (await tenant.owner.get(`${tasks}?${query}`)).body.results.map((task: Json) => task.id);
    expect(await ids(`name=${mark.toUpperCase()}`)).toEqual([theirs.body.id, mine.id]);
    expect(await ids(`name=${mark}&created_by_me=true`)).toEqual([mine.id]);
    expect(await ids(`name=${mark}&include_tests=true`)).toEqual([test.id, theirs.body.id, mine.id]);
    expect(await ids(`name=${mark}%25`)).toEqual([]);
  });
});

describe('updating a task', () => {
  it('changes only sent fields and adds no revision for fields of the task itself', async () => {
    const task = await create({ description: 'before', tags: ['a'] });
    const { body } = await tenant.owner.post(`${tasks}/${task.id}`, { description: 'after', enabled: false });
    expect(body).toEqual({ ...task, description: 'after', enabled: false, modified: body.modified });
    expect(body.modified > task.modified).toBe(true);
    const cleared = await tenant.owner.post(`${tasks}/${task.id}`, { tags: [] });
    expect(cleared.body).toMatchObject({ tags: [], description: 'after' });
  });

  it('adds an inactive revision for a revision field, based on the newest one', async () => {
    const task = await create({ llm_config: { temperature: 0.2 } });
    const [first] = task.revisions;
    const second = await tenant.owner.post(`${tasks}/${task.id}`, { user_prompt: 'Now {who}.', annotation: 'who' });
    expect(second.body.revisions.map((revision: Json) => revision.active)).toEqual([false, true]);
    expect(second.body.active_revisions).toEqual([{ task_revision_id: first.id, weight: 1 }]);
    expect(second.body.revisions[1]).toEqual(first);
    expect(second.body.revisions[0]).toMatchObject({
      user_prompt: 'Now {who}.',
      system_prompt: 'Be {tone}.',
      input_params: ['tone', 'who'],
      annotation: 'who',
      llm_config: { temperature: 0.2 },
    });
    const third = await tenant.owner.post(`${tasks}/${task.id}`, { system_prompt: '' });
    expect(third.body.revisions[0]).toMatchObject({ user_prompt: 'Now {who}.', system_prompt: '', annotation: null });
  });

  it('sets the active revisions, together with a rename in one request', async () => {
    const task = await create();
    const { body: revised } = await tenant.owner.post(`${tasks}/${task.id}`, { user_prompt: 'two' });
    const [second, first] = revised.revisions;
    const name = `R ${randomUUID()}`;
    const { body } = await tenant.owner.post(`${tasks}/${task.id}`, {
      name,
      active_revisions: [
        { task_revision_id: first.id, weight: 0.25 },
        { task_revision_id: second.id, weight: 0.75 },
      ],
    });
    expect(body.name).toBe(name);
    expect(body.revisions.map((revision: Json) => revision.active)).toEqual([true, true]);
    expect(body.active_revisions.toSorted((a: Json, b: Json) => a.weight - b.weight)).toEqual([
      { task_revision_id: first.id, weight: 0.25 },
      { task_revision_id: second.id, weight: 0.75 },
    ]);
  });

  it('rejects invalid weights and then changes nothing', async () => {
    const task = await create();
    const outsider = await create();
    const [{ id }] = task.revisions;
    const unknown = outsider.revisions[0].id;
    for (const [active_revisions, problem] of [
      [[{ task_revision_id: id, weight: 0.5 }], { code: 'weights_not_one', params: { sum: 0.5 }, type: 'value_error' }],
      [[{ task_revision_id: unknown, weight: 1 }], { code: 'unknown_task_revision', params: {}, type: 'value_error' }],
      [
        [
          { task_revision_id: id, weight: 0.5 },
          { task_revision_id: id, weight: 0.5 },
        ],
        { code: 'duplicate_item', msg: 'is listed twice' },
      ],
      [
        [{ task_revision_id: id, weight: 0 }],
        { code: 'exclusive_minimum', params: { limit: 0 }, type: 'exclusiveMinimum' },
      ],
      [[{ task_revision_id: id, weight: 1.5 }], { code: 'maximum', params: { limit: 1 }, msg: 'must be at most 1' }],
      [[], { code: 'min_items', params: { limit: 1 }, msg: 'must have at least one item' }],
    ] as const) {
      const response = await tenant.owner.post(`${tasks}/${task.id}`, { active_revisions, description: 'no' });
      expect(response.status).toBe(422);
      expect(response.body.detail).toContainEqual(expect.objectContaining(problem));
    }
    expect((await tenant.owner.get(`${tasks}/${task.id}`)).body).toEqual(task);
  });

  it('rejects a name in use and an output format that does not match the modality', async () => {
    const [first, second] = [await create(), await create()];
    const renamed = await tenant.owner.post(`${tasks}/${second.id}`, { name: first.name });
    expect(renamed.status).toBe(400);
    expect(renamed.body.detail.reason).toBe('DUPLICATE_TASK_NAME');
    const json = await tenant.owner.post(`${tasks}/${second.id}`, { output_modality: 'json' });
    expect(json.status).toBe(422);
    const both = await tenant.owner.post(`${tasks}/${second.id}`, {
      output_modality: 'json',
      output_format: { a: 'int' },
    });
    expect(both.body).toMatchObject({ output_modality: 'text', revisions: [{ output_format: { a: 'int' } }, {}] });
  });

  it('accepts every field that creation accepts and rejects what creation rejects', async () => {
    const task = await create();
    for (const fields of [{ name: 'a/b' }, { llm_model_id: 'retired-model' }, { enabled: 'yes' }, { user_prompt: 5 }]) {
      expect((await tenant.owner.post(`${tasks}/${task.id}`, fields)).status).toBe(422);
    }
    expect((await tenant.owner.get(`${tasks}/${task.id}`)).body).toEqual(task);
  });
});

describe('deleting a task', () => {
  it('returns the task, hides it, frees its name and accepts no more runs', async () => {
    const task = await create();
    const deleted = await tenant.owner.delete(`${tasks}/${task.id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { ...task, deleted: true }]);
    expect((await tenant.owner.get(`${tasks}/${task.id}`)).status).toBe(404);
    expect((await tenant.owner.delete(`${tasks}/${task.id}`)).status).toBe(404);
    expect((await tenant.owner.post(`${tasks}/${task.id}`, { description: '' })).status).toBe(404);
    const run = await tenant.owner.post(`${tasks}/${task.id}/run`, { task_input: { tone: 'a', name: 'b' } });
    expect(run.status).toBe(404);
    expect((await tenant.owner.get(`${tasks}?name=${encodeURIComponent(task.name)}`)).body.results).toEqual([]);
    expect((await tenant.owner.post(tasks, { ...TASK, name: task.name })).status).toBe(200);
  });
});
