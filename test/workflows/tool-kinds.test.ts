import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, makeTask, play } from '../support/agents.ts';
import { openWorld, type Tenant, type World } from '../support/client.ts';
import type { ToolCallStep } from '../support/model-server.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

describe('a tool that changed since its call was planned', () => {
  /**
   * Changes the stored tool of calls whose arguments contain this word, as if it had changed since the call was
   * planned.
   */
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
  // A task or a quick tool without approval starts with its turn, so there is no later state.
  it.each([
    ['a quick one that a person approved', 'calculator', ALWAYS],
    ['an ordinary one', 'http_request', NEVER],
    ['an ordinary one that a person approved', 'http_request', ALWAYS],
    ['a task that a person approved', 'task', ALWAYS],
    ['an agent', 'agent', NEVER],
    ['an agent that a person approved', 'agent', ALWAYS],
  ])('is not called, and the model gets an error: %s', async (_, kind, approval_policy) => {
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
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('TOOL_CHANGED')]);
  });
});
