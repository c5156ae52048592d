import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { startEchoApi } from '../support/echo-api.ts';
import { createGatewayCalls } from '../support/gateway-calls.ts';
import { deliver } from '../support/hooks.ts';
import { connectMcp, type McpConnection, postMessage, toEndpoint } from '../support/mcp-endpoint.ts';
import { type ScriptedMcpServer, startMcpServer } from '../support/mcp-server.ts';
import { type AllowedServer, allowServer, makeAgentWithServer } from '../support/mcp-tools.ts';

let world: World;
let tenant: Tenant;
let mcp: ScriptedMcpServer;
let server: AllowedServer;
let tools: Record<string, Json>;
const open: McpConnection[] = [];

const ECHO_SCHEMA = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
/** Requires an argument in a header of requests to the server itself. */
const HEADER_SCHEMA = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  mcp = await startMcpServer({
    tools: [
      ...['read', 'write', 'fail'].map((name) => ({ name, description: `${name}s.`, inputSchema: ECHO_SCHEMA })),
      { name: 'draw', description: 'draws.', inputSchema: HEADER_SCHEMA },
    ],
    handlers: {
      fail: ({ answer }) => answer({ isError: true, content: [{ type: 'text', text: 'No such row.' }] }),
      draw: ({ answer }) => answer({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] }),
    },
  });
  server = await allowServer(tenant, mcp.url);
  tools = await server.tools();
});
afterEach(async () => {
  for (const connection of open.splice(0)) await connection[Symbol.asyncDispose]();
});
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await world.close();
});

async function connect(key: string = tenant.key) {
  const connection = await connectMcp(toEndpoint(world, tenant), key, {});
  open.push(connection);
  return connection;
}
const edit = (name: string, body: object) =>
  tenant.owner.post(`${tenant.project}/task_mcp_tool/${tools[name]?.id}`, body);
const toName = (name: string) => `${server.slug}__${name}`;
const getCalls = (name: string) => mcp.calls.filter((call) => call.name === name).length;
const getText = (result: Json) => result.content[0].text;
const readRun = async (id: string) =>
  (await tenant.owner.get(`${tenant.project}/task-agent/${tenant.projectId}/run/${id}`)).body;

