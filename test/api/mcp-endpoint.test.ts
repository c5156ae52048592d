import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { connectMcp, type McpConnection, postMessage, toEndpoint } from '../support/mcp-endpoint.ts';
import { ALWAYS, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let task: Json;
const open: McpConnection[] = [];
const EXPOSED = { exposed_to_agents: true };

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  task = await makeTask(tenant, { ...EXPOSED, name: 'Sum up', description: 'Shortens a text.' });
});
afterEach(async () => {
  for (const connection of open.splice(0)) await connection[Symbol.asyncDispose]();
});
afterAll(() => world.close());

async function connect(who: { readonly key: string | undefined } = tenant, at = tenant, options?: object) {
  const connection = await connectMcp(toEndpoint(world, at), who.key, options);
  open.push(connection);
  return connection;
}

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const bearer = (key: string | undefined) => ({ authorization: `Bearer ${key}` });
const getStructured = (result: Json) => result.structuredContent;
const getText = (result: Json) => result.content[0].text;

/** An agent that is exposed and calls the calculator once, which needs approval. */
async function makeGuardedAgent(at: Tenant = tenant) {
  const script = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }]);
  const name = `Guard ${randomUUID().slice(0, 8)}`;
  const agent = await makeAgent(at, { ...EXPOSED, name, builtin_tools: ['calculator'], approval_policy: ALWAYS });
  return { agent, tool: name.replace(' ', '_'), message: script.message };
}

describe('the tools of the MCP server', () => {
  it('are the exposed tasks and agents that the caller can run, in both protocol revisions', async () => {
    const own = await world.tenant();
    await makeTask(own, { exposed_to_agents: true, name: 'Open task' });
    await makeTask(own, { name: 'Inner task' });
    await makeTask(own, { ...EXPOSED, name: 'Switched off', enabled: false });
    await makeAgent(own, { ...EXPOSED, name: 'Отчет' });
    await makeAgent(own, { name: 'Inner agent' });
    const all = ['Open_task', 'Otchet', 'get_run'];
    for (const options of [undefined, {}]) expect(await (await connect(own, own, options)).names()).toEqual(all);
    expect(await (await connect(await own.member({ project: 'editor' }), own)).names()).toEqual(all);
    expect(await (await connect(await own.member({ project: 'viewer' }), own)).names()).toEqual(['get_run']);
  });

  it('have the variables of the task as arguments, and its output format as output', async () => {
    const own = await world.tenant();
    await makeTask(own, {
      ...EXPOSED,
      name: 'Rate',
      output_modality: 'json',
      output_format: { mood: 'str' },
      description: 'Rates a text.',
    });
    // Stored by an earlier release.
    await sql`update tasks set description = ${'Rates\u200b a text.'} where project_id = ${own.projectId}`.execute(
      world.db,
    );
    const { client } = await connect(own, own);
    const { tools } = await client.listTools();
    expect(tools[0]).toMatchObject({
      name: 'Rate',
      description: 'Rates a text.',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      outputSchema: {
        properties: { output: { properties: { mood: { type: 'string' } } } },
        required: ['run_id', 'status'],
      },
    });
  });

  it('are hidden from other tenants as if the project did not exist', async () => {
    const stranger = await world.tenant();
    const missing = { projectId: randomUUID() };
    const [hidden, gone] = await Promise.all(
      [tenant, missing].map((at) => postMessage(toEndpoint(world, at), rpc('tools/list'), bearer(stranger.key))),
    );
    expect([hidden?.status, gone?.status]).toEqual([403, 403]);
    const message = (answer: typeof hidden) => answer?.body.error.message.replace(/[0-9a-f-]{36}/g, '');
    expect(message(hidden)).toBe(message(gone));
    expect(hidden?.body).toMatchObject({ jsonrpc: '2.0', error: { data: { reason: 'PERMISSION_CHECK_FAILED' } } });
  });

  it('include a public task for every user and for its own token, and nothing else', async () => {
    const own = await world.tenant();
    const open = await makeTask(own, { ...EXPOSED, name: 'For all', public: true });
    await makeTask(own, { ...EXPOSED, name: 'For members' });
    const outsider = await world.tenant();
    for (const who of [outsider, { key: open.access_token }]) {
      const mcp = await connect(who, own);
      expect(await mcp.names()).toEqual(['For_all', 'get_run']);
      const result = await mcp.call('For_all', { text: 'x' });
      expect(getStructured(result)).toMatchObject({ status: 'completed', output: 'echo: Summarise x.' });
      await expect(mcp.call('For_members', { text: 'x' })).rejects.toThrow('unknown tool');
      const again = await mcp.call('get_run', { run_id: getStructured(result).run_id });
      expect(getText(again)).toBe('echo: Summarise x.');
    }
  });
});

