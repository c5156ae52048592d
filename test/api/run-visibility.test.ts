import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { ALWAYS, getReason, sum } from '../support/scene.ts';

type Member = Client & { userId: string };

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

/** An agent whose runs are visible to owners only, and whose calls only owners decide. */
const privateAgent = (fields: object = {}) =>
  makeAgent(tenant, {
    task_agent_run_visibility: 'owner_only',
    approval_policy: { default: 'never', rules: [{ tool: '*', mode: 'always', approvers: ['owner'] }] },
    ...fields,
  });

/** A run that waits for a decision. */
async function parkedBy(client: Client, agent: TestAgent, body: object = {}): Promise<Json> {
  const script = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'Done.' }], { say: 'My secret question.' });
  const run = await client.post(`${agent.path}/run`, { message: script.message, ...body });
  expect(run.body).toMatchObject({ status: 'waiting_for_human' });
  return run.body;
}

/** A run that has ended. */
async function endedBy(client: Client, agent: TestAgent, body: object = {}): Promise<Json> {
  const script = await play(world, [{ text: 'Said and done.' }]);
  const run = await client.post(`${agent.path}/run`, { message: script.message, ...body });
  expect(run.body).toMatchObject({ status: 'completed' });
  return run.body;
}

const idsOf = (page: { body: Json }): string[] => page.body.results.map((row: Json) => row.id);

/** Everything that a client sees of a run in lists and counts. */
async function lists(client: Client, agent: TestAgent) {
  const { project } = tenant;
  const here = `task_agent_id=${agent.id}`;
  return {
    runs: idsOf(await client.get(`${agent.path}/run`)),
    projectRuns: idsOf(await client.get(`${project}/task_agent_run?${here}`)),
    sessions: idsOf(await client.get(`${agent.path}/session`)),
    requests: idsOf(await client.get(`${agent.path}/approval-request`)),
    projectRequests: idsOf(await client.get(`${project}/task-agent/approval-request?${here}`)),
  };
}

const counted = async (client: Client): Promise<number> => {
  const { counts } = (await client.get(`${tenant.project}/changes`)).body;
  return counts.agent_run.waiting_for_human + counts.approval_request.pending;
};

const giveRole = (member: Member, type: 'task' | 'task_agent', id: string, role: string) =>
  grantRole(world.db, {
    resourceType: type,
    resourceId: id,
    projectId: tenant.projectId,
    userId: member.userId,
    role,
  });

