import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, makeTask, play } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { type ScriptedMcpServer, startMcpServer } from '../support/mcp-server.ts';
import { type AllowedServer, allowServer } from '../support/mcp-tools.ts';

let world: World;
let tenant: Tenant;
let mcp: ScriptedMcpServer;
let server: AllowedServer;

const TREES = 'alder ash beech birch cedar elm fir hazel larch maple oak palm pine spruce willow'.split(' ');
/** Three hundred tools: one special one, and twenty for each of the trees. */
const TOOLS = Array.from({ length: 300 }, (_, n) => ({
  name: `tool_${n}`,
  description: n === 123 ? 'Refunds an invoice.' : `Counts the leaves of ${TREES[Math.floor(n / 20)]} ${n}.`,
  inputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
}));

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  const namesake = { name: 'search_tools', description: 'Searches for a needle.', inputSchema: { type: 'object' } };
  mcp = await startMcpServer({ tools: [...TOOLS, namesake] });
  server = await allowServer(tenant, mcp.url);
});
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await world.close();
});

const named = (n: number) => `${server.slug}__tool_${n}`;
const search = (query: string, limit?: number) => ({ name: 'search_tools', arguments: { query, limit } });
const agentOf = (fields: object = {}, allowed: readonly string[] | null = null) =>
  makeAgent(tenant, {
    mcp_servers: [{ task_mcp_server_id: server.id, allowed_tool_ids: allowed }],
    builtin_tools: ['calculator'],
    approval_policy: { default: 'never' },
    ...fields,
  });

/** The tools that the model was offered in each turn under a script's key. */
async function offers(key: string): Promise<{ name: string; description: string }[][]> {
  const requests = await world.model.requests(key);
  return requests.map(({ body }) =>
    ((body as { tools?: { function: { name: string; description: string } }[] }).tools ?? []).map(
      (tool) => tool.function,
    ),
  );
}
const offered = async (key: string) => (await offers(key)).map((tools) => tools.map(({ name }) => name));