describe('a call', () => {
  it('of a task is a run of the caller, and returns its output', async () => {
    const mcp = await connect();
    const result = await mcp.call('Sum_up', { text: 'the news' });
    expect(result.isError ?? false).toBe(false);
    expect(getText(result)).toBe('echo: Summarise the news.');
    const { run_id: id } = getStructured(result);
    const run = await tenant.owner.get(`${tenant.project}/task/${task.id}/run/${id}`);
    expect(run.body).toMatchObject({
      trigger_type: 'mcp',
      status: 'completed',
      run_data: { submitted: { text: 'the news' } },
    });
    const { rows } = await sql<{ created_by: string }>`select created_by from task_runs where id = ${id}`.execute(
      world.db,
    );
    expect(rows).toEqual([{ created_by: tenant.userId }]);
    const events = await sql<{ type: string }>`
      select event ->> 'type' as type from audit_pending where event -> 'resource' ->> 'id' = ${id}
      union all select event_type from audit_events where resource_id = ${id}`.execute(world.db);
    expect(events.rows).toEqual([{ type: 'task_run.started' }]);
  });

  it('keeps all digits of large integers, and accepts a number for a text', async () => {
    const url = toEndpoint(world, tenant);
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Sum_up","arguments":{"text":90071992547409931}}}`;
    const answer = await postMessage(url, body, bearer(tenant.key));
    expect(answer.body.result.structuredContent.output).toBe('echo: Summarise 90071992547409931.');
  });

  it('of an agent continues a session, and two calls at once are two runs', async () => {
    const name = `Helper ${randomUUID().slice(0, 8)}`;
    await makeAgent(tenant, { ...EXPOSED, name });
    const mcp = await connect();
    const tool = name.replace(' ', '_');
    const [one, two] = await Promise.all([mcp.call(tool, { message: 'a' }), mcp.call(tool, { message: 'b' })]);
    expect(getStructured(one).run_id).not.toBe(getStructured(two).run_id);
    const session = getStructured(one).session_id;
    const next = await mcp.call(tool, { message: 'c', session_id: session });
    expect(getStructured(next)).toMatchObject({ status: 'completed', session_id: session });
    const wrong = await mcp.call(tool, { message: 'c', session_id: randomUUID() });
    expect([wrong.isError, getText(wrong)]).toEqual([true, expect.stringContaining('no session')]);
  });

  it('with wrong arguments is an error that names the field; an unknown tool is a protocol error', async () => {
    const mcp = await connect();
    for (const [args, words] of [
      [{}, 'text'],
      [{ text: ['a'] }, 'text must be string'],
      [{ text: 'a', more: 1 }, 'additional'],
    ] as const) {
      const result = await mcp.call('Sum_up', args);
      expect([result.isError, getText(result)]).toEqual([true, expect.stringContaining(words)]);
    }
    await expect(mcp.call('Nothing')).rejects.toMatchObject({ code: -32602 });
    const url = toEndpoint(world, tenant);
    const post = (message: unknown) => postMessage(url, message, bearer(tenant.key));
    const call = (args: unknown) => rpc('tools/call', { name: 'Sum_up', arguments: args } as object);
    expect((await post(call('text'))).body.error).toMatchObject({ code: -32602 });
    expect((await post('{"jsonrpc":')).body).toMatchObject({ error: { code: -32700 } });
    expect(await post([call({ text: 'a' })])).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    expect((await post(rpc('prompts/get', { name: 'x' }))).body.error).toMatchObject({ code: -32601 });
    const { results } = (await tenant.owner.get(`${tenant.project}/task/${task.id}/run`)).body;
    expect(results.filter((run: Json) => run.is_error)).toEqual([]);
  });

  it('that fails is an error result with the reason', async () => {
    const failing = await makeTask(tenant, { ...EXPOSED, name: 'Broken', user_prompt: '{text}' });
    const { key } = await play(world, [{ status: 400 } as never]);
    const mcp = await connect();
    const result = await mcp.call('Broken', { text: world.model.marker(key) });
    expect(result.isError).toBe(true);
    expect(getStructured(result)).toMatchObject({ status: 'failed', error: { reason: expect.any(String) } });
    await tenant.owner.request('DELETE', `${tenant.project}/task/${failing.id}`);
  });
});

