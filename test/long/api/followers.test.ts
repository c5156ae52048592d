import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/identity/api-keys.ts';
import { createUser } from '../../../src/identity/users.ts';
import { makeAgent, makeTask, play, type TestAgent } from '../../support/agents.ts';
import {
  Client,
  type Json,
  type OpenStream,
  openWorld,
  type StreamEvent,
  type Tenant,
  type World,
} from '../../support/client.ts';
import { addDocument } from '../../support/knowledge.ts';
import { getIssuer, requestClientToken } from '../../support/oauth.ts';

let world: World;
let tenant: Tenant;
let agent: TestAgent;
let other: TestAgent;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  agent = await makeAgent(tenant, { name: 'Theirs' });
  other = await makeAgent(tenant, { name: 'Not theirs' });
});
afterAll(() => world.close());

type Person = Awaited<ReturnType<Tenant['member']>>;

const toChangesPath = ({ project }: Tenant) => `${project}/changes`;

async function follow(client: Client, options: { lastEventId?: string } = {}): Promise<OpenStream> {
  const stream = await client.stream(toChangesPath(tenant), options);
  expect(stream.status).toBe(200);
  await stream.until((event) => event.event === 'counts');
  return stream;
}

/** Grants roles on a resource of the tenant, or revokes all of them. */
async function grantRoles(path: string, member: string, roles: readonly string[]): Promise<void> {
  const answer = await tenant.owner.post(`${path}/iam/members/${member}`, { remove_all: true, add: roles });
  expect([answer.status, answer.body.roles]).toEqual([200, roles]);
}

/** Creates a user with a role on one resource of the tenant only. */
async function createHolder(path: string, role = 'viewer'): Promise<Person> {
  const person = await tenant.member({ org: 'member' });
  await grantRoles(path, `user:${person.userId}`, [role]);
  return person;
}

/** Creates a key with these scopes. */
async function createRestrictedKey({ userId }: Person, scopes: string[]): Promise<Client> {
  const { orgId, projectId } = tenant;
  const { value } = await createApiKey(world.db, { orgId, projectId, userId, name: 'cut', scopes });
  return new Client(world.stack.baseUrl, value);
}

const hasStatus = (id: string, status: string) => (event: StreamEvent) =>
  event.data.id === id && event.data.status === status;
const changed =
  (id: string, action = 'updated') =>
  (event: StreamEvent) =>
    event.event === 'record' && event.data.id === id && event.data.action === action;
const findLastCounts = (stream: OpenStream): Json =>
  stream.events.findLast(({ event }) => event === 'counts')?.data.counts;

async function runAgent(of: TestAgent): Promise<Json> {
  const run = await of.run((await play(world, [{ text: 'Done.' }])).message);
  expect(run.status).toBe('completed');
  return run;
}

let renames = 0;
/** Renames a resource, which publishes a change to its followers. */
async function rename(path: string): Promise<void> {
  const answer = await tenant.owner.post(path, { name: `Renamed ${++renames}` });
  expect(answer.status, answer.text).toBe(200);
}

