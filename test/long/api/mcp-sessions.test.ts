import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTask } from '../../support/agents.ts';
import { openWorld, type Tenant, type World } from '../../support/client.ts';
import { connectMcp, postMessage, toEndpoint } from '../../support/mcp-endpoint.ts';

const SESSIONS = 1000;
const AT_ONCE = 50;

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  await makeTask(tenant, { name: 'Sum up', exposed_to_agents: true });
});
afterAll(() => world.close());

it('a client opens 1,000 sessions, and the server keeps none', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const headers = { authorization: `Bearer ${tenant.key}` };
  const open = async (id: number) => {
    const answer = await postMessage(
      toEndpoint(world, tenant),
      { jsonrpc: '2.0', id, method: 'initialize', params },
      headers,
    );
    return [answer.status, answer.body.result?.protocolVersion, answer.headers.get('mcp-session-id')];
  };
  const opened = [];
  for (let first = 0; first < SESSIONS; first += AT_ONCE)
    opened.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => open(first + index)))));
  expect(opened).toEqual(Array.from({ length: SESSIONS }, () => [200, '2025-11-25', null]));
  const connections = await Promise.all(
    Array.from({ length: AT_ONCE }, () => connectMcp(toEndpoint(world, tenant), tenant.key, {})),
  );
  const results = await Promise.all(connections.map(({ call }, index) => call('Sum_up', { text: `part ${index}` })));
  expect(results.map(({ content }) => content[0].text)).toEqual(
    results.map((_, index) => `echo: Summarise part ${index}.`),
  );
  for (const connection of connections) await connection[Symbol.asyncDispose]();
});
