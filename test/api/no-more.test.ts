import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPermissionsOf } from '../../src/access/delegation.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { createUser } from '../../src/identity/users.ts';
import { makeAgent, makeTask } from '../support/agents.ts';
import { type ApiResponse, Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson } from '../support/identity.ts';
import { discoverIssuer, getIssuer, obtainTokens, REDIRECT, requestClientToken } from '../support/oauth.ts';

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

/** A key of a tenant's owner, or of another user, restricted to these scopes. */
async function cut(own: Tenant, scopes: readonly string[], userId = own.userId): Promise<Client> {
  const { orgId, projectId } = own;
  const key = await createApiKey(world.db, { orgId, projectId, userId, name: 'cut', scopes: [...scopes] });
  return new Client(world.stack.baseUrl, key.value);
}

/** The permission and the resource that an error names. */
const lacking = ({ status, body }: ApiResponse) => {
  const { permission, resource } = body?.detail?.permissionCheckFailedError ?? {};
  return [status, permission, resource?.id];
};

/** Every role of a user in an organization. */
async function rolesIn(own: Tenant, userId: string): Promise<string[]> {
  const { db } = world;
  const projects = db.selectFrom('projects').select('id').where('org_id', '=', own.orgId);
  const rows = await db
    .selectFrom('role_grants')
    .select(['resource_type', 'role'])
    .where('subject_id', '=', userId)
    .where((or) =>
      or.or([or('resource_id', '=', own.orgId), or('resource_id', 'in', projects), or('project_id', 'in', projects)]),
    )
    .execute();
  return rows.map(({ resource_type, role }) => `${role} of ${resource_type}`).toSorted();
}

/** A user without an organization, with an address for invites. */
async function outsider(own: Tenant) {
  const email = `${randomUUID()}@example.com`;
  const userId = await createUser(world.db, { email, name: 'Nobody here', administrator: false });
  const { orgId, projectId } = own;
  const { value } = await createApiKey(world.db, { orgId, projectId, userId, name: 'test', scopes: null });
  return { email, userId, client: new Client(world.stack.baseUrl, value) };
}

const at = (path: string, userId: string) => `${path}/iam/members/user:${userId}`;