describe('a tool of a connection', () => {
  it('is callable once an editor exposes it, by those who may use its server', async () => {
    expect(await (await connect()).names()).toEqual(['get_run']);
    const exposed = await edit('read', { exposed_to_agents: true, read_only: true });
    expect(exposed.body).toMatchObject({ exposed_to_agents: true });
    expect(await (await connect()).names()).toEqual(['get_run', toName('read')]);
    const viewer = await tenant.member({ project: 'viewer' });
    const own = await connect(viewer.key);
    expect(await own.names()).toEqual(['get_run']);
    await expect(own.call(toName('read'), { text: 'a' })).rejects.toMatchObject({ code: -32602 });
    expect(getCalls('read')).toBe(0);
  });

  it('is called in a run without a model, whose ledger and events show the call', async () => {
    await edit('read', { exposed_to_agents: true, read_only: true });
    const result = await (await connect()).call(toName('read'), { text: 'the news' });
    expect(result.structuredContent).toMatchObject({ status: 'completed' });
    expect(getText(result)).toContain('the news');
    const run = await readRun(result.structuredContent.run_id);
    expect(run).toMatchObject({ trigger_type: 'mcp', status: 'completed', charged_credits: '0', total_tokens: 0 });
    expect(run.mcp_tools_invoked).toEqual([toName('read')]);
    const missing = await (await connect()).call(toName('read'), {});
    expect([missing.isError, getText(missing)]).toEqual([true, expect.stringContaining('text')]);
  });

  it('with side effects waits for approval, is sent once after it, and not at all after a rejection', async () => {
    await edit('write', { exposed_to_agents: true });
    const client = await connect();
    const [first, second] = await Promise.all(['one', 'two'].map((text) => client.call(toName('write'), { text })));
    expect(getCalls('write')).toBe(0);
    for (const pending of [first, second])
      expect(pending?.structuredContent).toMatchObject({ status: 'waiting_for_human' });
    const decide = (pending: Json | undefined, how: 'approve' | 'reject') => {
      const id = pending?.structuredContent.url.split('/').at(-1);
      const path = `${tenant.project}/task-agent/${tenant.projectId}/approval-request/${id}/${how}`;
      return tenant.owner.post(path, {});
    };
    expect((await decide(first, 'approve')).status).toBe(200);
    expect((await decide(second, 'reject')).status).toBe(200);
    const done = await client.call('get_run', { run_id: first?.structuredContent.run_id });
    expect(done.structuredContent).toMatchObject({ status: 'completed' });
    const refused = await client.call('get_run', { run_id: second?.structuredContent.run_id });
    expect([refused.isError, getText(refused)]).toEqual([true, expect.stringContaining('APPROVAL_REJECTED')]);
    expect(getCalls('write')).toBe(1);
    const path = `${tenant.project}/task-agent/${tenant.projectId}/run/${first?.structuredContent.run_id}/effects`;
    expect((await tenant.owner.get(path)).body.results).toMatchObject([{ status: 'done', attempts: 1 }]);
  });

  it('that waits is cancelled like any run: it is never sent, and its request can no longer be decided', async () => {
    await edit('write', { exposed_to_agents: true });
    const client = await connect();
    const before = getCalls('write');
    const pending = (await client.call(toName('write'), { text: 'stop' })).structuredContent;
    const path = `${tenant.project}/task-agent/${tenant.projectId}`;
    const request = `${path}/approval-request/${pending.url.split('/').at(-1)}/approve`;
    const [cancelled, decided] = await Promise.all([
      tenant.owner.post(`${path}/run/${pending.run_id}/cancel`, {}, { Prefer: 'wait=30' }),
      tenant.owner.post(request, {}),
    ]);
    expect([200, 202, 409]).toContain(cancelled.status);
    const ended = await eventually(
      () => readRun(pending.run_id),
      (run) => run.completed !== null,
    );
    // Decision and cancel are sent at once: the one that is stored first applies.
    const wasSent = getCalls('write') - before;
    expect(wasSent).toBe(ended.status === 'completed' ? 1 : wasSent);
    if (decided.status !== 200) expect([ended.status, wasSent]).toEqual(['cancelled', 0]);
    expect((await tenant.owner.post(request, {})).status).toBe(409);
    const result = await client.call('get_run', { run_id: pending.run_id });
    expect(result.isError ?? false).toBe(ended.status !== 'completed');
  });

  it('whose approval expires is not sent, and its client gets the reason', async () => {
    await edit('write', { exposed_to_agents: true });
    const rules = [{ tool: '*', mode: 'always', expires_in: 'PT1S' }];
    await tenant.owner.post(`${tenant.project}/config`, { approval_floor: { default: 'never', rules } });
    const gateway = createGatewayCalls(world, tenant);
    const before = getCalls('write');
    const id = await gateway.start(toName('write'), { text: 'late' });
    const isPlanned = async () => (await gateway.requests(id)).length === 1;
    await eventually(isPlanned, (planned) => planned);
    await tenant.owner.post(`${tenant.project}/config`, { approval_floor: null });
    const result = await gateway.result(id);
    expect([result.isError, getText(result)]).toEqual([true, expect.stringContaining('APPROVAL_EXPIRED')]);
    expect(await readRun(id)).toMatchObject({ status: 'failed', waiting_for: null });
    const [request] = await gateway.requests(id);
    expect(request).toMatchObject({ status: 'expired' });
    const path = `${tenant.project}/task-agent/${tenant.projectId}/approval-request/${request?.id}/approve`;
    expect((await tenant.owner.post(path, {})).status).toBe(409);
    expect(getCalls('write')).toBe(before);
    expect(await gateway.effects(id)).toMatchObject([{ attempts: 0 }]);
  });

  it('is made once although its client disconnects or cancels the request, and the run keeps the result', async () => {
    await edit('read', { exposed_to_agents: true, read_only: true });
    const release = Promise.withResolvers<void>();
    mcp.script.handlers.read = async ({ answer }) => {
      await release.promise;
      answer({ content: [{ type: 'text', text: 'Seen.' }] });
    };
    const before = getCalls('read');
    const stop = new AbortController();
    const call = (await connect()).call(toName('read'), { text: 'a' }, { signal: stop.signal });
    await eventually(
      async () => getCalls('read') - before,
      (calls) => calls === 1,
    );
    stop.abort();
    await expect(call).rejects.toThrow();
    release.resolve();
    const list = `${tenant.project}/task_agent_run?task_agent_id=${tenant.projectId}`;
    const [run] = await eventually(
      async () => (await tenant.owner.get(list)).body.results,
      ([newest]) => newest.completed !== null,
    );
    expect(run).toMatchObject({ status: 'completed' });
    const result = await (await connect()).call('get_run', { run_id: run.id });
    expect(getText(result)).toBe('Seen.');
    expect(getCalls('read') - before).toBe(1);
    mcp.script.handlers.read = ({ answer, args }) =>
      answer({ content: [{ type: 'text', text: JSON.stringify(args) }] });
  });

  it('waits for approval too where only a floor of the project requires it', async () => {
    await edit('read', { exposed_to_agents: true, read_only: true });
    const floor = { approval_floor: { default: 'always' } };
    expect((await tenant.owner.post(`${tenant.project}/config`, floor)).status).toBe(200);
    const pending = await (await connect()).call(toName('read'), { text: 'a' });
    expect(pending.structuredContent).toMatchObject({ status: 'waiting_for_human' });
    await tenant.owner.post(`${tenant.project}/config`, { approval_floor: null });
  });

  it('that fails is an error with the message of the server', async () => {
    await edit('fail', { exposed_to_agents: true, read_only: true });
    const result = await (await connect()).call(toName('fail'), { text: 'a' });
    expect([result.isError, getText(result)]).toEqual([true, 'TOOL_FAILED: No such row.']);
  });

  it('returns a small image in its result, besides the link to the file', async () => {
    await edit('draw', { exposed_to_agents: true, read_only: true });
    const client = await connect();
    const { content } = await client.call(toName('draw'), { region: 'eu' });
    expect(content).toContainEqual({ type: 'image', mimeType: 'image/png', data: PIXEL });
    expect(content).toContainEqual(expect.objectContaining({ type: 'resource_link', mimeType: 'image/png' }));
    const { tools: listed } = await client.client.listTools();
    const drawn = listed.find(({ name }) => name === toName('draw'));
    // This server does not check headers, so it must not declare any.
    expect(drawn?.inputSchema.properties).toEqual({ region: { type: 'string' } });
  });

  it('is not called for a starter who lost the permission while the call waited', async () => {
    await edit('write', { exposed_to_agents: true });
    const editor = await tenant.member({ project: 'editor' });
    const pending = await (await connect(editor.key)).call(toName('write'), { text: 'late' });
    const before = getCalls('write');
    await tenant.owner.post(`${tenant.project}/iam/members/user:${editor.userId}`, {
      remove_all: true,
      add: ['viewer'],
    });
    const { run_id: id, url } = pending.structuredContent;
    const path = `${tenant.project}/task-agent/${tenant.projectId}/approval-request/${url.split('/').at(-1)}/approve`;
    expect((await tenant.owner.post(path, {})).status).toBe(200);
    const run = await eventually(
      () => readRun(id),
      ({ completed }) => completed !== null,
    );
    expect(run).toMatchObject({ status: 'failed', error: { reason: 'NO_LONGER_PERMITTED' } });
    expect(getCalls('write')).toBe(before);
  });

  it('disappears when it is disabled or no longer exposed', async () => {
    await edit('read', { exposed_to_agents: true, enabled: false });
    await edit('write', { exposed_to_agents: false });
    const names = await (await connect()).names();
    expect(names).not.toContain(toName('read'));
    expect(names).not.toContain(toName('write'));
    await edit('read', { enabled: true });
  });
});

