import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;
let agents: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  agents = `${tenant.project}/task-agent`;
});
afterAll(() => world.close());

const MINIMAL = { name: 'Helper', instruction: 'Help.', llm_model_id: 'scripted' };
const create = (body: object) => tenant.owner.post(agents, body);
const locations = (response: { body: Json }) => response.body.detail.map((problem: Json) => problem.loc.join('.'));
const countOf = async (path: string) => (await tenant.owner.get(path)).body.results.length;

describe('creating an agent', () => {
  it('makes its first revision active, with defaults for omitted fields', async () => {
    const { status, body } = await create(MINIMAL);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      project_id: tenant.projectId,
      name: 'Helper',
      description: '',
      mode: 'agentic',
      instruction: 'Help.',
      fallback_llm_model_id: null,
      memory_strategy: 'sliding_window',
      task_tools: [],
      builtin_tools: ['calculator', 'current_time'],
      approval_policy: { default: 'destructive', rules: [] },
      revisions: [{ id: body.active_revision_id, active: true, instruction: 'Help.' }],
    });
    expect(body.created).toMatch(/Z$/);
  });

  it('stores every field, and finds its models by name or alias in any case', async () => {
    const task = await makeTask(tenant);
    const fields = {
      description: 'Does sums.',
      max_turns: 7,
      max_credits: '12.5',
      llm_config: { temperature: 0.5 },
      memory_config: { max_events: 20 },
      task_tools: [{ task_id: task.id, is_output_formatter: false }],
      builtin_tools: ['http_request'],
      task_agent_run_visibility: 'owner_only',
      approval_policy: {
        default: 'always',
        rules: [{ tool: 'http_*', mode: 'always', on_reject: 'fail', expires_in: 'P1DT2H', approvals_needed: 2 }],
      },
    };
    const body = { ...MINIMAL, ...fields, llm_model_id: 'SCRIPTED-alias', fallback_llm_model_id: 'Fallback' };
    const made = await create({ ...body, unknown_key: 'is ignored' });
    expect(made).toMatchObject({ status: 200, body: fields });
    expect(made.body).not.toHaveProperty('unknown_key');
    const models = (await tenant.owner.get(`${tenant.project}/model`)).body;
    const idOf = (name: string) => models.find((model: Json) => model.name === name).id;
    expect(made.body).toMatchObject({ llm_model_id: idOf('scripted'), fallback_llm_model_id: idOf('fallback') });
    expect((await tenant.owner.get(`${agents}/${made.body.id}`)).body).toEqual(made.body);
  });

  it('rejects invalid values with their path and stores nothing', async () => {
    const task = await makeTask(tenant);
    const json = await makeTask(tenant, { output_modality: 'json', output_format: { sum: 'int' } });
    const outsider = await world.tenant();
    const foreign = await makeTask(outsider);
    const rule = (fields: object) => ({
      approval_policy: { default: 'never', rules: [{ tool: '*', mode: 'always', ...fields }] },
    });
    const duration = 'body.approval_policy.rules.0.expires_in';
    const cases: [object, string][] = [
      [{ name: undefined }, 'body.name'],
      [{ name: '' }, 'body.name'],
      [{ name: 5 }, 'body.name'],
      [{ name: 'x'.repeat(201) }, 'body.name'],
      [{ name: 'Hel\u200bper' }, 'body.name'],
      [{ instruction: undefined }, 'body.instruction'],
      [{ llm_model_id: 'no-such-model' }, 'body.llm_model_id'],
      [{ fallback_llm_model_id: 'no-such-model' }, 'body.fallback_llm_model_id'],
      [{ tool_choice: 'calculator' }, 'body.tool_choice'],
      [{ tool_choice: 'required', builtin_tools: [] }, 'body.tool_choice'],
      [{ tool_choice: 'required', llm_model_id: 'claude', llm_config: { thinking_budget: 2000 } }, 'body.tool_choice'],
      [{ mode: 'chaotic' }, 'body.mode'],
      [{ max_turns: 0 }, 'body.max_turns'],
      [{ max_turns: '5' }, 'body.max_turns'],
      [{ max_credits: 'many' }, 'body.max_credits'],
      [{ memory_strategy: 'elephant' }, 'body.memory_strategy'],
      [{ builtin_tools: ['calculator', 'shell'] }, 'body.builtin_tools.1'],
      [{ task_tools: [{ task_id: randomUUID() }] }, 'body.task_tools.0.task_id'],
      [{ task_tools: [{ task_id: task.id }, { task_id: foreign.id }] }, 'body.task_tools.1.task_id'],
      [{ task_tools: [{ task_id: 'seven' }] }, 'body.task_tools.0.task_id'],
      [{ task_tools: [{ task_id: task.id, is_output_formatter: true }] }, 'body.task_tools.0.is_output_formatter'],
      [{ task_tools: [json, json].map(({ id }) => ({ task_id: id, is_output_formatter: true })) }, 'body.task_tools'],
      [{ mode: 'sequential', task_tools: [{ task_id: task.id }] }, 'body.task_tools'],
      [
        {
          mode: 'sequential',
          task_tools: [{ task_id: task.id }, { task_id: json.id, is_output_formatter: true }],
        },
        'body.task_tools',
      ],
      [
        {
          mode: 'sequential',
          task_tools: [task, json].map(({ id }) => ({ task_id: id })),
          builtin_tools: ['calculator'],
        },
        'body.builtin_tools',
      ],
      [{ skills: [{ skill_id: randomUUID() }] }, 'body.skills.0.skill_id'],
      [{ integrations: [{ project_integration_id: randomUUID() }] }, 'body.integrations.0.project_integration_id'],
      [{ mcp_servers: [{ task_mcp_server_id: randomUUID() }] }, 'body.mcp_servers.0.task_mcp_server_id'],
      [{ collections: [{ collection_id: randomUUID() }] }, 'body.collections.0.collection_id'],
      [{ approval_policy: { default: 'sometimes' } }, 'body.approval_policy.default'],
      [rule({ mode: 'perhaps' }), 'body.approval_policy.rules.0.mode'],
      [rule({ on_reject: 'shrug' }), 'body.approval_policy.rules.0.on_reject'],
      [rule({ approvals_needed: 0 }), 'body.approval_policy.rules.0.approvals_needed'],
      [rule({ approvers: ['king'] }), 'body.approval_policy.rules.0.approvers.0'],
      [rule({ tool_type: 'built-in' }), 'body.approval_policy.rules.0.tool_type'],
      [rule({ tool: 'calcualtor' }), 'body.approval_policy.rules.0.tool'],
      [rule({ tool: 'http_request' }), 'body.approval_policy.rules.0.tool'],
      [rule({ tool_type: 'task' }), 'body.approval_policy.rules.0.tool'],
      [
        { ...rule({ tool: task.name, tool_type: 'builtin' }), task_tools: [{ task_id: task.id }] },
        'body.approval_policy.rules.0.tool',
      ],
      [
        { ...rule({ tool: json.name }), task_tools: [{ task_id: json.id, is_output_formatter: true }] },
        'body.approval_policy.rules.0.tool',
      ],
      ...['15 minutes', 'PT0S', 'P', 'PT', '-PT5M', 'P20Y'].map((text): [object, string] => [
        rule({ expires_in: text }),
        duration,
      ]),
    ];
    const before = await countOf(agents);
    for (const [fields, where] of cases) {
      const refused = await create({ ...MINIMAL, ...fields });
      expect([fields, refused.status]).toEqual([fields, 422]);
      expect([fields, locations(refused)]).toEqual([fields, expect.arrayContaining([where])]);
    }
    expect(await countOf(agents)).toBe(before);
  });

  it('is allowed for editors only', async () => {
    const viewer = await tenant.member({ project: 'viewer' });
    expect(await viewer.post(agents, MINIMAL)).toMatchObject({ status: 403 });
    const editor = await tenant.member({ project: 'editor' });
    expect(await editor.post(agents, MINIMAL)).toMatchObject({ status: 200 });
  });
});

