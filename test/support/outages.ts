import { sql } from 'kysely';
import { expect } from 'vitest';
import { makeAgent, makeTask, play } from './agents.ts';
import { eventually, type Json, type Tenant, type World } from './client.ts';
import { startMcpServer } from './mcp-server.ts';
import { allowServer } from './mcp-tools.ts';
import type { Step } from './model-server.ts';
import { NEVER, QUEUED } from './scene.ts';

/** Returns the response of an unavailable provider, optionally with `Retry-After` in seconds. */
export const unavailable = (seconds?: number, message = 'all servers are busy'): Step => ({
  status: 503,
  ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
  body: { error: { message } },
});

/** A started run with the key of its script. */
export interface StartedRun {
  readonly at: string;
  readonly key: string;
}

/** Returns a run once it matches. */
export function waitForRun(tenant: Tenant, at: string, fits: (run: Json) => boolean): Promise<Json> {
  return eventually(async () => (await tenant.owner.get(at)).body, fits);
}

/** Returns a run once it has ended. */
export const waitForRunEnd = (tenant: Tenant, at: string) => waitForRun(tenant, at, (run) => run.completed !== null);

/** Returns whether a model's outage is open; undefined without a row. */
async function isOutageOpen(world: World, model: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_open: boolean }>`
    select opened_at is not null as is_open from provider_outages where message like ${`%${model} is busy%`}`.execute(
    world.db,
  );
  return rows[0]?.is_open;
}

/**
 * Makes a model unavailable for eight calls while agent and task runs wait for it. None may fail or be held, and the
 * model is called at most once per second.
 */
export async function checkProviderOutage(
  world: World,
  tenant: Tenant,
  model: string,
  runsOfEach: number,
): Promise<void> {
  const busy = unavailable(undefined, `${model} is busy`);
  const script = await play(world, [...Array.from({ length: 8 }, () => busy), { text: 'Back.' }], { by: 'call' });
  const agent = await makeAgent(tenant, { llm_model_id: model });
  const task = await makeTask(tenant, { llm_model_id: model, user_prompt: '{text}' });
  const paths = [`${agent.path}/run`, `${tenant.project}/task/${task.id}/run`];
  const start = async (path: string) => {
    const body = { message: script.message, task_input: { text: script.message } };
    const run = await tenant.owner.post(
      path,
      path === paths[0] ? { message: body.message } : { task_input: body.task_input },
      QUEUED,
    );
    return `${path}/${run.body.id}`;
  };
  const first = await start(paths[0]!);
  await eventually(
    () => isOutageOpen(world, model),
    (isOpen) => isOpen === true,
  );
  const failing = (await world.model.requests(script.key)).length;
  const rest = await Promise.all(paths.flatMap((path) => Array.from({ length: runsOfEach }, () => start(path))));
  for (const at of rest) {
    const waiting = await waitForRun(
      tenant,
      at,
      (run) => run.waiting_for?.kind === 'provider' || run.completed !== null,
    );
    expect(waiting.status).not.toBe('waiting_for_human');
  }
  for (const at of [first, ...rest])
    expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed', is_error: false, waiting_for: null });
  const requests = await world.model.requests(script.key);
  // Eight failures, then one call per run.
  expect(requests).toHaveLength(8 + 1 + rest.length);
  const probes = requests.slice(failing, 9);
  const seconds = (probes.at(-1)!.at - probes[0]!.at) / 1000;
  expect(probes.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  expect(await isOutageOpen(world, model)).toBeUndefined();
}

/**
 * Has an MCP server be away while so many runs want to call its tool. None of them may fail or be paused, the server is
 * tried once per second at most, and each call is made once.
 */
export async function checkMcpOutage(world: World, tenant: Tenant, runs: number): Promise<void> {
  const tool = { name: 'act', description: 'Acts.', inputSchema: { type: 'object', properties: {} } };
  await using mcp = await startMcpServer({ tools: [tool] });
  const server = await allowServer(tenant, mcp.url);
  const fields = { mcp_servers: [{ task_mcp_server_id: server.id, allowed_tool_ids: null }], max_wait: 'PT1H' };
  const agent = await makeAgent(tenant, { ...fields, approval_policy: NEVER });
  const call = { name: `${server.slug}__act`, arguments: {} };
  const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Done.' }]);
  const start = async () => {
    const run = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
    return `${agent.path}/run/${run.body.id}`;
  };
  const isOpen = async () => {
    const outages = world.db.selectFrom('provider_outages').select('opened_at').where('base_url', '=', mcp.url);
    return (await outages.execute()).some(({ opened_at }) => opened_at !== null);
  };
  const tries: number[] = [];
  mcp.script.before = (_request, response) => {
    tries.push(Date.now());
    response.writeHead(503).end();
    return true;
  };
  const first = await start();
  await eventually(isOpen, (is) => is);
  const failing = tries.length;
  const rest = await Promise.all(Array.from({ length: runs }, start));
  for (const at of rest) {
    const waiting = await waitForRun(
      tenant,
      at,
      (run) => run.waiting_for?.kind === 'provider' || run.completed !== null,
    );
    expect(waiting).toMatchObject({ status: 'running', completed: null });
  }
  await eventually(
    async () => tries.length,
    (count) => count >= failing + 3,
  );
  const probes = tries.slice(failing);
  expect(probes.length).toBeLessThanOrEqual(Math.ceil((probes.at(-1)! - probes[0]!) / 1000) + 1);
  mcp.script.before = undefined;
  for (const at of [first, ...rest]) expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed' });
  expect(mcp.calls).toHaveLength(1 + runs);
  expect(await isOpen()).toBe(false);
}
