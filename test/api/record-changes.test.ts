import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import {
  Client,
  getOwnerClient,
  type Json,
  type OpenStream,
  openWorld,
  type StreamEvent,
  type Tenant,
  type World,
} from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

async function follow(client: Client = tenant.owner, project = tenant.project, options = {}): Promise<OpenStream> {
  const stream = await client.stream(`${project}/changes`, options);
  expect(stream.status).toBe(200);
  await stream.until((event) => event.event === 'counts');
  return stream;
}

const isChange = (resource: string, id: string, action: string) => (event: StreamEvent) =>
  event.event === 'record' && event.data.resource === resource && event.data.id === id && event.data.action === action;
const recordsOf = (stream: OpenStream) =>
  stream.events.filter(({ event }) => event === 'record').map(({ data }) => data);
const ok = async (response: Promise<{ status: number; body: Json }>): Promise<Json> => {
  const { status, body } = await response;
  expect([status, body]).toEqual([200, body]);
  return body;
};

/** The owner with a key restricted to these scopes. */
async function narrowed(scopes: readonly string[]): Promise<Client> {
  const { value } = await ok(tenant.owner.post(`${tenant.project}/api_key`, { name: 'narrow', scopes }));
  return new Client(world.stack.baseUrl, value);
}

describe('a change event of a record', () => {
  it('is sent to followers of the project, with its action and its parent resources, in every process', async () => {
    const stream = await follow(getOwnerClient(tenant));
    const { owner, project } = tenant;
    const task = await makeTask(tenant);
    await stream.until(isChange('task', task.id, 'created'));
    await ok(owner.post(`${project}/task/${task.id}`, { name: 'Renamed' }));
    await stream.until(isChange('task', task.id, 'updated'));
    const set = await ok(owner.post(`${project}/task/${task.id}/eval/set`, { name: 'Set', task_run_ids: [] }));
    const ofSet = await stream.until(isChange('eval_set', set.id, 'created'));
    expect(ofSet.data).toEqual({
      resource: 'eval_set',
      id: set.id,
      action: 'created',
      parent: { resource: 'task', id: task.id },
    });
    await ok(owner.request('DELETE', `${project}/task/${task.id}/eval/set/${set.id}`));
    await stream.until(isChange('eval_set', set.id, 'deleted'));
    await ok(owner.request('DELETE', `${project}/task/${task.id}`));
    const gone = await stream.until(isChange('task', task.id, 'deleted'));
    expect(gone.data).toEqual({ resource: 'task', id: task.id, action: 'deleted', parent: null });
    stream.cut();
  });

  it('is sent to readers who reconnect, without content of the record', async () => {
    const stream = await follow();
    const lastEventId = stream.events.findLast(({ position }) => position !== '')?.position;
    stream.cut();
    const secret = 'a name that nobody is to hear';
    const target = { target_type: 'task', target_id: (await makeTask(tenant)).id };
    const made = await ok(
      tenant.owner.post(`${tenant.project}/trigger/webhook`, { name: secret, auth_method: 'none', ...target }),
    );
    const back = await follow(tenant.owner, tenant.project, { lastEventId });
    await back.until(isChange('trigger', made.id, 'created'));
    expect(JSON.stringify(back.events)).not.toContain(secret);
    back.cut();
  });

  it('is not sent if nothing changed: on read, rejection or repeat', async () => {
    const task = await makeTask(tenant);
    const path = `${tenant.project}/task/${task.id}`;
    const viewer = await tenant.member({ project: 'viewer' });
    const stream = await follow();
    expect((await tenant.owner.get(path)).status).toBe(200);
    expect((await viewer.post(path, { name: 'No' })).status).toBe(403);
    expect((await tenant.owner.post(path, { name: 7 })).status).toBe(422);
    const { name } = (await tenant.owner.get(path)).body;
    expect((await tenant.owner.post(path, { name })).status).toBe(200);
    const marker = await makeTask(tenant);
    await stream.until(isChange('task', marker.id, 'created'));
    expect(recordsOf(stream)).toEqual([{ resource: 'task', id: marker.id, action: 'created', parent: null }]);
    stream.cut();
  });
});