describe('more tools than a model can be offered', () => {
  it('are searched: found tools are offered from the next turn on, also in later runs of the session', async () => {
    const agent = await agentOf();
    const first = await play(world, [
      { tool_calls: [search('refund an invoice', 1)] },
      { tool_calls: [{ name: named(123), arguments: { n: 1 } }] },
      { text: 'Done.' },
    ]);
    const run = await agent.run(first.message);
    expect(run).toMatchObject({ status: 'completed', mcp_tools_invoked: [named(123)] });
    const found = ['search_tools', 'calculator', named(123)];
    expect(await offered(first.key)).toEqual([['search_tools', 'calculator'], found, found]);
    const [before, after] = await offers(first.key);
    expect(before?.[0]?.description).toContain(`301 more tools exist than are listed here, of ${server.slug}.`);
    expect(after?.[0]?.description).toContain('300 more tools');
    const [result] = await getToolResults(world, first.key);
    expect(JSON.parse(result ?? '')).toEqual({ tools: [{ name: named(123), description: 'Refunds an invoice.' }] });
    const later = await play(world, [{ text: 'Yes.' }]);
    await agent.run(later.message, { session_id: run.session_id });
    expect(await offered(later.key)).toEqual([found]);
    const elsewhere = await play(world, [{ text: 'Yes.' }]);
    await agent.run(elsewhere.message);
    expect(await offered(elsewhere.key)).toEqual([['search_tools', 'calculator']]);
  });

  it('require approval like any other once found, and the search requires none', async () => {
    const agent = await agentOf({ approval_policy: { default: 'destructive' } });
    const { message } = await play(world, [
      { tool_calls: [search('refund', 1)] },
      { tool_calls: [{ name: named(123), arguments: { n: 2 } }] },
      { text: 'Done.' },
    ]);
    const run = await agent.run(message);
    expect(run.status).toBe('waiting_for_human');
    const requests = await agent.requests(run.id);
    expect(requests).toMatchObject([{ tool_name: named(123), arguments: { n: 2 }, status: 'pending' }]);
    expect(mcp.calls.map(({ args }) => args)).not.toContainEqual({ n: 2 });
    await agent.approve(requests[0].id);
    expect((await agent.resume(requests[0].id)).body).toMatchObject({ status: 'completed' });
    expect(mcp.calls.map(({ args }) => args)).toContainEqual({ n: 2 });
  });

  it('can be named by rules before they are offered, and so can the search', async () => {
    const rules = [
      { tool: named(7), mode: 'always' },
      { tool: 'search_tools', mode: 'always' },
    ];
    const agent = await agentOf({ approval_policy: { default: 'never', rules } });
    const calls = [search('oak', 1), { name: named(7), arguments: {} }, { name: named(8), arguments: {} }];
    const { message } = await play(world, [{ tool_calls: calls }, { text: 'Done.' }]);
    const run = await agent.run(message);
    const asked = (await agent.requests(run.id)).map((request) => request.tool_name);
    expect(asked).toEqual(['search_tools', named(7)]);
  });

  it('can be called without a search and are then offered; the oldest found ones are dropped', async () => {
    const agent = await agentOf({ builtin_tools: [] });
    const { message, key } = await play(world, [
      { tool_calls: [{ name: named(7), arguments: { n: 3 } }] },
      { tool_calls: ['beech', 'birch', 'cedar'].map((tree) => search(tree, 20)) },
      { tool_calls: [search('maple', 20)] },
      { tool_calls: [search('zzzzqqqq'), search('x'.repeat(300))] },
      { text: 'Done.' },
    ]);
    expect(await agent.run(message)).toMatchObject({ status: 'completed' });
    const turns = await offered(key);
    expect(turns[0]).toEqual(['search_tools']);
    expect(turns[1]).toEqual(['search_tools', named(7)]);
    expect(turns[2]).toHaveLength(62);
    // The limit is 64: the latest search is included completely, of the first one only the best matches.
    expect(turns[3]).toHaveLength(65);
    const found = (from: number) => Array.from({ length: 20 }, (_, n) => named(from + n));
    expect(turns[3]).toEqual(expect.arrayContaining([...found(60), ...found(80), ...found(180)]));
    expect(turns[3]).not.toContain(named(7));
    expect(turns[4]).toEqual(turns[3]);
    const result = await getToolResults(world, key);
    expect(result.at(-2)).toContain('no tool matches');
    expect(result.at(-1)).toContain('query must NOT have more than 200 characters');
  });

  it('do not take the name of the search tool: a task or MCP tool with that name gets another', async () => {
    const task = await makeTask(tenant, { name: 'search tools' });
    const agent = await agentOf({ builtin_tools: [], task_tools: [{ task_id: task.id }] });
    const namesake = `${server.slug}__search_tools`;
    const { message, key } = await play(world, [
      { tool_calls: [search('needle', 1)] },
      { tool_calls: [{ name: namesake, arguments: {} }] },
      { text: 'Done.' },
    ]);
    await agent.run(message);
    const [first, second] = await offered(key);
    expect(first).toEqual(['search_tools', 'search_tools_2']);
    expect(second).toEqual(['search_tools', 'search_tools_2', namesake]);
    expect(mcp.calls.at(-1)).toMatchObject({ name: 'search_tools' });
  });

  it('are not searched if there are few: all are offered, without a search tool', async () => {
    const some = Object.values(await server.tools()).slice(0, 65);
    const few = some.slice(1);
    const ids = (tools: readonly Json[]): string[] => tools.map((tool) => tool.id);
    const agent = await agentOf({ builtin_tools: [] }, ids(few));
    const { message, key } = await play(world, [{ text: 'Hello.' }]);
    await agent.run(message);
    const [names] = await offered(key);
    expect(names?.toSorted()).toEqual(few.map((tool) => `${server.slug}__${tool.tool_name}`).toSorted());
    const over = await agentOf({ builtin_tools: [] }, ids(some));
    const again = await play(world, [{ text: 'Hello.' }]);
    await over.run(again.message);
    expect(await offered(again.key)).toEqual([['search_tools']]);
  });
});
