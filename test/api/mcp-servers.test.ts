import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findOrCreateMcpServer } from '../../src/connections/mcp-servers/provision.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { startEverythingServer } from '../support/mcp-everything.ts';
import { ECHO_TOOL, type McpScript, type ScriptedMcpServer, startMcpServer } from '../support/mcp-server.ts';
import { getIssuer, requestClientToken } from '../support/oauth.ts';

let world: World;
let tenant: Tenant;
let servers: string;
let tools: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  servers = `${tenant.project}/task_mcp_server`;
  tools = `${tenant.project}/task_mcp_tool`;
});
afterAll(() => world.close());

/** A local address without a listener. */
const NOBODY = 'http://127.0.0.1:9/mcp';

async function make(fields: object = {}): Promise<Json> {
  const answer = await tenant.owner.post(servers, { name: 'Nobody', server_url: NOBODY, ...fields });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** A scripted server for one test. */
async function scripted(script: Partial<McpScript> = {}): Promise<ScriptedMcpServer> {
  const server = await startMcpServer(script);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

const tool = (name: string, fields: object = {}) => ({ ...ECHO_TOOL, name, ...fields });

/** The tools of a server by its names for them. */
async function toolsOf({ id }: Json): Promise<Record<string, Json>> {
  const { results } = (await tenant.owner.get(`${tools}?task_mcp_server_id=${id}`)).body;
  return Object.fromEntries(results.map((one: Json) => [one.tool_name, one]));
}

const refresh = async ({ id }: Json) => (await tenant.owner.post(`${servers}/${id}/refresh`)).body;

const audited = async (id: string) => {
  const { body } = await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${id}`);
  return body.results.map((event: Json) => event.event_type).toReversed();
};

describe('an MCP server', () => {
  it('is stored as given, with a tool prefix that is unique in the project', async () => {
    const fields = {
      name: 'My Docs!',
      description: 'What we wrote.',
      transport: 'streamable_http',
      enabled: false,
      api_key_strategy: 'header',
      api_key_header_name: 'X-Docs-Key',
    };
    const [one, other] = [await make(fields), await make(fields)];
    expect(one).toMatchObject({ ...fields, server_url: NOBODY, tool_count: 0, slug: 'my_docs' });
    expect(other.slug).toBe('my_docs_2');
    expect((await tenant.owner.get(`${servers}/${one.id}`)).body).toEqual(one);
    expect((await tenant.owner.get(servers)).body.results.slice(0, 2)).toEqual([other, one]);
  });

  it.each([
    ['ftp://example.com/mcp', 'another scheme'],
    ['https://user:secret@example.com/mcp', 'credentials'],
    ['https://example.com/mcp#part', 'a fragment'],
    ['example.com/mcp', 'no scheme'],
    [`https://example.com/${'a'.repeat(2000)}`, 'too many characters'],
    ['https://exa mple.com', 'a space'],
  ])('is rejected for an address with %s (%s), and nothing is stored', async (server_url) => {
    const name = randomUUID();
    const refused = await tenant.owner.post(servers, { name, server_url });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'server_url'] }] } });
    const { results } = (await tenant.owner.get(servers)).body;
    expect(results.map((server: Json) => server.name)).not.toContain(name);
  });

  it('is updated field by field under a version; an update without changes leaves no trace, and its slug stays', async () => {
    const { id, slug } = await make({ name: 'Before' });
    const at = `${servers}/${id}`;
    const edits = {
      name: 'After',
      description: 'New.',
      enabled: false,
      transport: 'sse',
      api_key_strategy: 'query',
      api_key_header_name: 'key',
    };
    const edited = await tenant.owner.post(at, edits, { 'if-match': '"1"' });
    expect(edited).toMatchObject({ status: 200, body: { ...edits, slug } });
    expect(edited.headers.get('etag')).toBe('"2"');
    expect(await tenant.owner.post(at, edits)).toMatchObject({ status: 200, body: edits });
    expect(await tenant.owner.post(at, { name: 'Late' }, { 'if-match': '"1"' })).toMatchObject({ status: 409 });
    expect((await tenant.owner.post(at, { api_key_header_name: null })).body).toMatchObject({
      api_key_header_name: null,
    });
    expect(await audited(id)).toEqual([
      'task_mcp_server.created',
      'task_mcp_server.updated',
      'task_mcp_server.updated',
    ]);
  });

  it('is deleted with its tools, and its tool prefix is never reused', async () => {
    const { id, slug } = await make({ name: 'Short lived' });
    const named = { name: 'Search', task_mcp_server_id: id, tool_name: 'search' };
    const tool = (await tenant.owner.post(tools, named)).body;
    expect(await tenant.owner.delete(`${servers}/${id}`)).toMatchObject({ status: 200, body: { id, deleted: true } });
    for (const at of [`${servers}/${id}`, `${tools}/${tool.id}`])
      expect(await tenant.owner.get(at)).toMatchObject({ status: 404 });
    expect((await tenant.owner.get(`${tools}?task_mcp_server_id=${id}`)).body.results).toEqual([]);
    expect(await tenant.owner.post(tools, named)).toMatchObject({ status: 422 });
    expect((await make({ name: 'Short lived' })).slug).not.toBe(slug);
  });
});

