import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { type ApiResponse, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getCreditAccount, listLedgerDifferences, setCredits } from '../support/credits.ts';
import { QUEUED } from '../support/scene.ts';

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

/** One response costs 0.201 credits. */
const DEAR = { prompt_tokens: 10, completion_tokens: 1000 };

const book = (tenant: Tenant, body: object) => tenant.owner.post(`/org/${tenant.orgId}/credit_entry`, body);
const entries = async (tenant: Tenant, query = '') =>
  (await tenant.owner.get(`/org/${tenant.orgId}/credit_entry${query}`)).body.results as Json[];
const budget = (tenant: Tenant, body: object) => tenant.owner.post(`${tenant.project}/credit_budget`, body);

async function runTask(tenant: Tenant, task: Json, message: string): Promise<ApiResponse> {
  return tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: message } });
}

describe('the credit ledger', () => {
  it('is read by owners, by type, cause, project and time, page by page', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant);
    const { message } = await play(world, [{ text: 'Done.', usage: DEAR }]);
    const { body: run } = await runTask(tenant, task, message);
    const all = await entries(tenant);
    expect(all.map(({ kind }) => kind)).toEqual(['settlement', 'reservation', 'grant']);
    expect(all[0]).toMatchObject({ spent: '0.201', cause_type: 'task_run', cause_id: run.id, org_id: tenant.orgId });
    const found = async (query: string) => (await entries(tenant, `?${query}`)).map(({ kind }) => kind);
    expect(await found('kind=grant')).toEqual(['grant']);
    expect(await found(`cause_id=${run.id}`)).toEqual(['settlement', 'reservation']);
    expect(await found(`project_id=${tenant.projectId}`)).toEqual(['settlement', 'reservation']);
    expect(await found(`created_after=${all[0]?.created}`)).toEqual(['settlement']);
    expect(await found(`created_before=${all[1]?.created}`)).toEqual(['grant']);
    const first = await tenant.owner.get(`/org/${tenant.orgId}/credit_entry?page_limit=2`);
    const next = await entries(tenant, `?page_limit=2&cursor=${first.body.pagination.next_cursor}`);
    expect(next.map(({ kind }) => kind)).toEqual(['grant']);
    const viewer = await tenant.member({ org: 'editor' });
    expect((await viewer.get(`/org/${tenant.orgId}/credit_entry`)).status).toBe(403);
    const outsider = await (await world.tenant()).member({ org: 'owner' });
    expect((await outsider.get(`/org/${tenant.orgId}/credit_entry`)).status).toBe(403);
  });

  it('accepts grants, adjustments and refunds of administrators, each reference once', async () => {
    const tenant = await world.tenant();
    const grant = { kind: 'grant', amount: '12.5', reference: 'inv-1', note: 'thanks' };
    const [first, second] = await Promise.all([book(tenant, grant), book(tenant, grant)]);
    expect(first).toMatchObject({ status: 200, body: { kind: 'grant', available: '12.5', granted: '-12.5' } });
    expect(first.body).toMatchObject({
      cause_type: 'user',
      cause_id: tenant.userId,
      reference: 'inv-1',
      note: 'thanks',
    });
    expect(second.body.id).toBe(first.body.id);
    const other = await book(tenant, { ...grant, amount: 1 });
    expect(other).toMatchObject({ status: 409, body: { detail: { reason: 'CREDIT_REFERENCE_ALREADY_EXISTS' } } });
    expect((await book(tenant, { kind: 'adjustment', amount: -0.25 })).body).toMatchObject({ available: '-0.25' });
    const tooMuch = await book(tenant, { kind: 'adjustment', amount: '-999999999999' });
    expect(tooMuch).toMatchObject({ status: 409, body: { detail: { reason: 'CREDITS_NOT_AVAILABLE' } } });
    const task = await makeTask(tenant);
    const { body: run } = await runTask(tenant, task, (await play(world, [{ text: 'x', usage: DEAR }])).message);
    const refund = { kind: 'refund', amount: '0.2', cause_id: run.id };
    expect((await book(tenant, refund)).body).toMatchObject({ spent: '-0.2', cause_id: run.id });
    expect(await book(tenant, refund)).toMatchObject({ status: 409, body: { detail: { reason: 'REFUND_TOO_HIGH' } } });
    expect(await getCreditAccount(world, tenant.orgId)).toEqual({ credits: '1012.249', reserved: '0' });
    expect(await listLedgerDifferences(world, tenant.orgId)).toEqual([]);
  });

  it('rejects invalid amounts, and all users who are not administrators', async () => {
    const tenant = await world.tenant();
    for (const amount of ['0', 0, '-0.0', '1e3', 'much', '', '1.00000000001', '9999999999999', null, 1e13])
      expect((await book(tenant, { kind: 'grant', amount })).status, String(amount)).toBe(422);
    for (const body of [
      { kind: 'grant', amount: '-5' },
      { kind: 'refund', amount: '5' },
      { kind: 'grant', amount: '5', cause_id: randomUUID() },
      { kind: 'settlement', amount: '5' },
    ])
      expect((await book(tenant, body)).status, JSON.stringify(body)).toBe(422);
    const owner = await tenant.member({ org: 'owner' });
    const given = await owner.post(`/org/${tenant.orgId}/credit_entry`, { kind: 'grant', amount: '5' });
    expect(given).toMatchObject({ status: 403, body: { detail: { reason: 'PERMISSION_CHECK_FAILED' } } });
    expect(await entries(tenant)).toHaveLength(1);
  });
});