describe('a tool of an integration', () => {
  it('is callable once an editor lists it in exposed_tools, with the approval of its side effects', async () => {
    await using api = await startEchoApi();
    const responses = { 200: { description: 'done' } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: api.url }],
      paths: {
        '/orders': {
          get: { operationId: 'list_orders', responses },
          post: { operationId: 'create_order', responses },
        },
      },
    };
    const own = await world.tenant();
    const ids = ['list_orders', 'create_order'];
    const config = { document, enabled_tools: ids };
    const made = await own.owner.post(`${own.project}/integration`, { type: 'openapi', config });
    const path = `${own.project}/integration/${made.body.id}`;
    const unknown = await own.owner.post(path, { config: { exposed_tools: ['nothing'] } });
    expect(unknown).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'config', 'exposed_tools', 0] }] } });
    await using before = await connectMcp(toEndpoint(world, own), own.key);
    expect(await before.names()).toEqual(['get_run']);
    const exposed = await own.owner.post(path, { config: { exposed_tools: ids } });
    expect(exposed.body.config.exposed_tools).toEqual(ids);
    await using client = await connectMcp(toEndpoint(world, own), own.key);
    const names = await client.names();
    const toTool = (id: string) => names.find((name) => name.endsWith(id)) ?? '';
    const read = await client.call(toTool('list_orders'));
    expect(read.structuredContent).toMatchObject({ status: 'completed' });
    const write = await client.call(toTool('create_order'));
    expect(write.structuredContent).toMatchObject({ status: 'waiting_for_human' });
    expect(api.received.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('agents that call each other through the API', () => {
  it('stop at the depth limit by the OpenAI API, whatever depth their requests state', async () => {
    const own = await world.tenant();
    const key = randomUUID();
    const message = `Go. ${world.model.marker(key)}`;
    const agent = await makeAgent(own, { builtin_tools: ['http_request'], approval_policy: { default: 'never' } });
    const body = { model: `agent/${agent.id}`, messages: [{ role: 'user', content: message }] };
    const headers = {
      authorization: `Bearer ${own.key}`,
      'content-type': 'application/json',
      'Holdfast-Depth': '0',
    };
    const url = `${world.stack.baseUrl}/v1/chat/completions`;
    const itself = { name: 'http_request', arguments: { method: 'POST', url, headers, body } };
    await world.model.script(key, [{ tool_calls: [itself] }, { text: 'Done.' }]);
    expect(await agent.run(message)).toMatchObject({ status: 'completed', output: 'Done.' });
    const runs = await world.db
      .selectFrom('agent_runs as r')
      .innerJoin('tool_calls as c', 'c.run_id', 'r.id')
      .select(['r.depth', 'r.status', 'c.result'])
      .where('r.agent_id', '=', agent.id)
      .orderBy('r.depth')
      .execute();
    expect(runs.map(({ depth, status }) => [depth, status])).toEqual([0, 1, 2, 3, 4, 5].map((n) => [n, 'completed']));
    const isRefused = ({ result }: Json) => JSON.stringify(result).includes('agents_too_deep');
    expect(runs.map(isRefused)).toEqual([false, false, false, false, false, true]);
    const requests = await world.model.requests(key);
    expect(new Set(requests.map(({ headers }) => headers['holdfast-depth'])).size).toBe(6);
  });

  it('stop at the depth limit if one calls the other by MCP, and that one calls back by the OpenAI API', async () => {
    const own = await world.tenant();
    const [firstKey, secondKey] = [randomUUID(), randomUUID()];
    const toMessage = (key: string) => `Go. ${world.model.marker(key)}`;
    const builtin = { builtin_tools: ['http_request'], approval_policy: { default: 'never' } };
    const second = await makeAgent(own, { ...builtin, name: 'Second', exposed_to_agents: true });
    const itself = { server_url: toEndpoint(world, own), auth_type: 'api_key', api_key: own.key };
    const made = await own.owner.post(`${own.project}/task_mcp_server`, { name: 'Own', ...itself, enable_tools: true });
    expect(made.status, made.text).toBe(200);
    const mcp_servers = [{ task_mcp_server_id: made.body.id, allowed_tool_ids: null }];
    const first = await makeAgent(own, { name: 'First', mcp_servers, approval_policy: { default: 'never' } });
    const headers = { authorization: `Bearer ${own.key}`, 'content-type': 'application/json' };
    const body = { model: 'agent/First', messages: [{ role: 'user', content: toMessage(firstKey) }] };
    const url = `${world.stack.baseUrl}/v1/chat/completions`;
    const byApi = { name: 'http_request', arguments: { method: 'POST', url, headers, body } };
    const byMcp = { name: `${made.body.slug}__Second`, arguments: { message: toMessage(secondKey) } };
    await world.model.script(firstKey, [{ tool_calls: [byMcp] }, { text: 'Done.' }]);
    await world.model.script(secondKey, [{ tool_calls: [byApi] }, { text: 'Done.' }]);
    expect(await first.run(toMessage(firstKey))).toMatchObject({ status: 'completed', output: 'Done.' });
    const runs = await world.db
      .selectFrom('agent_runs as r')
      .innerJoin('tool_calls as c', 'c.run_id', 'r.id')
      .select(['r.agent_id', 'r.depth', 'r.status', 'c.result'])
      .where('r.agent_id', 'in', [first.id, second.id])
      .orderBy('r.depth')
      .execute();
    const expected = [0, 1, 2, 3, 4, 5].map((depth) => [(depth % 2 === 0 ? first : second).id, depth, 'completed']);
    expect(runs.map(({ agent_id, depth, status }) => [agent_id, depth, status])).toEqual(expected);
    expect(JSON.stringify(runs.at(-1)?.result)).toContain('agents_too_deep');
  });

  it('start no run beyond the depth limit by any operation, nor by a webhook', async () => {
    const own = await world.tenant();
    const agent = await makeAgent(own);
    const task = await makeTask(own, { user_prompt: '{text}' });
    const deep = { 'holdfast-depth': '6' };
    const taskPath = `${own.project}/task/${task.id}/run`;
    for (const answer of [
      await own.owner.post(`${agent.path}/run`, { message: 'Hello.' }, deep),
      await own.owner.post(taskPath, { task_input: { text: 'Hello.' } }, { 'holdfast-depth': '0, 7' }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { detail: { reason: 'AGENTS_TOO_DEEP' } } });
    const hook = { name: 'Hook', target_type: 'task', target_id: task.id, auth_method: 'none' };
    const { endpoint } = (await own.owner.post(`${own.project}/trigger/webhook`, hook)).body;
    expect(await deliver(own.owner, endpoint, { text: 'Hello.' }, deep)).toMatchObject({
      status: 409,
      body: { detail: { reason: 'TRIGGER_REJECTED' } },
    });
    for (const path of [`${agent.path}/run`, taskPath]) expect((await own.owner.get(path)).body.results).toEqual([]);
    expect((await own.owner.post(taskPath, { task_input: { text: 'Hello.' } }, { 'holdfast-depth': '5' })).status).toBe(
      200,
    );
  });

  it('stop at the depth limit by their MCP servers', async () => {
    const own = await world.tenant();
    const loop = await allowServer(own, mcp.url);
    const agent = await makeAgentWithServer(own, loop);
    const name = 'Loop';
    await makeAgent(own, { name, exposed_to_agents: true });
    const url = toEndpoint(world, own);
    const call = (depth: unknown) =>
      postMessage(
        url,
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: { message: 'Hello.' }, _meta: { 'holdfast/depth': depth } },
        },
        { authorization: `Bearer ${own.key}` },
      );
    const deep = await call(6);
    expect(deep.body.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('5 levels') }] });
    for (const depth of [5, 'x', -1, 1e300]) expect((await call(depth)).body.result.isError ?? false).toBe(false);
    const { message } = await play(world, [
      { tool_calls: [{ name: `${loop.slug}__look`, arguments: { text: 'a' } }] },
      { text: 'Done.' },
    ]);
    await agent.run(message);
    expect(mcp.calls.at(-1)?.meta).toMatchObject({ 'holdfast/depth': 1 });
  });
});
