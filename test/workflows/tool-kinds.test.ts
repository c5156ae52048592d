import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as toolKinds from '../../src/platform/migrations/202611220400-tool-kinds.ts';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const sum = { name: 'calculator', arguments: { expression: '6*7' } };

/** How each call of a run is made, by the tool's name, as its rows say. */
async function waysOf(runId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ tool_name: string; how: string; quick: boolean }>`
    select tool_name, how, quick from tool_calls where run_id = ${runId} order by turn, position`.execute(world.db);
  for (const row of rows) expect(row.quick, row.tool_name).toBe(row.how === 'quick');
  return Object.fromEntries(rows.map((row) => [row.tool_name, row.how]));
}

describe('the way a call is made', () => {
  it('is what its kind of tools says, and stands with the call', async () => {
    const task = await makeTask(tenant);
    const form = await makeTask(tenant, { output_modality: 'json', output_format: { answer: 'str' } });
    const agent = await makeAgent(tenant, {
      builtin_tools: ['calculator', 'current_time'],
      task_tools: [{ task_id: task.id }, { task_id: form.id, is_output_formatter: true }],
      approval_policy: { default: 'never', rules: [{ tool: 'current_time', mode: 'always' }] },
    });
    const asTool = task.name.replaceAll(' ', '_');
    const asked = [sum, { name: 'current_time', arguments: {} }, { name: asTool, arguments: { text: 'x' } }];
    const { message } = await play(world, [{ tool_calls: asked }, { text: 'Done.' }]);
    const run = await agent.run(message);
    expect(run.status).toBe('waiting_for_human');
    const [request] = await agent.requests(run.id);
    await agent.approve(request.id);
    await agent.resume(request.id);
    expect(await waysOf(run.id)).toEqual({
      calculator: 'quick',
      current_time: 'ordinary',
      [asTool]: 'task',
      [form.name]: 'task',
    });
    expect(await agent.read(run.id)).toMatchObject({ task_tools_invoked: [asTool] });
  });

  it('is an ordinary one where the release before stored the call and said nothing, and the call comes to its end', async () => {
    const task = await makeTask(tenant);
    const agent = await makeAgent(tenant, {
      task_tools: [{ task_id: task.id }],
      approval_policy: { default: 'always', rules: [] },
    });
    const asTool = { name: task.name.replaceAll(' ', '_'), arguments: { text: 'x' } };
    const { message } = await play(world, [{ tool_calls: [sum, asTool] }, { text: 'Done.' }]);
    const run = await agent.run(message);
    await sql`update tool_calls set how = default where run_id = ${run.id}`.execute(world.db);
    const requests = await agent.requests(run.id);
    expect(requests).toHaveLength(2);
    for (const request of requests) await agent.approve(request.id);
    expect((await agent.resume(requests[0].id)).body).toMatchObject({ status: 'completed', output: 'Done.' });
    const events = await agent.follow(run.id);
    expect(events.filter(({ event }) => event === 'tool_result').map(({ data }) => data.outcome)).toEqual([
      'success',
      'success',
    ]);
  });

  it('is told of stored calls by the migration', async () => {
    const ways = await world.db.transaction().execute(async (trx) => {
      await sql`create temporary table tool_calls (tool_type text, quick boolean) on commit drop`.execute(trx);
      await sql`insert into tool_calls values ('builtin', true), ('builtin', false), ('task', false), ('formatter', false)`.execute(
        trx,
      );
      await toolKinds.up(trx as unknown as Kysely<unknown>);
      const { rows } = await sql<{ how: string }>`select tool_type, quick, how from tool_calls`.execute(trx);
      return rows;
    });
    expect(ways).toEqual(
      expect.arrayContaining([
        { tool_type: 'builtin', quick: true, how: 'quick' },
        { tool_type: 'builtin', quick: false, how: 'ordinary' },
        { tool_type: 'task', quick: false, how: 'task' },
        { tool_type: 'formatter', quick: false, how: 'task' },
      ]),
    );
  });
});