describe('a daily or monthly budget', () => {
  it('is set, changed, listed with its usage, read and removed', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant);
    const agent = await makeAgent(tenant);
    const made = await budget(tenant, { period: 'month', amount: '50' });
    expect(made.body).toMatchObject({ amount: '50', spent: '0', left: '50', task_id: null, task_agent_id: null });
    const { period_start: start, period_end: end } = made.body;
    expect([start, end]).toEqual([expect.stringMatching(/-01T00:00:00/), expect.stringMatching(/-01T00:00:00/)]);
    const ofTask = await budget(tenant, { period: 'month', amount: 7, task_id: task.id });
    const ofAgent = await budget(tenant, { period: 'day', amount: '8', task_agent_id: agent.id });
    await runTask(tenant, task, (await play(world, [{ text: 'x', usage: DEAR }])).message);
    const at = `${tenant.project}/credit_budget`;
    const used = async (query = '') =>
      (await tenant.owner.get(`${at}${query}`)).body.results.map(({ id, spent }: Json) => [id, spent]);
    expect(await used()).toEqual([
      [ofAgent.body.id, '0'],
      [ofTask.body.id, '0.201'],
      [made.body.id, '0.201'],
    ]);
    expect(await used(`?period=month&target_id=${task.id}`)).toEqual([[ofTask.body.id, '0.201']]);
    const again = await budget(tenant, { period: 'month', amount: '60' });
    expect(again.body).toMatchObject({ id: made.body.id, amount: '60', spent: '0.201', left: '59.799' });
    expect((await tenant.owner.get(`${at}/${made.body.id}`)).body).toEqual(again.body);
    expect((await tenant.owner.delete(`${at}/${made.body.id}`)).status).toBe(200);
    expect((await tenant.owner.get(`${at}/${made.body.id}`)).status).toBe(404);
  });

  it('is rejected for targets outside the project, for two targets at once, and for users who may not edit', async () => {
    const tenant = await world.tenant();
    const foreign = await makeTask(await world.tenant());
    for (const body of [
      { task_id: foreign.id },
      { task_agent_id: foreign.id },
      { task_id: foreign.id, task_agent_id: foreign.id },
      { period: 'week' },
      { amount: '-1' },
      { amount: '1e9' },
    ])
      expect((await budget(tenant, { period: 'day', amount: '1', ...body })).status, JSON.stringify(body)).toBe(422);
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.post(`${tenant.project}/credit_budget`, { period: 'day', amount: '1' })).status).toBe(403);
  });

  it('that is used up rejects runs with 402 before they are stored, and no runs of other tasks', async () => {
    const tenant = await world.tenant();
    const [bound, free] = [await makeTask(tenant), await makeTask(tenant)];
    const { body: set } = await budget(tenant, { period: 'month', amount: '0.2', task_id: bound.id });
    const done = await runTask(tenant, bound, (await play(world, [{ text: 'x', usage: DEAR }])).message);
    expect(done.body).toMatchObject({ is_error: false, charged_credits: '0.201' });
    const refused = await runTask(tenant, bound, 'again');
    expect(refused).toMatchObject({
      status: 402,
      body: { detail: { reason: 'BUDGET_EXCEEDED', budgetExceededError: { credit_budget_id: set.id } } },
    });
    const at = `${tenant.project}/task/${bound.id}`;
    await tenant.owner.post(at, { user_prompt: 'In one word: {text}' });
    const evaluated = await tenant.owner.post(`${at}/eval/run`, { task_run_ids: [done.body.id] });
    expect([evaluated.status, evaluated.body.detail.reason]).toEqual([402, 'BUDGET_EXCEEDED']);
    const { rows } = await sql`select from task_runs where task_id = ${bound.id}`.execute(world.db);
    expect(rows).toHaveLength(1);
    expect((await runTask(tenant, free, 'other')).body).toMatchObject({ is_error: false });
    await sql`update credit_budgets set period_start = period_start - interval '1 month' where id = ${set.id}`.execute(
      world.db,
    );
    expect((await runTask(tenant, bound, 'next month')).body).toMatchObject({ is_error: false });
    expect(await listLedgerDifferences(world, tenant.orgId)).toEqual([]);
  });

  it('that is too small for one run rejects each with 402, whatever the model generates', async () => {
    const tenant = await world.tenant();
    const writes = await makeTask(tenant);
    const draws = await makeTask(tenant, { llm_model_id: 'painter', output_modality: 'image' });
    for (const [task, amount, enough] of [
      [writes, '0.05', '0.5'],
      [draws, '3.5', '4.5'],
    ] as const) {
      const { body: set } = await budget(tenant, { period: 'month', amount, task_id: task.id });
      for (const _ of [1, 2])
        expect(await runTask(tenant, task, 'hello')).toMatchObject({
          status: 402,
          body: { detail: { reason: 'BUDGET_EXCEEDED', budgetExceededError: { credit_budget_id: set.id } } },
        });
      const { rows } = await sql`select from task_runs where task_id = ${task.id}`.execute(world.db);
      expect(rows).toEqual([]);
      await budget(tenant, { period: 'month', amount: enough, task_id: task.id });
      expect((await runTask(tenant, task, (await play(world, [{ text: 'x' }])).message)).status).toBe(200);
    }
  });

  it('that cannot pay for the prompt rejects the run with 402: long values and files count', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant);
    const refused = { status: 402, body: { detail: { reason: 'BUDGET_EXCEEDED' } } };
    await budget(tenant, { period: 'month', amount: '0.3', task_id: task.id });
    for (const _ of [1, 2]) expect(await runTask(tenant, task, 'x'.repeat(15_000))).toMatchObject(refused);
    const content = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');
    const task_files = ['a.png', 'b.png'].map((name) => ({ name, content }));
    const given = { task_input: { text: 'x' }, task_files };
    const sees = await makeTask(tenant);
    await budget(tenant, { period: 'month', amount: '0.3', task_id: sees.id });
    expect(await tenant.owner.post(`${tenant.project}/task/${sees.id}/run`, given)).toMatchObject(refused);
    const { rows } = await sql`select from task_runs where task_id in (${task.id}, ${sees.id})`.execute(world.db);
    expect(rows).toEqual([]);
    await budget(tenant, { period: 'month', amount: '0.6', task_id: task.id });
    const { message } = await play(world, [{ text: 'Read.' }]);
    expect(await runTask(tenant, task, `${'x'.repeat(15_000)} ${message}`)).toMatchObject({
      status: 200,
      body: { is_error: false },
    });
  });

  it('that cannot pay for the cheapest case rejects an eval with 402', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant);
    const agent = await makeAgent(tenant);
    for (const [path, field, runs, input] of [
      [`${tenant.project}/task/${task.id}`, 'task_id', 'task_run_ids', { task_input: { text: 'x' } }],
      [agent.path, 'task_agent_id', 'task_agent_run_ids', { message: 'x' }],
    ] as const) {
      const cases = [{ ...input, expected: 'y' }];
      const set = await tenant.owner.post(`${path}/eval/set`, { name: 'Set', [runs]: [], cases });
      expect(set.status, set.text).toBe(200);
      const id = path.split('/').at(-1);
      await budget(tenant, { period: 'month', amount: '0.001', [field]: id });
      const body = { eval_set_id: set.body.id };
      const begun = await tenant.owner.post(`${path}/eval/run`, body);
      expect(begun, begun.text).toMatchObject({ status: 402, body: { detail: { reason: 'BUDGET_EXCEEDED' } } });
      await budget(tenant, { period: 'month', amount: '1', [field]: id });
      expect((await tenant.owner.post(`${path}/eval/run`, body)).status).toBe(200);
    }
  });

  it('charges tasks of an agent to the agent, and limits concurrent calls', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant, { name: 'Draw', llm_model_id: 'painter', output_modality: 'image' });
    const { key, message } = await play(world, [{}]);
    await budget(tenant, { period: 'month', amount: '8', task_id: task.id });
    const responses = await Promise.all(Array.from({ length: 6 }, () => runTask(tenant, task, message)));
    const reasons = responses.map(({ status, body }) =>
      status === 402 ? body.detail.reason : (body.error?.reason ?? 'made'),
    );
    expect(reasons.toSorted()).toEqual([...Array.from({ length: 4 }, () => 'BUDGET_EXCEEDED'), 'made', 'made']);
    expect(await world.model.requests(key)).toHaveLength(2);
    await budget(tenant, { period: 'month', amount: '100', task_id: task.id });
    const drawn = await play(world, [{}]);
    const asked = await play(world, [
      { tool_calls: [{ name: 'Draw', arguments: { text: world.model.marker(drawn.key) } }] },
      { text: 'Drawn.' },
    ]);
    const agent = await makeAgent(tenant, { llm_model_id: 'fallback', task_tools: [{ task_id: task.id }] });
    const { body: set } = await budget(tenant, { period: 'month', amount: '100', task_agent_id: agent.id });
    expect(await agent.run(asked.message)).toMatchObject({ status: 'completed', output: 'Drawn.' });
    const at = `${tenant.project}/credit_budget/${set.id}`;
    expect((await tenant.owner.get(at)).body).toMatchObject({ spent: '4', left: '96', reserved: '0' });
    expect(await listLedgerDifferences(world, tenant.orgId)).toEqual([]);
  });

  describe('at whose limit an agent’s run waits', () => {
    async function parked(tenant: Tenant): Promise<{ agent: TestAgent; run: Json; request: Json; set: Json }> {
      const { message } = await play(world, [
        { tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }], usage: DEAR },
        { text: 'Two.', usage: DEAR },
      ]);
      const agent = await makeAgent(tenant);
      const { body: set } = await budget(tenant, { period: 'month', amount: '0.2' });
      const run = await agent.run(message);
      expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget' } });
      const [request] = await agent.requests(run.id);
      return { agent, run, request, set };
    }
    const ended = (agent: TestAgent, id: string) =>
      eventually(
        () => agent.read(id),
        (run) => run.completed !== null,
      );

    it('and requests more from editors of the project, reports it, and continues', async () => {
      const tenant = await world.tenant();
      const { agent, run, request, set } = await parked(tenant);
      expect(request).toMatchObject({
        kind: 'budget',
        rule: { spent: '0.201', limit: '0.2', budget: { credit_budget_id: set.id, period: 'month' } },
      });
      const helper = await tenant.member({ project: 'viewer' });
      const role = { add: ['editor'] };
      await tenant.owner.post(`${agent.path}/iam/members/user:${helper.userId}`, role);
      expect((await agent.requests(run.id, helper))[0]).toMatchObject({
        can_decide: { allowed: false, reason: 'ROLE' },
      });
      expect((await agent.approve(request.id, {}, helper)).status).toBe(403);
      expect((await agent.approve(request.id, { arguments: { credits: '0.75' } })).status).toBe(200);
      expect(await ended(agent, run.id)).toMatchObject({
        status: 'completed',
        output: 'Two.',
        charged_credits: '0.402',
      });
      const at = `${tenant.project}/credit_budget/${set.id}`;
      expect((await tenant.owner.get(at)).body).toMatchObject({ amount: '0.2', extra: '0.75', spent: '0.402' });
      expect(await listLedgerDifferences(world, tenant.orgId)).toEqual([]);
    });

    it('and fails if they refuse', async () => {
      const tenant = await world.tenant();
      const { agent, run, request } = await parked(tenant);
      expect((await agent.reject(request.id)).status).toBe(200);
      expect(await ended(agent, run.id)).toMatchObject({ status: 'failed', error: { reason: 'BUDGET_EXCEEDED' } });
    });
  });
});

