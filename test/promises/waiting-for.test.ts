import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import type { Step } from '../support/model-server.ts';
import { act, QUEUED, reasonOf, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

/** What a run waits for, as its record, its agent's list and the project's list say; they must agree. */
async function waitingFor(path: string, runId: string): Promise<Json> {
  const own = (await tenant.owner.get(`${path}/run/${runId}`)).body;
  const inList = (page: Json) => page.body.results.find((run: Json) => run.id === runId);
  const listed = inList(await tenant.owner.get(`${path}/run`));
  const all = inList(
    await tenant.owner.get(`${tenant.project}/${path.includes('/task/') ? 'task_run' : 'task_agent_run'}`),
  );
  return own.completed === listed.completed ? { ...own, listed: listed.waiting_for, all: all.waiting_for } : own;
}

describe('waiting_for', () => {
  it('names who may decide and until when while a run waits for approval, and is gone once decided', async () => {
    const rule = { tool: '*', mode: 'always', expires_in: 'PT1H', approvers: ['owner'] };
    const { agent, run, requests } = await act(world, tenant, [sum('1+1')], {
      policy: { default: 'never', rules: [rule] },
    });
    const read = await waitingFor(agent.path, run.id);
    expect(read.waiting_for).toMatchObject({ kind: 'approval', detail: expect.stringMatching(/calculator.*owner/) });
    expect(Math.abs(Date.parse(read.waiting_for.until) - Date.parse(requests[0].expires_at))).toBeLessThan(1000);
    expect([read.listed, read.all]).toEqual([read.waiting_for, read.waiting_for]);
    await agent.approve(requests[0].id);
    expect((await agent.resume(requests[0].id)).body).toMatchObject({ waiting_for: null });
    expect(await waitingFor(agent.path, run.id)).toMatchObject({ waiting_for: null, listed: null, all: null });
  });

  it('names those that are still open once one of several calls is decided', async () => {
    const { agent, run, requests } = await act(world, tenant, [
      sum('1+1'),
      { name: 'http_request', arguments: { method: 'GET', url: 'http://127.0.0.1:9/' } },
    ]);
    await agent.approve(requests[0].id);
    const read = await eventually(
      () => waitingFor(agent.path, run.id),
      (now) => now.status === 'waiting_for_human' && !now.waiting_for?.detail.includes('calculator'),
    );
    expect(read.waiting_for.detail).toContain('http_request');
  });

  it('says which retry a run waits for and when it comes, for agents and for tasks', async () => {
    const busy = await play(world, [{ status: 429, headers: { 'retry-after': '90' }, body: {} }]);
    const agent = await makeAgent(tenant);
    const run = await tenant.owner.post(`${agent.path}/run`, { message: busy.message }, QUEUED);
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const path = `${tenant.project}/task/${task.id}`;
    const taskRun = await tenant.owner.post(`${path}/run`, { task_input: { text: busy.message } }, QUEUED);
    for (const [base, id] of [
      [agent.path, run.body.id],
      [path, taskRun.body.id],
    ]) {
      const read = await eventually(
        () => waitingFor(base, id),
        // Before a busy worker takes it up it waits for that.
        (now) => [now.waiting_for, now.listed, now.all].every((why) => why?.kind === 'retry'),
      );
      expect(read.waiting_for).toMatchObject({ kind: 'retry', detail: expect.stringContaining('retry 1') });
      const pause = Date.parse(read.waiting_for.until) - Date.parse(read.waiting_for.since);
      expect(pause).toBeGreaterThanOrEqual(89_000);
      expect([read.listed, read.all]).toEqual([read.waiting_for, read.waiting_for]);
      await tenant.owner.post(`${base}/run/${id}/cancel`);
      expect(await waitingFor(base, id)).toMatchObject({ status: 'cancelled', waiting_for: null });
    }
  });

  it('says why a run is held, and resume lets it go on where it stood', async () => {
    const script = await play(
      world,
      [{ tool_calls: [sum('2+2')] }, { status: 401, body: { error: { message: 'bad key' } } }, { text: 'Four.' }],
      { by: 'call' },
    );
    const agent = await makeAgent(tenant, { builtin_tools: ['calculator'] });
    const run = await tenant.owner.post(`${agent.path}/run`, { message: script.message });
    expect(run.body).toMatchObject({ status: 'held', is_error: false, completed: null });
    const read = await waitingFor(agent.path, run.body.id);
    expect(read.waiting_for).toMatchObject({ kind: 'held', until: null });
    expect([read.listed, read.all]).toEqual([read.waiting_for, read.waiting_for]);
    const resumed = await tenant.owner.post(`${agent.path}/run/${run.body.id}/resume`, {});
    expect(resumed.body).toMatchObject({ status: 'completed', output: 'Four.', turns: 2, waiting_for: null });
    expect(await world.model.requests(script.key)).toHaveLength(3);
  });
});

describe('a provider that is away', () => {
  const away = (seconds?: number): Step => ({
    status: 503,
    ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
    body: { error: { message: 'all servers are busy' } },
  });

  /** Starts a run of a new agent and one of a new task, each by a script of its own. */
  async function startBoth(steps: readonly Step[], fields: object) {
    const [ofAgent, ofTask] = [await play(world, steps, { by: 'call' }), await play(world, steps, { by: 'call' })];
    const agent = await makeAgent(tenant, fields);
    const run = await tenant.owner.post(`${agent.path}/run`, { message: ofAgent.message }, QUEUED);
    const task = await makeTask(tenant, { user_prompt: '{text}', ...fields });
    const path = `${tenant.project}/task/${task.id}`;
    const taskRun = await tenant.owner.post(`${path}/run`, { task_input: { text: ofTask.message } }, QUEUED);
    return [
      { at: `${agent.path}/run/${run.body.id}`, key: ofAgent.key, id: run.body.id },
      { at: `${path}/run/${taskRun.body.id}`, key: ofTask.key, id: taskRun.body.id },
    ];
  }

  const read = async (at: string): Promise<Json> => (await tenant.owner.get(at)).body;
  const ended = (at: string) =>
    eventually(
      () => read(at),
      (run) => run.completed !== null,
    );

  it('has runs wait for as long as it asks, since the first failure, and go on by themselves', async () => {
    const runs = await startBoth([away(2), away(2), { text: 'Back.' }], { llm_model_id: 'patient' });
    const goesOn = async ({ at, key }: (typeof runs)[number]) => {
      const waits = (attempts: number) =>
        eventually(
          () => read(at),
          (run) => run.waiting_for?.attempts === attempts,
        );
      const first = await waits(1);
      expect(first).toMatchObject({
        status: 'running',
        waiting_for: { kind: 'provider', provider: 'openai-compatible', message: expect.stringContaining('busy') },
      });
      expect(Date.parse(first.waiting_for.until) - Date.parse(first.waiting_for.since)).toBe(2000);
      const { waiting_for: second } = await waits(2);
      expect(second).toMatchObject({
        since: first.waiting_for.since,
        detail: expect.stringMatching(/^2 attempts .*busy/),
      });
      const run = await ended(at);
      expect(run).toMatchObject({ status: 'completed', is_error: false, waiting_for: null, charged_credits: '0.002' });
      if (run.llm_retries !== undefined) expect(run).toMatchObject({ llm_retries: 2, response: 'Back.' });
      const [one, two, three] = (await world.model.requests(key)).map((request) => request.at);
      expect(two! - one!).toBeGreaterThanOrEqual(2000);
      expect(three! - two!).toBeGreaterThanOrEqual(2000);
    };
    await Promise.all(runs.map(goesOn));
  });

  it('lets a run that waits for it be cancelled', async () => {
    for (const { at } of await startBoth([away(3000)], { llm_model_id: 'patient' })) {
      await eventually(
        () => read(at),
        (run) => run.waiting_for?.kind === 'provider',
      );
      expect((await tenant.owner.post(`${at}/cancel`)).status).toBe(200);
      expect(await read(at)).toMatchObject({ status: 'cancelled', waiting_for: null, charged_credits: '0' });
    }
  });

  it('answers 202 with the run to a caller that does not wait for so long', async () => {
    const script = await play(world, [away(1), { text: 'Late.' }], { by: 'call' });
    const agent = await makeAgent(tenant, { llm_model_id: 'patient' });
    const task = await makeTask(tenant, { llm_model_id: 'patient', user_prompt: '{text}' });
    const soon = { prefer: 'wait=1' };
    const paths = [`${agent.path}/run`, `${tenant.project}/task/${task.id}/run`];
    for (const [path, body] of [
      [paths[0]!, { message: script.message }],
      [paths[1]!, { task_input: { text: script.message } }],
    ] as const) {
      await world.model.script(script.key, [away(2), { text: 'Late.' }], { by: 'call' });
      const answer = await tenant.owner.post(path, body, soon);
      expect(answer).toMatchObject({ status: 202, body: { waiting_for: { kind: 'provider' } } });
      expect(await ended(`${path}/${answer.body.id}`)).toMatchObject({ status: 'completed' });
    }
  });

  it('is stood in for by the fallback model after the third attempt', async () => {
    const steps = [away(0), away(0), away(0), { text: 'From the other one.' }];
    for (const { at, key } of await startBoth(steps, { llm_model_id: 'patient', fallback_llm_model_id: 'fallback' })) {
      expect(await ended(at)).toMatchObject({ status: 'completed', is_error: false });
      const models = (await world.model.requests(key)).map(({ body }) => (body as Json).model);
      expect(models).toEqual(['patient', 'patient', 'patient', 'fallback']);
    }
  });

  it('fails the runs that have waited for as long as their model says, after a last attempt', async () => {
    for (const { at, key } of await startBoth([away(3000)], { llm_model_id: 'hasty' })) {
      const run = await ended(at);
      expect(run).toMatchObject({ status: 'failed', is_error: true, waiting_for: null, charged_credits: '0' });
      expect(run.error).toMatchObject({ reason: 'PROVIDER_UNAVAILABLE', message: expect.stringContaining('busy') });
      const [first, last] = await world.model.requests(key);
      expect(last!.at - first!.at).toBeGreaterThanOrEqual(2000);
    }
  });
});

describe('resume of a run that has ended', () => {
  it('only replays its stream: nothing runs again', async () => {
    const { agent, run, requests, key } = await act(world, tenant, [sum('1+1')]);
    await agent.approve(requests[0].id);
    const ended = (await agent.resume(requests[0].id)).body;
    const path = `${agent.path}/approval-request/${requests[0].id}/resume`;
    const replayed = await (await tenant.owner.stream(path, { body: {} })).end();
    expect(replayed.map((event) => event.event)).toEqual(['approval_decided', 'tool_result', 'text', 'done']);
    expect((await tenant.owner.post(`${agent.path}/run/${run.id}/resume`, {})).body).toEqual(ended);
    expect(reasonOf(await agent.resume(requests[0].id, { message: 'more' }))).toBe('RUN_NOT_WAITING');
    expect(await world.model.requests(key)).toHaveLength(2);
  });
});
