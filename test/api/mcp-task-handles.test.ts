import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getOpenApiOrigin } from '../support/identity.ts';
import { postMessage, toEndpoint } from '../support/mcp-endpoint.ts';
import { ALWAYS, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  await makeTask(tenant, { name: 'Sum up', exposed_to_agents: true });
});
afterAll(() => world.close());

/** Sends a request of revision 2025-11-25 and returns the response of the protocol. */
async function send(method: string, params: Json = {}, key = tenant.key, url = toEndpoint(world, tenant)) {
  const headers = { authorization: `Bearer ${key}`, 'mcp-protocol-version': '2025-11-25' };
  return (await postMessage(url, { jsonrpc: '2.0', id: 7, method, params }, headers)).body;
}
const start = (name: string, args: Json) => send('tools/call', { name, arguments: args, task: { ttl: 60_000 } });

/** Creates an exposed agent whose only call waits for approval. */
async function makeGuarded() {
  const name = `Guarded ${randomUUID().slice(0, 8)}`;
  const { message } = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }]);
  const agent = await makeAgent(tenant, {
    name,
    exposed_to_agents: true,
    builtin_tools: ['calculator'],
    approval_policy: ALWAYS,
  });
  return { agent, tool: name.replace(' ', '_'), message };
}

describe('a call as a task', () => {
  it('is offered to clients of revision 2025-11-25 only', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { result } = await send('initialize', params);
    expect(result.capabilities.tasks).toEqual({ list: {}, cancel: {}, requests: { tools: { call: {} } } });
    const { tools } = (await send('tools/list')).result;
    const support = Object.fromEntries(tools.map((tool: Json) => [tool.name, tool.execution?.taskSupport]));
    expect(support).toEqual({ Sum_up: 'optional', get_run: undefined });
  });

  it('returns a handle at once, whose result every process serves', async () => {
    const started = await start('Sum_up', { text: 'the news' });
    const { taskId } = started.result.task;
    expect(started.result.task).toMatchObject({ ttl: null, pollInterval: expect.any(Number) });
    const beside = `${getOpenApiOrigin(world.stack)}/mcp/${tenant.projectId}`;
    const { result } = await send('tasks/result', { taskId }, tenant.key, beside);
    expect(result.content[0].text).toBe('echo: Summarise the news.');
    expect(result._meta).toEqual({ 'io.modelcontextprotocol/related-task': { taskId } });
    expect((await send('tasks/get', { taskId })).result).toMatchObject({ taskId, status: 'completed' });
    const listed = (await send('tasks/list')).result.tasks.map((task: Json) => task.taskId);
    expect(listed).toContain(taskId);
    const ended = await send('tasks/cancel', { taskId });
    expect(ended.error).toMatchObject({ code: -32602, message: expect.stringContaining('ended') });
  });

  it('that waits for approval requires input until a person decides', async () => {
    const { agent, tool, message } = await makeGuarded();
    const { taskId } = (await start(tool, { message })).result.task;
    const waiting = await eventually(
      async () => (await send('tasks/get', { taskId })).result,
      ({ status }) => status === 'input_required',
    );
    const [, request] = /\/approvals\/([0-9a-f-]+)/.exec(waiting.statusMessage) ?? [];
    await agent.approve(request ?? '');
    const { result } = await send('tasks/result', { taskId });
    expect(result.structuredContent).toMatchObject({ status: 'completed', output: 'It is 42.' });
  });

  it('is cancelled by its caller, and its run ends', async () => {
    const { agent, tool, message } = await makeGuarded();
    const { taskId } = (await start(tool, { message })).result.task;
    expect((await send('tasks/cancel', { taskId })).result).toMatchObject({ taskId, status: 'cancelled' });
    const run = await tenant.owner.get(`${agent.path}/run/${taskId}`);
    expect(run.body).toMatchObject({ status: 'cancelled' });
    expect((await send('tasks/result', { taskId })).result).toMatchObject({ isError: true });
  });

  it('exists for its caller only', async () => {
    const { taskId } = (await start('Sum_up', { text: 'a' })).result.task;
    const { key } = await tenant.member({ org: 'owner' });
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
      expect((await send(method, { taskId }, key)).error, method).toMatchObject({ code: -32602 });
    expect((await send('tasks/list', {}, key)).result.tasks).toEqual([]);
  });

  it.each([
    ['an unknown task', 'tasks/get', { taskId: randomUUID() }, -32602],
    ['a task ID that is none', 'tasks/result', { taskId: 7 }, -32602],
    ['a wrong cursor', 'tasks/list', { cursor: 'x' }, -32602],
    ['a wrong task', 'tools/call', { name: 'Sum_up', arguments: { text: 'a' }, task: 7 }, -32602],
    ['wrong arguments', 'tools/call', { name: 'Sum_up', arguments: {}, task: {} }, -32602],
    ['arguments that are no object', 'tools/call', { name: 'Sum_up', arguments: '{', task: {} }, -32602],
    ['an unknown tool', 'tools/call', { name: 'other', task: {} }, -32602],
    ['the tool that returns runs', 'tools/call', { name: 'get_run', task: {} }, -32601],
  ])('refuses %s', async (_what, method, params, code) => {
    expect((await send(method, params)).error).toMatchObject({ code, message: expect.any(String) });
  });
});