describe('a user who may not read a record', () => {
  it('gets no event of it: by role, or by the scopes of a key', async () => {
    const { owner, project } = tenant;
    const creator = await tenant.member({ project: 'task_creator' });
    const streams = {
      creator: await follow(creator),
      narrow: await follow(await narrowed(['project:view'])),
      skills: await follow(await narrowed(['project:view', 'skill:view'])),
    };
    const skill = await ok(
      owner.post(`${project}/skill`, { slug: 's-changed', display_name: 'Changed', instructions: 'x' }),
    );
    const task = await makeTask(tenant);
    await ok(owner.post(`${project}/task/${task.id}/iam/members/user:${creator.userId}`, { add: ['viewer'] }));
    const group = await ok(owner.post(`${project}/reporting-groups`, { name: 'Marker' }));
    const marker = isChange('reporting_group', group.id, 'created');
    for (const stream of Object.values(streams)) await stream.until(marker);
    const seen = (stream: OpenStream) => recordsOf(stream).map(({ resource, action }) => `${resource} ${action}`);
    // The granted role applies at once, so that they see other members.
    expect(seen(streams.creator)).toEqual(['task created', 'task members_changed', 'reporting_group created']);
    expect(seen(streams.narrow)).toEqual(['reporting_group created']);
    expect(seen(streams.skills)).toEqual(['skill created', 'reporting_group created']);
    expect(JSON.stringify(streams.creator.events)).not.toContain(skill.id);
    for (const stream of Object.values(streams)) stream.cut();
  });

  it('gets no event of others’ keys, but of their own', async () => {
    const editor = await tenant.member({ project: 'editor' });
    const streams = [await follow(), await follow(editor)] as const;
    const key = await ok(editor.post(`${tenant.project}/api_key`, { name: 'mine' }));
    await streams[1].until(isChange('api_key', key.id, 'created'));
    const marker = await makeTask(tenant);
    await streams[0].until(isChange('task', marker.id, 'created'));
    expect(JSON.stringify(streams[0].events)).not.toContain(key.id);
    for (const stream of streams) stream.cut();
  });

  it('gets no event of feedback on a run that they cannot see', async () => {
    const viewer = await tenant.member({ project: 'viewer' });
    const streams = [await follow(), await follow(viewer)] as const;
    const agent = await makeAgent(tenant, { task_agent_run_visibility: 'owner_only' });
    const run = await agent.run((await play(world, [{ text: 'Done.' }])).message);
    const feedback = await ok(tenant.owner.post(`${agent.path}/run/${run.id}/feedback`, { name: 'good', value: 1 }));
    const seen = await streams[0].until(isChange('feedback', feedback.id, 'updated'));
    expect(seen.data.parent).toEqual({ resource: 'agent_run', id: run.id });
    const marker = await makeTask(tenant);
    await streams[1].until(isChange('task', marker.id, 'created'));
    expect(JSON.stringify(streams[1].events)).not.toContain(feedback.id);
    for (const stream of streams) stream.cut();
  });
});

describe('a change of an organization’s resource', () => {
  it('is sent to permitted followers of each of its projects, and a project’s own change to no other project', async () => {
    const { owner, orgId } = tenant;
    const sibling = await ok(owner.post(`/org/${orgId}/project`, { name: 'Sibling' }));
    const path = `/org/${orgId}/project/${sibling.id}`;
    const guest = await tenant.member({ project: 'viewer' });
    const streams = [await follow(owner, path), await follow(guest)] as const;
    const task = await makeTask(tenant);
    const third = await ok(owner.post(`/org/${orgId}/project`, { name: 'Third' }));
    await streams[0].until(isChange('project', third.id, 'created'));
    const invite = await ok(owner.post(`/org/${orgId}/invite`, { email_address: 'changed@example.com' }));
    await streams[0].until(isChange('organization_invite', invite.id, 'created'));
    await ok(owner.post(`/org/${orgId}/model/exclude/by-provider`, { provider: 'openai' }));
    await streams[0].until(({ event, data }) => event === 'record' && data.resource === 'model_exclusion');
    await ok(owner.post(`/org/${orgId}/iam/members/user:${guest.userId}`, { add: ['member'] }));
    await streams[0].until(isChange('organization', orgId, 'members_changed'));
    const marker = await makeTask(tenant);
    await streams[1].until(isChange('task', marker.id, 'created'));
    expect(JSON.stringify(streams[0].events)).not.toContain(task.id);
    expect(recordsOf(streams[1]).map(({ resource }) => resource)).toEqual(['task', 'task']);
    for (const stream of streams) stream.cut();
  });

  it('is sent to nobody of another organization', async () => {
    const other = await world.tenant();
    const theirs = await follow(other.owner, other.project);
    const task = await makeTask(tenant);
    const marker = await makeTask(other);
    await theirs.until(isChange('task', marker.id, 'created'));
    expect(JSON.stringify(theirs.events)).not.toContain(task.id);
    theirs.cut();
  });
});
