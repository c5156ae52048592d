import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityContext } from '../../activities/context.ts';
import { provisionDependency } from '../../activities/skills/provision.ts';
import { makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { type Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { startMcpServer } from '../support/mcp-server.ts';
import { NEVER, QUEUED } from '../support/scene.ts';
import { makeSkill } from '../support/skills.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(async () => {
  await world.close();
});

const address = () => `http://127.0.0.1:9/${randomUUID()}`;
const needing = (dependencies: readonly object[], own = tenant) =>
  makeSkill(own, { capabilities: { schema_version: 1, dependencies } });
const toAttachments = (...skills: readonly Json[]) => skills.map(({ id }) => ({ skill_id: id }));
const servers = async (url: string) => {
  const { body } = await tenant.owner.get(`${tenant.project}/task_mcp_server?page_limit=100`);
  return body.results.filter((server: Json) => server.server_url === url);
};
/** The dependencies of an agent's newest revision, once all were checked. */
async function provisioned(agent: TestAgent, client: Client = tenant.owner): Promise<Json[]> {
  const newest = await eventually(
    async () => (await client.get(`${agent.path}/revision`)).body.results[0],
    ({ provisioning }) => provisioning.length > 0 && provisioning.every((one: Json) => one.status !== 'pending'),
  );
  return newest.provisioning;
}
const retryProvisioning = (agent: TestAgent, revisionId: string, client: Client = tenant.owner) =>
  client.post(`${agent.path}/revision/${revisionId}/provision`);

