import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import type { Step } from '../support/model-server.ts';
import { checkProviderOutage, type StartedRun, unavailable, waitForRun, waitForRunEnd } from '../support/outages.ts';
import { getReason, QUEUED, startScene, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

/** The run's `waiting_for` in its record, its agent's list and the project's list, which must agree. */
async function readWaitingFor(path: string, runId: string): Promise<Json> {
  const own = (await tenant.owner.get(`${path}/run/${runId}`)).body;
  const inList = (page: Json) => page.body.results.find((run: Json) => run.id === runId);
  const listed = inList(await tenant.owner.get(`${path}/run`));
  const all = inList(
    await tenant.owner.get(`${tenant.project}/${path.includes('/task/') ? 'task_run' : 'task_agent_run'}`),
  );
  return own.completed === listed.completed ? { ...own, listed: listed.waiting_for, all: all.waiting_for } : own;
}

/** Starts a run of a new agent and one of a new task, each with its own script and model. */
async function startBoth(
  steps: readonly Step[],
  [ofAgent = '', ofTask = '']: readonly string[],
  fields: object = {},
): Promise<StartedRun[]> {
  const [one, other] = [await play(world, steps, { by: 'call' }), await play(world, steps, { by: 'call' })];
  const agent = await makeAgent(tenant, { llm_model_id: ofAgent, ...fields });
  const run = await tenant.owner.post(`${agent.path}/run`, { message: one.message }, QUEUED);
  const task = await makeTask(tenant, { user_prompt: '{text}', llm_model_id: ofTask, ...fields });
  const path = `${tenant.project}/task/${task.id}`;
  const taskRun = await tenant.owner.post(`${path}/run`, { task_input: { text: other.message } }, QUEUED);
  return [
    { at: `${agent.path}/run/${run.body.id}`, key: one.key },
    { at: `${path}/run/${taskRun.body.id}`, key: other.key },
  ];
}

describe('waiting_for', () => {
  it('names who can decide and until when while a run waits for approval, and is empty once decided', async () => {
    const rule = { tool: '*', mode: 'always', expires_in: 'PT1H', approvers: ['owner'] };
    const { agent, run, requests } = await startScene(world, tenant, [sum('1+1')], {
      policy: { default: 'never', rules: [rule] },
    });
    const read = await readWaitingFor(agent.path, run.id);
    expect(read.waiting_for).toMatchObject({
      kind: 'approval',
      detail: expect.stringMatching(/calculator.*owner/),
      detail_code: 'wait_approval',
      detail_params: { tools: ['calculator'], roles: ['owner'] },
    });
    expect(Math.abs(Date.parse(read.waiting_for.until) - Date.parse(requests[0].expires_at))).toBeLessThan(1000);
    expect([read.listed, read.all]).toEqual([read.waiting_for, read.waiting_for]);
    await agent.approve(requests[0].id);
    expect((await agent.resume(requests[0].id)).body).toMatchObject({ waiting_for: null });
    expect(await readWaitingFor(agent.path, run.id)).toMatchObject({ waiting_for: null, listed: null, all: null });
  });

  it('names the open requests once one of several calls is decided', async () => {
    const { agent, run, requests } = await startScene(world, tenant, [
      sum('1+1'),
      { name: 'http_request', arguments: { method: 'GET', url: 'http://127.0.0.1:9/' } },
    ]);
    await agent.approve(requests[0].id);
    const read = await eventually(
      () => readWaitingFor(agent.path, run.id),
      (now) => now.status === 'waiting_for_human' && !now.waiting_for?.detail.includes('calculator'),
    );
    expect(read.waiting_for.detail).toContain('http_request');
  });

  it('says which retry a run waits for and when it happens, for agents and for tasks', async () => {
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
        () => readWaitingFor(base, id),
        // Until a busy worker takes it, it waits for that.
        (now) => [now.waiting_for, now.listed, now.all].every((why) => why?.kind === 'retry'),
      );
      expect(read.waiting_for).toMatchObject({
        kind: 'retry',
        detail: expect.stringContaining('retry 1'),
        detail_code: 'wait_retry',
        detail_params: { number: 1 },
      });
      const pause = Date.parse(read.waiting_for.until) - Date.parse(read.waiting_for.since);
      expect(pause).toBeGreaterThanOrEqual(89_000);
      expect([read.listed, read.all]).toEqual([read.waiting_for, read.waiting_for]);
      await tenant.owner.post(`${base}/run/${id}/cancel`);
      expect(await readWaitingFor(base, id)).toMatchObject({ status: 'cancelled', waiting_for: null });
    }
  });

  it('says why a run is held, and resume continues it from its last state', async () => {
    const script = await play(
      world,
      [{ tool_calls: [sum('2+2')] }, { status: 401, body: { error: { message: 'bad key' } } }, { text: 'Four.' }],
      { by: 'call' },
    );
    const agent = await makeAgent(tenant, { builtin_tools: ['calculator'] });
    const run = await tenant.owner.post(`${agent.path}/run`, { message: script.message });
    expect(run.body).toMatchObject({ status: 'held', is_error: false, completed: null });
    const read = await readWaitingFor(agent.path, run.body.id);
    expect(read.waiting_for).toMatchObject({ kind: 'held', until: null });
    expect([read.listed, read.all]).toEqual([read.waiting_for, read.waiting_for]);
    const resumed = await tenant.owner.post(`${agent.path}/run/${run.body.id}/resume`, {});
    expect(resumed.body).toMatchObject({ status: 'completed', output: 'Four.', turns: 2, waiting_for: null });
    expect(await world.model.requests(script.key)).toHaveLength(3);
  });
});