describe('a tool of an MCP server', () => {
  it('that discovery did not list is created as unavailable, and edited and deleted like any other', async () => {
    const server = await make({ name: 'Later' });
    const named = { name: 'Read page', task_mcp_server_id: server.id, tool_name: 'read.page' };
    const made = await tenant.owner.post(tools, { ...named, description: 'Reads.', read_only: true });
    expect(made).toMatchObject({
      status: 200,
      body: { ...named, description: 'Reads.', status: 'gone', read_only: true, offered_name: 'later__read_page' },
    });
    const at = `${tools}/${made.body.id}`;
    expect((await tenant.owner.get(at)).body).toEqual(made.body);
    const edited = await tenant.owner.post(at, { name: null, description: null, enabled: false, read_only: false });
    expect(edited.body).toMatchObject({ name: 'read.page', description: '', enabled: false, read_only: false });
    const other = (await tenant.owner.post(tools, { ...named, tool_name: 'other', enabled: false })).body;
    const listed = await tenant.owner.get(`${tools}?task_mcp_server_id=${server.id}`);
    expect(listed.body.results.map((tool: Json) => tool.id)).toEqual([other.id, made.body.id]);
    expect(await tenant.owner.delete(at)).toMatchObject({ status: 200, body: { deleted: true } });
    expect(await tenant.owner.get(at)).toMatchObject({ status: 404 });
    const again = await tenant.owner.post(tools, named);
    expect(again.body).toMatchObject({ id: made.body.id, name: named.name, description: '', read_only: false });
    expect(await audited(made.body.id)).toEqual(
      ['created', 'updated', 'deleted', 'created'].map((what) => `task_mcp_tool.${what}`),
    );
  });
});

describe('a user with a role on one server only', () => {
  it('sees it and its tools, edits them as an editor, and sees nothing of other servers', async () => {
    const [one, other] = [await make({ name: 'Mine' }), await make({ name: 'Not mine' })];
    const guest = await tenant.member({ org: 'member' });
    const at = async ({ id }: Json) => {
      const named = { name: 'Search', task_mcp_server_id: id, tool_name: 'search' };
      return `${tools}/${(await tenant.owner.post(tools, named)).body.id}`;
    };
    const [mine, theirs] = [await at(one), await at(other)];
    const give = (role: string) =>
      tenant.owner.post(`${servers}/${one.id}/iam/members/user:${guest.userId}`, { remove_all: true, add: [role] });
    expect((await guest.get(mine)).status).toBe(403);
    await give('viewer');
    for (const path of [mine, `${servers}/${one.id}`]) expect((await guest.get(path)).status).toBe(200);
    expect((await guest.post(mine, { read_only: true })).status).toBe(403);
    await give('editor');
    expect((await guest.post(mine, { read_only: true })).body).toMatchObject({ read_only: true });
    for (const path of [theirs, `${servers}/${other.id}`]) expect((await guest.get(path)).status).toBe(403);
  });
});