describe('agents', () => {
  it('are listed newest first, in pages', async () => {
    const own = await world.tenant();
    const ids = [];
    for (let n = 0; n < 3; n++) ids.unshift((await makeAgent(own)).id);
    const path = `${own.project}/task-agent`;
    const first = (await own.owner.get(`${path}?page_limit=2`)).body;
    expect(first.results.map((agent: Json) => agent.id)).toEqual(ids.slice(0, 2));
    expect(first.pagination).toMatchObject({ has_next: true, page_limit: 2 });
    const rest = (await own.owner.get(`${path}?page_limit=2&cursor=${first.pagination.next_cursor}`)).body;
    expect(rest.results.map((agent: Json) => agent.id)).toEqual(ids.slice(2));
    expect(rest.pagination).toMatchObject({ has_next: false, next_cursor: null });
  });

  it('of another tenant, deleted and unknown ones all return the same 404', async () => {
    const outsider = await world.tenant();
    const theirs = await makeAgent(outsider);
    const gone = await makeAgent(tenant);
    expect(await tenant.owner.delete(gone.path)).toMatchObject({ status: 200, body: { id: gone.id } });
    const shapes = [];
    for (const id of [theirs.id, gone.id, randomUUID()]) {
      for (const response of [
        await tenant.owner.get(`${agents}/${id}`),
        await tenant.owner.post(`${agents}/${id}`, { name: 'x' }),
        await tenant.owner.delete(`${agents}/${id}`),
        await tenant.owner.post(`${agents}/${id}/run`, { message: 'x' }),
        await tenant.owner.get(`${agents}/${id}/revision`),
      ]) {
        expect(response.status).toBe(404);
        shapes.push(JSON.stringify(response.body).replaceAll(id, 'ID'));
      }
    }
    expect(new Set(shapes).size).toBe(1);
    expect(await tenant.owner.get(`${agents}/not-a-uuid`)).toMatchObject({ status: 400 });
  });
});

