import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const edit = (path: string, body: object) => tenant.owner.post(`${tenant.project}${path}`, body);

describe('the modality of a task', () => {
  it('belongs to the revision: an update changes neither active revisions nor runs', async () => {
    const task = await makeTask(tenant);
    const gate = randomUUID();
    const { key, message } = await play(world, [{ gate, text: '{"mood": "good"}' }]);
    const runs = `${tenant.project}/task/${task.id}/run`;
    const input = { task_input: { text: message } };
    const running = tenant.owner.post(runs, input);
    await world.model.waitForRequests(key, 1);
    const edited = await edit(`/task/${task.id}`, { output_modality: 'json', output_format: { mood: 'str' } });
    expect(edited.body).toMatchObject({
      output_modality: 'text',
      revisions: [
        { active: false, output_modality: 'json' },
        { active: true, output_modality: 'text', output_format: null },
      ],
    });
    const answered = tenant.owner.post(runs, input);
    await world.model.open(gate);
    for (const run of [await running, await answered]) expect(run.body.response).toBe('{"mood": "good"}');

    const [json] = edited.body.revisions;
    const chosen = await tenant.owner.post(`${runs}?revision_id=${json.id}`, input);
    expect(chosen.body).toMatchObject({ response: { mood: 'good' }, task_revision_id: json.id });
    const switched = await edit(`/task/${task.id}`, { active_revisions: [{ task_revision_id: json.id, weight: 1 }] });
    expect(switched.body).toMatchObject({ output_modality: 'json' });
    expect((await tenant.owner.post(runs, input)).body.response).toEqual({ mood: 'good' });
  });

  it('is that of the active revision with the most weight, and json for a format without a modality', async () => {
    const task = await makeTask(tenant, { output_format: { mood: 'str' } });
    expect(task).toMatchObject({ output_modality: 'json', revisions: [{ output_modality: 'json' }] });
    const { body } = await edit(`/task/${task.id}`, { output_modality: 'text', output_format: null });
    const [text, json] = body.revisions;
    const weights = (weight: number) => [
      { task_revision_id: text.id, weight },
      { task_revision_id: json.id, weight: 1 - weight },
    ];
    for (const [weight, modality] of [
      [0.25, 'json'],
      [0.75, 'text'],
    ] as const) {
      const { body: task } = await edit(`/task/${body.id}`, { active_revisions: weights(weight) });
      expect(task.output_modality).toBe(modality);
    }
  });
});

describe('the mode of an agent', () => {
  it('belongs to the revision: an update changes neither active revisions nor runs', async () => {
    const steps = [await makeTask(tenant), await makeTask(tenant)];
    const agent = await makeAgent(tenant);
    const { message } = await play(world, [{ text: 'By the model.' }]);
    const edited = await edit(`/task-agent/${agent.id}`, {
      mode: 'sequential',
      builtin_tools: [],
      task_tools: steps.map((task) => ({ task_id: task.id })),
    });
    expect(edited.body).toMatchObject({
      mode: 'agentic',
      revisions: [
        { mode: 'sequential', active: false },
        { mode: 'agentic', active: true },
      ],
    });
    expect(await agent.run(message)).toMatchObject({ output: 'By the model.', task_tools_invoked: [] });
    const [sequential] = edited.body.revisions;
    const switched = await edit(`/task-agent/${agent.id}`, { active_revision_id: sequential.id });
    expect(switched.body).toMatchObject({ mode: 'sequential', task_tools: [{}, {}] });
    const run = await agent.run(message);
    expect(run.task_tools_invoked).toHaveLength(steps.length);
  });
});