describe('a call that waits for approval', () => {
  it('returns the run, which get_run completes after the decision', async () => {
    const { agent, tool, message } = await makeGuardedAgent();
    const mcp = await connect(tenant, tenant, {});
    const pending = await mcp.call(tool, { message });
    const { run_id: id, url } = getStructured(pending);
    expect(getStructured(pending)).toMatchObject({
      status: 'waiting_for_human',
      url: expect.stringContaining('/approvals/'),
    });
    expect(getText(pending)).toContain(`{"run_id":"${id}"}`);
    await agent.approve(url.split('/').at(-1));
    const done = await mcp.call('get_run', { run_id: id });
    expect(getStructured(done)).toMatchObject({ status: 'completed', output: 'It is 42.' });
  });

  it('asks a modern client to open the page, and its answer decides nothing', async () => {
    const { agent, tool, message } = await makeGuardedAgent();
    const asked: Json[] = [];
    const connection = await connectMcp(toEndpoint(world, tenant), tenant.key, {
      versionNegotiation: { mode: 'auto' },
      capabilities: { elicitation: { url: {} } },
    });
    open.push(connection);
    connection.client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params);
      const [request] = (await tenant.owner.get(`${agent.path}/approval-request`)).body.results;
      expect(request).toMatchObject({ status: 'pending' });
      await agent.approve(request.id);
      return { action: 'accept' };
    });
    const result = await connection.call(tool, { message });
    expect(getStructured(result)).toMatchObject({ status: 'completed', output: 'It is 42.' });
    expect(asked).toMatchObject([{ mode: 'url', url: expect.stringContaining('/approvals/') }]);
    const runs = await tenant.owner.get(`${agent.path}/run`);
    expect(runs.body.results).toHaveLength(1);
  });

  it('can be continued by nobody else', async () => {
    const { tool, message } = await makeGuardedAgent();
    const connection = await connectMcp(toEndpoint(world, tenant), tenant.key, {
      versionNegotiation: { mode: 'auto' },
      capabilities: { elicitation: { url: {} } },
    });
    open.push(connection);
    const asked = await connection.call(tool, { message }, { allowInputRequired: true });
    expect(asked.requestState).toEqual(expect.any(String));
    const editor = await tenant.member({ project: 'editor' });
    const other = await connectMcp(toEndpoint(world, tenant), editor.key, { versionNegotiation: { mode: 'auto' } });
    open.push(other);
    const repeat = other.client.callTool({
      name: tool,
      arguments: { message },
      requestState: asked.requestState,
      inputResponses: {},
    } as never);
    await expect(repeat).rejects.toMatchObject({ code: -32602 });
  });
});

describe('a credential', () => {
  it('is required in the Authorization header, and the challenge names the metadata', async () => {
    const url = toEndpoint(world, tenant);
    const base = world.stack.baseUrl.replace('127.0.0.1', 'localhost');
    const metadata = `${base}/.well-known/oauth-protected-resource/mcp/${tenant.projectId}`;
    for (const headers of [{}, bearer('nonsense'), bearer(`hfk_${'x'.repeat(43)}`), { cookie: 'hf_session=abc' }]) {
      const answer = await postMessage(url, rpc('tools/list'), headers as Record<string, string>);
      expect([answer.status, answer.body.error.code]).toEqual([401, -32000]);
      expect(answer.headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`);
    }
    const document = await fetch(metadata.replace('localhost', '127.0.0.1'));
    expect(await document.json()).toMatchObject({
      resource: `${base}/mcp/${tenant.projectId}`,
      authorization_servers: [`${base}/auth`],
    });
    expect((await postMessage(`${world.stack.baseUrl}/mcp/x`, rpc('tools/list'), bearer(tenant.key))).status).toBe(400);
  });

  it('without a scope sees no such tools, and a call is a 403 that names the scope', async () => {
    const make = async (scopes: string[]) =>
      (await tenant.owner.post(`${tenant.project}/api_key`, { name: 'narrow', scopes })).body.value;
    const url = toEndpoint(world, tenant);
    const none = await postMessage(url, rpc('tools/list'), bearer(await make(['collection:view'])));
    expect(none.status).toBe(403);
    expect(none.headers.get('www-authenticate')).toMatch(/error="insufficient_scope", scope="task:run /);
    const agentsOnly = await make(['task_agent:run']);
    expect(await (await connect({ key: agentsOnly })).names()).not.toContain('Sum_up');
    const call = await postMessage(
      url,
      rpc('tools/call', { name: 'Sum_up', arguments: { text: 'a' } }),
      bearer(agentsOnly),
    );
    expect(call).toMatchObject({ status: 403, body: { error: { data: { missing_scopes: ['task:run'] } } } });
    expect(call.headers.get('www-authenticate')).toContain('scope="task:run"');
  });

  it('of a page of another origin is refused', async () => {
    const headers = { ...bearer(tenant.key), origin: 'https://evil.example.com' };
    expect((await postMessage(toEndpoint(world, tenant), rpc('tools/list'), headers)).status).toBe(403);
  });
});

describe('a file of a run', () => {
  it('is a resource that others cannot read', async () => {
    await makeTask(tenant, { ...EXPOSED, name: 'Print', output_modality: 'pdf' });
    const mcp = await connect();
    const result = await mcp.call('Print', { text: 'a page' });
    const link = result.content.find((item: Json) => item.type === 'resource_link');
    expect(link).toMatchObject({ uri: expect.stringMatching(/^holdfast:\/\/run\//), mimeType: 'application/pdf' });
    const { resources } = await mcp.client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri: link.uri }));
    const { contents } = await mcp.client.readResource({ uri: link.uri });
    expect(
      Buffer.from((contents[0] as Json).blob, 'base64')
        .subarray(0, 4)
        .toString(),
    ).toBe('%PDF');
    const stranger = await world.tenant();
    await makeTask(stranger, EXPOSED);
    const foreign = await connect(stranger, stranger);
    await expect(foreign.client.readResource({ uri: link.uri })).rejects.toMatchObject({ code: -32602 });
    expect((await foreign.client.listResources()).resources).toEqual([]);
  });
});
