import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { makeCollection } from '../support/library.ts';
import { getReason, NEVER, post, startScene, sum } from '../support/scene.ts';
import { makeIntegration } from '../support/services.ts';
import { makeSkill } from '../support/skills.ts';
import { selectShare } from '../support/walk-plan.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const STRICT = { mode: 'always', expires_in: 'PT15M', approvers: ['owner'], approvals_needed: 2, on_reject: 'fail' };
const strict = (change: object = {}, more: object = {}) => ({
  default: 'always',
  rules: [{ tool: '*', ...STRICT, ...change }],
  ...more,
});
const plain = (mode: string) => ({ default: mode, rules: [] });
const without = (name: keyof typeof STRICT) => {
  const { [name]: _, ...rest } = STRICT;
  return { default: 'always', rules: [{ tool: '*', ...rest }] };
};

/** Every method to loosen a policy, with the policy before and after. The reverse tightens it. */
const WAYS: Record<string, readonly [before: object, after: object]> = {
  'never asks': [strict(), strict({ mode: 'never' })],
  'has no rule any more': [strict(), plain('always')],
  'has a rule that lifts it first': [
    strict(),
    { ...strict(), rules: [{ tool: '*', mode: 'never' }, ...strict().rules] },
  ],
  'has more approvers': [strict(), strict({ approvers: ['owner', 'viewer'] })],
  'has the usual approvers': [strict(), without('approvers')],
  'needs fewer approvals': [strict(), strict({ approvals_needed: 1 })],
  'waits longer': [strict(), strict({ expires_in: 'PT16M' })],
  'waits for ever': [strict(), without('expires_in')],
  'goes on after a rejection': [strict(), strict({ on_reject: 'return_to_model' })],
  'may send again': [strict(), strict({}, { idempotent: ['*'] })],
  'asks for what changes something only': [plain('always'), plain('destructive')],
  'asks for nothing': [plain('always'), plain('never')],
  'asks for nothing that changes something': [plain('destructive'), plain('never')],
};

/** The attachments of an agent, for each type that roles are granted on. */
const KINDS: Record<string, () => Promise<object>> = {
  task: async () => ({ task_tools: [{ task_id: (await makeTask(tenant)).id }] }),
  task_agent: async () => ({ agent_tools: [{ task_agent_id: (await makeAgent(tenant)).id }] }),
  skill: async () => ({ skills: [{ skill_id: (await makeSkill(tenant)).id }] }),
  task_mcp_server: async () => ({ mcp_servers: [{ task_mcp_server_id: await mcpServer() }] }),
  integration: async () => ({ integrations: [{ project_integration_id: (await integration()).id }] }),
  'integration, some tools': async () => {
    const { id, available_tools: tools } = await integration();
    return { integrations: [{ project_integration_id: id, allowed_tool_ids: [tools[0].id] }] };
  },
  collection: async () => ({ collections: [{ collection_id: await makeCollection(tenant) }] }),
};

async function mcpServer(): Promise<string> {
  const server = { name: 'Nobody', server_url: 'http://127.0.0.1:9/mcp' };
  return (await tenant.owner.post(`${tenant.project}/task_mcp_server`, server)).body.id;
}

function integration(): Promise<Json> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Echo', version: '1' },
    servers: [{ url: 'http://127.0.0.1:9' }],
    paths: { '/said': { post: { operationId: 'write', responses: { 200: { description: 'Done.' } } } } },
  };
  return makeIntegration(tenant, 'openapi', { config: { document, enabled_tools: ['write'] } });
}

/** An editor of one agent without other roles. */
async function editorOf(agent: TestAgent): Promise<Client & { userId: string }> {
  const editor = await tenant.member({});
  const { projectId } = tenant;
  const role = { resourceType: 'task_agent', resourceId: agent.id, role: 'editor' };
  await grantRole(world.db, { projectId, userId: editor.userId, ...role });
  return editor;
}

