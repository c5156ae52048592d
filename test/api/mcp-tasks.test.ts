import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, play, type TestAgent } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { type McpScript, type RpcMessage, type ScriptedMcpServer, startMcpServer } from '../support/mcp-server.ts';
import { type AllowedServer, allowServer, makeAgentWithServer } from '../support/mcp-tools.ts';

let world: World;
let tenant: Tenant;
const open: AsyncDisposable[] = [];

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
});
afterAll(() => world.close());

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });
const REPORT = {
  name: 'report',
  description: 'Reports.',
  inputSchema: { type: 'object' },
  execution: { taskSupport: 'required' },
};

/** Responses of a server to requests other than calls, by method. A missing method returns a protocol error. */
type Answers = Readonly<Record<string, (message: RpcMessage, times: number) => object | undefined>>;

function answering(responses: Answers): Partial<McpScript> {
  const times = new Map<string, number>();
  return {
    before(_request, response: ServerResponse, message) {
      const { method = '', id } = message ?? {};
      const answer = responses[method];
      if (!answer || id === undefined) return false;
      const count = (times.get(method) ?? 0) + 1;
      times.set(method, count);
      const result = answer(message ?? {}, count);
      const said = result ? { result } : { error: { code: -32602, message: 'No such thing' } };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
      return true;
    },
  };
}

interface Scene {
  readonly mcp: ScriptedMcpServer;
  readonly server: AllowedServer;
  readonly agent: TestAgent;
  readonly key: string;
  readonly message: string;
}

async function scene(script: Partial<McpScript>, tool = 'report'): Promise<Scene> {
  const mcp = await startMcpServer({ tools: [REPORT], ...script });
  open.push(mcp);
  const server = await allowServer(tenant, mcp.url);
  const agent = await makeAgentWithServer(tenant, server);
  const steps = [{ tool_calls: [{ name: `${server.slug}__${tool}`, arguments: {} }] }, { text: 'Done.' }];
  return { mcp, server, agent, ...(await play(world, steps)) };
}

const working = (more: object = {}) => ({ taskId: 't1', status: 'working', ttl: 60_000, pollInterval: 1, ...more });
const begun = { report: (made: { answer(result: unknown): void }) => made.answer({ task: working() }) };
const effects = async (agent: TestAgent, run: Json) =>
  (await tenant.owner.get(`${agent.path}/run/${run.id}/effects`)).body.results;

describe('a tool that can only be called as an MCP task', () => {
  it('is started once and polled until it ends, and its result is returned', async () => {
    const { mcp, agent, key, message } = await scene({
      handlers: begun,
      ...answering({
        'tasks/get': (_message, times) =>
          times < 3 ? working({ statusMessage: 'Reading' }) : working({ status: 'completed' }),
        'tasks/result': () => text('The report.'),
      }),
    });
    const run = await agent.run(message);
    expect(run).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await getToolResults(world, key)).toEqual(['The report.']);
    expect(await effects(agent, run)).toMatchObject([{ status: 'done', attempts: 1 }]);
    expect(mcp.messages('tools/call')).toMatchObject([
      { params: { name: 'report', task: { ttl: expect.any(Number) } } },
    ]);
    expect(mcp.messages('tasks/result')).toMatchObject([{ params: { taskId: 't1' } }]);
    expect(mcp.messages('tasks/cancel')).toEqual([]);
    const progress = (await agent.follow(run.id)).filter(({ event }) => event === 'tool_progress');
    expect(progress[0]?.data).toMatchObject({ message: 'Reading' });
  });

  it('returns its failure to the model, as a call that did not happen', async () => {
    const { agent, key, message } = await scene({
      handlers: begun,
      ...answering({
        'tasks/get': () => working({ status: 'failed', statusMessage: 'No paper' }),
        'tasks/result': () => undefined,
      }),
    });
    const run = await agent.run(message);
    expect((await getToolResults(world, key)).join()).toContain('the server says that it failed: No paper');
    expect(await effects(agent, run)).toMatchObject([{ status: 'failed' }]);
  });

  it('that its server forgot may have happened: a person is asked, and it is not sent again', async () => {
    const { mcp, agent, message } = await scene({ handlers: begun, ...answering({ 'tasks/get': () => undefined }) });
    const run = await agent.run(message);
    expect(run).toMatchObject({ status: 'waiting_for_human' });
    const [request] = await agent.requests(run.id);
    expect(request).toMatchObject({ kind: 'confirm_effect' });
    expect(await effects(agent, run)).toMatchObject([{ status: 'unknown' }]);
    expect(mcp.calls).toHaveLength(1);
  });

  it('that requests input is cancelled, because nobody can answer it', async () => {
    const { mcp, agent, key, message } = await scene({
      handlers: begun,
      ...answering({
        'tasks/get': () => working({ status: 'input_required' }),
        'tasks/cancel': () => working({ status: 'cancelled' }),
      }),
    });
    const run = await agent.run(message);
    expect((await getToolResults(world, key)).join()).toContain('which is not supported; the task was cancelled');
    expect(await effects(agent, run)).toMatchObject([{ status: 'failed' }]);
    expect(mcp.messages('tasks/cancel')).toHaveLength(1);
  });

  it('is cancelled with its run', async () => {
    const { mcp, agent, message } = await scene({
      handlers: begun,
      ...answering({ 'tasks/get': () => working(), 'tasks/cancel': () => working({ status: 'cancelled' }) }),
    });
    const begin = await tenant.owner.post(`${agent.path}/run`, { message }, { prefer: 'respond-async' });
    await expect.poll(() => mcp.messages('tasks/get').length).toBeGreaterThan(1);
    await tenant.owner.post(`${agent.path}/run/${begin.body.id}/cancel`, {});
    await expect.poll(async () => (await agent.read(begin.body.id)).status).toBe('cancelled');
    expect(mcp.messages('tasks/cancel')).toMatchObject([{ params: { taskId: 't1' } }]);
    expect(mcp.calls).toHaveLength(1);
  });

  it('is omitted if the server’s protocol version has no tasks', async () => {
    const mcp = await startMcpServer({ tools: [REPORT], era: 'modern' });
    open.push(mcp);
    const found = await tenant.owner.post(`${tenant.project}/task_mcp_server/discover`, { server_url: mcp.url });
    expect(found.body).toMatchObject({
      tools: [],
      refused: [{ name: 'report', code: 'mcp_tool_task_only' }],
    });
  });
});

