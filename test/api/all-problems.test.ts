import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { makeAgent } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

/** The places of all problems of a refused body, without `body`. */
async function placesOf(path: string, body: object): Promise<string[]> {
  const answer = await tenant.owner.post(`${tenant.project}${path}`, body);
  expect(answer.status, answer.text).toBe(422);
  return answer.body.detail.map(({ loc }: Json) => loc.slice(1).join('.')).sort();
}

describe('one 422 names all problems of a body', () => {
  const agent = { name: 'Agent', instruction: 'Help.', llm_model_id: 'scripted' };

  it('of an agent: its tools of every kind, its policy and its memory', async () => {
    const unknown = newId();
    const body = {
      ...agent,
      builtin_tools: ['nope', 'calculator', 'neither'],
      task_tools: [{ task_id: unknown }, { task_id: newId() }],
      integrations: [{ project_integration_id: unknown }],
      collections: [{ collection_id: unknown }],
      memory_config: { first: 1, second: 2 },
      approval_policy: { default: 'always', rules: [{ tool: '*', mode: 'always', expires_in: 'soon' }] },
    };
    expect(await placesOf('/task-agent', body)).toEqual([
      'approval_policy.rules.0.expires_in',
      'builtin_tools.0',
      'builtin_tools.2',
      'collections.0.collection_id',
      'integrations.0.project_integration_id',
      'memory_config.first',
      'memory_config.second',
      'task_tools.0.task_id',
      'task_tools.1.task_id',
    ]);
  });

  it('of an agent: what the schema refuses and what other rules do, and nothing that follows from a refused field', async () => {
    const body = {
      ...agent,
      name: undefined,
      llm_model_id: undefined,
      max_turns: 'many',
      builtin_tools: ['nope'],
      task_tools: 'none',
      memory_config: { first: 1 },
      approval_policy: { default: 'always', rules: [{ tool: 'some', mode: 'always' }] },
    };
    expect(await placesOf('/task-agent', body)).toEqual([
      'builtin_tools.0',
      'llm_model_id',
      'max_turns',
      'memory_config.first',
      'name',
      'task_tools',
    ]);
  });

  it('of an edit of an agent', async () => {
    const { id } = await makeAgent(tenant);
    const body = { builtin_tools: ['nope'], skills: [{ skill_id: newId() }], memory_config: { first: 1 } };
    expect(await placesOf(`/task-agent/${id}`, body)).toEqual([
      'builtin_tools.0',
      'memory_config.first',
      'skills.0.skill_id',
    ]);
  });

  it('does not tell what an attachment is that the caller cannot know', async () => {
    const stranger = await world.tenant();
    const { id } = await makeAgent(stranger);
    const body = { ...agent, agent_tools: [{ task_agent_id: id, task_agent_revision_id: newId() }] };
    expect(await placesOf('/task-agent', body)).toEqual(['agent_tools.0.task_agent_id']);
  });

  it('of a schedule', async () => {
    const wrong = {
      cron_expression: 'now and then',
      timezone: 'Mars/Olympus',
      expires_at: '2020-01-01T00:00:00Z',
      target_type: 'task_agent',
    };
    const { id } = await makeAgent(tenant);
    const task_input = { text: 'a', more: 'b' };
    const body = { name: 'Night', ...wrong, target_id: id, task_agent_revision_id: newId(), task_input };
    const timing = ['cron_expression', 'expires_at'];
    expect(await placesOf('/trigger/schedule', body)).toEqual([
      ...timing,
      'task_agent_revision_id',
      'task_input.message',
      'task_input.more',
      'task_input.text',
      'timezone',
    ]);
    const partly = { ...wrong, name: 5, target_id: newId() };
    expect(await placesOf('/trigger/schedule', partly)).toEqual([...timing, 'name', 'target_id', 'timezone']);
    const good = { name: 'Day', cron_expression: '0 7 * * *', target_type: 'task_agent', target_id: id };
    const made = await tenant.owner.post(`${tenant.project}/trigger/schedule`, {
      ...good,
      task_input: { message: 'Hi' },
    });
    const edit = { cron_expression: 'x', timezone: 'y', task_input: {}, task_agent_revision_id: newId() };
    expect(await placesOf(`/trigger/schedule/${made.body.id}`, edit)).toEqual([
      'cron_expression',
      'task_agent_revision_id',
      'task_input.message',
      'timezone',
    ]);
  });

  it('of a webhook', async () => {
    const body = {
      name: 7,
      target_type: 'task_agent',
      target_id: newId(),
      auth_method: 'github',
      auth_config: { header: 'x' },
      payload_mapping: { text: '$.a', more: 'nowhere' },
    };
    expect(await placesOf('/trigger/webhook', body)).toEqual(
      expect.arrayContaining(['name', 'payload_mapping.text', 'payload_mapping.more', 'target_id']),
    );
  });

  it('of a task', async () => {
    const body = {
      name: 'Task',
      llm_model_id: 'nobody',
      user_prompt: 5,
      output_format: { 'a b': 'str' },
      task_forwarder_id: newId(),
      input_processors: [{ param_name: 'x', input_processor: 'none' }],
    };
    const places = await placesOf('/task', body);
    expect(places).toEqual(expect.arrayContaining(['llm_model_id', 'task_forwarder_id', 'user_prompt']));
    expect(places.filter((place) => place.startsWith('input_processors'))).toEqual([]);
  });

  it('of an integration', async () => {
    const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} };
    const config = {
      document,
      base_url: 'https://a.example',
      allowed_origins: ['https://b.example', 'c'],
      credential: { kind: 'header', username: 'x' },
      enabled_tools: ['a', 'b'],
    };
    expect(await placesOf('/integration', { type: 'openapi', config })).toEqual([
      'config.allowed_origins.1',
      'config.credential.name',
      'config.credential.username',
      'config.credential.value',
      'config.enabled_tools.0',
      'config.enabled_tools.1',
    ]);
  });
});
