import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getOpenApiOrigin } from '../support/identity.ts';
import { postMessage, toEndpoint } from '../support/mcp-endpoint.ts';
import { ALWAYS, sum } from '../support/scene.ts';

const REVISION = '2026-07-28';
const EXTENSIONS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const WITH_PAGES = { ...EXTENSIONS, elicitation: { url: {} } };
const MISSING_CAPABILITY = -32021;

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  await makeTask(tenant, { name: 'Sum up', exposed_to_agents: true });
});
afterAll(() => world.close());

interface Sender {
  readonly capabilities?: object;
  readonly key?: string;
  readonly url?: string;
}

/** Sends a request of revision 2026-07-28 and returns the response of the protocol. */
async function send(method: string, params: Json, sender: Sender = {}): Promise<Json> {
  const { capabilities = EXTENSIONS, key = tenant.key, url = toEndpoint(world, tenant) } = sender;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const headers = {
    authorization: `Bearer ${key}`,
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    'mcp-name': params.taskId ?? params.name ?? '',
  };
  const message = { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } };
  return (await postMessage(url, message, headers)).body;
}
const call = (name: string, args: Json, sender?: Sender) => send('tools/call', { name, arguments: args }, sender);
const get = async (taskId: string, sender?: Sender) => (await send('tasks/get', { taskId }, sender)).result;

/** Creates an exposed agent whose only call waits for approval. */
async function makeGuarded() {
  const name = `Guarded ${randomUUID().slice(0, 8)}`;
  const { message } = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }]);
  const fields = { name, exposed_to_agents: true, builtin_tools: ['calculator'], approval_policy: ALWAYS };
  return { agent: await makeAgent(tenant, fields), tool: name.replace(' ', '_'), message };
}

describe('the Tasks extension', () => {
  it('is offered in revision 2026-07-28, and a call that ends in time needs no task', async () => {
    const { capabilities } = (await send('server/discover', {})).result;
    expect(capabilities).toMatchObject(EXTENSIONS);
    expect(capabilities.tasks).toBeUndefined();
    const { result } = await call('Sum_up', { text: 'the news' });
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: 'echo: Summarise the news.' }] });
    expect(result.taskId).toBeUndefined();
  });

  it('gives a task for a call that waits for approval, and its result on every process', async () => {
    const { agent, tool, message } = await makeGuarded();
    const { result: task } = await call(tool, { message });
    expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: null, pollIntervalMs: 2000 });
    const [, request = ''] = /\/approvals\/([0-9a-f-]+)/.exec(task.statusMessage) ?? [];
    expect(await get(task.taskId)).toMatchObject({ resultType: 'complete', status: 'working' });
    await agent.approve(request);
    const url = `${getOpenApiOrigin(world.stack)}/mcp/${tenant.projectId}`;
    const done = await eventually(
      () => get(task.taskId, { url }),
      ({ status }) => status === 'completed',
    );
    expect(done.result).toMatchObject({ structuredContent: { status: 'completed', output: 'It is 42.' } });
    expect((await agent.read(task.taskId)).status).toBe('completed');
  });

  it('asks a client that opens pages to open the page, and its answer decides nothing', async () => {
    const { agent, tool, message } = await makeGuarded();
    const sender = { capabilities: WITH_PAGES };
    const { taskId, status } = (await call(tool, { message }, sender)).result;
    expect(status).toBe('input_required');
    const { inputRequests } = await get(taskId, sender);
    const [[id, request] = ['', {}]] = Object.entries<Json>(inputRequests);
    expect(request).toMatchObject({
      method: 'elicitation/create',
      params: { mode: 'url', url: expect.stringContaining(`/approvals/${id}`) },
    });
    const inputResponses = { [id]: { action: 'accept' } };
    expect((await send('tasks/update', { taskId, inputResponses }, sender)).result).toMatchObject({
      resultType: 'complete',
    });
    expect(await agent.requests(taskId)).toMatchObject([{ status: 'pending' }]);
    expect((await get(taskId, sender)).status).toBe('input_required');
  });

  it('cancels the run, and accepts a repeat', async () => {
    const { agent, tool, message } = await makeGuarded();
    const { taskId } = (await call(tool, { message })).result;
    for (const _ of [1, 2])
      expect((await send('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
    expect(await get(taskId)).toMatchObject({ status: 'cancelled' });
    expect(await agent.read(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('exists for its caller only, and for clients that have it', async () => {
    const { tool, message } = await makeGuarded();
    const { taskId } = (await call(tool, { message })).result;
    const { key } = await tenant.member({ org: 'owner' });
    const methods = ['tasks/get', 'tasks/update', 'tasks/cancel'];
    for (const method of methods) {
      const params = { taskId, inputResponses: {} };
      expect((await send(method, params, { key })).error, method).toMatchObject({ code: -32602 });
      expect((await send(method, { ...params, taskId: 'x' })).error, method).toMatchObject({ code: -32602 });
      expect((await send(method, params, { capabilities: {} })).error, method).toMatchObject({
        code: MISSING_CAPABILITY,
      });
    }
    expect((await send('tasks/update', { taskId })).error).toMatchObject({ code: -32602 });
    for (const method of ['tasks/list', 'tasks/result'])
      expect((await send(method, { taskId })).error, method).toMatchObject({ code: -32601 });
    expect((await call(tool, { message }, { capabilities: {} })).result.taskId).toBeUndefined();
  });
});