describe('an update', () => {
  it('without changes adds no revision', async () => {
    const task = await makeTask(tenant, { llm_config: { temperature: 0.5 }, tags: ['a'] });
    const { annotation: _, id: _id, tags: _tags, ...revision } = task.revisions[0];
    const again = await edit(`/task/${task.id}`, { ...revision, ...task });
    expect([again.status, again.body]).toEqual([200, task]);
    const agent = await makeAgent(tenant, { approval_policy: { default: 'always' } });
    const same = await edit(`/task-agent/${agent.id}`, agent.record);
    expect([same.status, same.body]).toEqual([200, agent.record]);
  });

  it('keeps concurrent changes of others', async () => {
    const task = await makeTask(tenant);
    const agent = await makeAgent(tenant);
    const ofTask = {
      description: 'one',
      tags: ['two'],
      enabled: false,
      task_run_visibility: 'owner_only',
      system_prompt: 'Five {six}.',
      user_prompt: 'Seven {eight}.',
      llm_config: { temperature: 0.9 },
      fallback_llm_model_id: 'fallback',
      optimise_images: false,
      file_input_mode: 'none',
      output_format: { ten: 'str' },
    };
    const ofAgent = {
      name: 'One',
      description: 'two',
      task_agent_run_visibility: 'owner_only',
      instruction: 'Four.',
      fallback_llm_model_id: 'fallback',
      llm_config: { seed: 6 },
      max_turns: 7,
      max_credits: '8',
      memory_config: { max_events: 9 },
      builtin_tools: ['current_time'],
      approval_policy: { default: 'always', rules: [] },
    };
    const alone = (fields: object) =>
      Object.entries(fields).map(([name, value]) =>
        name === 'output_format' ? { [name]: value, output_modality: 'json' } : { [name]: value },
      );
    const responses = await Promise.all([
      ...alone(ofTask).map((body) => edit(`/task/${task.id}`, body)),
      ...alone(ofAgent).map((body) => edit(`/task-agent/${agent.id}`, body)),
    ]);
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => 200));

    const modelId = (await tenant.owner.get(`${tenant.project}/model/fallback`)).body.id;
    const { body: taskNow } = await tenant.owner.get(`${tenant.project}/task/${task.id}`);
    expect({ ...taskNow.revisions[0], ...taskNow, output_format: taskNow.revisions[0].output_format }).toMatchObject({
      ...ofTask,
      fallback_llm_model_id: modelId,
    });
    expect(taskNow.revisions).toHaveLength(8);
    const { body: agentNow } = await tenant.owner.get(agent.path);
    const { name, description, task_agent_run_visibility } = agentNow;
    expect({ ...agentNow.revisions[0], name, description, task_agent_run_visibility }).toMatchObject({
      ...ofAgent,
      fallback_llm_model_id: modelId,
    });
    expect(agentNow.revisions).toHaveLength(9);
  });

  it('of a stated version is rejected if another update was first', async () => {
    const task = await makeTask(tenant);
    const agent = await makeAgent(tenant);
    for (const path of [`/task/${task.id}`, `/task-agent/${agent.id}`]) {
      const { headers } = await tenant.owner.get(tenant.project + path);
      const version = headers.get('etag') ?? '';
      const responses = await Promise.all(
        ['one', 'two', 'three'].map((description) =>
          tenant.owner.post(tenant.project + path, { description }, { 'if-match': version }),
        ),
      );
      expect(responses.map((response) => response.status).toSorted()).toEqual([200, 409, 409]);
      const done = responses.find((response) => response.status === 200);
      const now = await tenant.owner.get(tenant.project + path);
      expect(now.body.description).toBe(done?.body.description);
      expect(now.headers.get('etag')).toBe(done?.headers.get('etag'));
      expect(now.headers.get('etag')).not.toBe(version);
    }
  });

  it('of any version, of one of several or of a weak ETag from a proxy succeeds', async () => {
    const { id } = await makeTask(tenant);
    const named = async (names: (version: string) => string) => {
      const path = `${tenant.project}/task/${id}`;
      const version = (await tenant.owner.get(path)).headers.get('etag') ?? '';
      return (await tenant.owner.post(path, { description: version }, { 'if-match': names(version) })).status;
    };
    expect(await named(() => ' * ')).toBe(200);
    expect(await named((version) => `"0", ${version} ,"x"`)).toBe(200);
    expect(await named((version) => `W/${version}`)).toBe(200);
    expect(await named(() => 'W/"0"')).toBe(409);
    for (const malformed of ['1', '""x', 'w/"1"', '"1" "2"', '*, "1"', ','])
      expect(await named(() => malformed)).toBe(422);
  });

  it('waits for no run that starts meanwhile, and no run waits for it', async () => {
    const task = await makeTask(tenant);
    const { message } = await play(world, [{ text: 'Fine.' }]);
    const [answered, ...edits] = await Promise.all([
      tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: message } }),
      ...['a', 'b', 'c'].map((description) => edit(`/task/${task.id}`, { description })),
    ]);
    expect(answered?.body.response).toBe('Fine.');
    expect(edits.map((response: Json) => response.status)).toEqual([200, 200, 200]);
  });
});

describe('a name', () => {
  it('of a task is unique in any case', async () => {
    const task = await makeTask(tenant, { name: `Name ${randomUUID().slice(0, 8)}` });
    const again = await edit('/task', { ...task.revisions[0], enabled: true, name: task.name.toUpperCase() });
    expect([again.status, again.body.detail.reason]).toEqual([400, 'DUPLICATE_TASK_NAME']);
  });
});
