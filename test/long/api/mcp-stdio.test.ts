import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSandboxKind } from '../../../src/connections/mcp-servers/client/stdio-sandbox.ts';
import { getToolResults, play, type TestAgent } from '../../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { filesFolder } from '../../support/mcp-stdio.ts';
import { type AllowedServer, allowServer, makeAgentWithServer } from '../../support/mcp-tools.ts';

let world: World;
let tenant: Tenant;
let folder: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  folder = filesFolder(world.stack.dataDir);
  await mkdir(folder, { recursive: true });
});
afterAll(() => world.close());

interface Scene {
  readonly server: AllowedServer;
  readonly agent: TestAgent;
  /** Calls tools one after the other; returns the run and the tool results. */
  call(...calls: [tool: string, args: object][]): Promise<{ run: Json; results: Json[] }>;
}

async function scene(name: string): Promise<Scene> {
  const server = await allowServer(tenant, `stdio:${name}`);
  const agent = await makeAgentWithServer(tenant, server);
  return {
    server,
    agent,
    async call(...calls) {
      const steps = calls.map(([tool, args]) => ({
        tool_calls: [{ name: `${server.slug}__${tool}`, arguments: args }],
      }));
      const { key, message } = await play(world, [...steps, { text: 'Done.' }]);
      const run = await agent.run(message);
      const results = (await getToolResults(world, key)).map((text) => {
        try {
          return JSON.parse(text);
        } catch {
          return text;
        }
      });
      return { run, results };
    },
  };
}

const post = (path: string, body: object) => tenant.owner.post(`${tenant.project}/task_mcp_server${path}`, body);
const names = async (server: AllowedServer) => Object.keys(await server.tools());

describe('a stdio MCP server of the installation', () => {
  it('for files lists its tools and writes, reads and lists files, once each', async () => {
    const { server, call } = await scene('filesystem');
    expect(await names(server)).toEqual(expect.arrayContaining(['read_text_file', 'write_file', 'list_directory']));
    expect((await tenant.owner.get(server.path)).body).toMatchObject({
      server_url: 'stdio:filesystem',
      auth_status: 'authorized',
    });
    const path = join(folder, 'a.txt');
    const { run, results } = await call(
      ['write_file', { path, content: 'Kept.' }],
      ['read_text_file', { path }],
      ['list_directory', { path: folder }],
      ['read_text_file', { path: '/etc/passwd' }],
    );
    expect(run).toMatchObject({ status: 'completed' });
    expect(results[0]).toEqual({ structured_content: { content: expect.stringContaining('Successfully wrote') } });
    expect(results[1]).toEqual({ structured_content: { content: 'Kept.' } });
    expect(results[2]).toEqual({ structured_content: { content: expect.stringContaining('[FILE] a.txt') } });
    expect(JSON.stringify(results[3])).toContain('Access denied');
  });

  it('stores an image as a file and passes none of its bytes to the model', async () => {
    const png = Buffer.from('89504e470d0a1a0a00', 'hex');
    await writeFile(join(folder, 'p.png'), png);
    const { call } = await scene('filesystem');
    const { run, results } = await call(['read_media_file', { path: join(folder, 'p.png') }]);
    expect(results).toEqual([
      { files: [expect.objectContaining({ name: run.files[0].name, media_type: 'image/png' })] },
    ]);
  });

  it('with memory keeps its state between calls', async () => {
    const { call } = await scene('memory');
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes'] }];
    const { results } = await call(['create_entities', { entities }], ['search_nodes', { query: 'Ada' }]);
    expect(results[0]).toEqual({ structured_content: { entities } });
    expect(results[1]).toMatchObject({ structured_content: { entities } });
    expect(results[1].text).toBeUndefined();
  });

  it('built with FastMCP works', async () => {
    const { call } = await scene('fastmcp');
    const { results } = await call(['greet', { name: 'Ada' }], ['add', { a: 1, b: 2 }]);
    expect(results).toEqual(['Hello Ada!', 3]);
  });

  it('with all features works, including tools that run only as tasks and links in results', async () => {
    const { call } = await scene('everything');
    const { results } = await call(
      ['echo', { message: 'Hi' }],
      ['get-structured-content', { location: 'Chicago' }],
      ['simulate-research-query', { topic: 'whales' }],
      ['get-resource-links', { count: 2 }],
    );
    expect(results[0]).toBe('Echo: Hi');
    expect(results[1]).toEqual({ structured_content: expect.objectContaining({ conditions: expect.any(String) }) });
    expect(results[2]).toContain('whales');
    expect(results[3].links).toHaveLength(2);
    for (const link of results[3].links)
      expect(link.text ?? results[3].files?.map(({ uri }: Json) => uri)).toBeTruthy();
  });
});

describe('the sandbox of a stdio MCP server', () => {
  it('hides the environment, the processes and the data folder of the product', async () => {
    const { call } = await scene('odd');
    const { results } = await call(['inspect', { folder: world.stack.dataDir }]);
    const [{ environment, processes, folder: seen }] = results;
    expect(Object.keys(environment).sort()).toEqual(
      ['GIVEN', 'HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR'].filter((name) => name in environment).sort(),
    );
    expect(JSON.stringify(environment)).not.toContain('postgres');
    // Without namespaces of the system, only the environment is hidden.
    if ((await getSandboxKind()) === 'namespaces') {
      expect(processes).not.toContain('DATABASE_URL');
      expect(processes).not.toContain('ENCRYPTION_KEYS');
      expect(seen).toBe('');
    }
  });

  it('survives a crash: a person is asked whether the call happened, and it is not repeated', async () => {
    const { call, agent } = await scene('odd');
    const { run } = await call(['crash', {}]);
    expect(run).toMatchObject({ status: 'waiting_for_human' });
    expect(await agent.requests(run.id)).toMatchObject([{ kind: 'confirm_effect' }]);
    const { body } = await tenant.owner.get(`${agent.path}/run/${run.id}/effects`);
    expect(body.results).toMatchObject([{ status: 'unknown', attempts: 1 }]);
  });
});

describe('the address of a stdio MCP server', () => {
  it.each([
    ['a name that is not permitted', { server_url: 'stdio:rm' }, 'server_url'],
    ['a command', { server_url: 'stdio:/bin/sh -c id' }, 'server_url'],
    ['the name of an object method', { server_url: 'stdio:constructor' }, 'server_url'],
    ['another transport', { server_url: 'stdio:odd', transport: 'sse' }, 'transport'],
    ['an address of the web over it', { server_url: 'https://example.com', transport: 'stdio' }, 'server_url'],
    ['a key', { server_url: 'stdio:odd', api_key: 'secret-key' }, 'api_key'],
  ])('is rejected with %s', async (_what, body, field) => {
    expect(await post('', { name: 'Odd', ...body })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', field] }] },
    });
  });

  it('says so if its program does not start', async () => {
    const made = await post('', { name: 'Missing', server_url: 'stdio:missing', transport: 'stdio' });
    expect(made.body).toMatchObject({ transport: 'stdio', auth_status: 'failed', tool_count: 0 });
    const found = await post('/discover', { server_url: 'stdio:missing' });
    expect(found).toMatchObject({ status: 400, body: { detail: { reason: 'MCP_SERVER_FAILED' } } });
    const begun = await post(`/${made.body.id}/reauthorize`, {});
    expect(begun).toMatchObject({ status: 400, body: { detail: { reason: 'MCP_AUTHORIZATION_FAILED' } } });
  });
});
