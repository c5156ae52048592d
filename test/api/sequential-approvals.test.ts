import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const ASK = { tool: '*', mode: 'always' };
const never = (...rules: object[]) => ({ default: 'never', rules });

/** A sequential agent with two tasks that shorten and translate. */
async function twoSteps(approval_policy: object, fields: object = {}) {
  const first = await makeTask(tenant, { name: `Shorten ${randomUUID().slice(0, 8)}`, user_prompt: 'Shorten {text}' });
  const second = await makeTask(tenant, {
    name: `Translate ${randomUUID().slice(0, 8)}`,
    user_prompt: 'Translate {text}',
  });
  const task_tools = [{ task_id: first.id }, { task_id: second.id }];
  const agent = await makeAgent(tenant, { mode: 'sequential', task_tools, approval_policy, ...fields });
  return { agent, first, second };
}

async function ended(agent: TestAgent, id: string): Promise<Json> {
  return eventually(
    () => agent.read(id),
    (run) => run.completed !== null,
  );
}

const runsOf = async (task: Json): Promise<Json[]> =>
  (await tenant.owner.get(`${tenant.project}/task/${task.id}/run`)).body.results;

/** Waits until the run pauses before a step. Returns the newest request. */
async function waits(agent: TestAgent, id: string, requests: number): Promise<Json> {
  const run = await eventually(
    () => agent.read(id),
    (now) => now.status === 'waiting_for_human' && now.approval_requests.length === requests,
  );
  expect(run.waiting_for).toMatchObject({ kind: 'approval' });
  return (await agent.requests(id)).at(-1);
}

describe('the steps of a sequential agent', () => {
  it('wait for approval if the policy requires it, and run as approved', async () => {
    const { agent, first, second } = await twoSteps(never(ASK));
    const run = await agent.run('a story');
    const one = await waits(agent, run.id, 1);
    expect(one).toMatchObject({
      kind: 'tool_call',
      tool_type: 'task',
      tool_name: first.name.replaceAll(' ', '_'),
      arguments: { text: 'a story' },
      rule: ASK,
      can_decide: { allowed: true },
    });
    expect(await runsOf(first)).toEqual([]);
    await agent.approve(one.id);
    const two = await waits(agent, run.id, 2);
    expect(two).toMatchObject({ arguments: { text: 'echo: Shorten a story' } });
    expect(await runsOf(second)).toEqual([]);
    await agent.approve(two.id, { arguments: { text: 'a poem' } });
    expect(await ended(agent, run.id)).toMatchObject({ status: 'completed', output: 'echo: Translate a poem' });
    const events = await agent.follow(run.id);
    const step = ['tool_call', 'approval_required', 'approval_decided', 'tool_result'];
    expect(events.map((event) => event.event)).toEqual(['session_id', ...step, ...step, 'text', 'done']);
  });

  it('match rules and defaults like any tool: one task by name, all of them, or none', async () => {
    const { first, second } = await twoSteps(never());
    const task_tools = [{ task_id: first.id }, { task_id: second.id }];
    const asked = async (approval_policy: object) => {
      const agent = await makeAgent(tenant, { mode: 'sequential', task_tools, approval_policy });
      const run = await agent.run('a story');
      return run.approval_requests.map((request: Json) => request.tool_name);
    };
    const named = (task: Json) => task.name.replaceAll(' ', '_');
    expect(await asked(never({ tool: second.name, tool_type: 'task', mode: 'always' }))).toEqual([named(second)]);
    expect(await asked({ default: 'always' })).toEqual([named(first)]);
    expect(await asked({ default: 'destructive' })).toEqual([]);
  });

  it.each(['fail', 'return_to_model'])(
    'fail the run on a rejection (%s), because there is no model to inform',
    async (on_reject) => {
      const { agent, first, second } = await twoSteps(never({ ...ASK, on_reject }));
      const run = await agent.run('a story');
      const request = await waits(agent, run.id, 1);
      await agent.reject(request.id, { decision_note: 'not this one' });
      expect(await ended(agent, run.id)).toMatchObject({
        status: 'failed',
        is_error: true,
        error: { reason: 'APPROVAL_REJECTED', message: expect.stringContaining('not this one') },
      });
      expect([await runsOf(first), await runsOf(second)]).toEqual([[], []]);
    },
  );

  it('fail the run if the approval expires', async () => {
    const { agent, first } = await twoSteps(never({ ...ASK, expires_in: 'PT1S' }));
    const run = await agent.run('a story');
    expect(await ended(agent, run.id)).toMatchObject({ status: 'failed', error: { reason: 'APPROVAL_EXPIRED' } });
    expect(await agent.requests(run.id)).toMatchObject([{ status: 'expired' }]);
    expect(await runsOf(first)).toEqual([]);
  });

  it('do not run if the task changed since the request', async () => {
    const { agent, first } = await twoSteps(never(ASK));
    const run = await agent.run('a story');
    const request = await waits(agent, run.id, 1);
    const edited = await tenant.owner.post(`${tenant.project}/task/${first.id}`, {
      user_prompt: 'Publish {text} as {who}',
    });
    const task_revision_id = edited.body.revisions[0].id;
    const active_revisions = [{ task_revision_id, weight: 1 }];
    expect(await tenant.owner.post(`${tenant.project}/task/${first.id}`, { active_revisions })).toMatchObject({
      status: 200,
    });
    await agent.approve(request.id);
    expect(await ended(agent, run.id)).toMatchObject({ status: 'failed', error: { reason: 'STEP_FAILED' } });
    expect(await runsOf(first)).toEqual([]);
  });

  it('do not start once the run is cancelled while it waits', async () => {
    const { agent, first } = await twoSteps(never(ASK));
    const run = await agent.run('a story');
    const request = await waits(agent, run.id, 1);
    const cancelled = await tenant.owner.post(`${agent.path}/run/${run.id}/cancel`);
    expect(cancelled).toMatchObject({ status: 200 });
    expect(await ended(agent, run.id)).toMatchObject({ status: 'cancelled' });
    expect(await agent.requests(run.id)).toMatchObject([{ id: request.id, status: 'cancelled' }]);
    expect(await runsOf(first)).toEqual([]);
  });
});

