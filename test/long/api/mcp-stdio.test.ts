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
  /** Has tools called one after the other; answers the run and what the model was told. */
  call(...calls: [tool: string, args: object][]): Promise<{ run: Json; told: Json[] }>;
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
      const told = (await getToolResults(world, key)).map((text) => {
        try {
          return JSON.parse(text);
        } catch {
          return text;
        }
      });
      return { run, told };
    },
  };
}

const post = (path: string, body: object) => tenant.owner.post(`${tenant.project}/task_mcp_server${path}`, body);
const names = async (server: AllowedServer) => Object.keys(await server.tools());

describe('a server that the installation runs', () => {
  it('of files lists its tools and writes, reads and lists files, each once told', async () => {
    const { server, call } = await scene('filesystem');
    expect(await names(server)).toEqual(expect.arrayContaining(['read_text_file', 'write_file', 'list_directory']));
    expect((await tenant.owner.get(server.path)).body).toMatchObject({
      server_url: 'stdio:filesystem',
      auth_status: 'authorized',
    });
    const path = join(folder, 'a.txt');
    const { run, told } = await call(
      ['write_file', { path, content: 'Kept.' }],
      ['read_text_file', { path }],
      ['list_directory', { path: folder }],
      ['read_text_file', { path: '/etc/passwd' }],
    );
    expect(run).toMatchObject({ status: 'completed' });
    expect(told[0]).toEqual({ structured_content: { content: expect.stringContaining('Successfully wrote') } });
    expect(told[1]).toEqual({ structured_content: { content: 'Kept.' } });
    expect(told[2]).toEqual({ structured_content: { content: expect.stringContaining('[FILE] a.txt') } });
    expect(JSON.stringify(told[3])).toContain('Access denied');
  });

  it('leaves a picture as a file and tells none of its bytes', async () => {
    const png = Buffer.from('89504e470d0a1a0a00', 'hex');
    await writeFile(join(folder, 'p.png'), png);
    const { call } = await scene('filesystem');
    const { run, told } = await call(['read_media_file', { path: join(folder, 'p.png') }]);
    expect(told).toEqual([{ files: [expect.objectContaining({ name: run.files[0].name, media_type: 'image/png' })] }]);
  });

  it('of memory keeps what it is told from one call to the next', async () => {
    const { call } = await scene('memory');
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes'] }];
    const { told } = await call(['create_entities', { entities }], ['search_nodes', { query: 'Ada' }]);
    expect(told[0]).toEqual({ structured_content: { entities } });
    expect(told[1]).toMatchObject({ structured_content: { entities } });
    expect(told[1].text).toBeUndefined();
  });

  it('that was made with FastMCP answers', async () => {
    const { call } = await scene('fastmcp');
    const { told } = await call(['greet', { name: 'Ada' }], ['add', { a: 1, b: 2 }]);
    expect(told).toEqual(['Hello Ada!', 3]);
  });

  it('of all there is answers, also what it only does as a task, with what it links', async () => {
    const { call } = await scene('everything');
    const { told } = await call(
      ['echo', { message: 'Hi' }],
      ['get-structured-content', { location: 'Chicago' }],
      ['simulate-research-query', { topic: 'whales' }],
      ['get-resource-links', { count: 2 }],
    );
    expect(told[0]).toBe('Echo: Hi');
    expect(told[1]).toEqual({ structured_content: expect.objectContaining({ conditions: expect.any(String) }) });
    expect(told[2]).toContain('whales');
    expect(told[3].links).toHaveLength(2);
    for (const link of told[3].links) expect(link.text ?? told[3].files?.map(({ uri }: Json) => uri)).toBeTruthy();
  });
});

describe('what a server that the installation runs may', () => {
  it('is not to see the environment, the processes and the folder of the product', async () => {
    const { call } = await scene('odd');
    const { told } = await call(['look', { folder: world.stack.dataDir }]);
    const [{ environment, processes, folder: seen }] = told;
    expect(Object.keys(environment).sort()).toEqual(
      ['GIVEN', 'HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR'].filter((name) => name in environment).sort(),
    );
    expect(JSON.stringify(environment)).not.toContain('postgres');
    // Where the system has no namespaces for it, only the environment is kept from it.
    if ((await getSandboxKind()) === 'namespaces') {
      expect(processes).not.toContain('DATABASE_URL');
      expect(processes).not.toContain('ENCRYPTION_KEYS');
      expect(seen).toBe('');
    }
  });

  it('is to break down: whether the call happened a person is asked, and it is not made again', async () => {
    const { call, agent } = await scene('odd');
    const { run } = await call(['crash', {}]);
    expect(run).toMatchObject({ status: 'waiting_for_human' });
    expect(await agent.requests(run.id)).toMatchObject([{ kind: 'confirm_effect' }]);
    const { body } = await tenant.owner.get(`${agent.path}/run/${run.id}/effects`);
    expect(body.results).toMatchObject([{ status: 'unknown', attempts: 1 }]);
  });
});

describe('an address of a server that the installation runs', () => {
  it.each([
    ['a name that is not permitted', { server_url: 'stdio:rm' }, 'server_url'],
    ['a command', { server_url: 'stdio:/bin/sh -c id' }, 'server_url'],
    ['a name of every object', { server_url: 'stdio:constructor' }, 'server_url'],
    ['another transport', { server_url: 'stdio:odd', transport: 'sse' }, 'transport'],
    ['an address of the web over it', { server_url: 'https://example.com', transport: 'stdio' }, 'server_url'],
    ['a key', { server_url: 'stdio:odd', api_key: 'secret-key' }, 'api_key'],
  ])('is refused with %s', async (_what, body, field) => {
    expect(await post('', { name: 'Odd', ...body })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', field] }] },
    });
  });

  it('whose program does not start says so', async () => {
    const made = await post('', { name: 'Missing', server_url: 'stdio:missing', transport: 'stdio' });
    expect(made.body).toMatchObject({ transport: 'stdio', auth_status: 'failed', tool_count: 0 });
    const found = await post('/discover', { server_url: 'stdio:missing' });
    expect(found).toMatchObject({ status: 400, body: { detail: { reason: 'MCP_SERVER_FAILED' } } });
    const begun = await post(`/${made.body.id}/reauthorize`, {});
    expect(begun).toMatchObject({ status: 400, body: { detail: { reason: 'MCP_AUTHORIZATION_FAILED' } } });
  });
});