describe('a restricted credential', () => {
  it('of another tenant’s public client makes nobody an owner through a consent to view scopes', async () => {
    const [own, foreign] = [await world.tenant(), await world.tenant()];
    const victim = await createPerson(world);
    await own.letIn(victim.id);
    await own.owner.post(at(`/org/${own.orgId}`, victim.id), { remove_all: true, add: ['owner'] });
    const registered = { name: 'Viewer', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
    const client = (await foreign.owner.post(`${foreign.project}/oauth_client`, registered)).body;
    const config = await discoverIssuer(getIssuer(world.stack), client);
    const { tokens } = await obtainTokens(config, victim, 'organization:view project:view');
    const token = new Client(world.stack.baseUrl, tokens.access_token);
    const accomplice = await own.member({ org: 'member' });
    expect((await token.get(`/org/${own.orgId}`)).status).toBe(200);
    for (const [path, id] of [
      [`/org/${own.orgId}`, own.orgId],
      [own.project, own.projectId],
    ] as const) {
      const given = await token.post(at(path, accomplice.userId), { add: ['owner'] });
      expect(lacking(given)).toEqual([403, 'edit_members', id]);
      expect(lacking(await token.post(at(path, victim.id), { remove_all: true }))[0]).toBe(403);
    }
    expect(await rolesIn(own, accomplice.userId)).toEqual(['member of organization']);
    expect(await rolesIn(own, victim.id)).toEqual(['owner of organization']);
  });

  it('removes roles of its own user within its scopes, as an unrestricted one can always do', async () => {
    const own = await world.tenant();
    const editor = await own.member({ org: 'member', project: 'editor' });
    const mine = at(own.project, editor.userId);
    const down = { remove_all: true, add: ['viewer'] };
    const narrow = await cut(own, ['project:view', 'project:edit_members'], editor.userId);
    expect(lacking(await narrow.post(mine, down))[0]).toBe(403);
    const enough = await cut(own, listPermissionsOf('project', 'editor'), editor.userId);
    expect((await enough.post(mine, down)).body.roles).toEqual(['viewer']);
    await own.owner.post(mine, { remove_all: true, add: ['editor'] });
    expect((await editor.post(mine, { remove_all: true })).body.roles).toEqual([]);
  });

  it('cannot remove roles below an organization that exceed it, nor the last role above them', async () => {
    const own = await world.tenant();
    const member = await own.member({ org: 'viewer', project: 'task_creator' });
    const above = ['organization:edit_members', ...listPermissionsOf('organization', 'viewer')];
    const taken = at(`/org/${own.orgId}`, member.userId);
    const refused = await (await cut(own, above)).post(taken, { remove_all: true });
    expect(lacking(refused)).toEqual([403, 'create_task', own.projectId]);
    expect(await rolesIn(own, member.userId)).toEqual(['task_creator of project', 'viewer of organization']);
    const both = [...above, ...listPermissionsOf('project', 'task_creator')];
    expect((await (await cut(own, both)).post(taken, { remove_all: true })).body.roles).toEqual([]);
  });

  it('cannot add or remove members of a group that was granted more than the credential', async () => {
    const own = await world.tenant();
    const second = (await own.owner.post(`/org/${own.orgId}/project`, { name: 'Second' })).body;
    const task = await makeTask(own);
    await own.owner.post(`${own.project}/task/${task.id}/iam/members/project:${second.id}`, { add: ['owner'] });
    const [outside, inside] = [await own.member({ org: 'member' }), await own.member({ org: 'member' })];
    const group = `/org/${own.orgId}/project/${second.id}`;
    expect((await own.owner.post(at(group, inside.userId), { add: ['viewer'] })).status).toBe(200);
    const may = [
      'project:edit_members',
      ...listPermissionsOf('project', 'task_creator'),
      ...listPermissionsOf('project', 'viewer'),
    ];
    const key = await cut(own, may);
    expect(lacking(await key.post(at(group, outside.userId), { add: ['viewer'] }))[0]).toBe(403);
    expect(lacking(await key.post(at(group, inside.userId), { remove_all: true }))[0]).toBe(403);
    const changed = await key.post(at(group, inside.userId), { add: ['task_creator'] });
    expect(changed.body.roles).toEqual(['viewer', 'task_creator']);
    const inviting = await cut(own, ['organization:add_member', ...may]);
    const invite = { email_address: `${randomUUID()}@example.com`, project_roles: { [second.id]: ['viewer'] } };
    expect(lacking(await inviting.post(`/org/${own.orgId}/invite`, invite))[0]).toBe(403);
    const here = { ...invite, project_roles: { [own.projectId]: ['viewer'] } };
    expect((await inviting.post(`/org/${own.orgId}/invite`, here)).status).toBe(200);
    const enough = await cut(own, [...may, ...listPermissionsOf('task', 'owner')]);
    expect((await enough.post(at(group, outside.userId), { add: ['viewer'] })).status).toBe(200);
  });

  it('cannot make a task public that it may not run itself, and sees no token of one', async () => {
    const own = await world.tenant();
    const task = await makeTask(own);
    const path = `${own.project}/task/${task.id}`;
    const [editing, running] = [['task:edit', 'task:view'], listPermissionsOf('task', 'public')];
    const [narrow, enough] = [await cut(own, editing), await cut(own, [...editing, ...running])];
    expect(lacking(await narrow.post(path, { public: true }))).toEqual([403, 'run', task.id]);
    const opened = await enough.post(path, { public: true });
    expect(opened.body.access_token).toMatch(/^hft_/);
    for (const body of [{ rotate_access_token: true }, { exposed_to_agents: true }])
      expect(lacking(await narrow.post(path, body))).toEqual([403, 'run', task.id]);
    const edited = await narrow.post(path, { description: 'Edited', public: true });
    expect([edited.status, edited.body.public, edited.body.access_token]).toEqual([200, true, null]);
    const seen = [await narrow.get(path), await narrow.get(`${own.project}/task`)];
    expect(seen.map(({ body }) => (body.results?.[0] ?? body).access_token)).toEqual([null, null]);
    // A private task grants nobody anything.
    expect((await narrow.post(path, { public: false })).body.public).toBe(false);
    const fresh = {
      name: 'Open',
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: '',
      user_prompt: 'x',
      public: true,
    };
    const creating = await (await cut(own, ['project:create_task'])).post(`${own.project}/task`, fresh);
    expect(lacking(creating)).toEqual([403, 'task:view', own.projectId]);
    const creator = await own.member({ org: 'member', project: 'task_creator' });
    expect((await creator.post(`${own.project}/task`, fresh)).body.access_token).toMatch(/^hft_/);
  });
});

describe('a group that holds roles elsewhere', () => {
  /** A second project of a tenant, with a role on the organization from the owner. */
  async function groupOf(own: Tenant, role = 'owner') {
    const { id } = (await own.owner.post(`/org/${own.orgId}/project`, { name: 'Group' })).body;
    const given = await own.owner.post(`/org/${own.orgId}/iam/members/project:${id}`, { add: [role] });
    expect(given.status).toBe(200);
    return { id, path: `/org/${own.orgId}/project/${id}` };
  }

  it('accepts no member from a user who may not grant those roles: an editor does not become an owner', async () => {
    const own = await world.tenant();
    const group = await groupOf(own);
    const editor = await own.member({ org: 'editor' });
    const other = await own.member({ org: 'member' });
    const refused = [403, 'edit_privileged_members', own.orgId];
    for (const { userId } of [editor, other])
      for (const role of ['viewer', 'task_creator'])
        expect(lacking(await editor.post(at(group.path, userId), { add: [role] }))).toEqual(refused);
    const project = await editor.post(`${group.path}/iam/members/project:${own.projectId}`, { add: ['viewer'] });
    expect(lacking(project)).toEqual(refused);
    const email_address = `${randomUUID()}@example.com`;
    const invite = { email_address, project_roles: { [group.id]: ['viewer'] } };
    expect(lacking(await editor.post(`/org/${own.orgId}/invite`, invite))).toEqual(refused);
    expect(await rolesIn(own, editor.userId)).toEqual(['editor of organization']);
    expect((await editor.post(`/org/${own.orgId}/invite`, { email_address })).status).toBe(200);
    expect((await own.owner.post(at(group.path, other.userId), { add: ['viewer'] })).status).toBe(200);
    // An existing member still changes roles there, and can be removed.
    const changed = await editor.post(at(group.path, other.userId), { add: ['task_creator'] });
    expect(changed.body.roles).toEqual(['viewer', 'task_creator']);
    expect((await editor.post(at(group.path, other.userId), { remove_all: true })).status).toBe(200);
  });

  it('that hold roles on single tasks and agents accept no member from a user who may not grant those roles', async () => {
    const own = await world.tenant();
    const group = (await own.owner.post(`/org/${own.orgId}/project`, { name: 'Group' })).body;
    const member = `iam/members/project:${group.id}`;
    const editor = await own.member({ org: 'editor' });
    const path = `/org/${own.orgId}/project/${group.id}`;
    const agent = await makeAgent(own);
    const task = await makeTask(own);
    for (const [resource, id] of [
      [`${own.project}/task/${task.id}`, task.id],
      [agent.path, agent.id],
    ]) {
      expect((await own.owner.post(`${resource}/${member}`, { add: ['owner'] })).status).toBe(200);
      const invite = { email_address: `${randomUUID()}@example.com`, project_roles: { [group.id]: ['viewer'] } };
      for (const attempt of [
        editor.post(at(path, editor.userId), { add: ['viewer'] }),
        editor.post(`/org/${own.orgId}/invite`, invite),
      ])
        expect(lacking(await attempt)).toEqual([403, 'edit_privileged_members', id]);
      await own.owner.post(`${resource}/${member}`, { remove_all: true });
    }
    expect((await editor.post(at(path, editor.userId), { add: ['viewer'] })).status).toBe(200);
  });

  it('passes no roles on through a group within it', async () => {
    const own = await world.tenant();
    const group = await groupOf(own);
    const inner = (await own.owner.post(`/org/${own.orgId}/project`, { name: 'Inner' })).body;
    await own.owner.post(`${group.path}/iam/members/project:${inner.id}`, { add: ['viewer'] });
    const member = await own.member({ org: 'member' });
    const joined = await own.owner.post(at(`/org/${own.orgId}/project/${inner.id}`, member.userId), {
      add: ['viewer'],
    });
    expect(joined.status).toBe(200);
    expect(lacking(await member.post(`/org/${own.orgId}`, { name: 'Taken' }))).toEqual([403, 'edit', own.orgId]);
  });

  it('can be an organization, whether users join by a role, an invite or a domain', async () => {
    const own = await world.tenant();
    const group = `organization:${own.orgId}`;
    const editor = await own.member({ org: 'editor' });
    const attempts = () => [
      editor.post(`/org/${own.orgId}/invite`, { email_address: `${randomUUID()}@example.com` }),
      editor.post(`/org/${own.orgId}/domains`, { domain: `${randomUUID()}.example` }),
    ];
    await own.owner.post(`${own.project}/iam/members/${group}`, { add: ['viewer'] });
    for (const attempt of attempts()) expect((await attempt).status).toBe(200);
    await own.owner.post(`${own.project}/iam/members/${group}`, { remove_all: true, add: ['editor'] });
    for (const attempt of attempts())
      expect(lacking(await attempt)).toEqual([403, 'edit_privileged_members', own.projectId]);
  });

  it('accepts no client from a user who may not grant those roles, as a new client or with a new secret', async () => {
    const own = await world.tenant();
    const { id } = (await own.owner.post(`/org/${own.orgId}/project`, { name: 'Group' })).body;
    const path = `/org/${own.orgId}/project/${id}/oauth_client`;
    const editor = await own.member({ org: 'editor' });
    const [mine, code] = [
      (await editor.post(path, { name: 'Mine' })).body,
      (await editor.post(path, { name: 'Code', redirect_uris: [REDIRECT] })).body,
    ];
    await own.owner.post(`/org/${own.orgId}/iam/members/project:${id}`, { add: ['owner'] });
    const acting = { grant_types: ['authorization_code', 'client_credentials'] };
    const attempts = [
      await editor.post(path, { name: 'Another' }),
      await editor.post(`${path}/${mine.id}/client_secret`, {}),
      await editor.post(`${path}/${mine.id}`, { scopes: 'organization:edit' }),
      await editor.post(`${path}/${code.id}`, acting),
    ];
    for (const attempt of attempts) expect(lacking(attempt)).toEqual([403, 'edit_privileged_members', own.orgId]);
    expect((await editor.post(`${path}/${mine.id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await editor.post(path, { name: 'People', redirect_uris: [REDIRECT] })).status).toBe(200);
    expect((await own.owner.post(`${path}/${mine.id}/client_secret`, {})).status).toBe(200);
    // A project in such a group has clients with the same roles.
    await own.owner.post(`/org/${own.orgId}/project/${id}/iam/members/project:${own.projectId}`, { add: ['viewer'] });
    expect(lacking(await editor.post(`${own.project}/oauth_client`, { name: 'Nested' }))).toEqual([
      403,
      'edit_privileged_members',
      own.orgId,
    ]);
  });

  it('admits nobody by an earlier invite, unless its creator may now grant those roles or another user resends it', async () => {
    const own = await world.tenant();
    const { id } = (await own.owner.post(`/org/${own.orgId}/project`, { name: 'Group' })).body;
    const editor = await own.member({ org: 'editor' });
    const { email, userId, client } = await outsider(own);
    const invite = { email_address: email, project_roles: { [id]: ['viewer'] } };
    const made = await editor.post(`/org/${own.orgId}/invite`, invite);
    expect(made.status).toBe(200);
    await own.owner.post(`/org/${own.orgId}/iam/members/project:${id}`, { add: ['owner'] });
    expect((await client.post(`/org/${own.orgId}/join`)).status).toBe(404);
    expect(await rolesIn(own, userId)).toEqual([]);
    const resend = `/org/${own.orgId}/invite/${made.body.id}/resend`;
    expect(lacking(await editor.post(resend))).toEqual([403, 'edit_privileged_members', own.orgId]);
    expect((await own.owner.post(resend)).status).toBe(200);
    expect((await client.post(`/org/${own.orgId}/join`)).status).toBe(200);
    expect(await rolesIn(own, userId)).toEqual(['member of organization', 'viewer of project']);
  });

  it('cannot be added by a user who may not edit its members', async () => {
    const [own, partner] = [await world.tenant(), await world.tenant()];
    const guest = await partner.member({ org: 'viewer' });
    await own.letIn(guest.userId);
    await own.owner.post(at(`/org/${own.orgId}`, guest.userId), { remove_all: true, add: ['owner'] });
    const groups = [
      [`organization:${partner.orgId}`, partner.orgId],
      [`project:${partner.projectId}`, partner.projectId],
    ] as const;
    for (const path of [`/org/${own.orgId}`, own.project]) {
      for (const [member, id] of groups) {
        const given = await guest.post(`${path}/iam/members/${member}`, { add: ['viewer'] });
        // An inherited role of the organization does not let its project be granted roles here.
        if (given.status !== 404 || member.startsWith('organization'))
          expect(lacking(given)).toEqual([403, 'edit_members', id]);
      }
    }
    await partner.owner.post(at(`/org/${partner.orgId}`, guest.userId), { remove_all: true, add: ['editor'] });
    const member = `${own.project}/iam/members/organization:${partner.orgId}`;
    expect((await guest.post(member, { add: ['editor'] })).body.roles).toEqual(['editor']);
    // Any permitted user can remove or reduce a grant here; nobody else can extend it.
    const less = await own.owner.post(member, { remove_all: true, add: ['viewer'] });
    expect(less.body.roles).toEqual(['viewer']);
    const second = await own.member({ org: 'owner' });
    const more = await second.post(member, { remove_all: true, add: ['owner'] });
    expect(lacking(more)).toEqual([403, 'edit_members', partner.orgId]);
    expect((await own.owner.post(member, { remove_all: true })).body.roles).toEqual([]);
    const within = await own.member({ org: 'member', project: 'owner' });
    const everybody = await within.post(`${own.project}/iam/members/organization:${own.orgId}`, { add: ['viewer'] });
    expect(lacking(everybody)).toEqual([403, 'edit_members', own.orgId]);
  });
});

describe('a client', () => {
  /** A token of a client that a user creates in a tenant's project. */
  async function clientOf(own: Tenant, maker: Client) {
    const made = (await maker.post(`${own.project}/oauth_client`, { name: 'Acting' })).body;
    const acting = async (client: Json) =>
      new Client(
        world.stack.baseUrl,
        (await requestClientToken(getIssuer(world.stack), client, 'offline_access')).access_token,
      );
    return { made, api: await acting(made), acting };
  }

  it('sees its organization and its members, and in other projects only what its creator sees', async () => {
    const own = await world.tenant();
    const other = (await own.owner.post(`/org/${own.orgId}/project`, { name: 'Other' })).body;
    const there = { ...own, projectId: other.id, project: `/org/${own.orgId}/project/${other.id}` };
    const task = await makeTask(there, { system_prompt: 'secret words' });
    const path = `${there.project}/task/${task.id}`;
    const editor = await own.member({ org: 'member', project: 'editor' });
    const { api, made, acting } = await clientOf(own, editor);
    for (const seen of ['', '/iam/members', `/iam/members/user:${own.userId}`])
      expect((await api.get(`/org/${own.orgId}${seen}`)).status, seen).toBe(200);
    expect((await api.get(`${own.project}/task`)).status).toBe(200);
    const projects = async (client: Client) => {
      const lists = [await client.get(`/org/${own.orgId}/project`), await client.get('/project')];
      return lists.map(({ body }) => body.results.map(({ id }: Json) => id).toSorted());
    };
    const both = [own.projectId, other.id].toSorted();
    for (const hidden of [there.project, path, `${path}/run`, `${there.project}/trigger`])
      expect(lacking(await api.get(hidden)), hidden).toEqual([403, 'view', other.id]);
    expect(await projects(api)).toEqual([[own.projectId], [own.projectId]]);
    // An owner's client sees them, until an editor gets its secret, or its owner loses the role.
    const owned = await clientOf(own, own.owner);
    expect((await owned.api.get(path)).status).toBe(200);
    expect(await projects(owned.api)).toEqual([both, both]);
    expect((await owned.api.post(path, { description: 'x' })).status).toBe(403);
    const scoped = await own.owner.post(`${own.project}/oauth_client`, { name: 'Narrow', scopes: 'project:view' });
    const widened = await editor.post(`${own.project}/oauth_client/${scoped.body.id}`, { scopes: null });
    expect(widened.body.scopes).toBeNull();
    expect(lacking(await (await owned.acting(scoped.body)).get(path))[0]).toBe(403);
    const rotated = await editor.post(`${own.project}/oauth_client/${owned.made.id}/client_secret`, {});
    expect(lacking(await (await owned.acting(rotated.body)).get(path))[0]).toBe(403);
    const again = await own.owner.post(`${own.project}/oauth_client/${made.id}/client_secret`, {});
    const mine = await acting(again.body);
    expect((await mine.get(path)).status).toBe(200);
    const heir = await own.member({ org: 'owner' });
    await heir.post(at(`/org/${own.orgId}`, own.userId), { remove_all: true, add: ['member'] });
    expect(lacking(await mine.get(path))[0]).toBe(403);
    // Roles of the project itself apply to all of its clients.
    await heir.post(`${there.project}/iam/members/project:${own.projectId}`, { add: ['viewer'] });
    expect((await mine.get(path)).status).toBe(200);
  });
});

describe('two owners who concurrently remove each other’s role', () => {
  it('do not both succeed: the one who lost the role removes nothing', async () => {
    const own = await world.tenant();
    for (let n = 0; n < 6; n++) {
      const [first, second] = [await own.member({ org: 'owner' }), await own.member({ org: 'owner' })];
      const down = { remove_all: true, add: ['viewer'] };
      const responses = await Promise.all([
        first.post(at(`/org/${own.orgId}`, second.userId), down),
        second.post(at(`/org/${own.orgId}`, first.userId), down),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    }
  });
});

describe('a user outside an organization', () => {
  it('does not exist there: they get no role and no information until they join, or after they leave', async () => {
    const own = await world.tenant();
    const task = await makeTask(own);
    const { email, userId, client } = await outsider(own);
    const places = [`/org/${own.orgId}`, own.project, `${own.project}/task/${task.id}`];
    const nobody = randomUUID();
    const responses = async (id: string): Promise<Json[]> =>
      Promise.all(
        places.flatMap((path) => [
          own.owner.post(at(path, id), { add: ['viewer'] }),
          own.owner.post(`${path}/iam/test`, { permissions: ['view'], member: `user:${id}` }),
        ]),
      );
    const shown = (list: readonly ApiResponse[], id: string) =>
      list.map(({ status, text }) => [status, text.replaceAll(id, '…')]);
    expect(shown(await responses(userId), userId)).toEqual(shown(await responses(nobody), nobody));
    expect((await responses(userId)).map(({ status }) => status)).toEqual(places.flatMap(() => [404, 404]));
    expect(await rolesIn(own, userId)).toEqual([]);
    expect((await own.owner.post(`/org/${own.orgId}/invite`, { email_address: email })).status).toBe(200);
    expect((await own.owner.post(at(own.project, userId), { add: ['viewer'] })).status).toBe(404);
    expect((await client.post(`/org/${own.orgId}/join`)).body.roles).toEqual(['member']);
    for (const path of places.slice(1))
      expect((await own.owner.post(at(path, userId), { add: ['viewer'] })).body.name).toBe('Nobody here');
    expect((await client.post(`/org/${own.orgId}/leave`)).status).toBe(200);
    for (const path of places) expect((await own.owner.post(at(path, userId), { add: ['viewer'] })).status).toBe(404);
  });

  it('of a group with access can have their permissions tested, but cannot become a member', async () => {
    const [own, partner] = [await world.tenant(), await world.tenant()];
    const both = await own.member({ org: 'editor' });
    await partner.letIn(both.userId);
    await partner.owner.post(at(`/org/${partner.orgId}`, both.userId), { remove_all: true, add: ['editor'] });
    const guest = await partner.member({ org: 'member' });
    const group = `${own.project}/iam/members/organization:${partner.orgId}`;
    expect((await both.post(group, { add: ['viewer'] })).body.roles).toEqual(['viewer']);
    const asked = { permissions: ['view', 'edit'], member: `user:${guest.userId}` };
    expect((await own.owner.post(`${own.project}/iam/test`, asked)).body.permissions).toEqual(['view']);
    expect((await own.owner.post(at(own.project, guest.userId), { add: ['viewer'] })).status).toBe(404);
  });

  it('stays outside even if a role is granted at the moment they leave', async () => {
    const own = await world.tenant();
    const task = await makeTask(own);
    for (let n = 0; n < 12; n++) {
      const leaver = await own.member({ org: 'member' });
      const given = at(n % 2 ? own.project : `${own.project}/task/${task.id}`, leaver.userId);
      const [left, response] = await Promise.all([
        leaver.post(`/org/${own.orgId}/leave`),
        own.owner.post(given, { add: ['editor'] }),
      ]);
      expect(left.status).toBe(200);
      expect([200, 404]).toContain(response.status);
      expect(await rolesIn(own, leaver.userId)).toEqual([]);
    }
  });
});