describe('the budget of a sequential agent', () => {
  const DEAR = { prompt_tokens: 10, completion_tokens: 1000 };

  it('pauses a step that exceeds it until a person decides', async () => {
    const { key, message } = await play(world, [{ text: 'dear words', usage: DEAR }]);
    const { agent, second } = await twoSteps(never(), { max_credits: '0.2' });
    const run = await agent.run(message);
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget' } });
    const [request] = await agent.requests(run.id);
    expect(request).toMatchObject({ kind: 'budget', rule: { spent: '0.201', limit: '0.2' } });
    expect(await runsOf(second)).toEqual([]);
    await agent.approve(request.id);
    expect(await ended(agent, run.id)).toMatchObject({ status: 'completed', output: 'echo: Translate dear words' });
    expect(await world.model.requests(key)).toHaveLength(1);
  });

  it('per month works too, for the agent and for the task of the next step', async () => {
    for (const target of ['agent', 'task'] as const) {
      const { key, message } = await play(world, [{ text: 'dear words', usage: DEAR }]);
      const { agent, second } = await twoSteps(never());
      const bounds =
        target === 'agent' ? { task_agent_id: agent.id, amount: '0.2' } : { task_id: second.id, amount: '0.0001' };
      const set = await tenant.owner.post(`${tenant.project}/credit_budget`, { period: 'month', ...bounds });
      expect(set.status).toBe(200);
      const run = await agent.run(message);
      expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget' } });
      const [request] = await agent.requests(run.id);
      expect(request).toMatchObject({ kind: 'budget', rule: { budget: { credit_budget_id: set.body.id } } });
      expect(await runsOf(second)).toEqual([]);
      await agent.approve(request.id, { arguments: { credits: '1' } });
      expect(await ended(agent, run.id)).toMatchObject({ status: 'completed', output: 'echo: Translate dear words' });
      expect(await world.model.requests(key)).toHaveLength(1);
    }
  });

  it('of zero requests an amount above zero before the first step', async () => {
    const { agent, first } = await twoSteps(never(), { max_credits: '0' });
    const run = await agent.run('a story');
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget' } });
    const [request] = await agent.requests(run.id);
    expect(Number(request.arguments.credits)).toBeGreaterThan(0);
    expect(await runsOf(first)).toEqual([]);
    await agent.reject(request.id);
    expect(await ended(agent, run.id)).toMatchObject({ status: 'failed', error: { reason: 'BUDGET_EXCEEDED' } });
  });
});
