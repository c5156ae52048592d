import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const SUM = { name: 'calculator', arguments: { expression: '1+1' } };
/** Output tokens of each scripted response; at 200 credits per million each costs 0.2 credits plus its input. */
const DEAR = { prompt_tokens: 10, completion_tokens: 1000 };

/** An agent whose parked run used up its budget with its first turn. */
async function createParkedRun(of: Tenant = tenant) {
  const { key, message } = await play(world, [
    { tool_calls: [SUM], usage: DEAR },
    { text: 'Two.', usage: DEAR },
  ]);
  const agent = await makeAgent(of, { max_credits: '0.2' });
  const run = await agent.run(message);
  const [request] = await agent.requests(run.id);
  return { agent, run, request, key };
}

/** Balance and reserved credits of the organization. */
function account(of: Tenant) {
  return world.db
    .selectFrom('organization_accounts')
    .select(['credits', 'reserved'])
    .where('org_id', '=', of.orgId)
    .executeTakeFirstOrThrow();
}

async function setCredits(of: Tenant, credits: string): Promise<void> {
  await world.db.updateTable('organization_accounts').set({ credits }).where('org_id', '=', of.orgId).execute();
}

async function ended(agent: TestAgent, id: string) {
  return eventually(
    () => agent.read(id),
    (run) => run.completed !== null,
  );
}

describe('a run that reached its max_credits', () => {
  it('pauses before the next model call and asks a person, who sees what was spent', async () => {
    const { run, request, key } = await createParkedRun();
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget', until: null } });
    expect(run.waiting_for.since).toBe(new Date(run.waiting_for.since).toISOString());
    expect(request).toMatchObject({
      kind: 'budget',
      status: 'pending',
      tool_call_id: null,
      arguments: { credits: '0.2' },
      rule: {
        question: 'May this run spend more credits?',
        question_code: 'question_raise_run_limit',
        spent: '0.201',
        limit: '0.2',
      },
      can_decide: { allowed: true, reason: null },
    });
    expect(run.approval_requests).toMatchObject([{ id: request.id, status: 'pending', tool_call_id: null }]);
    expect(await world.model.requests(key)).toHaveLength(1);
  });

  it('continues when a person allows more', async () => {
    const { agent, run, request } = await createParkedRun();
    expect((await agent.approve(request.id)).body).toMatchObject({ status: 'approved' });
    expect(await ended(agent, run.id)).toMatchObject({ status: 'completed', output: 'Two.', charged_credits: '0.402' });
    const events = await agent.follow(run.id);
    expect(events.map((event) => event.event)).toEqual([
      'session_id',
      'tool_call',
      'tool_result',
      'approval_required',
      'approval_decided',
      'text',
      'done',
    ]);
  });

  it('takes the amount of a person instead, and rejects an invalid one', async () => {
    const { agent, run, request } = await createParkedRun();
    for (const credits of ['0', '-1', 'much', '0.00']) {
      expect(await agent.approve(request.id, { arguments: { credits } })).toMatchObject({ status: 422 });
    }
    await agent.approve(request.id, { arguments: { credits: '7.5' } });
    expect(await ended(agent, run.id)).toMatchObject({ status: 'completed' });
    const row = await world.db
      .selectFrom('agent_runs')
      .select('credit_allowance')
      .where('id', '=', run.id)
      .executeTakeFirstOrThrow();
    expect(Number(row.credit_allowance)).toBe(7.5);
  });

  it('fails when a person rejects the request', async () => {
    const { agent, run, request, key } = await createParkedRun();
    await agent.reject(request.id, { decision_note: 'too dear' });
    expect(await ended(agent, run.id)).toMatchObject({ status: 'failed', error: { reason: 'BUDGET_EXCEEDED' } });
    expect(await world.model.requests(key)).toHaveLength(1);
  });

  it('can be cancelled while it asks, which cancels its request', async () => {
    const { agent, run, request } = await createParkedRun();
    const cancel = await tenant.owner.post(`${agent.path}/run/${run.id}/cancel`);
    expect(cancel.status).toBe(200);
    expect(await ended(agent, run.id)).toMatchObject({ status: 'cancelled' });
    expect((await agent.requests(run.id))[0]).toMatchObject({ id: request.id, status: 'cancelled' });
    expect(await agent.approve(request.id)).toMatchObject({ status: 409 });
  });

  it('requests enough to continue, however far it exceeded the limit', async () => {
    const { message } = await play(world, [
      { tool_calls: [SUM], usage: { prompt_tokens: 10, completion_tokens: 5000 } },
      { text: 'Two.' },
    ]);
    const agent = await makeAgent(tenant, { max_credits: '0.1' });
    const run = await agent.run(message);
    const [request] = await agent.requests(run.id);
    expect(request.rule).toMatchObject({ spent: '1.001', limit: '0.1' });
    const { credits } = request.arguments;
    expect(Number(credits)).toBeGreaterThan(0.901);
    expect(await agent.approve(request.id, { arguments: { credits } })).toMatchObject({ status: 200 });
    expect(await ended(agent, run.id)).toMatchObject({ status: 'completed', output: 'Two.' });
    expect(await agent.requests(run.id)).toHaveLength(1);
  });

  it('of zero requests more than zero if its model has a price, and nothing if it is free', async () => {
    const dear = await play(world, [{ text: 'Paid.' }]);
    const agent = await makeAgent(tenant, { max_credits: '0' });
    const run = await agent.run(dear.message);
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget' } });
    const [request] = await agent.requests(run.id);
    expect(Number(request.arguments.credits)).toBeGreaterThan(0);
    await agent.approve(request.id);
    expect(await ended(agent, run.id)).toMatchObject({ status: 'completed', output: 'Paid.' });

    const cheap = await play(world, [{ tool_calls: [SUM] }, { text: 'Free.' }]);
    const free = await makeAgent(tenant, { max_credits: '0', llm_model_id: 'fallback' });
    const done = await free.run(cheap.message);
    expect(done).toMatchObject({ status: 'completed', output: 'Free.', charged_credits: '0', approval_requests: [] });
  });

  it('counts the cost of its tasks, whether its own model is free or not', async () => {
    const task = await makeTask(tenant, { name: 'Dear task' });
    const child = await play(world, [{ text: 'done', usage: DEAR }]);
    const { message } = await play(world, [
      { tool_calls: [{ name: 'Dear_task', arguments: { text: world.model.marker(child.key) } }] },
      { text: 'Finished.' },
    ]);
    const agent = await makeAgent(tenant, { task_tools: [{ task_id: task.id }], max_credits: '0.15' });
    const run = await agent.run(message);
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget' } });
    expect((await agent.requests(run.id))[0].rule).toMatchObject({ spent: '0.203' });
    const free = await makeAgent(tenant, {
      task_tools: [{ task_id: task.id }],
      max_credits: '0.15',
      llm_model_id: 'fallback',
    });
    const freed = await free.run(message);
    expect(freed).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget' } });
    expect((await free.requests(freed.id))[0].rule).toMatchObject({ spent: '0.201' });
  });
});

