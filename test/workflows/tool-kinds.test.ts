import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as toolKinds from '../../src/platform/migrations/202611220400-tool-kinds.ts';
import { makeAgent, makeTask, play, toldResults } from '../support/agents.ts';
import { openWorld, type Tenant, type World } from '../support/client.ts';
import type { ToolCallStep } from '../support/model-server.ts';

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

describe('a tool that is not what it was when its call was planned', () => {
  /** Makes calls whose arguments hold this word look as if their tool had been another when they were planned. */
  async function whileOthers<T>(word: string, work: () => Promise<T>): Promise<T> {
    const name = `others_${randomUUID().replaceAll('-', '')}`;
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$ begin new.tool_digest := 'another'; return new; end $$;
        create trigger ${name} before insert on tool_calls for each row when (new.arguments::text like '%${word}%') execute function ${name}();`,
      )
      .execute(world.db);
    try {
      return await work();
    } finally {
      await sql.raw(`drop trigger ${name} on tool_calls; drop function ${name}();`).execute(world.db);
    }
  }

  const NEVER = { default: 'never' };
  const ALWAYS = { default: 'always' };
  // For a task and a quick tool about which nobody is asked there is no later: they begin with the turn that asks for them.
  it.each([
    ['a quick one that a person approved', 'calculator', ALWAYS],
    ['an ordinary one', 'http_request', NEVER],
    ['an ordinary one that a person approved', 'http_request', ALWAYS],
    ['a task that a person approved', 'task', ALWAYS],
    ['an agent', 'agent', NEVER],
    ['an agent that a person approved', 'agent', ALWAYS],
  ])('is not called, and the model is told: %s', async (_, kind, approval_policy) => {
    const word = randomUUID();
    const task = await makeTask(tenant);
    const called = await makeAgent(tenant, { name: 'Helper' });
    const calls: Readonly<Record<string, ToolCallStep>> = {
      calculator: { name: 'calculator', arguments: { expression: `1+1 ${word}` } },
      http_request: { name: 'http_request', arguments: { method: 'GET', url: `http://127.0.0.1:1/${word}` } },
      task: { name: task.name.replaceAll(' ', '_'), arguments: { text: word } },
      agent: { name: 'Helper', arguments: { message: word } },
    };
    const agent = await makeAgent(tenant, {
      builtin_tools: ['calculator', 'http_request'],
      task_tools: [{ task_id: task.id }],
      agent_tools: [{ task_agent_id: called.id }],
      approval_policy,
    });
    const { key, message } = await play(world, [{ tool_calls: [calls[kind]!] }, { text: 'Done.' }]);
    const run = await whileOthers(word, () => agent.run(message));
    for (const request of await agent.requests(run.id)) {
      await agent.approve(request.id);
      await agent.resume(request.id);
    }
    expect(await agent.read(run.id)).toMatchObject({ status: 'completed', child_runs: [] });
    expect(await toldResults(world, key)).toEqual([expect.stringContaining('TOOL_CHANGED')]);
  });
});
