import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, makeTask, play } from '../support/agents.ts';
import { type ApiResponse, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { seedCollection, seedDocument } from '../support/passages.ts';
import { getReason, NEVER, startScene, sum } from '../support/scene.ts';

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

type Owner = 'organization' | 'project';
const baseOf = (tenant: Tenant, owner: Owner) => (owner === 'project' ? tenant.project : `/org/${tenant.orgId}`);
const exclude = (tenant: Tenant, by: string, body: object, owner: Owner = 'project') =>
  tenant.owner.post(`${baseOf(tenant, owner)}/model/exclude/by-${by}`, body);
const drop = (tenant: Tenant, type: string, value: string, owner: Owner = 'project') =>
  tenant.owner.request('DELETE', `${baseOf(tenant, owner)}/model/exclude/${type}/${encodeURIComponent(value)}`);
const listed = async (tenant: Tenant, owner: Owner, what = '') =>
  (await tenant.owner.get(`${baseOf(tenant, owner)}/model/exclusions${what}`)).body.results as Json[];
const runsOf = async (tenant: Tenant) => (await tenant.owner.get(`${tenant.project}/task_run`)).body.results.length;
const runTask = (tenant: Tenant, task: Json, text = 'x', query = '') =>
  tenant.owner.post(`${tenant.project}/task/${task.id}/run${query}`, { task_input: { text } });
const why = (response: ApiResponse) => response.body.detail.modelExcludedError;

describe.each(['organization', 'project'] as const)('an exclusion rule of the %s', (owner) => {
  it('names a model by id, name or alias, a provider or a vendor, and is listed and deleted', async () => {
    const tenant = await world.tenant();
    const { body: model } = await tenant.owner.get(`${tenant.project}/model/scripted`);
    const made = await exclude(tenant, 'id', { model_id: 'Scripted-ALIAS', reason: 'no contract' }, owner);
    expect([made.status, made.body]).toEqual([
      200,
      {
        id: expect.any(String),
        scope: owner,
        org_id: tenant.orgId,
        project_id: owner === 'project' ? tenant.projectId : null,
        rule_type: 'model_id',
        value: model.id,
        model_name: 'scripted',
        reason: 'no contract',
        created: expect.any(String),
        modified: expect.any(String),
      },
    ]);
    const provider = await exclude(tenant, 'provider', { provider: 'Anthropic' }, owner);
    expect(provider.body).toMatchObject({ rule_type: 'provider', value: 'anthropic', model_name: null, reason: null });
    const vendor = await exclude(tenant, 'vendor', { vendor: 'TEST' }, owner);
    expect(vendor.body).toMatchObject({ rule_type: 'vendor', value: 'test' });
    expect(await listed(tenant, owner)).toEqual([vendor.body, provider.body, made.body]);
    expect((await drop(tenant, 'model_id', 'scripted', owner)).body).toEqual(made.body);
    expect((await drop(tenant, 'provider', 'ANTHROPIC', owner)).body).toEqual(provider.body);
    expect((await drop(tenant, 'vendor', 'test', owner)).status).toBe(200);
    expect(await listed(tenant, owner)).toEqual([]);
    for (const [type, value] of [
      ['model_id', 'scripted'],
      ['provider', 'nobody'],
      ['colour', 'blue'],
    ] as const)
      expect(getReason(await drop(tenant, type, value, owner))).toBe('RESOURCE_NOT_FOUND');
  });

  it('exists once: a repeat returns it, and changes only a given reason', async () => {
    const tenant = await world.tenant();
    const [first, twin] = await Promise.all([
      exclude(tenant, 'vendor', { vendor: 'test' }, owner),
      exclude(tenant, 'vendor', { vendor: 'test' }, owner),
    ]);
    expect(first.body).toEqual(twin.body);
    const reasoned = await exclude(tenant, 'vendor', { vendor: 'test', reason: 'slow' }, owner);
    expect(reasoned.body).toMatchObject({ id: first.body.id, reason: 'slow' });
    expect((await exclude(tenant, 'vendor', { vendor: 'test' }, owner)).body).toEqual(reasoned.body);
    expect(await listed(tenant, owner)).toEqual([reasoned.body]);
  });
});

describe('exclusion rules', () => {
  it('are rejected by name if nothing matches', async () => {
    const tenant = await world.tenant();
    for (const [by, field, type] of [
      ['id', 'model_id', 'unknown_model'],
      ['provider', 'provider', 'unknown_provider'],
      ['vendor', 'vendor', 'unknown_vendor'],
    ] as const) {
      const { status, body } = await exclude(tenant, by, { [field]: 'nobody' });
      expect([status, body.detail]).toEqual([
        422,
        [{ loc: ['body', field], msg: expect.any(String), type, code: type, params: { known: expect.any(Array) } }],
      ]);
      expect((await exclude(tenant, by, {})).body.detail[0]).toMatchObject({ loc: ['body', field] });
    }
  });

  it('of organization and project are combined, each with its origin, and do not apply to other projects', async () => {
    const tenant = await world.tenant();
    const sibling = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Sibling' });
    await exclude(tenant, 'vendor', { vendor: 'test' }, 'organization');
    await exclude(tenant, 'vendor', { vendor: 'test' });
    await exclude(tenant, 'id', { model_id: 'plain' });
    const scopes = (rules: readonly Json[]) => rules.map(({ scope, rule_type }) => `${scope} ${rule_type}`);
    expect(scopes(await listed(tenant, 'project', '/effective'))).toEqual([
      'project model_id',
      'project vendor',
      'organization vendor',
    ]);
    expect(scopes(await listed(tenant, 'project'))).toEqual(['project model_id', 'project vendor']);
    expect(scopes(await listed(tenant, 'organization'))).toEqual(['organization vendor']);
    const beside = { ...tenant, project: `/org/${tenant.orgId}/project/${sibling.body.id}` };
    expect(scopes(await listed(beside, 'project', '/effective'))).toEqual(['organization vendor']);
  });

  it('remove models from the list, which can still be read', async () => {
    const tenant = await world.tenant();
    const models = `${tenant.project}/model`;
    const listed = async (): Promise<Json[]> => (await tenant.owner.get(models)).body;
    const names = async () => (await listed()).map(({ name }) => name).toSorted();
    const all = await names();
    const others = (await listed()).filter(({ vendor }) => vendor !== 'test').map(({ name }) => name);
    await exclude(tenant, 'id', { model_id: 'plain' });
    expect(await names()).toEqual(all.filter((name: string) => name !== 'plain'));
    expect((await tenant.owner.get(`${models}/plain`)).body).toMatchObject({ name: 'plain' });
    await exclude(tenant, 'vendor', { vendor: 'test' }, 'organization');
    expect(await names()).toEqual(others.toSorted());
  });

  it('cannot be changed by users who may only view', async () => {
    const tenant = await world.tenant();
    const viewer = await tenant.member({ org: 'viewer' });
    const asViewer = { ...tenant, owner: viewer };
    for (const owner of ['organization', 'project'] as const) {
      expect((await exclude(asViewer, 'vendor', { vendor: 'test' }, owner)).status).toBe(403);
      expect((await drop(asViewer, 'vendor', 'test', owner)).status).toBe(403);
      expect(await listed(asViewer, owner)).toEqual([]);
    }
  });
});

describe('an excluded model', () => {
  it.each(['organization', 'project'] as const)(
    'runs no task: a 409 names the rule of the %s before a run is created',
    async (owner) => {
      const tenant = await world.tenant();
      const task = await makeTask(tenant, { user_prompt: '{text}' });
      await exclude(tenant, 'vendor', { vendor: 'test', reason: 'no contract' }, owner);
      const refused = await runTask(tenant, task);
      expect([refused.status, getReason(refused)]).toEqual([409, 'MODEL_EXCLUDED']);
      expect(refused.body.detail.message).toBe(
        `the model scripted is excluded by a rule of the ${owner}, as all models of the vendor test: no contract`,
      );
      expect(why(refused)).toMatchObject({
        model_name: 'scripted',
        rule_type: 'vendor',
        value: 'test',
        reason: 'no contract',
        scope: owner,
      });
      expect(await runsOf(tenant)).toBe(0);
      await drop(tenant, 'vendor', 'test', owner);
      expect((await runTask(tenant, task)).body).toMatchObject({ is_error: false });
    },
  );

  it('is rejected as the requested fallback of a run, and skipped if the first model fails', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant, { user_prompt: '{text}', fallback_llm_model_id: 'fallback' });
    await exclude(tenant, 'id', { model_id: 'fallback' });
    const refused = await runTask(tenant, task, 'x', '?use_fallback_model=true');
    expect([refused.status, why(refused)]).toMatchObject([409, { model_name: 'fallback', rule_type: 'model_id' }]);
    const { key, message } = await play(world, [{ status: 400, body: {} }]);
    const run = await runTask(tenant, task, message);
    expect(run.body).toMatchObject({
      is_error: true,
      used_fallback_model: false,
      error: { reason: 'MODEL_REJECTED' },
    });
    const asked = await world.model.requests(key);
    expect(asked.map(({ body }) => (body as Json).model)).toEqual(['scripted']);
  });

  it('cannot be saved in a revision of a task or agent, also not as the fallback', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const agent = await makeAgent(tenant);
    await exclude(tenant, 'id', { model_id: 'plain', reason: 'old' });
    const taskPath = `${tenant.project}/task/${task.id}`;
    for (const [path, field] of [
      [taskPath, 'llm_model_id'],
      [taskPath, 'fallback_llm_model_id'],
      [agent.path, 'llm_model_id'],
      [agent.path, 'fallback_llm_model_id'],
    ] as const) {
      const { status, body } = await tenant.owner.post(path, { [field]: 'plain', builtin_tools: [] });
      const params = { cause: { code: 'model_excluded', params: { model: 'plain', scope: 'project', reason: 'old' } } };
      expect([status, body.detail]).toMatchObject([
        422,
        [{ loc: ['body', field], type: 'excluded_model', code: 'excluded_model', params }],
      ]);
    }
    await exclude(tenant, 'id', { model_id: 'scripted' });
    // An existing revision stays, and fields outside of the revision can be edited.
    expect((await tenant.owner.post(taskPath, { description: 'x' })).status).toBe(200);
    expect((await tenant.owner.post(taskPath, { user_prompt: 'y {text}' })).body.detail[0]).toMatchObject({
      type: 'excluded_model',
    });
  });

  it('runs no agent, and an agent excluded during a run is paused until the rule is deleted', async () => {
    const tenant = await world.tenant();
    const { agent, run, requests } = await startScene(world, tenant, [sum('1+1')]);
    await exclude(tenant, 'id', { model_id: 'scripted', reason: 'no contract' });
    const refused = await tenant.owner.post(`${agent.path}/run`, { message: 'Go.' });
    expect([refused.status, why(refused)]).toMatchObject([409, { model_name: 'scripted', scope: 'project' }]);
    await agent.approve(requests[0].id);
    const held = await eventually(
      () => agent.read(run.id),
      ({ status }) => status === 'held',
    );
    expect(held.waiting_for.detail).toContain('excluded by a rule of the project: no contract');
    await drop(tenant, 'model_id', 'scripted');
    expect((await agent.resume(requests[0].id)).body).toMatchObject({ status: 'completed', output: 'All done.' });
  });

  it('runs no call of a task tool or agent tool, which returns the reason', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant, { user_prompt: '{text}', llm_model_id: 'plain' });
    const helper = await makeAgent(tenant, { name: 'Helper', llm_model_id: 'plain', builtin_tools: [] });
    const { key, message } = await play(world, [
      {
        tool_calls: [
          { name: toolName(task.name), arguments: { text: 'x' } },
          { name: 'Helper', arguments: { message: 'x' } },
        ],
      },
      { text: 'All done.' },
    ]);
    const agent = await makeAgent(tenant, {
      task_tools: [{ task_id: task.id }],
      agent_tools: [{ task_agent_id: helper.id }],
      approval_policy: NEVER,
    });
    await exclude(tenant, 'id', { model_id: 'plain', reason: 'old' });
    expect(await agent.run(message)).toMatchObject({ status: 'completed', output: 'All done.' });
    const results = await getToolResults(world, key);
    expect(results).toHaveLength(2);
    for (const result of results) {
      expect(JSON.stringify(result)).toContain('MODEL_EXCLUDED');
      expect(JSON.stringify(result)).toContain('the model plain is excluded by a rule of the project: old');
    }
    expect((await tenant.owner.get(`${helper.path}/run`)).body.results).toEqual([]);
  });

  it('answers no document queries, embeds nothing, and cannot be chosen for a new collection', async () => {
    const tenant = await world.tenant();
    const collection = await seedCollection(world, tenant);
    await seedDocument(world, tenant, { title: 'Guide', collections: [collection], chunks: [{ text: 'The ferry.' }] });
    const ask = (body: object) =>
      tenant.owner.post(`${tenant.project}/collection/${collection}/query`, { query: 'ferry', ...body });
    await exclude(tenant, 'id', { model_id: 'scripted' });
    const refused = await ask({ llm_model_id: 'scripted' });
    expect([refused.status, getReason(refused)]).toEqual([409, 'MODEL_EXCLUDED']);
    expect((await ask({ results_only: true })).status).toBe(200);
    await exclude(tenant, 'provider', { provider: 'openai-compatible', reason: 'stays here' });
    const blind = await ask({ results_only: true });
    expect([blind.status, getReason(blind)]).toEqual([409, 'MODEL_EXCLUDED']);
    expect(blind.body.detail.message).toContain('stays here');
    const made = await tenant.owner.post(`${tenant.project}/collection`, { title: 'x' });
    expect(made.body.detail).toMatchObject([{ loc: ['body', 'embedding_model'], type: 'excluded_model' }]);
    expect(
      (await tenant.owner.post(`${tenant.project}/collection`, { title: 'x', embedding_model: 'builtin-multilingual' }))
        .status,
    ).toBe(200);
  });
});

/** A task's name as models see it. */
const toolName = (name: string) => name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_');