describe('updating an agent', () => {
  it('with configuration adds an inactive revision based on the newest; omitted lists stay, empty lists clear', async () => {
    const agent = await makeAgent(tenant, { builtin_tools: ['calculator'], max_turns: 5 });
    const first = agent.record.active_revision_id;
    const one = (await tenant.owner.post(agent.path, { instruction: 'Help more.' })).body;
    expect(one).toMatchObject({ active_revision_id: first, instruction: 'Help.' });
    expect(one.revisions).toHaveLength(2);
    expect(one.revisions[0]).toMatchObject({
      active: false,
      instruction: 'Help more.',
      builtin_tools: ['calculator'],
      max_turns: 5,
    });
    const two = (await tenant.owner.post(agent.path, { builtin_tools: [] })).body;
    expect(two.revisions[0]).toMatchObject({ instruction: 'Help more.', builtin_tools: [] });
    expect(two.revisions[2]).toMatchObject({
      id: first,
      active: true,
      instruction: 'Help.',
      builtin_tools: ['calculator'],
    });
  });

  it('with fields of the agent itself adds no revision', async () => {
    const agent = await makeAgent(tenant);
    const body = { name: 'Renamed', description: 'Other', task_agent_run_visibility: 'editors_and_owners' };
    const updated = await tenant.owner.post(agent.path, body);
    expect(updated.body).toMatchObject(body);
    expect(updated.body.revisions).toHaveLength(1);
    expect(Date.parse(updated.body.modified)).toBeGreaterThan(Date.parse(agent.record.modified));
  });

  it('rejects what creation rejects, and adds nothing', async () => {
    const agent = await makeAgent(tenant);
    for (const body of [
      { llm_model_id: 'no-such-model' },
      { builtin_tools: ['shell'] },
      { task_tools: [{ task_id: randomUUID() }] },
      { mode: 'sequential' },
      { approval_policy: { default: 'never', rules: [{ tool: 'http_request', mode: 'always' }] } },
      { name: '' },
    ]) {
      expect(await tenant.owner.post(agent.path, body)).toMatchObject({ status: 422 });
    }
    expect((await tenant.owner.get(agent.path)).body).toEqual(agent.record);
  });

  it('keeps revisions listed newest first and readable one by one', async () => {
    const agent = await makeAgent(tenant);
    await tenant.owner.post(agent.path, { max_turns: 9 });
    const listed = (await tenant.owner.get(`${agent.path}/revision`)).body.results;
    expect(listed.map((revision: Json) => [revision.active, revision.max_turns])).toEqual([
      [false, 9],
      [true, 50],
    ]);
    expect((await tenant.owner.get(`${agent.path}/revision/${listed[0].id}`)).body).toEqual(listed[0]);
    const other = await makeAgent(tenant);
    for (const id of [other.record.active_revision_id, randomUUID()]) {
      expect(await tenant.owner.get(`${agent.path}/revision/${id}`)).toMatchObject({ status: 404 });
    }
  });
});

