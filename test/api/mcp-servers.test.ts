import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';

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

/** An address of this machine at which nobody listens. */
const NOBODY = 'http://127.0.0.1:9/mcp';

async function make(fields: object = {}): Promise<Json> {
  const answer = await tenant.owner.post(servers, { name: 'Nobody', server_url: NOBODY, ...fields });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

const audited = async (id: string) => {
  const { body } = await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${id}`);
  return body.results.map((event: Json) => event.event_type).toReversed();
};

describe('an MCP server', () => {
  it('is kept as it was given, with a name for its tools that no other of the project has', async () => {
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
  ])('is refused under an address with %s (%s), and nothing is stored', async (server_url) => {
    const name = randomUUID();
    const refused = await tenant.owner.post(servers, { name, server_url });
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'server_url'] }] } });
    const { results } = (await tenant.owner.get(servers)).body;
    expect(results.map((server: Json) => server.name)).not.toContain(name);
  });

  it('is edited field by field under a version; what changes nothing leaves no trace, and its slug stays', async () => {
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

  it('is gone with its tools once it is deleted, and its name for tools is never given again', async () => {
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
  it('that the server was not seen to have waits for it, edited and deleted like any other', async () => {
    const server = await make({ name: 'Later' });
    const named = { name: 'Look up', task_mcp_server_id: server.id, tool_name: 'look.up' };
    const made = await tenant.owner.post(tools, { ...named, description: 'Looks.', read_only: true });
    expect(made).toMatchObject({
      status: 200,
      body: { ...named, description: 'Looks.', status: 'gone', read_only: true, offered_name: 'later__look_up' },
    });
    const at = `${tools}/${made.body.id}`;
    expect((await tenant.owner.get(at)).body).toEqual(made.body);
    const edited = await tenant.owner.post(at, { name: null, description: null, enabled: false, read_only: false });
    expect(edited.body).toMatchObject({ name: 'look.up', description: '', enabled: false, read_only: false });
    const other = (await tenant.owner.post(tools, { ...named, tool_name: 'other', enabled: false })).body;
    const listed = await tenant.owner.get(`${tools}?task_mcp_server_id=${server.id}`);
    expect(listed.body.results.map((tool: Json) => tool.id)).toEqual([other.id, made.body.id]);
    expect(await tenant.owner.delete(at)).toMatchObject({ status: 200, body: { deleted: true } });
    expect(await tenant.owner.get(at)).toMatchObject({ status: 404 });
    const again = await tenant.owner.post(tools, named);
    expect(again.body).toMatchObject({ id: made.body.id, name: 'Look up', description: '', read_only: false });
    expect(await audited(made.body.id)).toEqual(
      ['created', 'updated', 'deleted', 'created'].map((what) => `task_mcp_tool.${what}`),
    );
  });
});

describe('an agent', () => {
  it('is given servers of the project, whole or tool by tool, once each', async () => {
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

  it('is given no server by somebody who may not use it', async () => {
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
    await tenant.owner.post(`${servers}/${server.id}/iam/members/${member}`, { add: ['editor'] });
    expect((await attach()).status).toBe(200);
  });
});

describe('the catalogue of MCP servers', () => {
  it('has a dozen that are known to the public, each to be read by its slug', async () => {
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