describe('an unavailable provider', () => {
  it('makes runs wait for as long as it asks, since the first failure, and they continue automatically', async () => {
    const runs = await startBoth([unavailable(2), unavailable(2), { text: 'Back.' }], ['patient-1', 'patient-2']);
    const goesOn = async ({ at, key }: StartedRun) => {
      const first = await waitForRun(tenant, at, (run) => run.waiting_for?.attempts === 1);
      expect(first).toMatchObject({
        status: 'running',
        waiting_for: { kind: 'provider', provider: 'openai-compatible', message: expect.stringContaining('busy') },
      });
      expect(Date.parse(first.waiting_for.until) - Date.parse(first.waiting_for.since)).toBe(2000);
      const { waiting_for: second } = await waitForRun(tenant, at, (run) => run.waiting_for?.attempts === 2);
      expect(second).toMatchObject({
        since: first.waiting_for.since,
        detail: expect.stringMatching(/^2 attempts .*busy/),
      });
      const run = await waitForRunEnd(tenant, at);
      expect(run).toMatchObject({ status: 'completed', is_error: false, waiting_for: null, charged_credits: '0.002' });
      if (run.llm_retries !== undefined) expect(run).toMatchObject({ llm_retries: 2, response: 'Back.' });
      const [one, two, three] = (await world.model.requests(key)).map((request) => request.at);
      expect(two! - one!).toBeGreaterThanOrEqual(2000);
      expect(three! - two!).toBeGreaterThanOrEqual(2000);
    };
    await Promise.all(runs.map(goesOn));
  });

  it('is called at most once per second while runs wait for it, and none of them fails', async () => {
    await checkProviderOutage(world, tenant, 'patient-3', 6);
  });

  it('is retried at once when a waiting run is resumed', async () => {
    const [run] = await startBoth([unavailable(3000), { text: 'Back.' }], ['patient-4', 'patient-5']);
    await waitForRun(tenant, run!.at, ({ waiting_for }) => waiting_for?.kind === 'provider');
    const resume = () => tenant.owner.post(`${run!.at}/resume`, {}, { 'idempotency-key': 'resume' });
    expect(await resume()).toMatchObject({ status: 200, body: { status: 'completed', output: 'Back.' } });
    expect(await resume()).toMatchObject({ status: 200, body: { status: 'completed' } });
    expect(await world.model.requests(run!.key)).toHaveLength(2);
    const viewer = await tenant.member({ project: 'viewer' });
    expect(await viewer.post(`${run!.at}/resume`, {})).toMatchObject({ status: 403 });
  });

  it('lets a waiting run be cancelled', async () => {
    for (const { at } of await startBoth([unavailable(3000)], ['patient-4', 'patient-4'])) {
      await waitForRun(tenant, at, (run) => run.waiting_for?.kind === 'provider');
      expect((await tenant.owner.post(`${at}/cancel`)).status).toBe(200);
      expect(await waitForRunEnd(tenant, at)).toMatchObject({
        status: 'cancelled',
        waiting_for: null,
        charged_credits: '0',
      });
    }
  });

  it('responds 202 with the run to a caller that does not wait as long', async () => {
    const script = await play(world, []);
    const fields = { llm_model_id: 'patient-5' };
    const agent = await makeAgent(tenant, fields);
    const task = await makeTask(tenant, { ...fields, user_prompt: '{text}' });
    const requests = [
      [`${agent.path}/run`, { message: script.message }],
      [`${tenant.project}/task/${task.id}/run`, { task_input: { text: script.message } }],
    ] as const;
    for (const [path, body] of requests) {
      await world.model.script(script.key, [unavailable(2), { text: 'Late.' }], { by: 'call' });
      const answer = await tenant.owner.post(path, body, { prefer: 'wait=1' });
      expect(answer.status).toBe(202);
      const record = `${path}/${answer.body.id}`;
      // On a busy machine the caller may be answered before the first attempt.
      await eventually(
        () => tenant.owner.get(record),
        ({ body: run }) => run.waiting_for?.kind === 'provider',
      );
      expect(await waitForRunEnd(tenant, record)).toMatchObject({ status: 'completed' });
    }
  });

  it('is replaced by the fallback model after the third attempt, and at once if it is known to be unavailable', async () => {
    const busy = 'busy until the fallback answers';
    const steps = [...Array.from({ length: 3 }, () => unavailable(0, busy)), { text: 'From the other one.' }];
    const models = ['patient-6', 'patient-7'];
    const fallback = { fallback_llm_model_id: 'fallback' };
    for (const [index, { at, key }] of (await startBoth(steps, models, fallback)).entries()) {
      expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed', is_error: false });
      const model = models[index];
      const asked = (await world.model.requests(key)).map(({ body }) => (body as Json).model);
      expect(asked).toEqual([model, model, model, 'fallback']);
    }
    // Only these outages: other files share the database.
    const ofModels = sql<boolean>`message like ${`%${busy}%`}`;
    const later = { next_probe_at: sql<Date>`now() + interval '1 hour'` };
    const updated = await world.db.updateTable('provider_outages').set(later).where(ofModels).executeTakeFirstOrThrow();
    expect(updated.numUpdatedRows).toBe(2n);
    for (const { at, key } of await startBoth([{ text: 'Again.' }], models, fallback)) {
      expect(await waitForRunEnd(tenant, at)).toMatchObject({ status: 'completed', is_error: false });
      const asked = (await world.model.requests(key)).map(({ body }) => (body as Json).model);
      expect(asked).toEqual(['fallback']);
    }
  });

  it('fails the runs that have waited for the maximum time of their model or revision', async () => {
    const ofModel = await startBoth([unavailable(3000)], ['hasty', 'hasty']);
    const ofRevision = await startBoth([unavailable(3000)], ['patient-8', 'patient-8'], { max_wait: 'PT2S' });
    for (const { at } of [...ofModel, ...ofRevision]) {
      const run = await waitForRunEnd(tenant, at);
      expect(run).toMatchObject({ status: 'failed', is_error: true, waiting_for: null, charged_credits: '0' });
      expect(run.error).toMatchObject({ reason: 'PROVIDER_UNAVAILABLE', message: expect.stringContaining('busy') });
      expect(Date.parse(run.completed) - Date.parse(run.started)).toBeGreaterThanOrEqual(2000);
    }
  });

  it('is not waited for if a revision says so', async () => {
    const fields = { llm_model_id: 'patient-9', max_wait: 'PT0S' };
    const script = await play(world, [unavailable(0)]);
    const task = await makeTask(tenant, { ...fields, user_prompt: '{text}' });
    const body = { task_input: { text: script.message } };
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, body);
    expect(run.body).toMatchObject({ status: 'failed', error: { reason: 'MODEL_UNAVAILABLE' } });
    const agent = await makeAgent(tenant);
    for (const max_wait of ['soon', 'P11Y', '5']) {
      const refused = await tenant.owner.post(agent.path, { max_wait });
      expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'max_wait'] }] } });
    }
  });
});

