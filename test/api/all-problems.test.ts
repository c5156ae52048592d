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

/** The paths of all problems of a rejected body, without `body`. */
async function placesOf(path: string, body: object): Promise<string[]> {
  const response = await tenant.owner.post(`${tenant.project}${path}`, body);
  expect(response.status, response.text).toBe(422);
  return response.body.detail.map(({ loc }: Json) => loc.slice(1).join('.')).sort();
}

describe('one 422 reports all problems', () => {
  const agent = { name: 'Agent', instruction: 'Help.', llm_model_id: 'scripted' };

  it('of an agent: its tools of every type, its policy and its memory', async () => {
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

  it('of an agent: schema errors and rule violations together, and no errors that only follow from a rejected field', async () => {
    const body = {
      ...agent,
      name: undefined,
      llm_model_id: undefined,
      max_turns: 'many',
      builtin_tools: ['nope'],
      task_tools: 'none',
      memory_config: { first: 1 },
      approval_policy: { default: 'always', rules: [{ tool: 'some', mode: 'always', expires_in: 'soon' }] },
    };
    expect(await placesOf('/task-agent', body)).toEqual([
      'approval_policy.rules.0.expires_in',
      'builtin_tools.0',
      'llm_model_id',
      'max_turns',
      'memory_config.first',
      'name',
      'task_tools',
    ]);
  });

  it('of an agent update', async () => {
    const { id } = await makeAgent(tenant);
    const body = { builtin_tools: ['nope'], skills: [{ skill_id: newId() }], memory_config: { first: 1 } };
    expect(await placesOf(`/task-agent/${id}`, body)).toEqual([
      'builtin_tools.0',
      'memory_config.first',
      'skills.0.skill_id',
    ]);
  });

  it('of several items of a field, invalid in different ways, at their own indexes', async () => {
    const rules = [{ tool: 'calculator', mode: 'always' }];
    const { id } = await makeAgent(tenant, {
      builtin_tools: ['calculator'],
      approval_policy: { default: 'always', rules },
    });
    const task_tools = [{ task_id: 5 }, { task_id: newId() }, [], { task_id: newId(), is_output_formatter: 7 }];
    const places = ['0.task_id', '1.task_id', '2', '3.is_output_formatter', '3.task_id'].map(
      (at) => `task_tools.${at}`,
    );
    expect(await placesOf('/task-agent', { ...agent, task_tools })).toEqual(places);
    // The stored rule needs the tool of the valid items only.
    expect(await placesOf(`/task-agent/${id}`, { task_tools, builtin_tools: [[], 'nope'] })).toEqual([
      'builtin_tools.0',
      'builtin_tools.1',
      ...places,
    ]);
  });

  it('without revealing the type of an attachment that the caller cannot see', async () => {
    const outsider = await world.tenant();
    const { id } = await makeAgent(outsider);
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

  it('of documents and collections', async () => {
    const unknown = [newId(), newId()];
    const long = 'a tag that is far too long';
    const document = { title: 'One', texts: [{ text: 'a' }, { text: 'b' }], tags: [long, newId()] };
    expect(await placesOf('/document', { ...document, collection_ids: unknown, collections: [newId()] })).toEqual([
      'collection_ids.0',
      'collection_ids.1',
      'collections.0',
      'tags.0',
      'tags.1',
      'title',
    ]);
    const body = { title: 'Terms', document_embedding_instance_ids: unknown, tags: [long], embedding_model: 'none' };
    expect(await placesOf('/collection', body)).toEqual([
      'document_embedding_instance_ids.0',
      'document_embedding_instance_ids.1',
      'embedding_model',
      'tags.0',
    ]);
    const { body: made } = await tenant.owner.post(`${tenant.project}/collection`, { title: 'Terms' });
    const edit = { title: 'Terms', tags: [long, newId()], embedding_model: 'none' };
    expect(await placesOf(`/collection/${made.id}`, edit)).toEqual(['embedding_model', 'tags.0', 'tags.1']);
    const query = { query: 'a', llm_model_id: 'none', rerank_model: 'none', filters: { document_ids: unknown } };
    expect(await placesOf(`/collection/${made.id}/query`, query)).toEqual([
      'filters.document_ids.0',
      'filters.document_ids.1',
      'llm_model_id',
      'rerank_model',
    ]);
  });

  it('of a document update', async () => {
    const text = { title: 'Terms', text: 'Goods may be returned.' };
    const { body } = await tenant.owner.post(`${tenant.project}/document/upload`, text);
    const edit = { title: 'Terms', strategy: 'whole', tags: [newId()], collections: [newId(), newId()] };
    expect(await placesOf(`/document/${body.documents[0].id}`, { ...edit, strategy: undefined })).toEqual([
      'collections.0',
      'collections.1',
      'tags.0',
    ]);
  });

  it('of a document source', async () => {
    const body = {
      kind: 's3',
      name: 'Files',
      config: { urls: ['x'], repository_url: 'y' },
      schedule: 'PT1S',
      collection_ids: [newId(), newId()],
    };
    expect(await placesOf('/knowledge_source', body)).toEqual([
      'collection_ids.0',
      'collection_ids.1',
      'config.access_key_id',
      'config.bucket',
      'config.repository_url',
      'config.urls',
      'schedule',
      'secret',
    ]);
    const scrape = { urls: ['a', 'https://a.example/', 'b'], collection_ids: [newId()] };
    expect(await placesOf('/scrape/start', scrape)).toEqual(['collection_ids.0', 'urls.0', 'urls.2']);
  });

  it('of an eval set and an eval', async () => {
    const { id } = await makeAgent(tenant);
    const path = `/task-agent/${id}/eval`;
    const body = {
      name: 'Set',
      scorers: [{ scorer: 'none' }, { scorer: 'contains', config: { more: 1, other: 2 } }],
      task_agent_run_ids: [newId(), newId()],
      cases: [{ expected: 'a' }, { message: 'Hi', reference_run_id: newId() }, { expected: 'b' }],
    };
    expect(await placesOf(`${path}/set`, body)).toEqual(
      expect.arrayContaining([
        'cases.0.message',
        'cases.1.reference_run_id',
        'cases.2.message',
        'scorers.0.scorer',
        'scorers.1.config.more',
        'scorers.1.config.other',
        'task_agent_run_ids.0',
        'task_agent_run_ids.1',
      ]),
    );
    const run = { candidate_revision_id: newId(), eval_set_id: newId(), last_n: 3, judge_model_id: 'none' };
    expect(await placesOf(`${path}/run`, { ...run, scorers: [{ scorer: 'none' }] })).toEqual([
      'candidate_revision_id',
      'judge_model_id',
      'last_n',
      'scorers.0.scorer',
    ]);
  });

  it('of a budget', async () => {
    const named = { task_id: newId(), task_agent_id: newId() };
    expect(await placesOf('/credit_budget', { period: 'month', amount: '5', ...named })).toEqual([
      'task_agent_id',
      'task_agent_id',
      'task_id',
    ]);
    expect(await placesOf('/credit_budget', { period: 'hour', amount: '5', task_id: newId() })).toEqual([
      'period',
      'task_id',
    ]);
  });

  it('of an MCP server and its credentials', async () => {
    const wrong = { server_url: 'https://user:secret@mcp.example/', auth_session_id: newId(), api_key: 'k' };
    const body = { name: 'Docs', ...wrong, client_secret: 's' };
    expect(await placesOf('/task_mcp_server', body)).toEqual([
      'api_key',
      'auth_session_id',
      'client_secret',
      'server_url',
    ]);
    expect(await placesOf('/task_mcp_server/discover', wrong)).toEqual(['api_key', 'auth_session_id', 'server_url']);
  });

  it('of a skill', async () => {
    const body = {
      display_name: 'Style',
      instructions: 'Write.',
      tags: ['a'],
      skill_metadata: { tags: ['b'] },
      reference_docs: { 'SKILL.md': 'a', '../b.md': 'b' },
      assets: { 'c.png': { content: '!' }, 'd.png': { content: '?' } },
      capabilities: { schema_version: 1, dependencies: [{ type: 'none' }, { type: 'tool' }] },
    };
    expect(await placesOf('/skill', body)).toEqual([
      'assets.c.png.content',
      'assets.d.png.content',
      expect.stringContaining('capabilities.dependencies.0'),
      expect.stringContaining('capabilities.dependencies.1'),
      'reference_docs.../b.md',
      'reference_docs.SKILL.md',
      'tags',
    ]);
  });

  it('of an OAuth client', async () => {
    const body = {
      name: ' ',
      redirect_uris: ['https://a.example/', 'nope', 'http://b.example/'],
      scopes: 'zzz:view',
      grant_types: ['refresh_token', 'client_credentials'],
    };
    expect(await placesOf('/oauth_client', body)).toEqual([
      'grant_types',
      'name',
      'redirect_uris',
      'redirect_uris.1',
      'redirect_uris.2',
      'scopes',
    ]);
  });

  it('of a forwarder and of the settings of a project', async () => {
    const forwarder = {
      type: 'email',
      name: 'Mails',
      config: { to: ['a@example.com', 'a@example.com', 'A@example.com'], subject: '{none}', text: '{nobody}' },
      config_sensitive: { signing_key: 'short' },
    };
    expect(await placesOf('/task_forwarder', forwarder)).toEqual([
      'config.subject',
      'config.text',
      'config.to.1',
      'config.to.2',
      'config_sensitive.signing_key',
    ]);
    const config = { llm: 'none', chat_guardrails: { input: ['none', 'nothing'], output: ['none'] } };
    expect(await placesOf('/config', config)).toEqual([
      'chat_guardrails.input.0',
      'chat_guardrails.input.1',
      'chat_guardrails.output.0',
      'llm',
    ]);
  });
});