describe.each(Object.entries(KINDS).map(([name, attach], turn) => [name, attach, turn] as const))(
  'the approval gate for attached tools: %s',
  (name, attach, turn) => {
    it('can be loosened only by users who may use the tool, and tightened by every editor', async () => {
      const agent = await makeAgent(tenant, await attach());
      const editor = await editorOf(agent);
      const [type] = name.split(',');
      // The kinds share the ways: each agent keeps its revisions, and the ways do not depend on what is attached.
      for (const [way, [before, after]] of selectShare(Object.entries(WAYS), 2, turn)) {
        const save = async (who: Client, approval_policy: object) => {
          const response = await who.post(agent.path, { approval_policy });
          return [
            response.status,
            getReason(response),
            response.body.detail?.permissionCheckFailedError?.resource?.type,
          ];
        };
        expect((await save(tenant.owner, before))[0], way).toBe(200);
        expect(await save(editor, after), way).toEqual([403, 'PERMISSION_CHECK_FAILED', type]);
        expect((await save(tenant.owner, after))[0], way).toBe(200);
        expect((await save(editor, before))[0], way).toBe(200);
      }
    });
  },
);

describe.each(Object.entries(KINDS))('an inactive revision: %s', (name, attach) => {
  it('requires permission to use whatever the active one no longer attaches, both to activate and to run', async () => {
    const attached = await attach();
    const [field = ''] = Object.keys(attached);
    const agent = await makeAgent(tenant, { ...attached, approval_policy: NEVER });
    const first = agent.record.active_revision_id;
    const editor = await editorOf(agent);
    const [type] = name.split(',');
    const without = await editor.post(agent.path, { [field]: [], approval_policy: NEVER });
    expect((await editor.post(agent.path, { active_revision_id: without.body.revisions[0].id })).status).toBe(200);
    for (const refused of [
      await editor.post(agent.path, { active_revision_id: first }),
      await editor.post(`${agent.path}/run`, { message: 'x', revision_id: first }),
      await editor.post(`${agent.path}/run?revision=${first}`, { message: 'x' }),
      await editor.post(`${agent.path}/eval/run`, { candidate_revision_id: first, last_n: 1 }),
    ]) {
      const { status, body } = refused;
      expect([status, getReason(refused)]).toEqual([403, 'PERMISSION_CHECK_FAILED']);
      expect(body.detail.permissionCheckFailedError.resource.type).toBe(type);
    }
    expect((await tenant.owner.post(agent.path, { active_revision_id: first })).status).toBe(200);
  });
});

