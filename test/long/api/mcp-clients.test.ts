import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { runProgram } from '../../support/commands.ts';
import { installExtraPackages } from '../../support/extra-packages.ts';
import { toEndpoint } from '../../support/mcp-endpoint.ts';
import { installPythonPackages, PYTHON } from '../../support/python.ts';
import { describeWithRequirement } from '../../support/requirements.ts';
import { ALWAYS, sum } from '../../support/scene.ts';

const INSTALL_TIMEOUT_MS = 300_000;

let world: World;
let tenant: Tenant;
let url: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  await makeTask(tenant, { name: 'Sum up', exposed_to_agents: true });
  url = toEndpoint(world, tenant);
});
afterAll(() => world.close());

describe('the command line of the MCP inspector', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await installExtraPackages('@modelcontextprotocol/inspector@2.12.0');
  }, INSTALL_TIMEOUT_MS);

  const inspect = async (at: Tenant, ...args: string[]): Promise<Json> => {
    const cli = join(folder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const connection = [
      '--cli',
      toEndpoint(world, at),
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${at.key}`,
    ];
    const { stdout } = await runProgram(process.execPath, [cli, ...connection, '--format', 'json', ...args]);
    return JSON.parse(stdout);
  };

  it.each(['auto', 'legacy'])('lists and calls tools in the protocol era %s', async (era) => {
    const listed = await inspect(tenant, '--protocol-era', era, '--method', 'tools/list');
    expect((listed.result ?? listed).tools.map((tool: Json) => tool.name)).toEqual(['Sum_up', 'get_run']);
    const call = ['--method', 'tools/call', '--tool-name', 'Sum_up', '--tool-arg', 'text=news'];
    const called = await inspect(tenant, '--protocol-era', era, ...call);
    expect((called.result ?? called).content[0].text).toBe('echo: Summarise news.');
  });

  it('polls the task of a call that waits for approval, until a person has decided', async () => {
    const own = await world.tenant();
    const { message } = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }]);
    const guarded = { name: 'Guarded', exposed_to_agents: true, approval_policy: ALWAYS };
    const agent = await makeAgent(own, { ...guarded, builtin_tools: ['calculator'] });
    const call = ['--method', 'tools/call', '--tool-name', 'Guarded', '--tool-arg', `message=${message}`];
    const called = inspect(own, '--protocol-era', 'auto', ...call);
    const isTaken = async () => (await own.owner.get(`${agent.path}/approval-request?status=pending`)).body.results;
    const [request] = await eventually(isTaken, (requests) => requests.length === 1);
    await agent.approve(request.id);
    expect((await called).result).toMatchObject({ structuredContent: { status: 'completed', output: 'It is 42.' } });
  });
});

const PYTHON_CLIENT = `
import asyncio, json, sys
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
async def main(url, key):
    async with streamablehttp_client(url, headers={'Authorization': f'Bearer {key}'}) as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = await session.list_tools()
            result = await session.call_tool('Sum_up', {'text': 'news'})
            print(json.dumps([[t.name for t in tools.tools], result.content[0].text, result.structuredContent['status']]))
asyncio.run(main(sys.argv[1], sys.argv[2]))
`;
const PYTHON_CLIENT_2 = `
import asyncio, json, sys
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
async def main(url, key):
    http = httpx2.AsyncClient(headers={'Authorization': f'Bearer {key}'}, timeout=60)
    async with Client(streamable_http_client(url, http_client=http)) as client:
        assert client.protocol_version == '2026-07-28', client.protocol_version
        tools = await client.list_tools()
        result = await client.call_tool('Sum_up', {'text': 'news'})
        print(json.dumps([[t.name for t in tools.tools], result.content[0].text, result.structured_content['status']]))
asyncio.run(main(sys.argv[1], sys.argv[2]))
`;
const FASTMCP_CLIENT = `
import asyncio, json, sys
from fastmcp import Client
from fastmcp.client.auth import BearerAuth
async def main(url, key):
    async with Client(url, auth=BearerAuth(key)) as client:
        tools = await client.list_tools()
        result = await client.call_tool('Sum_up', {'text': 'news'})
        print(json.dumps([[t.name for t in tools], result.content[0].text, result.structured_content['status']]))
asyncio.run(main(sys.argv[1], sys.argv[2]))
`;

describeWithRequirement(PYTHON, 'a Python client', () => {
  it.each([
    ['mcp', '1.30.0', PYTHON_CLIENT],
    ['mcp', '2.3.0', PYTHON_CLIENT_2],
    ['fastmcp', '4.2.3', FASTMCP_CLIENT],
  ])('%s %s lists and calls tools', { timeout: INSTALL_TIMEOUT_MS }, async (name, version, script) => {
    const env = await installPythonPackages(`${name}==${version}`);
    const { stdout } = await runProgram('python3', ['-c', script, url, tenant.key], { env });
    expect(JSON.parse(stdout)).toEqual([['Sum_up', 'get_run'], 'echo: Summarise news.', 'completed']);
  });
});