describe('runs that wait for one reason', () => {
  const resumeAll = (body: object, client = tenant.owner) => client.post(`${tenant.project}/run/resume`, body);

  it('are resumed or cancelled together, those of a provider, a task or an agent', async () => {
    const steps = [unavailable(3000), { text: 'Back.' }];
    const [ofAgent, ofTask] = await startBoth(steps, ['patient-1', 'patient-2']);
    const [{ task_agent_id }, { task_id }] = await Promise.all(
      [ofAgent, ofTask].map((run) =>
        waitForRun(tenant, run!.at, ({ waiting_for }) => waiting_for?.kind === 'provider'),
      ),
    );
    const provider = { waiting_for: 'provider' };
    expect(await resumeAll({ ...provider, provider: 'anthropic' })).toMatchObject({
      status: 200,
      body: { matched: 0 },
    });
    expect((await resumeAll({ ...provider, provider: 'openai-compatible', task_agent_id })).body).toEqual({
      matched: 1,
    });
    expect(await waitForRunEnd(tenant, ofAgent!.at)).toMatchObject({ status: 'completed', output: 'Back.' });
    expect((await tenant.owner.get(ofTask!.at)).body).toMatchObject({
      status: 'running',
      waiting_for: { attempts: 1 },
    });
    expect((await resumeAll({ ...provider, action: 'cancel', task_id })).body).toEqual({ matched: 1 });
    expect(await waitForRunEnd(tenant, ofTask!.at)).toMatchObject({ status: 'cancelled', waiting_for: null });
    const events = await tenant.owner.get(`${tenant.project}/audit_event?event_type=project.runs_resumed`);
    expect(events.body.results).toHaveLength(2);
  });

  it('continue together after a person held them', async () => {
    const refused = { status: 401, body: { error: { message: 'bad key' } } };
    const script = await play(world, [refused]);
    const agent = await makeAgent(tenant);
    const held = await Promise.all([agent.run(script.message), agent.run(script.message)]);
    expect(held).toMatchObject([{ status: 'held' }, { status: 'held' }]);
    await world.model.script(script.key, [{ text: 'Mended.' }]);
    const body = { waiting_for: 'held', task_agent_id: agent.id };
    expect((await resumeAll(body)).body).toEqual({ matched: 2 });
    for (const run of held)
      expect(await waitForRunEnd(tenant, `${agent.path}/run/${run.id}`)).toMatchObject({ output: 'Mended.' });
    expect((await resumeAll(body)).body).toEqual({ matched: 0 });
  });

  it.each([
    [{ waiting_for: 'approval' }, 'waiting_for'],
    [{ waiting_for: 'held', provider: 'openai' }, 'provider'],
    [{ waiting_for: 'provider', task_id: '01990000-0000-7000-8000-000000000000' }, 'task_id'],
    [{ waiting_for: 'provider', action: 'stop' }, 'action'],
    [{}, 'waiting_for'],
  ])('are not found by %j', async (body, field) => {
    expect(await resumeAll(body)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } });
  });
});

describe('resume of an ended run', () => {
  it('only replays its stream: nothing runs again', async () => {
    const { agent, run, requests, key } = await startScene(world, tenant, [sum('1+1')]);
    await agent.approve(requests[0].id);
    const ended = (await agent.resume(requests[0].id)).body;
    const path = `${agent.path}/approval-request/${requests[0].id}/resume`;
    const replayed = await (await tenant.owner.stream(path, { body: {} })).end();
    expect(replayed.map((event) => event.event)).toEqual(['approval_decided', 'tool_result', 'text', 'done']);
    expect((await tenant.owner.post(`${agent.path}/run/${run.id}/resume`, {})).body).toEqual(ended);
    expect(getReason(await agent.resume(requests[0].id, { message: 'more' }))).toBe('RUN_NOT_WAITING');
    expect(await world.model.requests(key)).toHaveLength(2);
  });
});
