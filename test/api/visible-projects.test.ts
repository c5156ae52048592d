import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { createUser } from '../../src/identity/users.ts';
import { createClientCredential, createTaskToken, createUserCredentials } from '../guards/credentials.ts';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { ALWAYS, sum } from '../support/scene.ts';

/** A project by its name and path. */
interface Place {
  readonly name: string;
  readonly org: string;
  readonly id: string;
}

let world: World;
let near: Tenant;
let far: Tenant;
let places: Place[];

beforeAll(async () => {
  world = openWorld();
  [near, far] = await Promise.all([world.tenant(), world.tenant()]);
  const at = ({ orgId }: Tenant, names: string[]) =>
    Promise.all(
      names.map(async (name) => {
        const owner = orgId === near.orgId ? near.owner : far.owner;
        const { body } = await owner.post(`/org/${orgId}/project`, { name });
        return { name, org: orgId, id: body.id as string };
      }),
    );
  const made = [...(await at(near, ['near two', 'near gone'])), ...(await at(far, ['far two', 'far gone']))];
  for (const { org, id } of made.filter(({ name }) => name.endsWith('gone')))
    await (org === near.orgId ? near : far).owner.delete(`/org/${org}/project/${id}`);
  const first = ({ orgId, projectId }: Tenant, name: string) => ({ name, org: orgId, id: projectId });
  places = [first(near, 'near one'), first(far, 'far one'), ...made];
});
afterAll(() => world.close());

const idOf = (name: string) => places.find((place) => place.name === name)?.id ?? '';
const give = (userId: string, on: Json, role: string) => grantRole(world.db, { ...on, userId, role });

/** A new user with an unrestricted API key, without roles. */
async function outsider(scopes: string[] | null = null) {
  const email = `${crypto.randomUUID()}@example.com`;
  const id = await createUser(world.db, { email, name: 'Ada', administrator: false });
  const { orgId, projectId } = near;
  const { value } = await createApiKey(world.db, { orgId, projectId, userId: id, name: 'own', scopes });
  return { id, client: new Client(world.stack.baseUrl, value) };
}

async function listed(client: Client): Promise<Json[]> {
  const found: Json[] = [];
  let cursor: string | null = '';
  do {
    const { status, body, text } = await client.get(`/project?page_limit=2&cursor=${encodeURIComponent(cursor)}`);
    if (status !== 200) throw new Error(text);
    found.push(...body.results);
    cursor = body.pagination.next_cursor;
  } while (cursor !== null);
  return found;
}