describe('activating a revision', () => {
  it('is its own request and makes the revision the one for new sessions', async () => {
    const agent = await makeAgent(tenant);
    const newer = (await tenant.owner.post(agent.path, { instruction: 'New words.' })).body.revisions[0].id;
    const mixed = await tenant.owner.post(agent.path, { active_revision_id: newer, name: 'x' });
    expect(mixed).toMatchObject({ status: 422 });
    expect(locations(mixed)).toEqual(['body.active_revision_id']);
    const other = await makeAgent(tenant);
    for (const id of [other.record.active_revision_id, randomUUID()]) {
      expect(await tenant.owner.post(agent.path, { active_revision_id: id })).toMatchObject({ status: 422 });
    }
    expect((await tenant.owner.get(agent.path)).body.active_revision_id).toBe(agent.record.active_revision_id);
    const active = await tenant.owner.post(agent.path, { active_revision_id: newer });
    expect(active.body).toMatchObject({ active_revision_id: newer, instruction: 'New words.' });
    expect(active.body.revisions.map((revision: Json) => revision.active)).toEqual([true, false]);
  });

  it('does not affect a waiting run or its session', async () => {
    const agent = await makeAgent(tenant, { instruction: 'Old words.', approval_policy: { default: 'always' } });
    const sum = { name: 'calculator', arguments: { expression: '1+1' } };
    const script = await play(world, [{ tool_calls: [sum] }, { text: 'Two.' }]);
    const run = await agent.run(script.message);
    const changed = await tenant.owner.post(agent.path, { instruction: 'New words.', builtin_tools: [] });
    await tenant.owner.post(agent.path, { active_revision_id: changed.body.revisions[0].id });
    const [request] = await agent.requests(run.id);
    await agent.approve(request.id);
    expect((await agent.resume(request.id)).body).toMatchObject({
      status: 'completed',
      output: 'Two.',
      task_agent_revision_id: agent.record.active_revision_id,
    });
    const requests = await world.model.requests(script.key);
    for (const sent of requests) expect(JSON.stringify(sent.body)).toContain('Old words.');
    expect(JSON.stringify(requests.at(-1)?.body)).toContain('calculator');
  });
});

describe('deleting an agent', () => {
  it('keeps the history of its runs and accepts no new runs', async () => {
    const agent = await makeAgent(tenant);
    const run = await agent.run((await play(world, [{ text: 'Bye.' }])).message);
    expect(await tenant.owner.delete(agent.path)).toMatchObject({ status: 200 });
    expect(await tenant.owner.post(`${agent.path}/run`, { message: 'x' })).toMatchObject({ status: 404 });
    const all = (await tenant.owner.get(`${tenant.project}/task_agent_run?task_agent_id=${agent.id}`)).body;
    expect(all.results.map((one: Json) => one.id)).toEqual([run.id]);
    expect(await agent.read(run.id)).toMatchObject({ id: run.id, output: 'Bye.' });
  });

  it('is allowed for editors only', async () => {
    const agent = await makeAgent(tenant);
    const viewer = await tenant.member({ project: 'viewer' });
    expect(await viewer.get(agent.path)).toMatchObject({ status: 200 });
    expect(await viewer.delete(agent.path)).toMatchObject({ status: 403 });
    expect(await viewer.post(agent.path, { name: 'x' })).toMatchObject({ status: 403 });
    expect(await viewer.post(`${agent.path}/run`, { message: 'x' })).toMatchObject({ status: 403 });
  });
});

