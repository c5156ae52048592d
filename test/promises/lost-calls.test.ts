import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { NEVER, QUEUED } from '../support/scene.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
});
afterAll(() => world.close());

/** Spent and reserved credits of the organization. */
async function account() {
  const row = await world.db
    .selectFrom('organization_accounts')
    .select(['credits', 'reserved'])
    .where('org_id', '=', tenant.orgId)
    .executeTakeFirstOrThrow();
  return { credits: new Decimal(row.credits), reserved: Number(row.reserved) };
}

/** Runs the callback in its own organization and returns what that has paid in the end. */
async function measureCost<T>(work: () => Promise<T>) {
  tenant = await world.tenant();
  const before = await account();
  const result = await work();
  const after = await account();
  expect(after.reserved).toBe(0);
  return { result, paid: before.credits.minus(after.credits).toFixed() };
}

const CUT = { chunks: ['These words ', 'were said.'], cut_after_chunks: 1 };
const PROMPT = 'Summarise {text}.';

async function ended(read: () => Promise<Json>): Promise<Json> {
  return eventually(read, (run) => run.completed !== null);
}

describe('a model call without a response is charged what its provider may have charged, and the run says so', () => {
  it('when its run is cancelled during the response: for the tokens sent and received', async () => {
    const { result, paid } = await measureCost(async () => {
      const gate = 'never';
      const { message } = await play(world, [
        { chunks: ['a'.repeat(300), 'b'], gate_after_chunks: { count: 1, gate } },
      ]);
      const agent = await makeAgent(tenant);
      const run = (await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED)).body;
      const stream = await tenant.owner.stream(`${agent.path}/run/${run.id}/events`);
      await stream.until((event) => event.event === 'text');
      const receipt = (await tenant.owner.post(`${agent.path}/run/${run.id}/cancel`)).body;
      const events = await stream.end();
      return { receipt, run: await agent.read(run.id), usage: events.at(-1)?.data.usage };
    });
    const { spent } = result.receipt;
    expect(spent).toMatchObject({ output_tokens: 100, charged_credits: paid, estimated: true });
    expect(spent.input_tokens).toBeGreaterThan(0);
    expect(Number(paid)).toBeGreaterThan(0);
    const { estimated, ...amounts } = spent;
    expect(result.run).toMatchObject({ ...amounts, status: 'cancelled', usage_estimated: estimated });
    expect(result.usage).toMatchObject(spent);
  });

  it('when its run is cancelled before the first output, also in a task of an agent: the receipt counts both', async () => {
    const { result, paid } = await measureCost(async () => {
      const task = await makeTask(tenant, { user_prompt: PROMPT });
      const child = await play(world, [{ hang: true }]);
      const call = { name: task.name.replaceAll(' ', '_'), arguments: { text: child.message } };
      const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Never said.' }]);
      const agent = await makeAgent(tenant, { task_tools: [{ task_id: task.id }], approval_policy: NEVER });
      const run = (await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED)).body;
      await world.model.waitForRequests(child.key, 1);
      const { body } = await tenant.owner.post(`${agent.path}/run/${run.id}/cancel`);
      const [taskRun] = (await tenant.owner.get(`${tenant.project}/task/${task.id}/run`)).body.results;
      return { receipt: body, taskRun };
    });
    expect(result.taskRun).toMatchObject({ status: 'cancelled', usage_estimated: true });
    expect(result.taskRun.input_tokens).toBeGreaterThan(0);
    expect(result.receipt).toMatchObject({
      run: { input_tokens: 10, output_tokens: 5, charged_credits: '0.002', usage_estimated: false },
      spent: { input_tokens: 10 + result.taskRun.input_tokens, charged_credits: paid, estimated: true },
    });
  });

  it('when the connection breaks and the turn is repeated: both are charged, the second as it was counted', async () => {
    const { result, paid } = await measureCost(async () => {
      const { message } = await play(world, [CUT, { text: 'Whole.' }], { by: 'call' });
      const agent = await makeAgent(tenant);
      const run = await agent.run(message);
      return { run, events: await agent.follow(run.id) };
    });
    expect(result.run).toMatchObject({ status: 'completed', output: 'Whole.', charged_credits: paid });
    expect(result.run).toMatchObject({ usage_estimated: true });
    expect(result.run.input_tokens).toBeGreaterThan(20);
    expect(result.run.output_tokens).toBe(5 + 4);
    const { input_tokens, output_tokens } = result.run;
    expect(result.events.at(-1)?.data.usage).toMatchObject({
      input_tokens,
      output_tokens,
      charged_credits: paid,
      estimated: true,
    });
  });

  it('when a fallback model responds instead: the end of the stream lists both', async () => {
    const { result, paid } = await measureCost(async () => {
      const { message } = await play(world, [CUT, CUT, CUT, { text: 'From another.' }], { by: 'call' });
      const agent = await makeAgent(tenant, { fallback_llm_model_id: 'fallback' });
      const run = await agent.run(message);
      return { run, events: await agent.follow(run.id) };
    });
    expect(result.run).toMatchObject({ output: 'From another.', charged_credits: paid, usage_estimated: true });
    expect(Number(paid)).toBeGreaterThan(0);
    expect(result.run.output_tokens).toBe(5 + 3 * 4);
    expect(result.events.at(-1)?.data.usage).toMatchObject({ output_tokens: 5 + 3 * 4, charged_credits: paid });
  });

  it('when the calling task is cancelled', async () => {
    const { result, paid } = await measureCost(async () => {
      const task = await makeTask(tenant, { user_prompt: PROMPT });
      const { key, message } = await play(world, [{ hang: true }]);
      const path = `${tenant.project}/task/${task.id}/run`;
      const run = (await tenant.owner.post(path, { task_input: { text: message } }, QUEUED)).body;
      await world.model.waitForRequests(key, 1);
      return (await tenant.owner.post(`${path}/${run.id}/cancel`)).body;
    });
    expect(result.spent).toMatchObject({ charged_credits: paid, estimated: true });
    expect(result.spent.input_tokens).toBeGreaterThan(0);
    expect(result.run).toMatchObject({ status: 'cancelled', charged_credits: paid, usage_estimated: true });
  });

  it('when the provider fails after an invalid response, which is charged as it was counted', async () => {
    const { result, paid } = await measureCost(async () => {
      const refusal = { status: 400, body: { error: { message: 'no' } } };
      const { message } = await play(world, [{ text: 'no JSON at all' }, refusal], { by: 'call' });
      const format = { output_modality: 'json', output_format: { sum: 'int' } };
      const task = await makeTask(tenant, { user_prompt: PROMPT, ...format });
      return (await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: message } })).body;
    });
    expect(result).toMatchObject({
      status: 'failed',
      input_tokens: 10,
      output_tokens: 5,
      charged_credits: '0.002',
      usage_estimated: false,
    });
    expect(paid).toBe('0.002');
  });

  it('but not if the provider rejected it, or was never reached', async () => {
    const { result, paid } = await measureCost(async () => {
      const refused = await play(world, [{ status: 401, body: { error: { message: 'bad key' } } }]);
      const agent = await makeAgent(tenant);
      const held = await agent.run(refused.message);
      const task = await makeTask(tenant, { llm_model_id: 'unreachable', fallback_llm_model_id: 'fallback' });
      const path = `${tenant.project}/task/${task.id}/run`;
      const begun = (await tenant.owner.post(path, { task_input: { text: 'x' } }, QUEUED)).body;
      const read = async () => (await tenant.owner.get(`${path}/${begun.id}`)).body;
      return { held, unreached: await ended(read) };
    });
    const nothing = { charged_credits: '0', usage_estimated: false };
    expect(result.held).toMatchObject({ status: 'held', input_tokens: 0, ...nothing });
    expect(result.unreached).toMatchObject({ status: 'completed', input_tokens: 10, ...nothing });
    expect(paid).toBe('0');
  });
});