/** Names of the listed projects, which must be exactly the readable ones. */
async function seen(client: Client): Promise<string[]> {
  const names = (ids: readonly string[]) => places.flatMap(({ id, name }) => (ids.includes(id) ? name : [])).toSorted();
  const ids = (await listed(client)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const reads = await Promise.all(places.map(({ org, id }) => client.get(`/org/${org}/project/${id}`)));
  const readable = places.flatMap(({ id }, nth) => (reads[nth]?.status === 200 ? id : []));
  expect(names(ids)).toEqual(names(readable));
  return names(ids);
}

describe('the project list across organizations', () => {
  it('includes a project with a direct role, its path and nothing else of its organization', async () => {
    const { id, client } = await outsider();
    expect(await seen(client)).toEqual([]);
    await give(id, { resourceType: 'project', resourceId: far.projectId }, 'viewer');
    expect((await client.get('/org')).body.results).toEqual([]);
    const [project, ...others] = await listed(client);
    const org = (await far.owner.get(`/org/${far.orgId}`)).body;
    expect(others).toEqual([]);
    expect(project).toEqual({
      id: far.projectId,
      name: 'Test',
      avatar_url: null,
      org_id: far.orgId,
      org_name: org.name,
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
    });
    expect((await client.get(`/org/${far.orgId}/project/${project?.id}`)).status).toBe(200);
  });

  it.each([
    ['a role on a project', [['project', 'near one', 'viewer']], ['near one']],
    [
      'several roles on it',
      [
        ['project', 'near one', 'editor'],
        ['project', 'near one', 'task_creator'],
      ],
      ['near one'],
    ],
    ['task_creator', [['project', 'far two', 'task_creator']], ['far two']],
    [
      'projects of two organizations',
      [
        ['project', 'near two', 'owner'],
        ['project', 'far one', 'viewer'],
      ],
      ['far one', 'near two'],
    ],
    ['an organization', [['organization', 'near', 'viewer']], ['near one', 'near two']],
    [
      'an organization and a project of it',
      [
        ['organization', 'near', 'editor'],
        ['project', 'near two', 'viewer'],
      ],
      ['near one', 'near two'],
    ],
    ['bare membership', [['organization', 'near', 'member']], []],
    [
      'bare membership and a project',
      [
        ['organization', 'near', 'member'],
        ['project', 'near two', 'viewer'],
      ],
      ['near two'],
    ],
    ['a deleted project', [['project', 'near gone', 'owner']], []],
  ] as const)('contains exactly the readable projects for %s', async (_name, roles, expected) => {
    const { id, client } = await outsider();
    for (const [resourceType, name, role] of roles) {
      const resourceId = resourceType === 'organization' ? near.orgId : idOf(name);
      await give(id, { resourceType, resourceId }, role);
    }
    expect(await seen(client)).toEqual(expected);
  });

  it('includes projects of a group for its members, as long as they are members', async () => {
    const [inOrg, inProject] = [await outsider(), await outsider()];
    await give(inOrg.id, { resourceType: 'organization', resourceId: near.orgId }, 'member');
    await give(inProject.id, { resourceType: 'project', resourceId: near.projectId }, 'viewer');
    const groups = [
      { resource_id: idOf('far two'), subject_type: 'organization', subject_id: near.orgId, role: 'viewer' },
      { resource_id: far.projectId, subject_type: 'project', subject_id: near.projectId, role: 'editor' },
    ].map((grant) => ({ ...grant, resource_type: 'project', project_id: null }));
    await world.db.insertInto('role_grants').values(groups).execute();
    expect(await seen(inOrg.client)).toEqual(['far two']);
    expect(await seen(inProject.client)).toEqual(['far one', 'near one']);
    const given = groups.map(({ subject_id }) => subject_id);
    await world.db.deleteFrom('role_grants').where('subject_id', 'in', given).execute();
    expect(await seen(inOrg.client)).toEqual([]);
    expect(await seen(inProject.client)).toEqual(['near one']);
  });

  it('omits a project for a role on an agent only, but the agent, its lists and its runs are readable', async () => {
    const made = (name: string) => makeAgent(near, { name, builtin_tools: ['calculator'], approval_policy: ALWAYS });
    const [agent, beside] = [await made('Theirs'), await made('Not theirs')];
    const { message } = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'Done.' }]);
    const runs = [await agent.run(message), await beside.run(message)];
    const { id, client } = await outsider();
    const at = `/org/${near.orgId}/project/${near.projectId}`;
    const lists = ['task-agent', 'task_agent_run', 'task-agent/approval-request'];
    const idsIn = async (list: string) => (await client.get(`${at}/${list}`)).body.results?.map((row: Json) => row.id);
    expect(await Promise.all(lists.map(async (list) => (await client.get(`${at}/${list}`)).status))).toEqual([
      403, 403, 403,
    ]);
    const on = { resourceType: 'task_agent', resourceId: agent.id, projectId: near.projectId };
    await give(id, on, 'viewer');
    expect(await listed(client)).toEqual([]);
    expect((await client.get('/user/role')).body.results).toEqual([
      {
        resource_type: 'task_agent',
        resource_id: agent.id,
        resource_name: 'Theirs',
        org_id: near.orgId,
        project_id: near.projectId,
        roles: ['viewer'],
      },
    ]);
    const [request] = await agent.requests(runs[0].id);
    expect(await Promise.all(lists.map(idsIn))).toEqual([[agent.id], [runs[0].id], [request.id]]);
    expect((await client.get(`${at}/task`)).status).toBe(403);
    await world.db.deleteFrom('role_grants').where('subject_id', '=', id).execute();
    expect((await client.get('/user/role')).body.results).toEqual([]);
  });

  it('omits a project for a role on a task only, but the task is readable, also through a group', async () => {
    const [task, beside] = [await makeTask(near, { name: 'Theirs' }), await makeTask(near, { name: 'Not theirs' })];
    const { id, client } = await outsider();
    await give(id, { resourceType: 'project', resourceId: far.projectId }, 'viewer');
    // The project of another organization cannot be added through the API, so the row is inserted directly.
    await world.db
      .insertInto('role_grants')
      .values({
        resource_type: 'task',
        resource_id: task.id,
        project_id: near.projectId,
        subject_type: 'project',
        subject_id: far.projectId,
        role: 'editor',
      })
      .execute();
    const { body } = await client.get('/user/role');
    expect(body.results).toMatchObject([{ resource_id: task.id, resource_name: 'Theirs', roles: ['editor'] }]);
    const at = `/org/${near.orgId}/project/${near.projectId}`;
    const seen = (await client.get(`${at}/task`)).body.results.map((row: Json) => row.id);
    expect([seen, beside.id === task.id]).toEqual([[task.id], false]);
    expect((await client.get(`${at}/task_run`)).body.results).toEqual([]);
  });

  it('shows others’ projects to no type of credential, and none to a credential restricted to something else', async () => {
    const [key, session, flow] = await createUserCredentials(world, near, { project: 'editor' });
    for (const credential of [key, session, flow]) {
      expect(await seen(credential?.client as Client)).toEqual(['near one']);
      const cut = await credential?.cutDown?.(['task:view', 'organization:view']);
      if (cut) expect(await listed(cut.client)).toEqual([]);
      const enough = await credential?.cutDown?.(['project:view']);
      if (enough) expect(await seen(enough.client)).toEqual(['near one']);
    }
    const client = await createClientCredential(world, near);
    expect(await seen(client.client)).toEqual(['near one', 'near two']);
    const token = await createTaskToken(world, near);
    expect((await token.client.get('/project')).status).toBe(403);
    expect((await new Client(world.stack.baseUrl, 'none').get('/project')).status).toBe(401);
    // System roles grant access to no project.
    const { id, client: administrator } = await outsider();
    await world.db.updateTable('users').set({ system_role: 'platform_administrator' }).where('id', '=', id).execute();
    expect((await administrator.get(`/org/${near.orgId}`)).status).toBe(200);
    expect(await seen(administrator)).toEqual([]);
  });

  it('omits projects with a role on one resource only, as they cannot be read', async () => {
    const task = await makeTask(near);
    const { id, client } = await outsider();
    await near.letIn(id);
    await near.owner.post(`${near.project}/task/${task.id}/iam/members/user:${id}`, { add: ['owner'] });
    expect((await client.get(`${near.project}/task/${task.id}`)).status).toBe(200);
    expect(await seen(client)).toEqual([]);
  });
});