describe('a run visible to owners only', () => {
  it('is seen by the person who started it and by no other editor, in sessions, events, requests, lists and counts', async () => {
    const [starter, other] = [await tenant.member({ project: 'editor' }), await tenant.member({ project: 'editor' })];
    const agent = await privateAgent();
    const before = [await counted(starter), await counted(other)];
    const run = await parkedBy(starter, agent);
    const requestId = run.approval_requests[0].id;
    const below = [
      `/run/${run.id}`,
      `/run/${run.id}/events`,
      `/run/${run.id}/effects`,
      `/session/${run.session_id}`,
      `/approval-request/${requestId}`,
    ];
    for (const [client, status] of [
      [starter, 200],
      [tenant.owner, 200],
      [other, 403],
    ] as const) {
      for (const path of below) expect((await client.get(agent.path + path)).status, path).toBe(status);
    }
    const all = {
      runs: [run.id],
      projectRuns: [run.id],
      sessions: [run.session_id],
      requests: [requestId],
      projectRequests: [requestId],
    };
    expect(await lists(starter, agent)).toEqual(all);
    expect(await lists(tenant.owner, agent)).toEqual(all);
    expect(await lists(other, agent)).toEqual({
      runs: [],
      projectRuns: [],
      sessions: [],
      requests: [],
      projectRequests: [],
    });
    expect([(await counted(starter)) - (before[0] ?? 0), (await counted(other)) - (before[1] ?? 0)]).toEqual([2, 0]);
  });

  it('cannot be continued, resumed, stopped or deleted by an editor who cannot see it', async () => {
    const [starter, other] = [await tenant.member({ project: 'editor' }), await tenant.member({ project: 'editor' })];
    const agent = await privateAgent();
    const done = await endedBy(starter, agent);
    const waiting = await parkedBy(starter, agent);
    const session = `${agent.path}/session/${done.session_id}`;
    const refused = [
      await other.post(`${agent.path}/run`, { message: 'What was said before?', session_id: done.session_id }),
      await other.delete(session),
      await other.post(`${agent.path}/run/${waiting.id}/resume`),
      await other.post(`${agent.path}/run/${waiting.id}/cancel`),
      await other.post(`${agent.path}/approval-request/${waiting.approval_requests[0].id}/resume`),
    ];
    for (const response of refused) {
      expect(response.status, response.text).toBe(403);
      expect(response.body.detail.permissionCheckFailedError).toMatchObject({
        resource: { type: 'task_agent', id: agent.id },
        permission: 'view_runs',
      });
      expect(response.text).not.toContain('secret');
    }
    await endedBy(starter, agent, { session_id: done.session_id });
    expect((await starter.post(`${agent.path}/run/${waiting.id}/cancel`)).body.run.status).toBe('cancelled');
    expect((await starter.delete(session)).status).toBe(200);
  });

  it('is decided by an approver who cannot see it, and sees only the request', async () => {
    const approver = await tenant.member({ project: 'editor' });
    const agent = await privateAgent({ approval_policy: ALWAYS });
    const run = await parkedBy(tenant.owner, agent);
    const request = `${agent.path}/approval-request/${run.approval_requests[0].id}`;
    expect((await approver.get(request)).body.can_decide).toEqual({ allowed: true, reason: null });
    expect((await approver.post(`${request}/approve`)).status).toBe(200);
    expect((await approver.post(`${request}/resume`)).status).toBe(403);
  });

  it('stays hidden as a task run with its files, lists and stop, except from the person who started it', async () => {
    const [starter, other] = [await tenant.member({ project: 'editor' }), await tenant.member({ project: 'editor' })];
    const task = await makeTask(tenant, { task_run_visibility: 'owner_only', file_input_mode: 'any' });
    const path = `${tenant.project}/task/${task.id}/run`;
    const files = [{ name: 'a.png', content: btoa('GIF89a'), media_type: 'image/png' }];
    const run = (await starter.post(path, { task_input: { text: 'x' }, task_files: files })).body;
    for (const [client, status, seen] of [
      [starter, 200, [run.id]],
      [tenant.owner, 200, [run.id]],
      [other, 403, []],
    ] as const) {
      for (const below of ['', '/file/a.png'])
        expect((await client.get(`${path}/${run.id}${below}`)).status).toBe(status);
      expect(idsOf(await client.get(path))).toEqual(seen);
      expect(idsOf(await client.get(`${tenant.project}/task_run?task_id=${task.id}`))).toEqual(seen);
    }
    expect((await other.post(`${path}/${run.id}/cancel`)).status).toBe(403);
    expect(getReason(await starter.post(`${path}/${run.id}/cancel`))).toBe('RUN_ENDED');
  });
});