describe('attaching a task to an agent', () => {
  /** An editor of this agent only, with the permissions of their roles on tasks. */
  async function editorOf(agent: TestAgent, tasks: Record<string, string> = {}) {
    const editor = await tenant.member({});
    const grant = { projectId: tenant.projectId, userId: editor.userId };
    await grantRole(world.db, { ...grant, resourceType: 'task_agent', resourceId: agent.id, role: 'editor' });
    for (const [resourceId, role] of Object.entries(tasks))
      await grantRole(world.db, { ...grant, resourceType: 'task', resourceId, role });
    return editor;
  }

  it('requires permission to run it: a hidden task is reported as missing, a visible one as a 403', async () => {
    const [hidden, seen, run] = [await makeTask(tenant), await makeTask(tenant), await makeTask(tenant)];
    const agent = await makeAgent(tenant);
    const editor = await editorOf(agent, { [seen.id]: 'viewer', [run.id]: 'editor' });
    const attach = (...ids: string[]) =>
      editor.post(agent.path, { task_tools: ids.map((task_id) => ({ task_id, is_output_formatter: false })) });
    const missing = await attach(run.id, randomUUID());
    expect(missing.status).toBe(422);
    expect(missing.body.detail).toMatchObject([
      { loc: ['body', 'task_tools', 1, 'task_id'], type: 'unknown_resource' },
    ]);
    expect((await attach(run.id, hidden.id)).body).toEqual(missing.body);
    const refused = await attach(run.id, seen.id);
    expect(refused.status).toBe(403);
    expect(refused.body.detail.permissionCheckFailedError).toMatchObject({
      resource: { type: 'task', id: seen.id },
      permission: 'run',
    });
    expect((await attach(run.id)).status).toBe(200);
  });

  it('persists for other editors of the agent, even if they may not run the task', async () => {
    const [one, two] = [await makeTask(tenant), await makeTask(tenant)];
    const agent = await makeAgent(tenant, { task_tools: [{ task_id: one.id }] });
    const editor = await editorOf(agent);
    const edited = await editor.post(agent.path, { instruction: 'Changed.', task_tools: [{ task_id: one.id }] });
    expect(edited.status).toBe(200);
    expect((await editor.post(agent.path, { active_revision_id: agent.record.active_revision_id })).status).toBe(200);
    expect((await editor.post(agent.path, { task_tools: [{ task_id: one.id }, { task_id: two.id }] })).status).toBe(
      422,
    );
    await editor.post(agent.path, { task_tools: [] });
    expect((await editor.post(agent.path, { task_tools: [{ task_id: one.id }] })).status).toBe(422);
  });

  it('requires the scope as well, on create and on update', async () => {
    const task = await makeTask(tenant);
    const agent = await makeAgent(tenant);
    const { orgId, projectId, userId } = tenant;
    const keyWith = async (...scopes: string[]) => {
      const made = await createApiKey(world.db, { orgId, projectId, userId, name: 'cut', scopes });
      return new Client(world.stack.baseUrl, made.value);
    };
    const fields = { name: 'Cut', instruction: 'Help.', llm_model_id: 'scripted', task_tools: [{ task_id: task.id }] };
    const without = await keyWith('task_agent:edit', 'project:create_agent');
    for (const [path, body] of [
      [`${tenant.project}/task-agent`, fields],
      [agent.path, { task_tools: fields.task_tools }],
    ] as const) {
      const refused = await without.post(path, body);
      expect(refused.status, refused.text).toBe(403);
      expect(refused.body.detail.permissionCheckFailedError.resource).toEqual({ type: 'task', id: task.id });
    }
    const withScope = await keyWith('task_agent:edit', 'project:create_agent', 'task:run');
    expect((await withScope.post(`${tenant.project}/task-agent`, fields)).status).toBe(200);
  });

  it('lets anyone who can run the agent run the task through it', async () => {
    const task = await makeTask(tenant);
    const agent = await makeAgent(tenant, {
      task_tools: [{ task_id: task.id }],
      approval_policy: { default: 'never' },
    });
    const runner = await editorOf(agent);
    const call = { name: task.name.replaceAll(' ', '_'), arguments: { text: 'x' } };
    const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Done.' }]);
    const run = await runner.post(`${agent.path}/run`, { message });
    expect(run.body).toMatchObject({ status: 'completed', task_tools_invoked: [call.name] });
  });
});