describe('an organization without credits', () => {
  it('gets a 402 for every request that would start or resume work, and nothing is stored', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant);
    const agent = await makeAgent(tenant);
    const { message } = await play(world, [{ text: 'Hello.' }]);
    await setCredits(world, tenant.orgId, '0.01');
    const { body: held } = await tenant.owner.post(`${agent.path}/run`, { message });
    expect(held).toMatchObject({ status: 'held' });
    await setCredits(world, tenant.orgId, '0');
    const { project } = tenant;
    const starts: [string, object][] = [
      [`/task/${task.id}/run`, { task_input: { text: 'x' } }],
      [`/task-agent/${agent.id}/run`, { message: 'x' }],
      [`/task-agent/${agent.id}/run/${held.id}/resume`, {}],
      ['/document', { text: 'x', title: 'x' }],
    ];
    for (const [path, body] of starts) {
      const response = await tenant.owner.post(`${project}${path}`, body, QUEUED);
      expect(response, path).toMatchObject({ status: 402, body: { detail: { reason: 'INSUFFICIENT_CREDITS' } } });
    }
    const { rows } = await sql`select from agent_runs where org_id = ${tenant.orgId} union all
      select from task_runs where org_id = ${tenant.orgId}`.execute(world.db);
    expect(rows).toHaveLength(1);
    await book(tenant, { kind: 'grant', amount: '10' });
    const resumed = await tenant.owner.post(`${project}/task-agent/${agent.id}/run/${held.id}/resume`, {});
    expect(resumed.body).toMatchObject({ status: 'completed', output: 'Hello.' });
  });
});