describe('the dependencies of skills', () => {
  it('are found or created when a revision with them is saved, not authorized automatically, and show their status', async () => {
    const task = await makeTask(tenant);
    const url = address();
    const skill = await needing([
      { type: 'tool', name: 'calculator' },
      { type: 'tool', name: task.name.toUpperCase(), required: false },
      { type: 'tool', name: 'no such tool' },
      { type: 'mcp_server', server_url: url, name: 'Records' },
      { type: 'mcp_tool', server_url: url, tool_name: 'search', name: 'Records' },
      { type: 'mcp_server', slug: 'asana' },
      { type: 'integration', integration_type: 'github' },
    ]);
    const agent = await makeAgent(tenant, { skills: toAttachments(skill) });
    const rows = await provisioned(agent);
    const [server] = await servers(url);
    expect(server).toMatchObject({ name: 'Records', auth_status: 'needs_authorization' });
    const is = (status: string, resource: object | null = null) => ({ status, resource, skill_id: skill.id });
    const records = { type: 'task_mcp_server', id: server.id };
    expect(rows).toMatchObject([
      {
        ...is('provisioned'),
        dependency: { type: 'tool', name: 'calculator' },
        required: true,
        next_step: null,
        next_step_code: null,
      },
      { ...is('provisioned', { type: 'task', id: task.id }), required: false },
      {
        ...is('missing'),
        next_step: expect.stringContaining('must create a task of this name'),
        next_step_code: 'create_task',
        next_step_params: { name: 'no such tool' },
      },
      {
        ...is('needs_authorization', records),
        next_step: expect.stringMatching(/^an editor of the MCP server Records must authorize it \(its tools are not /),
        next_step_params: { name: 'Records', cause: { code: 'server_not_listed' } },
      },
      is('needs_authorization', records),
      { ...is('needs_authorization'), resource: { type: 'task_mcp_server' } },
      { ...is('needs_authorization'), resource: { type: 'integration' } },
    ]);
    expect((await tenant.owner.get(agent.path)).body.revisions[0].provisioning).toEqual(rows);
    const read = await tenant.owner.get(`${agent.path}/revision/${agent.record.active_revision_id}`);
    expect(read.body.provisioning).toEqual(rows);
  });

  it('share one record for the same requirement, even under repeated and concurrent provisioning', async () => {
    const url = address();
    const two = [
      await needing([{ type: 'mcp_server', server_url: url }]),
      await needing([{ type: 'mcp_tool', server_url: url, tool_name: 'x' }]),
    ];
    const agents = await Promise.all([1, 2, 3].map(() => makeAgent(tenant, { skills: toAttachments(...two) })));
    const found = await Promise.all(agents.map((agent) => provisioned(agent)));
    const again = agents.map((agent) => retryProvisioning(agent, agent.record.active_revision_id));
    expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const ids = found.flat().map(({ id }) => id);
    await Promise.all([...ids, ...ids].map((id) => provisionDependency({ db: world.db } as ActivityContext, id)));
    const [server, ...others] = await servers(url);
    expect(others).toEqual([]);
    for (const agent of agents)
      expect((await provisioned(agent)).map(({ resource }) => resource?.id)).toEqual([server.id, server.id]);
  });

  it('are resolved with the permissions of the author and of the person who retries: nobody gets what they may not use', async () => {
    const [made, unmade] = [address(), address()];
    const hidden = await makeTask(tenant);
    await tenant.owner.post(`${tenant.project}/task_mcp_server`, { name: 'There', server_url: made });
    const skill = await needing([
      { type: 'mcp_server', server_url: made },
      { type: 'mcp_server', server_url: unmade },
      { type: 'tool', name: hidden.name },
    ]);
    const agent = await makeAgent(tenant);
    const editor = await tenant.member({ org: 'member' });
    const member = `user:${editor.userId}`;
    for (const [path, role] of [
      [agent.path, 'editor'],
      [`${tenant.project}/skill/${skill.id}`, 'viewer'],
    ] as const)
      await tenant.owner.post(`${path}/iam/members/${member}`, { add: [role] });
    const edited = await editor.post(agent.path, { skills: toAttachments(skill) });
    expect(edited.status).toBe(200);
    const rows = await provisioned(agent);
    expect(rows.map(({ status, resource }) => [status, resource])).toEqual(Array(3).fill(['missing', null]));
    expect(rows[0]!.next_step).toContain('cannot use the MCP server There');
    expect(rows[1]!.next_step).toContain('cannot create one: an owner or editor of the project must create it');
    expect(rows[2]!.next_step).toContain(`cannot run the task ${hidden.name}`);
    expect(await servers(unmade)).toEqual([]);

    expect((await retryProvisioning(agent, edited.body.revisions[0].id)).status).toBe(200);
    await eventually(
      () => provisioned(agent),
      (now) => now.every(({ status }) => status !== 'missing'),
    );
    expect(await servers(unmade)).toHaveLength(1);
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await retryProvisioning(agent, edited.body.revisions[0].id, viewer)).status).toBe(403);
  });

  it('appear in the changes of the project, and are counted for active revisions', async () => {
    const own = await world.tenant();
    const stream = await own.owner.stream(`${own.project}/changes`);
    const skill = await needing([{ type: 'mcp_server', server_url: address() }], own);
    const agent = await makeAgent(own, { skills: toAttachments(skill) });
    const [row] = await provisioned(agent, own.owner);
    const about = { id: row!.id, task_agent_id: agent.id, task_agent_revision_id: agent.record.active_revision_id };
    await stream.until(({ event, data }) => event === 'provisioning' && data.status === 'needs_authorization');
    stream.cut();
    const changes = stream.events.filter(({ event }) => event === 'provisioning').map(({ data }) => data);
    expect(changes).toEqual([
      { ...about, status: 'pending' },
      { ...about, status: 'needs_authorization' },
    ]);
    const { counts } = (await own.owner.get(`${own.project}/changes`)).body;
    expect(counts.provisioning).toEqual({ pending: 0, needs_authorization: 1 });
  });

  it('give an agent their tools in addition to its own', async () => {
    const task = await makeTask(tenant, { name: 'Sum it up' });
    const skill = await needing([
      { type: 'tool', name: 'current_time' },
      { type: 'tool', name: task.name },
    ]);
    const agent = await makeAgent(tenant, {
      skills: toAttachments(skill),
      builtin_tools: ['calculator'],
      approval_policy: NEVER,
    });
    const call = { name: 'Sum_it_up', arguments: { text: 'words' } };
    const { key, message } = await play(world, [
      { tool_calls: [call, { name: 'current_time', arguments: {} }] },
      { text: 'Done.' },
    ]);
    expect(await agent.run(message)).toMatchObject({ status: 'completed', task_tools_invoked: ['Sum_it_up'] });
    const { tools } = (await world.model.requests(key))[0]!.body as Json;
    const names = tools.map((tool: Json) => tool.function.name);
    expect(names).toEqual(['calculator', 'current_time', 'load_skill', 'read_skill_file', 'Sum_it_up']);
  });

  it('pause a run while required and unauthorized, and resume it once authorized; optional ones pause nothing', async () => {
    await using mcp = await startMcpServer();
    const needed = { type: 'mcp_tool', server_url: mcp.url, name: 'Records', tool_name: 'echo' };
    const [required, optional] = [await needing([needed]), await needing([{ ...needed, required: false }])];
    const free = await makeAgent(tenant, { skills: toAttachments(optional) });
    expect(await free.run((await play(world, [{ text: 'Done.' }])).message)).toMatchObject({ status: 'completed' });
    const agent = await makeAgent(tenant, { skills: toAttachments(required), approval_policy: NEVER });
    const [{ id, slug }] = await servers(mcp.url);
    const { message } = await play(world, [
      { tool_calls: [{ name: `${slug}__echo`, arguments: { message: 'hi' } }] },
      { text: 'Done.' },
    ]);
    const { body } = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
    const waitsFor = (words: string) =>
      eventually(
        () => agent.read(body.id),
        (run) =>
          run.status === 'held' && run.waiting_for.kind === 'reconnect' && run.waiting_for.detail.includes(words),
      );
    await waitsFor('an editor of the MCP server Records must authorize it');
    expect((await tenant.owner.post(`${tenant.project}/task_mcp_server/${id}/refresh`)).status).toBe(200);
    await waitsFor('an editor of the MCP server Records must allow the tool echo');
    const tools = await tenant.owner.get(`${tenant.project}/task_mcp_tool?task_mcp_server_id=${id}`);
    const allow = `${tenant.project}/task_mcp_tool/${tools.body.results[0].id}`;
    expect((await tenant.owner.post(allow, { enabled: true })).status).toBe(200);
    const ended = await eventually(
      () => agent.read(body.id),
      (run) => run.completed !== null,
    );
    expect(ended).toMatchObject({ status: 'completed', output: 'Done.', mcp_tools_invoked: [`${slug}__echo`] });
    expect(mcp.calls).toMatchObject([{ name: 'echo', args: { message: 'hi' } }]);
    for (const one of [agent, free])
      await eventually(
        () => provisioned(one),
        ([row]) => row!.status === 'provisioned',
      );
  });
});