describe('a role on one agent or task', () => {
  it('shows its runs, requests and counts in lists of the whole project, and permits decisions there', async () => {
    const member = await tenant.member({ project: 'viewer' });
    const [mine, theirs] = [await privateAgent(), await privateAgent()];
    await giveRole(member, 'task_agent', mine.id, 'owner');
    const before = await counted(member);
    const run = await parkedBy(tenant.owner, mine);
    await parkedBy(tenant.owner, theirs);
    const runs = await member.get(`${tenant.project}/task_agent_run`);
    expect(idsOf(runs)).toContain(run.id);
    expect(runs.body.results.some((row: Json) => row.task_agent_id === theirs.id)).toBe(false);
    const requests = await member.get(`${tenant.project}/task-agent/approval-request`);
    const agents = requests.body.results.map((row: Json) => row.task_agent_id);
    expect(agents).toContain(mine.id);
    expect(agents).not.toContain(theirs.id);
    const [request] = requests.body.results;
    expect(request).toMatchObject({ task_agent_id: mine.id, can_decide: { allowed: true, reason: null } });
    expect((await counted(member)) - before).toBe(2);
  });

  it('shows a task creator the runs of their own task, but not owners-only runs of other tasks', async () => {
    const creator = await tenant.member({ project: 'task_creator' });
    const fields = { enabled: true, llm_model_id: 'scripted', system_prompt: 'Do it.', user_prompt: '{text}' };
    const made = await creator.post(`${tenant.project}/task`, {
      ...fields,
      name: 'Of a creator',
      task_run_visibility: 'owner_only',
    });
    const others = await makeTask(tenant, { task_run_visibility: 'owner_only' });
    const runOf = async (task: Json) =>
      (await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'x' } })).body;
    const [seen, hidden] = [await runOf(made.body), await runOf(others)];
    const ids = idsOf(await creator.get(`${tenant.project}/task_run`));
    expect(ids).toContain(seen.id);
    expect(ids).not.toContain(hidden.id);
  });

  it('lists no agents, runs or requests to users who may not see agents, by role or by scope', async () => {
    const creator = await tenant.member({ project: 'task_creator' });
    const { orgId, projectId, userId } = tenant;
    const key = { orgId, projectId, userId, name: 'project only', scopes: ['project:view'] };
    const reader = new Client(world.stack.baseUrl, (await createApiKey(world.db, key)).value);
    const ofAgents = ['task-agent', 'task_agent_run', 'task-agent/approval-request'];
    const statuses = async (client: Client, lists: readonly string[]) =>
      Promise.all(lists.map(async (list) => (await client.get(`${tenant.project}/${list}`)).status));
    expect(await statuses(creator, ofAgents)).toEqual([403, 403, 403]);
    expect(await statuses(creator, ['task', 'task_run'])).toEqual([200, 200]);
    expect(await statuses(reader, [...ofAgents, 'task', 'task_run'])).toEqual([403, 403, 403, 403, 403]);
  });
});

describe('a session', () => {
  it('with runs of several people is seen by users who see all of them; others see their own runs', async () => {
    const [first, second] = [await tenant.member({ project: 'editor' }), await tenant.member({ project: 'editor' })];
    const agent = await makeAgent(tenant);
    const begun = await endedBy(first, agent);
    const { session_id } = begun;
    const other = await endedBy(second, agent, { session_id });
    await tenant.owner.post(agent.path, { task_agent_run_visibility: 'owner_only' });
    const path = `${agent.path}/session/${session_id}`;
    for (const [client, own] of [
      [first, begun],
      [second, other],
    ] as const) {
      expect((await client.get(path)).status).toBe(403);
      expect(idsOf(await client.get(`${agent.path}/session`))).toEqual([]);
      expect(idsOf(await client.get(`${agent.path}/run?session_id=${session_id}`))).toEqual([own.id]);
      const events = await client.get(`${agent.path}/run/${own.id}/events?include_history=true`);
      expect(events.body.events.filter((event: Json) => event.id === '1')).toHaveLength(1);
    }
    expect((await tenant.owner.get(path)).body).toMatchObject({ run_count: 2, runs: [{}, {}] });
  });
});

describe('can_decide', () => {
  it('is false for a credential without the scope, which does not reveal hidden requests', async () => {
    const approver = await tenant.member({ project: 'editor' });
    const agent = await makeAgent(tenant, {
      task_agent_run_visibility: 'owner_only',
      approval_policy: ALWAYS,
    });
    const open = await makeAgent(tenant, { approval_policy: ALWAYS });
    const [hidden, shown] = [await parkedBy(tenant.owner, agent), await parkedBy(tenant.owner, open)];
    const scopes = ['task_agent:view', 'project:view'];
    const { orgId, projectId } = tenant;
    const made = await createApiKey(world.db, { orgId, projectId, userId: approver.userId, name: 'reads', scopes });
    const reader = new Client(world.stack.baseUrl, made.value);
    const requestOf = (of: TestAgent, run: Json) => `${of.path}/approval-request/${run.approval_requests[0].id}`;
    expect((await reader.get(requestOf(open, shown))).body.can_decide).toEqual({ allowed: false, reason: 'SCOPE' });
    expect((await approver.get(requestOf(open, shown))).body.can_decide.allowed).toBe(true);
    expect((await approver.get(requestOf(agent, hidden))).status).toBe(200);
    expect((await reader.get(requestOf(agent, hidden))).status).toBe(403);
    const queue = await reader.get(`${tenant.project}/task-agent/approval-request`);
    expect(queue.body.results.map((row: Json) => row.task_agent_id)).not.toContain(agent.id);
    expect((await counted(approver)) - (await counted(reader))).toBeGreaterThan(0);
  });
});