describe('an older, looser revision', () => {
  const attach = async () => KINDS.integration?.();

  it('cannot be run by users who may not use its tools, neither by id nor in a session that started on it', async () => {
    const agent = await makeAgent(tenant, { ...(await attach()), approval_policy: NEVER });
    const first = agent.record.active_revision_id;
    const editor = await editorOf(agent);
    const { message } = await play(world, [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const run = (who: Client, body: object) => who.post(`${agent.path}/run`, { message, ...body });
    const begun = await run(editor, { revision_id: first });
    expect(begun.body).toMatchObject({ status: 'completed', task_agent_revision_id: first });
    const { revisions } = (await tenant.owner.post(agent.path, { approval_policy: plain('always') })).body;
    expect((await tenant.owner.post(agent.path, { active_revision_id: revisions[0].id })).status).toBe(200);
    for (const body of [{ revision_id: first }, { session_id: begun.body.session_id }])
      expect(getReason(await run(editor, body))).toBe('PERMISSION_CHECK_FAILED');
    expect((await run(editor, {})).body).toMatchObject({ task_agent_revision_id: revisions[0].id });
    expect((await run(tenant.owner, { revision_id: first })).body).toMatchObject({ task_agent_revision_id: first });
  });

  it('cannot be pinned by an agent or a trigger of users who may not use its tools', async () => {
    const agent = await makeAgent(tenant, { ...(await attach()), approval_policy: NEVER });
    const first = agent.record.active_revision_id;
    const { revisions } = (await tenant.owner.post(agent.path, { approval_policy: plain('always') })).body;
    await tenant.owner.post(agent.path, { active_revision_id: revisions[0].id });
    const editor = await editorOf(agent);
    const caller = await makeAgent(tenant);
    const role = { resourceType: 'task_agent', resourceId: caller.id, role: 'editor' };
    await grantRole(world.db, { projectId: tenant.projectId, userId: editor.userId, ...role });
    const pin = (who: Client, id: string | null) =>
      who.post(caller.path, { agent_tools: [{ task_agent_id: agent.id, task_agent_revision_id: id }] });
    expect(getReason(await pin(editor, first))).toBe('PERMISSION_CHECK_FAILED');
    expect((await pin(editor, null)).status).toBe(200);
    const pinned = (await pin(tenant.owner, first)).body.revisions[0].id;
    expect((await tenant.owner.post(caller.path, { active_revision_id: pinned })).status).toBe(200);
    const { message } = await play(world, [
      { tool_calls: [{ name: agent.record.name.replaceAll(' ', '_'), arguments: { message: 'x' } }] },
      { text: 'Done.' },
    ]);
    const run = await editor.post(`${caller.path}/run`, { message });
    const { text } = await editor.get(`${caller.path}/run/${run.body.id}/events`);
    expect(text).toContain('NOT_PERMITTED');
    const { orgId, projectId, userId } = tenant;
    const key = {
      orgId,
      projectId,
      userId,
      name: 'cut',
      scopes: ['project:view', 'project:edit', 'task_agent:run', 'task_agent:edit'],
    };
    const cut = new Client(world.stack.baseUrl, (await createApiKey(world.db, key)).value);
    const trigger = (who: Client, task_agent_revision_id: string) =>
      who.post(`${tenant.project}/trigger/webhook`, {
        name: 'Hook',
        auth_method: 'github',
        payload_mapping: { message: '$.say' },
        target_type: 'task_agent',
        target_id: agent.id,
        task_agent_revision_id,
      });
    expect(getReason(await trigger(cut, first))).toBe('PERMISSION_CHECK_FAILED');
    const schedule = { name: 'Daily', cron_expression: '0 7 * * *', target_type: 'task_agent', target_id: agent.id };
    const schedules = `${tenant.project}/trigger/schedule`;
    const made = await cut.post(schedules, { ...schedule, task_input: { message: 'x' } });
    const moved = await cut.post(`${schedules}/${made.body.id}`, { task_agent_revision_id: first });
    expect(getReason(moved)).toBe('PERMISSION_CHECK_FAILED');
    const pinnedByOwner = await tenant.owner.post(schedules, {
      ...schedule,
      task_agent_revision_id: first,
      task_input: { message: 'x' },
    });
    const edited = await cut.post(`${schedules}/${pinnedByOwner.body.id}`, { task_input: { message: 'y' } });
    expect(getReason(edited)).toBe('PERMISSION_CHECK_FAILED');
    expect((await trigger(cut, revisions[0].id)).status).toBe(200);
    expect((await trigger(tenant.owner, first)).status).toBe(200);
  });

  it('of a task requires permission for tools that no active revision uses, to activate and to run it', async () => {
    const collection_id = await makeCollection(tenant);
    const task = await makeTask(tenant, { rag: { collection_id } });
    const path = `${tenant.project}/task/${task.id}`;
    const editor = await tenant.member({});
    const role = { resourceType: 'task', resourceId: task.id, role: 'editor' };
    await grantRole(world.db, { projectId: tenant.projectId, userId: editor.userId, ...role });
    const { revisions } = (await editor.post(path, { rag: null, revision_tags: ['plain'] })).body;
    const serve = (who: Client, id: string) =>
      who.post(path, { active_revisions: [{ task_revision_id: id, weight: 1 }] });
    const [second, first] = revisions.map(({ id }: Json) => id);
    expect((await serve(editor, second)).status).toBe(200);
    await tenant.owner.post(`${path}/revision/${first}/tags`, { revision_tags: ['read'] });
    const task_input = { text: 'x' };
    for (const refused of [
      await serve(editor, first),
      await editor.post(`${path}/rollback`, {}),
      await editor.post(`${path}/run?revision_id=${first}`, { task_input }),
      await editor.post(`${path}/run?revision_tag=read`, { task_input }),
      await editor.post(`${path}/eval/run`, { candidate_revision_id: first, last_n: 1 }),
    ])
      expect([refused.status, refused.body.detail.permissionCheckFailedError?.resource]).toEqual([
        403,
        { type: 'collection', id: collection_id },
      ]);
    expect((await serve(tenant.owner, first)).status).toBe(200);
  });
});

describe('the approval gate for tools', () => {
  it('does not depend on the policy for other tools, nor on who may use the attached ones', async () => {
    const { id } = await integration();
    const fields = { integrations: [{ project_integration_id: id }], builtin_tools: ['calculator'] };
    const agent = await makeAgent(tenant, { ...fields, approval_policy: plain('always') });
    const editor = await editorOf(agent);
    const lift = (tool: string) =>
      editor.post(agent.path, { approval_policy: { default: 'always', rules: [{ tool, mode: 'never' }] } });
    expect((await lift('calculator')).status).toBe(200);
    expect((await lift('*')).status).toBe(403);
    const member = `user:${editor.userId}`;
    await tenant.owner.post(`${tenant.project}/integration/${id}/iam/members/${member}`, { add: ['editor'] });
    expect((await lift('*')).status).toBe(200);
  });

  it('is not loosened by a return to a revision that required fewer approvals', async () => {
    const agent = await makeAgent(tenant, { ...(await KINDS.integration?.()), approval_policy: NEVER });
    const [first] = agent.record.revisions;
    const edited = await tenant.owner.post(agent.path, { approval_policy: plain('always') });
    const [strictOne] = edited.body.revisions;
    const activate = (who: Client, id: string) => who.post(agent.path, { active_revision_id: id });
    const editor = await editorOf(agent);
    expect((await activate(editor, strictOne.id)).status).toBe(200);
    expect(getReason(await activate(editor, first.id))).toBe('PERMISSION_CHECK_FAILED');
    expect((await activate(tenant.owner, first.id)).status).toBe(200);
    expect((await editor.post(agent.path, { instruction: 'Help more.' })).status).toBe(200);
  });

  it('also requires the scope from a restricted credential', async () => {
    const agent = await makeAgent(tenant, { ...(await KINDS.task?.()), approval_policy: plain('always') });
    const { orgId, projectId, userId } = tenant;
    const key = { orgId, projectId, userId, name: 'cut', scopes: ['task_agent:edit'] };
    const client = new Client(world.stack.baseUrl, (await createApiKey(world.db, key)).value);
    expect((await client.post(agent.path, { approval_policy: NEVER })).status).toBe(403);
  });
});

describe('an approval floor', () => {
  const config = (of: Tenant, body: object, who = of.owner) => who.post(`${of.project}/config`, body);
  const APPROVAL_FLOOR = {
    default: 'destructive',
    rules: [{ tool: 'calc*', mode: 'always', approvers: ['owner'], approvals_needed: 2 }],
  };

  it('applies to existing revisions, and each request shows which scope set it', async () => {
    const own = await world.tenant();
    const agent = await makeAgent(own, { builtin_tools: ['calculator', 'http_request'], approval_policy: NEVER });
    expect((await config(own, { approval_floor: APPROVAL_FLOOR })).status).toBe(200);
    const { message } = await play(world, [
      { tool_calls: [sum('1+1'), post('http://127.0.0.1:9/never')] },
      { text: 'Done.' },
    ]);
    const run = await agent.run(message);
    expect(run.status).toBe('waiting_for_human');
    const [calculated, posted] = await agent.requests(run.id);
    expect(calculated).toMatchObject({
      rule: { ...APPROVAL_FLOOR.rules[0], floor: 'project' },
      approvers: ['owner'],
      approvals_needed: 2,
    });
    expect(posted).toMatchObject({ rule: { default: 'destructive', floor: 'project' }, approvals_needed: 1 });
  });

  it('of an organization applies to all of its projects, in addition to their own', async () => {
    const own = await world.tenant();
    const org = `/org/${own.orgId}`;
    const set = await own.owner.post(org, { approval_floor: { default: 'always', rules: [] } });
    expect(set.body).toMatchObject({ approval_floor: { default: 'always', rules: [] } });
    const { requests } = await startScene(world, own, [sum('1+1')], { policy: NEVER });
    expect(requests).toMatchObject([{ rule: { default: 'always', floor: 'organization' } }]);
    await config(own, { approval_floor: APPROVAL_FLOOR });
    const dry = await own.owner.post(`${own.project}/task-agent/approval-policy/dry-run`, {
      approval_policy: NEVER,
      builtin_tools: ['calculator', 'current_time'],
    });
    expect(dry.body.tools.map(({ cases }: Json) => cases[0])).toMatchObject([
      { asks: true, rule: { floor: 'project' }, approvers: ['owner'], approvals_needed: 2 },
      { asks: true, rule: { default: 'always', floor: 'organization' } },
    ]);
    const { agent, run } = await startScene(world, own, [sum('1+1')], { policy: plain('always') });
    expect(await agent.requests(run.id)).toMatchObject([{ approvals_needed: 2, approvers: ['owner'] }]);
  });

  it('of a project cannot weaken that of its organization: shared approvers decide, or else owners', async () => {
    const own = await world.tenant();
    const org = `/org/${own.orgId}`;
    const editor = await own.member({ project: 'editor' });
    const decidedBy = (tool: string, ...approvers: string[]) => ({
      default: 'never',
      rules: [{ tool, mode: 'always', approvers }],
    });
    const asked = async () => {
      const body = { approval_policy: NEVER, builtin_tools: ['calculator'] };
      const dry = await own.owner.post(`${own.project}/task-agent/approval-policy/dry-run`, body);
      return dry.body.tools[0].cases[0].approvers;
    };
    await own.owner.post(org, { approval_floor: decidedBy('calc*', 'owner') });
    const refused = await config(own, { approval_floor: decidedBy('*', 'viewer') }, editor);
    expect([refused.status, refused.body.detail[0].loc.join('.')]).toEqual([422, 'body.approval_floor.rules']);
    expect(await asked()).toEqual(['owner']);
    expect((await config(own, { approval_floor: decidedBy('http*', 'viewer') }, editor)).status).toBe(200);
    // If an organization tightens later, owners decide where the project names only other approvers.
    await own.owner.post(org, { approval_floor: null });
    await config(own, { approval_floor: decidedBy('calc*', 'viewer', 'editor') });
    expect(await asked()).toEqual(['editor']);
    await own.owner.post(org, { approval_floor: decidedBy('*', 'owner') });
    expect(await asked()).toEqual(['owner']);
  });

  it('is set and tightened by editors, loosened by owners, and recorded in the audit log', async () => {
    const own = await world.tenant();
    const editor = await own.member({ org: 'editor' });
    const org = `/org/${own.orgId}`;
    for (const set of [
      (approval_floor: object | null, who: Client) => config(own, { approval_floor }, who),
      (approval_floor: object | null, who: Client) => who.post(org, { approval_floor }),
    ]) {
      expect((await set({ default: 'destructive' }, editor)).status).toBe(200);
      expect((await set({ default: 'always' }, editor)).status).toBe(200);
      for (const looser of [
        null,
        { default: 'destructive' },
        { default: 'always', rules: [{ tool: 'x', mode: 'never' }] },
      ])
        expect(getReason(await set(looser, editor))).toBe('PERMISSION_CHECK_FAILED');
      const bad = await set(
        { default: 'always', rules: [{ tool: 'x', mode: 'always', expires_in: 'soon' }] },
        own.owner,
      );
      expect([bad.status, bad.body.detail[0].loc.join('.')]).toEqual([422, 'body.approval_floor.rules.0.expires_in']);
      expect((await set(null, own.owner)).status).toBe(200);
    }
    const { results } = (await own.owner.get(`${org}/audit_event`)).body;
    const types = results.map(({ event_type }: Json) => event_type);
    for (const type of ['project.config_updated', 'organization.updated'])
      expect(types.filter((other: string) => other === type)).toHaveLength(3);
    const { requests } = await startScene(world, own, [sum('1+1')], { policy: NEVER });
    expect(requests).toEqual([]);
  });
});