describe('a server that a skill requires', () => {
  it('is found by its address, or created once, and is not authorized automatically', async () => {
    const name = randomUUID();
    const needed = {
      orgId: tenant.orgId,
      projectId: tenant.projectId,
      by: tenant.userId,
      name,
      serverUrl: `https://mcp.example.com/${name}`,
    };
    const need = (serverUrl = needed.serverUrl) =>
      world.db.transaction().execute((trx) => findOrCreateMcpServer(trx, { ...needed, serverUrl }));
    const [one, ...more] = await Promise.all([need(), need(), need()]);
    expect(new Set(more.map(({ id }) => id))).toEqual(new Set([one.id]));
    expect((await need(needed.serverUrl.replace('https://mcp.example.com', 'HTTPS://MCP.example.com:443'))).id).toBe(
      one.id,
    );
    const read = (await tenant.owner.get(`${servers}/${one.id}`)).body;
    expect(read).toMatchObject({ name, auth_status: 'needs_authorization', tool_count: 0 });
    await expect(need('https://user:secret@example.com')).rejects.toThrow('user name or password');
  });
});

describe('the tools of a server', () => {
  it('are shown before its creation and start enabled as shown; later ones must be allowed', async () => {
    const server = await scripted({ tools: [tool('shown'), tool('altered'), { name: 'broken' }] });
    const { body } = await tenant.owner.post(`${servers}/discover`, { server_url: server.url });
    expect(body).toMatchObject({
      tools: [
        { name: 'shown', description: ECHO_TOOL.description, input_schema: ECHO_TOOL.inputSchema },
        { name: 'altered' },
      ],
      refused: [{ name: 'broken' }],
      auth_required: false,
      authorization_url: null,
    });
    const same = await tenant.owner.post(`${servers}/discover`, { url: server.url });
    expect(same.body).toEqual(body);
    for (const wrong of [{}, { url: server.url, server_url: `${server.url}2` }])
      expect((await tenant.owner.post(`${servers}/discover`, wrong)).status).toBe(422);
    server.script.tools = [tool('shown'), tool('altered', { description: 'Another.' }), tool('added')];
    const made = await make({ name: 'Shown', server_url: server.url });
    expect(made).toMatchObject({ auth_type: 'none', auth_status: 'authorized', auth_message: null, tool_count: 3 });
    expect(made.last_refreshed).not.toBeNull();
    expect(await toolsOf(made)).toMatchObject({
      shown: { status: 'active', enabled: true, offered_name: 'shown__shown', input_schema: ECHO_TOOL.inputSchema },
      altered: { status: 'new', enabled: false },
      added: { status: 'new', enabled: false },
    });
    const colleague = await tenant.member({ project: 'editor' });
    const theirs = await colleague.post(servers, { name: 'Theirs', server_url: server.url });
    expect(Object.values(await toolsOf(theirs.body)).map((one) => one.enabled)).toEqual([false, false, false]);
    const all = await make({ name: 'All', server_url: server.url, enable_tools: true });
    expect(Object.values(await toolsOf(all)).map((one) => one.enabled)).toEqual([true, true, true]);
  });

  it('are those of the reference server, over every transport', async () => {
    for (const transport of ['streamableHttp', 'sse'] as const) {
      await using server = await startEverythingServer(transport);
      const made = await make({ name: 'Everything', server_url: server.url, enable_tools: true });
      expect(made).toMatchObject({ auth_status: 'authorized', auth_type: 'none' });
      const { echo } = await toolsOf(made);
      expect(echo).toMatchObject({ status: 'active', enabled: true, unfit: null });
    }
  });

  it('cannot be listed for an unreachable server: discovery fails, and a created server reports it', async () => {
    const discovered = await tenant.owner.post(`${servers}/discover`, { server_url: NOBODY });
    expect(discovered).toMatchObject({ status: 400, body: { detail: { reason: 'MCP_SERVER_FAILED' } } });
    const made = await make();
    expect(made).toMatchObject({ auth_status: 'failed', tool_count: 0, last_refreshed: null });
    expect(made.auth_message).toContain('refresh');
    expect(await refresh(made)).toMatchObject({ auth_status: 'failed', changes: null });
    const page = await scripted({ before: (_, response) => !!response.writeHead(200).end('<html>') });
    const html = await tenant.owner.post(`${servers}/discover`, { server_url: page.url });
    expect(html).toMatchObject({ status: 400, body: { detail: { reason: 'MCP_SERVER_FAILED' } } });
  });

  it.each(['http://10.0.0.1/mcp', 'http://169.254.169.254/latest', 'http://[::1]/mcp'])(
    'are not fetched from a private address: %s',
    async (server_url) => {
      for (const at of [servers, `${servers}/discover`]) {
        const refused = await tenant.owner.post(at, { name: 'Private', server_url });
        expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'server_url'] }] } });
      }
    },
  );

  it('have unique names for each of 300 tools, without characters that models reject', async () => {
    const many = Array.from({ length: 297 }, (_, n) => tool(`${'list_every_single_thing_'.repeat(3)}${n}`));
    const odd = [tool('a.b'), tool('a/b'), tool('either', { inputSchema: { type: 'object', anyOf: [{}, {}] } })];
    const server = await scripted({ tools: [...many, ...odd] });
    const made = await make({ name: 'Many', server_url: server.url, enable_tools: true });
    expect(made.tool_count).toBe(300);
    const shown: Json[] = [];
    for (let cursor = ''; cursor !== null; ) {
      const { body } = await tenant.owner.get(`${tools}?task_mcp_server_id=${made.id}&cursor=${cursor}`);
      shown.push(...body.results);
      cursor = body.pagination.next_cursor;
    }
    const names = shown.map((one) => one.offered_name);
    expect(new Set(names).size).toBe(300);
    expect(names.filter((name) => !/^[a-zA-Z_][\w-]{0,63}$/.test(name))).toEqual([]);
    expect(shown.filter((one) => one.unfit !== null).map((one) => one.tool_name)).toEqual(['either']);
    server.script.tools = server.script.tools.toReversed();
    expect((await refresh(made)).changes).toEqual({ added: [], changed: [], gone: [], returned: [] });
  });
});