describe('a changed run visibility', () => {
  /** The number of runs in a client's reports and lists. */
  async function reported(client: Client, path: string, at: string): Promise<number> {
    const start = new Date(Date.now() - 86_400_000).toISOString();
    const report = await client.get(`${path}/${at}?start_date=${start}&aggregation=day`);
    expect(report.status, report.text).toBe(200);
    return report.body.total.runs;
  }

  it('does not reveal earlier agent runs when widened, in any list, count, session, stream or report', async () => {
    const other = await tenant.member({ project: 'editor' });
    const agent = await privateAgent();
    const before = await counted(other);
    const run = await parkedBy(tenant.owner, agent);
    const widened = await other.post(agent.path, { task_agent_run_visibility: 'all_viewers' });
    expect(widened.body.task_agent_run_visibility).toBe('all_viewers');
    const requestId = run.approval_requests[0].id;
    for (const below of [
      `/run/${run.id}`,
      `/run/${run.id}/events?follow=true`,
      `/run/${run.id}/effects`,
      `/session/${run.session_id}`,
      `/approval-request/${requestId}`,
    ])
      expect((await other.get(agent.path + below)).status, below).toBe(403);
    expect((await other.get(`/locate?id=${run.id}`)).body).toEqual({ found: null });
    const none = { runs: [], projectRuns: [], sessions: [], requests: [], projectRequests: [] };
    expect(await lists(other, agent)).toEqual(none);
    expect((await counted(other)) - before).toBe(0);
    await agent.approve(requestId);
    await agent.resume(requestId);
    expect(await reported(other, agent.path, 'usage_report')).toBe(0);
    const later = await endedBy(tenant.owner, agent);
    expect(idsOf(await other.get(`${agent.path}/run`))).toEqual([later.id]);
    expect((await other.get(`${agent.path}/run/${later.id}`)).status).toBe(200);
    expect(await reported(other, agent.path, 'usage_report')).toBe(1);
    expect(await reported(tenant.owner, agent.path, 'usage_report')).toBe(2);
  });

  it('does not reveal earlier task runs when widened, and hides visible ones when narrowed', async () => {
    const [other, viewer] = [await tenant.member({ project: 'editor' }), await tenant.member({ project: 'viewer' })];
    const task = await makeTask(tenant, { task_run_visibility: 'owner_only' });
    const path = `${tenant.project}/task/${task.id}`;
    const set = (task_run_visibility: string) => other.post(path, { task_run_visibility });
    const run = async () => (await tenant.owner.post(`${path}/run`, { task_input: { text: 'x' } })).body.id;
    const seen = async (client: Client) => idsOf(await client.get(`${path}/run`));
    const first = await run();
    expect((await set('all_viewers')).status).toBe(200);
    const second = await run();
    expect((await set('editors_and_owners')).status).toBe(200);
    const third = await run();
    expect([await seen(viewer), await seen(other)]).toEqual([[], [third, second]]);
    expect((await set('all_viewers')).status).toBe(200);
    expect([await seen(viewer), await seen(other)]).toEqual([[second], [third, second]]);
    expect(await seen(tenant.owner)).toEqual([third, second, first]);
    for (const [client, id, status] of [
      [viewer, second, 200],
      [viewer, third, 403],
      [other, third, 200],
      [other, first, 403],
    ] as const)
      expect((await client.get(`${path}/run/${id}`)).status).toBe(status);
    const counts = [viewer, other, tenant.owner].map((client) => reported(client, path, 'usage_report'));
    expect(await Promise.all(counts)).toEqual([1, 2, 3]);
    expect(idsOf(await other.get(`${tenant.project}/task_run?task_id=${task.id}`))).toEqual([third, second]);
  });
});