describe('the credits of an organization', () => {
  it('are reserved during a model call and released except for its price', async () => {
    const own = await world.tenant();
    await setCredits(own, '10');
    const { key, message } = await play(world, [{ gate: 'reserved', text: 'Hello.', usage: DEAR }]);
    const agent = await makeAgent(own);
    const started = await own.owner.post(`${agent.path}/run`, { message }, { prefer: 'respond-async' });
    await world.model.waitForRequests(key, 1);
    const during = await account(own);
    expect(Number(during.reserved)).toBeGreaterThan(0.2);
    expect(Number(during.credits)).toBe(10);
    await world.model.open('reserved');
    await ended(agent, started.body.id);
    const after = await account(own);
    expect([Number(after.credits), Number(after.reserved)]).toEqual([9.799, 0]);
  });

  it('are never spent twice: of two runs that are affordable only one by one, the second is held until there are more', async () => {
    const own = await world.tenant();
    await setCredits(own, '0.1');
    const first = await play(world, [
      { gate: 'first', text: 'One.', usage: { prompt_tokens: 10, completion_tokens: 400 } },
    ]);
    const agent = await makeAgent(own);
    const one = await own.owner.post(`${agent.path}/run`, { message: first.message }, { prefer: 'respond-async' });
    await world.model.waitForRequests(first.key, 1);
    const second = await play(world, [{ text: 'Two.' }]);
    const two = await agent.run(second.message);
    expect(two).toMatchObject({
      status: 'held',
      error: { reason: 'INSUFFICIENT_CREDITS' },
      waiting_for: { kind: 'held' },
    });
    expect(await world.model.requests(second.key)).toHaveLength(0);
    await world.model.open('first');
    expect(await ended(agent, one.body.id)).toMatchObject({ status: 'completed' });
    await setCredits(own, '10');
    const resumed = await own.owner.post(`${agent.path}/run/${two.id}/resume`);
    expect(resumed.body).toMatchObject({ status: 'completed', output: 'Two.' });
    expect(Number((await account(own)).reserved)).toBe(0);
  });

  it('limit the length of a response if they are low', async () => {
    const own = await world.tenant();
    await setCredits(own, '0.1');
    const { key, message } = await play(world, [{ text: 'Short.' }]);
    const agent = await makeAgent(own, { llm_config: { max_tokens: 4000 } });
    expect(await agent.run(message)).toMatchObject({ status: 'completed' });
    const [{ body }] = (await world.model.requests(key)) as unknown as [{ body: { max_tokens: number } }];
    const most = body.max_tokens;
    expect(most).toBeLessThan(500);
    expect(most).toBeGreaterThanOrEqual(256);
  });

  it('that are too low for a task’s first call reject its run before a row exists (402)', async () => {
    const own = await world.tenant();
    await setCredits(own, '0.001');
    const task = await makeTask(own, { user_prompt: 'Say it.' });
    const refused = await own.owner.post(`${own.project}/task/${task.id}/run`, { task_input: {} });
    expect(refused).toMatchObject({ status: 402, body: { detail: { reason: 'INSUFFICIENT_CREDITS' } } });
    const rows = await world.db.selectFrom('task_runs').select('id').where('task_id', '=', task.id).execute();
    expect(rows).toEqual([]);
    expect(await account(own)).toMatchObject({ credits: '0.001', reserved: '0' });
  });

  it('of zero reject a run before a row exists (402)', async () => {
    const own = await world.tenant();
    const agent = await makeAgent(own);
    await setCredits(own, '0');
    expect(await own.owner.post(`${agent.path}/run`, { message: 'hello' })).toMatchObject({ status: 402 });
    const rows = await world.db.selectFrom('agent_runs').select('id').where('org_id', '=', own.orgId).execute();
    expect(rows).toEqual([]);
  });
});