describe('a tool that its server changes', () => {
  it('is blocked and shows both versions, until the change is accepted or reverted', async () => {
    const server = await scripted();
    const made = await make({ name: 'Changing', server_url: server.url, enable_tools: true });
    const { echo } = await toolsOf(made);
    const at = `${tools}/${echo.id}`;
    // The complete record: text of the server stays in it.
    await tenant.owner.post(at, { ...(await tenant.owner.get(at)).body, read_only: true });
    server.script.tools = [tool('echo', { description: 'Deletes everything.' })];
    const { changes, changed_tool_count } = await refresh(made);
    expect([changes, changed_tool_count]).toMatchObject([{ changed: ['echo'] }, 1]);
    const changed = await tenant.owner.get(at);
    expect(changed.body).toMatchObject({
      status: 'changed',
      enabled: false,
      offered: true,
      description: ECHO_TOOL.description,
      change: { before: { description: ECHO_TOOL.description }, after: { description: 'Deletes everything.' } },
    });
    server.script.tools = [ECHO_TOOL];
    expect((await refresh(made)).changes).toMatchObject({ returned: ['echo'] });
    expect((await tenant.owner.get(at)).body).toMatchObject({ status: 'active', enabled: true, read_only: true });
    server.script.tools = [tool('echo', { description: 'Deletes everything.' })];
    await refresh(made);
    const accepted = await tenant.owner.post(at, { enabled: true });
    expect(accepted.body).toMatchObject({
      status: 'active',
      enabled: true,
      change: null,
      description: 'Deletes everything.',
      // The acceptance was for another tool.
      read_only: false,
    });
    server.script.tools = [ECHO_TOOL];
    await refresh(made);
    const refused = await tenant.owner.post(at, { enabled: false });
    expect(refused.body).toMatchObject({ status: 'changed', enabled: false, offered: false });
    expect((await tenant.owner.get(`${servers}/${made.id}`)).body.changed_tool_count).toBe(0);
    expect(await audited(echo.id)).toEqual(Array(3).fill('task_mcp_tool.updated'));
  });

  it.each([
    ['title', { title: 'Echo' }],
    ['input schema', { inputSchema: { type: 'object', properties: { message: { type: 'number' } } } }],
    ['output schema', { outputSchema: { type: 'object' } }],
    ['hints', { annotations: { readOnlyHint: true } }],
  ])('is blocked for every change: its %s', async (_what, fields) => {
    const server = await scripted();
    const made = await make({ server_url: server.url, enable_tools: true });
    server.script.tools = [tool('echo', fields)];
    await refresh(made);
    // A hint of the server never loosens approval.
    expect((await toolsOf(made)).echo).toMatchObject({ status: 'changed', enabled: false, read_only: false });
  });

  it('disappears when it is no longer listed, and is new under another name', async () => {
    const server = await scripted();
    const made = await make({ server_url: server.url, enable_tools: true });
    server.script.tools = [tool('shout')];
    expect(await refresh(made)).toMatchObject({ tool_count: 1, changes: { added: ['shout'], gone: ['echo'] } });
    expect(await toolsOf(made)).toMatchObject({
      echo: { status: 'gone', enabled: true },
      shout: { status: 'new', enabled: false },
    });
    server.script.tools = [ECHO_TOOL];
    expect(await refresh(made)).toMatchObject({ changes: { returned: ['echo'], gone: ['shout'] } });
    expect((await toolsOf(made)).echo).toMatchObject({ status: 'active', enabled: true });
  });

  it('can be accepted only in the version that was read, if it is stated, also if it changes concurrently', async () => {
    const server = await scripted();
    const made = await make({ server_url: server.url, enable_tools: true });
    const { echo } = await toolsOf(made);
    server.script.tools = [tool('echo', { description: 'Second.' })];
    await refresh(made);
    const read = await tenant.owner.get(`${tools}/${echo.id}`);
    server.script.tools = [tool('echo', { description: 'Third.' })];
    const accept = () =>
      tenant.owner.post(`${tools}/${echo.id}`, { enabled: true }, { 'if-match': read.headers.get('etag') ?? '' });
    const [accepted] = await Promise.all([accept(), refresh(made), refresh(made)]);
    expect([200, 409]).toContain(accepted.status);
    const after = (await tenant.owner.get(`${tools}/${echo.id}`)).body;
    const before = accepted.status === 200 ? 'Second.' : ECHO_TOOL.description;
    expect(after).toMatchObject({
      status: 'changed',
      enabled: false,
      change: { before: { description: before }, after: { description: 'Third.' } },
    });
    expect((await accept()).status).toBe(409);
  });

  it('stays deleted here even if the server still lists it, and is new if created again', async () => {
    const server = await scripted();
    const made = await make({ server_url: server.url, enable_tools: true });
    const { echo } = await toolsOf(made);
    expect((await tenant.owner.delete(`${tools}/${echo.id}`)).status).toBe(200);
    expect((await refresh(made)).changes).toMatchObject({ added: [] });
    expect(await toolsOf(made)).toEqual({});
    const named = { name: 'Say', task_mcp_server_id: made.id, tool_name: 'echo' };
    expect((await tenant.owner.post(tools, named)).body).toMatchObject({
      id: echo.id,
      status: 'active',
      enabled: true,
    });
    const twice = await tenant.owner.post(tools, named);
    expect(twice).toMatchObject({ status: 409, body: { detail: { reason: 'MCP_TOOL_ALREADY_EXISTS' } } });
  });

  it('is allowed by people only', async () => {
    const server = await scripted();
    const made = await make({ server_url: server.url });
    const { echo } = await toolsOf(made);
    const client = (await tenant.owner.post(`${tenant.project}/oauth_client`, { name: 'Robot' })).body;
    const { access_token } = await requestClientToken(getIssuer(world.stack), client);
    const robot = new Client(world.stack.baseUrl, access_token);
    const refused = await robot.post(`${tools}/${echo.id}`, { enabled: true });
    expect(refused).toMatchObject({ status: 403, body: { detail: { reason: 'PERMISSION_CHECK_FAILED' } } });
    expect((await robot.post(`${tools}/${echo.id}`, { name: 'Say' })).status).toBe(200);
    expect((await robot.post(servers, { name: 'Robot', server_url: server.url, enable_tools: true })).status).toBe(422);
    const theirs = await robot.post(servers, { name: 'Robot', server_url: server.url });
    expect((await toolsOf(theirs.body)).echo).toMatchObject({ status: 'new', enabled: false });
  });
});