describe('a tool name', () => {
  it('is rejected with its error', async () => {
    const named = (name: string) => ({ name, inputSchema: { type: 'object' } });
    const mcp = await startMcpServer({ tools: [named('list files'), named('list\u00a0files'), named('a\u200bb')] });
    open.push(mcp);
    const found = await tenant.owner.post(`${tenant.project}/task_mcp_server/discover`, { server_url: mcp.url });
    expect(found.body.refused.map(({ code }: Json) => code)).toEqual([
      'mcp_tool_name_with_space',
      'mcp_tool_name_hidden',
      'mcp_tool_name_hidden',
    ]);
  });
});

describe('the resource links of a result', () => {
  const LINKING = { name: 'links', description: 'Links.', inputSchema: { type: 'object' } };
  const link = (uri: string, more: object = {}) => ({ type: 'resource_link', uri, name: uri.slice(-1), ...more });

  it('are returned with their content if it belongs to the server; unreadable ones change nothing', async () => {
    const png = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64');
    const uris: unknown[] = [];
    const { agent, key, message } = await scene(
      {
        tools: [LINKING],
        capabilities: { tools: {}, resources: {} },
        handlers: {
          links: (made) =>
            made.answer({
              content: [
                link('notes://a', { mimeType: 'text/markdown', description: 'Notes' }),
                link('notes://b'),
                link('notes://c'),
                link('https://example.com/d'),
              ],
            }),
        },
        ...answering({
          'resources/read': ({ params }) => {
            uris.push(params?.uri);
            if (params?.uri === 'notes://a') return { contents: [{ uri: 'notes://a', text: '# Inside' }] };
            const blob = { uri: 'notes://b', mimeType: 'image/png', blob: png };
            return params?.uri === 'notes://b' ? { contents: [blob] } : undefined;
          },
        }),
      },
      'links',
    );
    const run = await agent.run(message);
    const [file] = run.files;
    expect(JSON.parse((await getToolResults(world, key))[0]!)).toEqual({
      files: [{ name: file.name, media_type: 'image/png', size: 9, uri: 'notes://b' }],
      links: [
        { uri: 'notes://a', name: 'a', description: 'Notes', mime_type: 'text/markdown', text: '# Inside' },
        { uri: 'notes://b', name: 'b' },
        { uri: 'notes://c', name: 'c' },
        { uri: 'https://example.com/d', name: 'd' },
      ],
      notes: [expect.stringContaining('notes://c could not be read: No such thing')],
    });
    expect(uris).toEqual(['notes://a', 'notes://b', 'notes://c']);
    expect(await effects(agent, run)).toMatchObject([{ status: 'done' }]);
  });
});