describe('a dependency that a skill declares', () => {
  it.each([
    ['of no known type', { type: 'robot' }, 'type'],
    ['that is another skill, so that no ring of them can be', { type: 'skill', name: 'x' }, 'type'],
    ['without a name', { type: 'tool' }, 'name'],
    ['with a field of another type', { type: 'tool', name: 'x', server_url: 'http://a' }, 'server_url'],
    ['whose required is no yes or no', { type: 'tool', name: 'x', required: 'maybe' }, 'required'],
    ['of an integration that has no type', { type: 'integration', integration_type: 'No Type' }, 'integration_type'],
    ['with a server that has neither address nor slug', { type: 'mcp_server', name: 'x' }, 'server_url'],
    ['with a server that has both', { type: 'mcp_server', slug: 'asana', server_url: 'http://a' }, 'server_url'],
    ['with a slug that the catalog has not', { type: 'mcp_server', slug: 'nobody' }, 'slug'],
    ['with an address of another scheme', { type: 'mcp_server', server_url: 'ftp://a' }, 'server_url'],
    ['of a tool that is not named', { type: 'mcp_tool', slug: 'asana' }, 'tool_name'],
  ])('is rejected if it is one %s', async (_, dependency, field) => {
    const body = {
      display_name: randomUUID(),
      instructions: 'x',
      capabilities: { schema_version: 1, dependencies: [dependency] },
    };
    const response = await tenant.owner.post(`${tenant.project}/skill`, body);
    expect(response.status).toBe(422);
    expect(response.body.detail[0].loc.join('.')).toBe(`body.capabilities.dependencies.0.${field}`);
  });

  it('is shown with the revision, and required by default', async () => {
    const skill = await needing([
      { type: 'mcp_server', slug: 'asana' },
      { type: 'tool', name: 'x', required: false },
    ]);
    const { body } = await tenant.owner.get(`${tenant.project}/skill/${skill.id}/content`);
    expect(body.capabilities.dependencies).toEqual([
      { type: 'mcp_server', slug: 'asana', required: true },
      { type: 'tool', name: 'x', required: false },
    ]);
  });
});