/** Changes project resources that a user with a role on one agent cannot see, once each. Returns their ids. */
async function changeOtherResources(): Promise<readonly string[]> {
  const { owner, project, orgId } = tenant;
  const hidden = await runAgent(other);
  await rename(other.path);
  const task = await makeTask(tenant);
  const run = await owner.post(`${project}/task/${task.id}/run`, { task_input: { text: 'x' } });
  const skill = await owner.post(`${project}/skill`, { display_name: 'Hidden', instructions: 'x' });
  const group = await owner.post(`${project}/reporting-groups`, { name: `G ${++renames}` });
  const tag = await owner.post(`${project}/task-agent/tag`, { name: `T ${++renames}` });
  const sibling = await owner.post(`/org/${orgId}/project`, { name: 'Sibling' });
  const made = [run, skill, group, tag, sibling].map(({ status, body }) => [status, body.id]);
  expect(made.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
  return [other.id, hidden.id, task.id, ...made.map(([, id]) => String(id))];
}

/** Expects only changes of the agent, whatever else happens in the project. */
async function expectAgentChangesOnly(stream: OpenStream, all: OpenStream): Promise<void> {
  const secrets = await changeOtherResources();
  const run = await runAgent(agent);
  await rename(agent.path);
  await all.until(changed(agent.id));
  await stream.until(hasStatus(run.id, 'completed'));
  await stream.until(changed(agent.id));
  const text = JSON.stringify(stream.events);
  for (const id of [...secrets, tenant.projectId, tenant.orgId]) expect(text).not.toContain(id);
  // The follower with full access received it, so it was published.
  for (const id of secrets) expect(JSON.stringify(all.events)).toContain(id);
}

describe('a user with a role on one resource', () => {
  it('can follow the project and receives changes of that resource and its runs only', async () => {
    const [stream, all] = [await follow(await createHolder(agent.path)), await follow(tenant.owner)];
    await expectAgentChangesOnly(stream, all);
    for (const open of [stream, all]) open.cut();
  });

  it('counts only their own changes, as events and as JSON', async () => {
    const asking = () => makeAgent(tenant, { approval_policy: { default: 'always' } });
    const [theirs, hidden] = [await asking(), await asking()];
    const person = await createHolder(theirs.path);
    const sum = { name: 'calculator', arguments: { expression: '6*7' } };
    const park = async (of: TestAgent) => {
      const run = await of.run((await play(world, [{ tool_calls: [sum] }, { text: 'Done.' }])).message);
      expect(run.status).toBe('waiting_for_human');
      return run;
    };
    const [mine, another] = [await park(theirs), await park(hidden)];
    const stream = await follow(person);
    expect(findLastCounts(stream)).toMatchObject({
      agent_run: { waiting_for_human: 1 },
      approval_request: { pending: 1 },
    });
    expect((await person.get(toChangesPath(tenant))).body.counts).toEqual(findLastCounts(stream));
    expect((await tenant.owner.get(toChangesPath(tenant))).body.counts.approval_request.pending).toBe(2);
    await hidden.approve(another.approval_requests[0].id);
    await theirs.approve(mine.approval_requests[0].id);
    await stream.until(hasStatus(mine.id, 'completed'));
    await stream.until((event) => event.event === 'counts' && event.data.counts.approval_request.pending === 0);
    expect(JSON.stringify(stream.events)).not.toContain(another.approval_requests[0].id);
    stream.cut();
  });

  it('receives nothing about runs that are visible to others only', async () => {
    const closed = await makeAgent(tenant, { task_agent_run_visibility: 'owner_only' });
    const stream = await follow(await createHolder(closed.path));
    const run = await runAgent(closed);
    await rename(closed.path);
    await stream.until(changed(closed.id));
    expect(JSON.stringify(stream.events)).not.toContain(run.id);
    stream.cut();
  });

  it('receives changes of a task, a skill, a collection and a document alike', async () => {
    const { owner, project } = tenant;
    const ok = async (path: string, body: object): Promise<Json> => {
      const answer = await owner.post(`${project}/${path}`, body);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    const skill = await ok('skill', { display_name: 'Shared', instructions: 'x' });
    const collection = await ok('collection', { title: 'Shared' });
    const document = await addDocument(world, tenant);
    for (const [path, body] of [
      [`task/${(await makeTask(tenant)).id}`, { name: 'Renamed' }],
      [`skill/${skill.id}`, { display_name: 'Renamed' }],
      [`collection/${collection.id}`, { title: 'Renamed' }],
      [`document/${document.id}`, { title: 'Renamed' }],
    ] as const) {
      const stream = await follow(await createHolder(`${project}/${path}`));
      const hidden = await makeTask(tenant);
      await ok(path, body);
      await stream.until(changed(path.split('/')[1] ?? ''));
      expect(JSON.stringify(stream.events), path).not.toContain(hidden.id);
      stream.cut();
    }
  });

  it('receives missed changes of that resource and no others on reconnect', async () => {
    const person = await createHolder(agent.path);
    const stream = await follow(person);
    await rename(agent.path);
    await stream.until(changed(agent.id));
    const lastEventId = stream.events.findLast(({ position }) => position !== '')?.position ?? '';
    stream.cut();
    const secrets = await changeOtherResources();
    const run = await runAgent(agent);
    const back = await follow(person, { lastEventId });
    expect(back.events[0]).toMatchObject({ event: 'counts', data: { resumed: true } });
    await back.until(hasStatus(run.id, 'completed'));
    for (const id of secrets) expect(JSON.stringify(back.events)).not.toContain(id);
    back.cut();
  });
});

describe('a role that is revoked while its holder follows the project', () => {
  it('ends its access at once: no further change is sent', async () => {
    const person = await tenant.member({ org: 'member' });
    const member = `user:${person.userId}`;
    await grantRoles(agent.path, member, ['viewer']);
    await grantRoles(other.path, member, ['viewer']);
    const stream = await follow(person);
    await rename(agent.path);
    await stream.until(changed(agent.id));
    await grantRoles(agent.path, member, []);
    const before = stream.events.length;
    const run = await runAgent(agent);
    await rename(agent.path);
    await rename(other.path);
    await stream.until(changed(other.id));
    const after = JSON.stringify(stream.events.slice(before).filter(({ event }) => event !== 'counts'));
    expect(after).not.toContain(agent.id);
    expect(after).not.toContain(run.id);
    stream.cut();
  });

  it('ends the stream if it was the last role, and changes are sent again after a new grant', async () => {
    const person = await createHolder(agent.path);
    const member = `user:${person.userId}`;
    const stream = await follow(person);
    await grantRoles(agent.path, member, []);
    const events = await stream.end();
    expect(events.filter(({ event }) => event !== 'counts')).toEqual([]);
    expect((await person.stream(toChangesPath(tenant))).status).toBe(403);
    await grantRoles(other.path, member, ['viewer']);
    const again = await follow(person);
    await grantRoles(agent.path, member, ['viewer']);
    await rename(agent.path);
    await again.until(changed(agent.id));
    again.cut();
  });

  it('ends with the group that granted it', async () => {
    const sibling = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Group' });
    const group = `/org/${tenant.orgId}/project/${sibling.body.id}`;
    await grantRoles(agent.path, `project:${sibling.body.id}`, ['viewer']);
    const person = await createHolder(group);
    const stream = await follow(person);
    await rename(agent.path);
    await stream.until(changed(agent.id));
    await grantRoles(agent.path, `project:${sibling.body.id}`, []);
    await stream.end();
    expect((await person.stream(toChangesPath(tenant))).status).toBe(403);
  });
});

describe('every kind of credential', () => {
  it('of a project in another organization receives only changes of the resource that it was granted a role on', async () => {
    const foreign = await world.tenant();
    const made = await foreign.owner.post(`${foreign.project}/oauth_client`, {
      name: 'Robot',
    });
    expect(made.status, made.text).toBe(200);
    const { access_token } = await requestClientToken(getIssuer(world.stack), made.body);
    const robot = new Client(world.stack.baseUrl, access_token);
    expect((await robot.stream(toChangesPath(tenant))).status).toBe(403);
    // The owner of one organization is a member of the other, and can grant roles to its project.
    await tenant.letIn(foreign.userId);
    await grantRoles(tenant.project, `user:${foreign.userId}`, ['editor']);
    await foreign.owner.post(`${foreign.project}/iam/members/user:${foreign.userId}`, { add: ['owner'] });
    const own = new Client(world.stack.baseUrl, foreign.key);
    const given = await own.post(`${agent.path}/iam/members/project:${foreign.projectId}`, { add: ['viewer'] });
    expect(given.status, given.text).toBe(200);
    const [stream, all] = [await follow(robot), await follow(tenant.owner)];
    await expectAgentChangesOnly(stream, all);
    for (const open of [stream, all]) open.cut();
    await grantRoles(tenant.project, `user:${foreign.userId}`, []);
    await grantRoles(agent.path, `project:${foreign.projectId}`, []);
  });

  it('with restricted scopes receives only changes that its scopes can view, also of runs', async () => {
    const person = await tenant.member({ project: 'viewer' });
    const task = await makeTask(tenant);
    const [wide, narrow, ofAgents] = [
      await follow(person),
      await follow(await createRestrictedKey(person, ['project:view'])),
      await follow(await createRestrictedKey(person, ['task_agent:view'])),
    ];
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'x' } });
    const agents = await runAgent(agent);
    const marker = await tenant.owner.post(`${tenant.project}/reporting-groups`, { name: `M ${++renames}` });
    await rename(agent.path);
    for (const [stream, last] of [
      [wide, changed(agent.id)],
      [narrow, changed(marker.body.id, 'created')],
      [ofAgents, changed(agent.id)],
    ] as const)
      await stream.until(last);
    const hears = (stream: OpenStream) =>
      [run.body.id, agents.id, marker.body.id, agent.id].map((id) => stream.events.some(({ data }) => data.id === id));
    expect(hears(wide)).toEqual([true, true, true, true]);
    expect(hears(narrow)).toEqual([false, false, true, false]);
    expect(hears(ofAgents)).toEqual([false, true, false, true]);
    for (const stream of [wide, narrow, ofAgents]) stream.cut();
  });

  it('restricted to another resource type receives nothing, and without a view scope cannot follow', async () => {
    const person = await createHolder(agent.path);
    const stream = await follow(await createRestrictedKey(person, ['task:view']));
    await rename(agent.path);
    const wide = await follow(person);
    await rename(agent.path);
    await wide.until(changed(agent.id));
    expect(stream.events.map(({ event }) => event)).not.toContain('record');
    for (const scopes of [['task_agent:run'], ['profile'], ['organization:view']])
      expect(
        (await (await createRestrictedKey(person, scopes)).stream(toChangesPath(tenant))).status,
        scopes.join(),
      ).toBe(403);
    for (const open of [stream, wide]) open.cut();
  });

  it('without a role in the project cannot follow it, even with similar roles elsewhere', async () => {
    const foreign = await world.tenant();
    const bare = await tenant.member({ org: 'member' });
    const task = await makeTask(tenant, { public: true });
    const id = await createUser(world.db, {
      email: `${crypto.randomUUID()}@example.com`,
      name: 'No one',
      administrator: true,
    });
    const { orgId, projectId } = tenant;
    const { value } = await createApiKey(world.db, { orgId, projectId, userId: id, name: 'a', scopes: null });
    const clients = {
      foreign: foreign.owner,
      bare,
      administrator: new Client(world.stack.baseUrl, value),
      taskToken: new Client(world.stack.baseUrl, task.access_token),
      nobody: new Client(world.stack.baseUrl, 'hfk_nothing'),
    };
    const statuses = Object.entries(clients).map(async ([name, client]) => [
      name,
      (await client.stream(toChangesPath(tenant))).status,
    ]);
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      foreign: 403,
      bare: 403,
      administrator: 403,
      taskToken: 403,
      nobody: 401,
    });
    // A role in another project does not grant access here, whatever the path contains.
    const theirs = await makeAgent(foreign);
    const person = await tenant.member({ org: 'member' });
    await foreign.letIn(person.userId);
    const given = await foreign.owner.post(`${theirs.path}/iam/members/user:${person.userId}`, { add: ['owner'] });
    expect(given.status).toBe(200);
    expect((await person.stream(toChangesPath(tenant))).status).toBe(403);
    expect((await person.stream(`/org/${foreign.orgId}/project/${tenant.projectId}/changes`)).status).toBe(403);
    expect((await person.stream(`/org/${tenant.orgId}/project/${foreign.projectId}/changes`)).status).toBe(403);
  });

  it('receives nothing after the project is deleted', async () => {
    const { owner, orgId } = tenant;
    const made = await owner.post(`/org/${orgId}/project`, { name: 'Going' });
    const path = `/org/${orgId}/project/${made.body.id}`;
    const task = await owner.post(`${path}/task`, {
      name: 'Going',
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: '',
      user_prompt: '{text}',
    });
    const person = await tenant.member({ org: 'member' });
    await grantRoles(`${path}/task/${task.body.id}`, `user:${person.userId}`, ['viewer']);
    const stream = await person.stream(`${path}/changes`);
    await stream.until((event) => event.event === 'counts');
    expect((await owner.request('DELETE', path)).status).toBe(200);
    await stream.end();
    expect((await person.stream(`${path}/changes`)).status).toBe(403);
  });
});