describe('an API key', () => {
  const KEY = `canary-${randomUUID()}`;

  it.each([
    ['bearer', null, (headers: Json) => headers.authorization === `Bearer ${KEY}`],
    ['header', null, (headers: Json) => headers['x-api-key'] === KEY],
    ['header', 'X-Docs', (headers: Json) => headers['x-docs'] === KEY],
    ['query', 'token', (_: Json, url: URL) => url.searchParams.get('token') === KEY],
  ])('is sent to the server as %s (%s), and never shown', async (api_key_strategy, api_key_header_name, isShown) => {
    const server = await scripted({
      before: (request, response) =>
        !isShown(request.headers, new URL(request.url ?? '', 'http://server')) && !!response.writeHead(401).end(),
    });
    const way = { server_url: server.url, api_key_strategy, api_key_header_name };
    const without = await tenant.owner.post(`${servers}/discover`, way);
    expect(without.body).toMatchObject({ auth_required: true, authorization_url: null, tools: [] });
    const wrong = await make({ ...way, api_key: 'wrong' });
    expect(wrong).toMatchObject({ auth_type: 'api_key', auth_status: 'needs_authorization' });
    expect(wrong.auth_message).toContain('api_key');
    const shown = await tenant.owner.post(`${servers}/discover`, { ...way, api_key: KEY });
    expect(shown.body).toMatchObject({ auth_required: false, tools: [{ name: 'echo' }] });
    const at = `${servers}/${wrong.id}`;
    const mended = await tenant.owner.post(at, { api_key: KEY });
    expect(mended.body).toMatchObject({ auth_status: 'authorized', tool_count: 1 });
    expect(await refresh(wrong)).toMatchObject({ auth_status: 'authorized', changes: { added: [] } });
    const cleared = await tenant.owner.post(at, { api_key: null });
    expect(cleared.body).toMatchObject({ auth_type: 'none', auth_status: 'needs_authorization' });
    const events = await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${wrong.id}`);
    for (const { text } of [shown, mended, await tenant.owner.get(at), events]) expect(text).not.toContain(KEY);
  });

  it('with characters that are invalid in a header returns 422', async () => {
    const refused = await tenant.owner.post(servers, { name: 'Key', server_url: NOBODY, api_key: 'a\r\nb: c' });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'api_key']]);
  });
});

describe('an agent with MCP servers', () => {
  it('can use servers of the project, completely or tool by tool, once each', async () => {
    const [server, other] = [await make({ name: 'Given' }), await make({ name: 'Other' })];
    const toolOf = async ({ id }: Json, tool_name: string) =>
      (await tenant.owner.post(tools, { name: tool_name, task_mcp_server_id: id, tool_name })).body;
    const [tool, foreign] = [await toolOf(server, 'search'), await toolOf(other, 'search')];
    const whole = { task_mcp_server_id: other.id };
    const part = { task_mcp_server_id: server.id, allowed_tool_ids: [tool.id] };
    const agents = `${tenant.project}/task-agent`;
    const fields = { name: `Agent ${randomUUID()}`, instruction: 'Help.', llm_model_id: 'scripted' };
    const give = (mcp_servers: object[], rules: object[] = []) =>
      tenant.owner.post(agents, { ...fields, mcp_servers, approval_policy: { rules } });
    const rules = ['given__search', 'Given/search', 'other__*'].map((name) => ({ tool: name, mode: 'always' }));
    const made = await give([whole, part], [...rules, { tool: '*', tool_type: 'mcp', mode: 'never' }]);
    expect(made.body.mcp_servers).toEqual([{ ...whole, allowed_tool_ids: null }, part]);
    const faults: [object[], (string | number)[]][] = [
      [[{ task_mcp_server_id: randomUUID() }], [0, 'task_mcp_server_id']],
      [
        [whole, whole],
        [1, 'task_mcp_server_id'],
      ],
      [[{ ...part, allowed_tool_ids: [tool.id, foreign.id] }], [0, 'allowed_tool_ids', 1]],
    ];
    for (const [given, at] of faults)
      expect(await give(given)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'mcp_servers', ...at] }] },
      });
    const unknown = await give([part], [{ tool: 'other__search', mode: 'always' }]);
    expect(unknown.body.detail[0]).toMatchObject({ type: 'no_such_tool' });
    const empty = await make({ name: 'Empty' });
    expect((await give([{ task_mcp_server_id: empty.id }], [{ tool: 'empty__*', mode: 'always' }])).status).toBe(200);
  });

  it('cannot get a server, or more tools of one, from a user who may not use it', async () => {
    const server = await make();
    const editor = await tenant.member({ org: 'member', project: 'viewer' });
    const fields = { name: `Agent ${randomUUID()}`, instruction: 'Help.', llm_model_id: 'scripted' };
    const agent = (await tenant.owner.post(`${tenant.project}/task-agent`, fields)).body;
    const at = `${tenant.project}/task-agent/${agent.id}`;
    const member = `user:${editor.userId}`;
    await tenant.owner.post(`${at}/iam/members/${member}`, { add: ['editor'] });
    const attach = () => editor.post(at, { mcp_servers: [{ task_mcp_server_id: server.id }] });
    const refused = await attach();
    expect(refused).toMatchObject({ status: 403, body: { detail: { reason: 'PERMISSION_CHECK_FAILED' } } });
    const none = [{ task_mcp_server_id: server.id, allowed_tool_ids: [] }];
    expect((await tenant.owner.post(at, { mcp_servers: none })).status).toBe(200);
    expect((await editor.post(at, { mcp_servers: none, instruction: 'Help more.' })).status).toBe(200);
    expect((await attach()).status).toBe(403);
    await tenant.owner.post(`${servers}/${server.id}/iam/members/${member}`, { add: ['editor'] });
    expect((await attach()).status).toBe(200);
  });
});

describe('the MCP server catalog', () => {
  it('contains a dozen public servers, each readable by its slug', async () => {
    const { results } = (await tenant.owner.get(`${servers}/catalog`)).body;
    expect(results.length).toBeGreaterThanOrEqual(12);
    const slugs = results.map((entry: Json) => entry.slug);
    expect(slugs).toEqual([...new Set(slugs)].toSorted());
    for (const entry of results) {
      expect(entry.server_url, entry.slug).toMatch(/^https:\/\/\S+$/);
      expect((await tenant.owner.get(`${servers}/catalog/${entry.slug}`)).body).toEqual(entry);
    }
    expect(await tenant.owner.get(`${servers}/catalog/none-such`)).toMatchObject({ status: 404 });
  });
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/orders': { get: { operationId: 'listOrders', responses: { 200: { description: 'ok' } } } } },
};

it.each<[string, object, (record: Json) => unknown, unknown, unknown]>([
  [
    'task_mcp_server',
    { name: 'Docs', server_url: 'http://127.0.0.1:9/mcp/canary-81?token=canary-82' },
    ({ server_url }) => server_url,
    'http://127.0.0.1:9/mcp/canary-81?token=canary-82',
    'http://127.0.0.1:9',
  ],
  [
    'integration',
    { type: 'openapi', config: { document: DOCUMENT, base_url: 'https://shop.example/v1/canary-83' } },
    ({ config }) => config.base_url,
    'https://shop.example/v1/canary-83',
    'https://shop.example',
  ],
  [
    'knowledge_source',
    { kind: 'web', name: 'Pages', config: { urls: ['https://a.example/?key=canary-84', 'https://b.example/x'] } },
    ({ config }) => config.urls,
    ['https://a.example/?key=canary-84', 'https://b.example/x'],
    ['https://a.example', 'https://b.example'],
  ],
  [
    'knowledge_source',
    { kind: 'git', name: 'Code', config: { repository_url: 'https://git.example/canary-85/docs.git' } },
    ({ config }) => config.repository_url,
    'https://git.example/canary-85/docs.git',
    'https://git.example',
  ],
])(
  'the complete address of a %s is shown only to callers who may edit it',
  async (kind, body, addressIn, whole, origin) => {
    const path = `${tenant.project}/${kind}`;
    const made = await tenant.owner.post(path, body);
    expect(made.status, made.text).toBe(200);
    expect(addressIn(made.body)).toEqual(whole);
    const shownTo = async (client: Client) => {
      const listed = (await client.get(path)).body.results.find(({ id }: Json) => id === made.body.id);
      return [addressIn((await client.get(`${path}/${made.body.id}`)).body), addressIn(listed)];
    };
    expect(await shownTo(tenant.owner)).toEqual([whole, whole]);
    expect(await shownTo(await tenant.member({ project: 'editor' }))).toEqual([whole, whole]);
    expect(await shownTo(await tenant.member({ project: 'viewer' }))).toEqual([origin, origin]);
  },
);
