import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDevFilePath } from '../../src/platform/local/dev-file.ts';
import { makeAgent, play } from '../support/agents.ts';
import { openWorld, type Tenant, type World } from '../support/client.ts';
import { runCommand } from '../support/commands.ts';
import { NEVER } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
const received: string[] = [];
// Cuts the connection of the first request to each path after it arrived.
const server = createServer((request, response) => {
  const isFirst = !received.includes(request.url!);
  received.push(request.url!);
  if (isFirst) request.socket.destroy();
  else response.end('paid');
});

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await world.close();
});

/** Runs the demo with an agent whose POST is cut off after it arrived. */
async function demo(path: string, args: readonly string[], input = '') {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const { message } = await play(world, [
    { tool_calls: [{ name: 'http_request', arguments: { method: 'POST', url, body: 'pay' } }] },
    { text: 'Said.' },
  ]);
  const agent = await makeAgent(tenant, { builtin_tools: ['http_request'], approval_policy: NEVER });
  const dataDir = mkdtempSync(`${tmpdir()}/demo-`);
  const dev = {
    base_url: `${world.stack.baseUrl}/api/v1`,
    org_id: tenant.orgId,
    project_id: tenant.projectId,
    agent_id: agent.id,
    api_key: tenant.key,
  };
  writeFileSync(getDevFilePath(dataDir), JSON.stringify(dev));
  const end = await runCommand('scripts/demo.ts', [...args, message], { DATA_DIR: dataDir }, input);
  const { results } = (await tenant.owner.get(`${agent.path}/run`)).body;
  const requests = await agent.requests(results[0].id);
  return { ...end, requests, timesSent: received.filter((one) => one === path).length };
}

describe('`npm run demo` for a call with an unclear outcome', () => {
  it.each(['--yes', '--no'])('asks whether it happened, and does not accept %s', async (option) => {
    const { code, stdout, stderr, requests, timesSent } = await demo(`/demo${option}`, [option]);
    expect(stdout).toContain('Did it happen?');
    expect(stdout).not.toContain('approve?');
    expect(stderr).toContain('the run goes on waiting');
    expect({ code, timesSent }).toEqual({ code: 1, timesSent: 1 });
    expect(requests).toMatchObject([{ kind: 'confirm_effect', status: 'pending' }]);
  });

  it('rejects y and n, and records the call as done on the word done', async () => {
    const { code, stdout, requests, timesSent } = await demo('/demo-done', [], 'n\ny\ndone\n');
    expect(stdout).toMatch(/did it happen\? \[done\/again\] n\n.*did it happen\? \[done\/again\] y\n/);
    expect({ code, timesSent }).toEqual({ code: 0, timesSent: 1 });
    expect(requests).toMatchObject([{ kind: 'confirm_effect', status: 'approved' }]);
  });

  it('repeats the call on the word again', async () => {
    const { code, requests, timesSent } = await demo('/demo-again', [], 'again\n');
    expect({ code, timesSent }).toEqual({ code: 0, timesSent: 2 });
    expect(requests).toMatchObject([{ kind: 'confirm_effect', status: 'rejected' }]);
  });
});
