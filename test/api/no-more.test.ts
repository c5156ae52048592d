import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf } from '../../src/access/no-more.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { createUser } from '../../src/identity/users.ts';
import { makeTask } from '../support/agents.ts';
import { type Answer, Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { person } from '../support/identity.ts';
import { configure, issuerOf, REDIRECT, tokensFor } from '../support/oauth.ts';

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

/** A key of a tenant's owner, or of somebody else, that is cut down to these scopes. */
async function cut(own: Tenant, scopes: readonly string[], userId = own.userId): Promise<Client> {
  const { orgId, projectId } = own;
  const key = await createApiKey(world.db, { orgId, projectId, userId, name: 'cut', scopes: [...scopes] });
  return new Client(world.stack.baseUrl, key.value);
}

/** What a refusal names: the permission, and what it lacks on. */
const lacking = ({ status, body }: Answer) => {
  const { permission, resource } = body?.detail?.permissionCheckFailedError ?? {};
  return [status, permission, resource?.id];
};

/** Every role that somebody holds in an organization. */
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

/** Somebody of no organization, with an address that invites can be sent to. */
async function outsider(own: Tenant) {
  const email = `${randomUUID()}@example.com`;
  const userId = await createUser(world.db, { email, name: 'Nobody here', administrator: false });
  const { orgId, projectId } = own;
  const { value } = await createApiKey(world.db, { orgId, projectId, userId, name: 'test', scopes: null });
  return { email, userId, client: new Client(world.stack.baseUrl, value) };
}

const at = (path: string, userId: string) => `${path}/iam/members/user:${userId}`;

describe('a credential that is cut down', () => {
  it('of another tenant’s public client makes nobody an owner by what was consented to as looking', async () => {
    const [own, foreign] = [await world.tenant(), await world.tenant()];
    const victim = await person(world);
    await own.letIn(victim.id);
    await own.owner.post(at(`/org/${own.orgId}`, victim.id), { remove_all: true, add: ['owner'] });
    const registered = { name: 'Look', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
    const client = (await foreign.owner.post(`${foreign.project}/oauth_client`, registered)).body;
    const config = await configure(issuerOf(world.stack), client);
    const { tokens } = await tokensFor(config, victim, 'organization:view project:view');
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

  it('drops roles of its own user as far as its scopes go, as a whole one does whatever they are', async () => {
    const own = await world.tenant();
    const editor = await own.member({ org: 'member', project: 'editor' });
    const mine = at(own.project, editor.userId);
    const down = { remove_all: true, add: ['viewer'] };
    const narrow = await cut(own, ['project:view', 'project:edit_members'], editor.userId);
    expect(lacking(await narrow.post(mine, down))[0]).toBe(403);
    const enough = await cut(own, permissionsOf('project', 'editor'), editor.userId);
    expect((await enough.post(mine, down)).body.roles).toEqual(['viewer']);
    await own.owner.post(mine, { remove_all: true, add: ['editor'] });
    expect((await editor.post(mine, { remove_all: true })).body.roles).toEqual([]);
  });

  it('takes no roles below an organization that go beyond it, nor lets it take the last one above them', async () => {
    const own = await world.tenant();
    const member = await own.member({ org: 'viewer', project: 'task_creator' });
    const above = ['organization:edit_members', ...permissionsOf('organization', 'viewer')];
    const taken = at(`/org/${own.orgId}`, member.userId);
    const refused = await (await cut(own, above)).post(taken, { remove_all: true });
    expect(lacking(refused)).toEqual([403, 'create_task', own.projectId]);
    expect(await rolesIn(own, member.userId)).toEqual(['task_creator of project', 'viewer of organization']);
    const both = [...above, ...permissionsOf('project', 'task_creator')];
    expect((await (await cut(own, both)).post(taken, { remove_all: true })).body.roles).toEqual([]);
  });

  it('lets nobody into a group, or out of one, that was given more than it may', async () => {
    const own = await world.tenant();
    const second = (await own.owner.post(`/org/${own.orgId}/project`, { name: 'Second' })).body;
    const task = await makeTask(own);
    await own.owner.post(`${own.project}/task/${task.id}/iam/members/project:${second.id}`, { add: ['owner'] });
    const [outside, inside] = [await own.member({ org: 'member' }), await own.member({ org: 'member' })];
    const group = `/org/${own.orgId}/project/${second.id}`;
    expect((await own.owner.post(at(group, inside.userId), { add: ['viewer'] })).status).toBe(200);
    const may = [
      'project:edit_members',
      ...permissionsOf('project', 'task_creator'),
      ...permissionsOf('project', 'viewer'),
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
    const enough = await cut(own, [...may, ...permissionsOf('task', 'owner')]);
    expect((await enough.post(at(group, outside.userId), { add: ['viewer'] })).status).toBe(200);
  });

  it('opens no task to everybody that it may not run itself, and sees no token of one', async () => {
    const own = await world.tenant();
    const task = await makeTask(own);
    const path = `${own.project}/task/${task.id}`;
    const [editing, running] = [['task:edit', 'task:view'], permissionsOf('task', 'public')];
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
    // What closes it gives nobody anything.
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

describe('two owners who take each other’s role at once', () => {
  it('do not both: whoever lost theirs takes nothing any more', async () => {
    const own = await world.tenant();
    for (let n = 0; n < 6; n++) {
      const [first, second] = [await own.member({ org: 'owner' }), await own.member({ org: 'owner' })];
      const down = { remove_all: true, add: ['viewer'] };
      const answers = await Promise.all([
        first.post(at(`/org/${own.orgId}`, second.userId), down),
        second.post(at(`/org/${own.orgId}`, first.userId), down),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    }
  });
});

describe('somebody outside an organization', () => {
  it('is nobody there: no role is given to them, nor anything said, until they join, and once they left', async () => {
    const own = await world.tenant();
    const task = await makeTask(own);
    const { email, userId, client } = await outsider(own);
    const places = [`/org/${own.orgId}`, own.project, `${own.project}/task/${task.id}`];
    const nobody = randomUUID();
    const answers = async (id: string): Promise<Json[]> =>
      Promise.all(
        places.flatMap((path) => [
          own.owner.post(at(path, id), { add: ['viewer'] }),
          own.owner.post(`${path}/iam/test`, { permissions: ['view'], member: `user:${id}` }),
        ]),
      );
    const shown = (list: readonly Answer[], id: string) =>
      list.map(({ status, text }) => [status, text.replaceAll(id, '…')]);
    expect(shown(await answers(userId), userId)).toEqual(shown(await answers(nobody), nobody));
    expect((await answers(userId)).map(({ status }) => status)).toEqual(places.flatMap(() => [404, 404]));
    expect(await rolesIn(own, userId)).toEqual([]);
    expect((await own.owner.post(`/org/${own.orgId}/invite`, { email_address: email })).status).toBe(200);
    expect((await own.owner.post(at(own.project, userId), { add: ['viewer'] })).status).toBe(404);
    expect((await client.post(`/org/${own.orgId}/join`)).body.roles).toEqual(['member']);
    for (const path of places.slice(1))
      expect((await own.owner.post(at(path, userId), { add: ['viewer'] })).body.name).toBe('Nobody here');
    expect((await client.post(`/org/${own.orgId}/leave`)).status).toBe(200);
    for (const path of places) expect((await own.owner.post(at(path, userId), { add: ['viewer'] })).status).toBe(404);
  });

  it('of a group that was let in may be asked about, and is made no member', async () => {
    const [own, partner] = [await world.tenant(), await world.tenant()];
    const both = await own.member({ org: 'editor' });
    await partner.letIn(both.userId);
    const guest = await partner.member({ org: 'member' });
    const group = `${own.project}/iam/members/organization:${partner.orgId}`;
    expect((await both.post(group, { add: ['viewer'] })).body.roles).toEqual(['viewer']);
    const asked = { permissions: ['view', 'edit'], member: `user:${guest.userId}` };
    expect((await own.owner.post(`${own.project}/iam/test`, asked)).body.permissions).toEqual(['view']);
    expect((await own.owner.post(at(own.project, guest.userId), { add: ['viewer'] })).status).toBe(404);
  });

  it('is left outside also where a role is given in the moment in which they leave', async () => {
    const own = await world.tenant();
    const task = await makeTask(own);
    for (let n = 0; n < 12; n++) {
      const leaver = await own.member({ org: 'member' });
      const given = at(n % 2 ? own.project : `${own.project}/task/${task.id}`, leaver.userId);
      const [left, answer] = await Promise.all([
        leaver.post(`/org/${own.orgId}/leave`),
        own.owner.post(given, { add: ['editor'] }),
      ]);
      expect(left.status).toBe(200);
      expect([200, 404]).toContain(answer.status);
      expect(await rolesIn(own, leaver.userId)).toEqual([]);
    }
  });
});
