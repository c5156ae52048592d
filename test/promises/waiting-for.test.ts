import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
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
