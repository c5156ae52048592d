import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent } from '../support/agents.ts';
import { type Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getReason, startScene, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

/** A run that waits for a decision on one call of each expression. */
async function park(expressions: readonly string[] = ['1+1'], fields: object = {}) {
  const scene = await startScene(world, tenant, expressions.map(sum), { fields });
  const ids = scene.requests.map(({ id }) => id as string);
  const pathOf = (id = ids[0]) => `${scene.agent.path}/approval-request/${id}`;
  const list = async (client: Client, query: string) => {
    const { body } = await client.get(`${scene.agent.path}/approval-request?${query}`);
    return body.results.map(({ id }: Json) => id);
  };
  return { ...scene, ids, path: pathOf(), pathOf, list };
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const fieldsOf = ({ body }: { body: Json }) => body.detail.map(({ loc }: Json) => loc.join('.'));

describe('an assigned request', () => {
  it('shows everyone its assignee, filters the list by assigned_to and assigned, and is reported to followers', async () => {
    const viewer = await tenant.member({ project: 'viewer' });
    const { ids, path, list } = await park(['1+1', '2+2']);
    const stream = await viewer.stream(`${tenant.project}/changes`);
    await stream.until(({ event }) => event === 'counts');
    const assigned = await viewer.post(`${path}/assign`, { user_id: viewer.userId });
    expect(assigned).toMatchObject({
      status: 200,
      body: { id: ids[0], assigned_to: viewer.userId, status: 'pending' },
    });
    await stream.until(({ event, data }) => event === 'approval_request' && (data as Json).id === ids[0]);
    stream.cut();
    expect((await tenant.owner.get(path)).body).toMatchObject({ assigned_to_name: 'Member' });
    expect(await list(tenant.owner, `assigned_to=${viewer.userId}`)).toEqual([ids[0]]);
    expect(await list(tenant.owner, `assigned_to=${tenant.userId}`)).toEqual([]);
    expect(await list(tenant.owner, 'assigned=true')).toEqual([ids[0]]);
    expect(await list(tenant.owner, 'assigned=false')).toEqual([ids[1]]);
    expect((await viewer.post(`${path}/assign`, { user_id: null })).body).toMatchObject({
      assigned_to: null,
      assigned_to_name: null,
    });
  });

  it('can still be decided by every approver, and then by nobody be assigned', async () => {
    const editor = await tenant.member({ project: 'editor' });
    const { agent, ids, path } = await park();
    await tenant.owner.post(`${path}/assign`, { user_id: tenant.userId });
    expect((await editor.get(path)).body.can_decide).toEqual({ allowed: true, reason: null });
    expect((await agent.approve(ids[0]!, {}, editor)).status).toBe(200);
    const late = await tenant.owner.post(`${path}/assign`, { user_id: editor.userId });
    expect([late.status, getReason(late)]).toEqual([409, 'APPROVAL_REQUEST_NOT_PENDING']);
    expect((await tenant.owner.get(path)).body).toMatchObject({ status: 'approved', assigned_to: tenant.userId });
  });

  it('takes only a user_id of a user who can see the request', async () => {
    const other = await tenant.member({ project: 'viewer' });
    const [outsider, stranger] = [await tenant.member({ org: 'member' }), await world.tenant()];
    const { path } = await park(['1+1'], { task_agent_run_visibility: 'owner_only' });
    for (const user_id of [other.userId, outsider.userId, stranger.userId, tenant.projectId]) {
      const refused = await tenant.owner.post(`${path}/assign`, { user_id });
      expect([refused.status, fieldsOf(refused)]).toEqual([422, ['body.user_id']]);
    }
    expect((await other.post(`${path}/assign`, { user_id: other.userId })).status).toBe(403);
    const editor = await tenant.member({ project: 'editor' });
    expect((await tenant.owner.post(`${path}/assign`, { user_id: editor.userId })).status).toBe(200);
  });
});

describe('a snoozed request', () => {
  it('is hidden by snoozed=false from its user only, until its time, and counts as pending all along', async () => {
    const editor = await tenant.member({ project: 'editor' });
    const { ids, path, list } = await park();
    const until = inAnHour();
    const snoozed = await editor.post(`${path}/snooze`, { until });
    expect(snoozed).toMatchObject({ status: 200, body: { status: 'pending', snoozed_until: expect.any(String) } });
    expect(new Date(snoozed.body.snoozed_until)).toEqual(new Date(until));
    expect(await list(editor, 'snoozed=false')).toEqual([]);
    expect(await list(editor, 'snoozed=true')).toEqual(ids);
    expect(await list(editor, 'status=pending')).toEqual(ids);
    expect(await list(tenant.owner, 'snoozed=false')).toEqual(ids);
    expect((await tenant.owner.get(path)).body.snoozed_until).toBeNull();
    // The time has come.
    await world.db
      .updateTable('approval_snoozes')
      .set({ until: new Date(Date.now() - 1000) })
      .where('user_id', '=', editor.userId)
      .execute();
    expect(await list(editor, 'snoozed=false')).toEqual(ids);
    expect((await editor.get(path)).body.snoozed_until).toBeNull();
  });

  it('returns early if its user ends the snooze, or gets it assigned', async () => {
    const editor = await tenant.member({ project: 'editor' });
    const { ids, path, list } = await park();
    await editor.post(`${path}/snooze`, { until: inAnHour() });
    expect((await editor.post(`${path}/snooze`, { until: null })).body.snoozed_until).toBeNull();
    expect(await list(editor, 'snoozed=false')).toEqual(ids);
    await editor.post(`${path}/snooze`, { until: inAnHour() });
    await tenant.owner.post(`${path}/assign`, { user_id: editor.userId });
    expect(await list(editor, 'snoozed=false')).toEqual(ids);
  });

  it('takes an until in the future, before the deadline, of a pending request', async () => {
    const { agent, ids, path } = await park();
    const past = await tenant.owner.post(`${path}/snooze`, { until: '2020-01-01T00:00:00Z' });
    expect([past.status, fieldsOf(past)]).toEqual([422, ['body.until']]);
    const expiring = await startScene(world, tenant, [sum('3+3')], {
      policy: { default: 'never', rules: [{ tool: '*', mode: 'always', expires_in: 'PT30M' }] },
    });
    const late = await tenant.owner.post(`${expiring.agent.path}/approval-request/${expiring.requests[0].id}/snooze`, {
      until: inAnHour(),
    });
    expect([late.status, fieldsOf(late)]).toEqual([422, ['body.until']]);
    await agent.approve(ids[0]!);
    const decided = await tenant.owner.post(`${path}/snooze`, { until: inAnHour() });
    expect([decided.status, getReason(decided)]).toEqual([409, 'APPROVAL_REQUEST_NOT_PENDING']);
  });
});

describe('a comment on a request', () => {
  it('is read by everyone who sees the request, with its author, and changes nothing of what is approved', async () => {
    const viewer = await tenant.member({ project: 'viewer' });
    const { agent, run, ids, path, key } = await park(['20+22']);
    const { arguments_digest } = (await tenant.owner.get(path)).body;
    const first = await viewer.post(`${path}/comment`, { text: 'Which quarter?' });
    expect(first).toMatchObject({
      status: 200,
      body: { text: 'Which quarter?', created_by: `user:${viewer.userId}`, created_by_name: 'Member' },
    });
    await tenant.owner.post(`${path}/comment`, { text: 'The last one.' });
    const { body: comments } = await viewer.get(`${path}/comment`);
    expect(comments.results.map(({ text }: Json) => text)).toEqual(['The last one.', 'Which quarter?']);
    expect((await viewer.get(`${path}/comment?page_limit=1`)).body.pagination.has_next).toBe(true);
    const request = (await tenant.owner.get(path)).body;
    expect(request).toMatchObject({ comment_count: 2, arguments_digest, decisions: [], status: 'pending' });
    expect((await agent.approve(ids[0]!, { arguments_digest })).status).toBe(200);
    await eventually(
      () => agent.read(run.id),
      ({ status }) => status === 'completed',
    );
    expect(JSON.stringify(await world.model.requests(key))).not.toContain('quarter');
    // The talk about a decision goes on after it.
    expect((await viewer.post(`${path}/comment`, { text: 'Thanks.' })).status).toBe(200);
  });

  it('is refused to those who cannot see the request, without text, and beyond 200', async () => {
    const { path, ids } = await park(['1+1'], { task_agent_run_visibility: 'owner_only' });
    const other = await tenant.member({ project: 'viewer' });
    expect((await other.post(`${path}/comment`, { text: 'Hi' })).status).toBe(403);
    expect((await other.get(`${path}/comment`)).status).toBe(403);
    expect((await tenant.owner.post(`${path}/comment`, { text: '' })).status).toBe(422);
    const elsewhere = await makeAgent(tenant);
    expect((await tenant.owner.get(`${elsewhere.path}/approval-request/${ids[0]}/comment`)).status).toBe(404);
    await world.db.updateTable('approval_requests').set({ comment_count: 200 }).where('id', '=', ids[0]!).execute();
    const full = await tenant.owner.post(`${path}/comment`, { text: 'One more' });
    expect([full.status, getReason(full)]).toEqual([409, 'TOO_MANY_COMMENTS']);
    expect((await tenant.owner.get(`${path}/comment`)).body.results).toEqual([]);
  });

  it('records events without its text, like assignments and snoozes', async () => {
    const { ids, path } = await park();
    await tenant.owner.post(`${path}/assign`, { user_id: tenant.userId });
    await tenant.owner.post(`${path}/assign`, { user_id: tenant.userId });
    await tenant.owner.post(`${path}/comment`, { text: 'a private thought' });
    await tenant.owner.post(`${path}/snooze`, { until: inAnHour() });
    const { body } = await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${ids[0]}`);
    const types = body.results.map(({ event_type }: Json) => event_type);
    expect(types).toEqual(['approval_request.snoozed', 'approval_request.commented', 'approval_request.assigned']);
    const events = await Promise.all(
      body.results.map(({ id }: Json) => tenant.owner.get(`${tenant.project}/audit_event/${id}`)),
    );
    expect(events.at(-1)?.body.payload).toEqual({ assigned_to: tenant.userId, before: null });
    expect(JSON.stringify(events.map((event) => event.body))).not.toContain('private thought');
  });
});

it('a user stores named inbox_views, each name once', async () => {
  const editor = await tenant.member({ project: 'editor' });
  const view = { name: 'Mine', status: 'pending', assigned: 'me', group_by: 'tool' };
  const other = { name: 'Later', status: 'snoozed' };
  const saved = await editor.post('/user', { inbox_views: [view, other] });
  expect(saved).toMatchObject({ status: 200, body: { inbox_views: [view, other] } });
  expect((await editor.get('/user')).body.inbox_views).toEqual([view, other]);
  expect((await tenant.owner.get('/user')).body.inbox_views).toEqual([]);
  const twice = await editor.post('/user', { inbox_views: [view, { ...other, name: 'Mine' }] });
  expect([twice.status, fieldsOf(twice)]).toEqual([422, ['body.inbox_views.1.name']]);
  expect((await editor.post('/user', { inbox_views: [{ ...view, assigned: 'you' }] })).status).toBe(422);
  expect((await editor.post('/user', { inbox_views: [] })).body.inbox_views).toEqual([]);
});
