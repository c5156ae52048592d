import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { addDocument } from '../support/knowledge.ts';
import { makeCollection } from '../support/library.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

type Member = Awaited<ReturnType<Tenant['member']>>;

const ref = (member: Member) => `user:${member.userId}`;
const orgPath = (own: Tenant) => `/org/${own.orgId}`;
const refused = (
  subject: { type: string; id: string },
  resource: { type: string; id: string },
  permission: string,
) => ({
  detail: {
    reason: 'PERMISSION_CHECK_FAILED',
    message: `${subject.type} ${subject.id} lacks the permission ${permission} on ${resource.type} ${resource.id}, or it does not exist`,
    permissionCheckFailedError: { subject, resource, permission },
  },
});

/** The roles in the database for a subject on a resource. */
async function rolesOf(subjectId: string, resourceId: string): Promise<string[]> {
  const rows = await world.db
    .selectFrom('role_grants')
    .select('role')
    .where('subject_id', '=', subjectId)
    .where('resource_id', '=', resourceId)
    .execute();
  return rows.map((row) => row.role).toSorted();
}

async function makeTask(own: Tenant, name: string): Promise<Json> {
  const task = { name, enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: '{text}' };
  const { status, body, text } = await own.owner.post(`${own.project}/task`, task);
  if (status !== 200) throw new Error(text);
  return body;
}

async function makeAgent(own: Tenant): Promise<Json> {
  const agent = { name: `Agent ${randomUUID()}`, instruction: 'Help.', llm_model_id: 'scripted' };
  const { status, body, text } = await own.owner.post(`${own.project}/task-agent`, agent);
  if (status !== 200) throw new Error(text);
  return body;
}

/** Each type of resource with its path, in a separate tenant. */
async function everyResource(own: Tenant): Promise<[string, string, string][]> {
  const [task, agent, document] = await Promise.all([makeTask(own, 'Shared'), makeAgent(own), addDocument(world, own)]);
  const collection = await makeCollection(own);
  return [
    ['organization', own.orgId, orgPath(own)],
    ['project', own.projectId, own.project],
    ['task', task.id, `${own.project}/task/${task.id}`],
    ['task_agent', agent.id, `${own.project}/task-agent/${agent.id}`],
    ['document', document.id, `${own.project}/document/${document.id}`],
    ['collection', collection, `${own.project}/collection/${collection}`],
  ];
}

describe('a permission test', () => {
  it('returns no holders for an unknown permission, whatever its name', async () => {
    const own = await world.tenant();
    const permissions = ['no-such', 'constructor', '__proto__', 'toString', ''];
    for (const [type, , path] of await everyResource(own)) {
      const response = await own.owner.post(`${path}/iam/test`, { permissions: [...permissions, 'view'] });
      expect([type, response.status, response.body.permissions]).toEqual([type, 200, ['view']]);
    }
  });
});

describe('members', () => {
  it('of every securable resource are added, listed, read, changed and removed in the same way', async () => {
    const own = await world.tenant();
    for (const [type, id, path] of await everyResource(own)) {
      const member = await own.member({ org: 'member' });
      const at = `${path}/iam/members/${ref(member)}`;
      const record = { member: ref(member), name: 'Member', avatar_url: null, total_subjects: 1 };
      const added = await own.owner.post(at, { add: ['viewer'] });
      expect([added.status, added.body], type).toEqual([200, { ...record, roles: ['viewer'] }]);
      expect((await own.owner.get(at)).body, type).toEqual(added.body);
      const listed = await own.owner.get(`${path}/iam/members?type=user`);
      expect(listed.body.results, type).toContainEqual(added.body);
      const changed = await own.owner.post(at, { remove: ['viewer'], add: ['editor'] });
      expect([changed.status, changed.body.roles], type).toEqual([200, ['editor']]);
      const removed = await own.owner.post(at, { remove_all: true });
      expect([removed.status, removed.body], type).toEqual([200, { ...record, roles: [] }]);
      expect(await rolesOf(member.userId, id), type).toEqual([]);
      const gone = await own.owner.get(at);
      expect([gone.status, gone.body], type).toEqual([
        404,
        {
          detail: {
            reason: 'RESOURCE_NOT_FOUND',
            message: `no member ${ref(member)} here`,
            resourceNotFoundError: { field: 'member', value: ref(member) },
          },
        },
      ]);
    }
  });

  it('are listed by subject type, with the number of users that each stands for', async () => {
    const own = await world.tenant();
    const second = await own.owner.post(`${orgPath(own)}/project`, { name: 'Second' });
    const viewer = await own.member({ org: 'viewer' });
    await own.member({ project: 'editor' });
    await own.owner.post(`${own.project}/iam/members/${ref(viewer)}`, { add: ['editor'] });
    for (const subject of [`organization:${own.orgId}`, `project:${second.body.id}`])
      expect((await own.owner.post(`${own.project}/iam/members/${subject}`, { add: ['viewer'] })).status).toBe(200);
    const list = async (query: string) => {
      const { body } = await own.owner.get(`${own.project}/iam/members${query}`);
      expect(body.pagination).toEqual({ next_cursor: null, has_next: false, page_limit: 100 });
      return body.results as Json[];
    };
    const organization = {
      member: `organization:${own.orgId}`,
      roles: ['viewer'],
      name: (await own.owner.get(orgPath(own))).body.name,
      avatar_url: null,
      total_subjects: 2,
    };
    const project = { ...organization, member: `project:${second.body.id}`, name: 'Second', total_subjects: 1 };
    expect(await list('?type=organization')).toEqual([organization]);
    expect(await list('?type=project')).toEqual([project]);
    const users = await list('?type=user');
    expect(users.map((row) => row.member.split(':')[0])).toEqual(['user', 'user']);
    const all = await list('');
    expect(all).toHaveLength(4);
    expect(all).toEqual(expect.arrayContaining([organization, project, ...users]));
    expect((await own.owner.get(`${own.project}/iam/members?type=robot`)).status).toBe(422);
  });

  it('are listed page by page, each once', async () => {
    const own = await world.tenant();
    const members = [];
    for (let count = 0; count < 4; count++) members.push(await own.member({ org: 'viewer' }));
    const seen: string[] = [];
    let cursor: string | null = null;
    for (const more of [true, true, false]) {
      const after: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await own.owner.get(`${orgPath(own)}/iam/members?page_limit=2${after}`);
      seen.push(...body.results.map((row: Json) => row.member));
      cursor = body.pagination.next_cursor;
      expect(body.pagination).toEqual({ next_cursor: cursor, has_next: more, page_limit: 2 });
      expect(cursor).toEqual(more ? expect.any(String) : null);
    }
    expect(seen).toEqual([...members.toReversed().map(ref), `user:${own.userId}`]);
  });

  it('are listed by creation time, newest first, and keep their position when their roles change', async () => {
    const own = await world.tenant();
    const at = `${orgPath(own)}/iam/members`;
    const users = [];
    for (let count = 0; count < 4; count++) users.push(await world.tenant());
    const listed = async () => (await own.owner.get(at)).body.results.map((row: Json) => row.member);
    const added = users.toReversed().map((user) => `user:${user.userId}`);
    const joins = async (member = '') => {
      await own.letIn(member.replace('user:', ''));
      return own.owner.post(`${at}/${member}`, { add: ['viewer'] });
    };
    for (const member of added) expect((await joins(member)).status).toBe(200);
    const order = [...added.toReversed(), `user:${own.userId}`];
    expect(await listed()).toEqual(order);
    await own.owner.post(`${at}/${added[0]}`, { remove_all: true, add: ['editor'] });
    await own.owner.post(`${at}/${added[2]}`, { remove: ['viewer'], add: ['member'] });
    await own.owner.post(`${at}/${added[2]}`, { add: ['owner'] });
    expect(await listed()).toEqual(order);
    const [first] = (await own.owner.get(`${at}?page_limit=1`)).body.results;
    expect(first.member).toBe(added.at(-1));
    await own.owner.post(`${at}/${added[1]}`, { remove_all: true });
    await joins(added[1]);
    expect(await listed()).toEqual([added[1], ...order.filter((member) => member !== added[1])]);
  });

  it('are shown to viewers, but not to members without roles', async () => {
    const [viewer, bare] = [await tenant.member({ org: 'viewer' }), await tenant.member({ org: 'member' })];
    const path = `${orgPath(tenant)}/iam/members`;
    expect((await viewer.get(path)).status).toBe(200);
    const response = await bare.get(path);
    const resource = { type: 'organization', id: tenant.orgId };
    expect([response.status, response.body]).toEqual([
      403,
      refused({ type: 'user', id: bare.userId }, resource, 'view_members'),
    ]);
  });
});

describe('a member update', () => {
  it('removes roles before it adds roles, so that one request replaces a role', async () => {
    const member = await tenant.member({ org: 'viewer' });
    const at = `${orgPath(tenant)}/iam/members/${ref(member)}`;
    const roles = async (body: Json) => (await tenant.owner.post(at, body)).body.roles;
    expect(await roles({ add: ['editor'], remove: ['viewer', 'editor'] })).toEqual(['editor']);
    expect(await roles({ remove_all: true, add: ['viewer'] })).toEqual(['viewer']);
    expect(await roles({ remove: ['owner'] })).toEqual(['viewer']);
    expect(await roles({ add: ['viewer'] })).toEqual(['viewer']);
    expect(await roles({})).toEqual(['viewer']);
  });

  it('that results in two of the roles owner, editor and viewer returns 400 and changes nothing', async () => {
    const member = await tenant.member({ org: 'viewer' });
    const at = `${orgPath(tenant)}/iam/members/${ref(member)}`;
    for (const body of [{ add: ['editor'] }, { remove_all: true, add: ['viewer', 'editor'] }]) {
      const response = await tenant.owner.post(at, body);
      expect([response.status, response.body]).toEqual([
        400,
        {
          detail: {
            reason: 'MULTIPLE_ROLES_NOT_ALLOWED',
            message: 'a member can hold only one of the roles owner, editor and viewer',
            multipleRolesNotAllowedError: { roles: ['editor', 'viewer'] },
          },
        },
      ]);
    }
    expect(await rolesOf(member.userId, tenant.orgId)).toEqual(['viewer']);
  });

  it('keeps additional roles, which include plain membership', async () => {
    const creator = await tenant.member({ project: 'task_creator' });
    const inProject = await tenant.owner.post(`${tenant.project}/iam/members/${ref(creator)}`, { add: ['viewer'] });
    expect(inProject.body.roles).toEqual(['viewer', 'task_creator']);
    const bare = await tenant.member({ org: 'member' });
    const at = `${orgPath(tenant)}/iam/members/${ref(bare)}`;
    expect((await tenant.owner.post(at, { add: ['viewer'] })).body.roles).toEqual(['viewer']);
    expect((await tenant.owner.post(at, { add: ['member'] })).body.roles).toEqual(['viewer']);
  });

  it.each([
    ['organization', 'task_creator', ['owner', 'editor', 'viewer', 'member']],
    ['project', 'member', ['owner', 'editor', 'viewer', 'task_creator', 'restricted_reader']],
    ['project', 'Owner', ['owner', 'editor', 'viewer', 'task_creator', 'restricted_reader']],
    ['organization', '', ['owner', 'editor', 'viewer', 'member']],
  ])('on a %s with the role "%s" returns a 400 that names it', async (type, role, allowed) => {
    const member = await tenant.member({ org: 'viewer' });
    const path = type === 'organization' ? orgPath(tenant) : tenant.project;
    for (const body of [{ add: ['viewer', role] }, { remove: [role] }]) {
      const response = await tenant.owner.post(`${path}/iam/members/${ref(member)}`, body);
      expect([response.status, response.body]).toEqual([
        400,
        {
          detail: {
            reason: 'INVALID_ROLE',
            message: expect.stringMatching(`^${role} is not a role of this resource; its roles are `),
            invalidRoleError: { role, allowed },
          },
        },
      ]);
    }
    expect(await rolesOf(member.userId, tenant.projectId)).toEqual([]);
  });

  it.each([
    [
      'no shape at all',
      'somebody',
      'INVALID_MEMBER',
      { member: 'somebody' },
      'somebody must have the form <subject_type>:<subject_id>',
    ],
    [
      'a type that is none',
      'robot:00000000-0000-7000-8000-000000000000',
      'INVALID_SUBJECT_TYPE',
      { subject_type: 'robot', allowed: ['user', 'organization', 'project'] },
      'the subject type of a member must be one of user, organization, project',
    ],
    [
      'an id that is none',
      'user:4711',
      'MALFORMED_IDENTIFIER',
      { field: 'member', value: 'user:4711' },
      'member is not a UUID',
    ],
  ])('whose subject has %s returns 400', async (_what, member, reason, details, message) => {
    const key = `${reason.toLowerCase().replace(/_([a-z])/g, (_, char: string) => char.toUpperCase())}Error`;
    const expected = { detail: { reason, message, [key]: details } };
    const path = `${orgPath(tenant)}/iam`;
    const changed = await tenant.owner.post(`${path}/members/${member}`, { add: ['viewer'] });
    expect([changed.status, changed.body]).toEqual([400, expected]);
    const read = await tenant.owner.get(`${path}/members/${member}`);
    expect([read.status, read.body]).toEqual([400, expected]);
    const tested = await tenant.owner.post(`${path}/test`, { permissions: ['view'], member });
    expect([tested.status, tested.body]).toEqual([400, expected]);
  });

  it('with an unknown subject, or a foreign organization or project, returns 404', async () => {
    const foreign = await world.tenant();
    const subjects = [
      `user:${randomUUID()}`,
      `organization:${randomUUID()}`,
      `project:${randomUUID()}`,
      `organization:${foreign.orgId}`,
      `project:${foreign.projectId}`,
    ];
    for (const member of subjects) {
      const expected = {
        detail: {
          reason: 'RESOURCE_NOT_FOUND',
          message: `no member ${member} here`,
          resourceNotFoundError: { field: 'member', value: member },
        },
      };
      const changed = await tenant.owner.post(`${tenant.project}/iam/members/${member}`, { add: ['viewer'] });
      expect([changed.status, changed.body]).toEqual([404, expected]);
      const tested = await tenant.owner.post(`${tenant.project}/iam/test`, { permissions: ['view'], member });
      expect([tested.status, tested.body]).toEqual([404, expected]);
    }
    const itself = await tenant.owner.post(`${tenant.project}/iam/members/project:${tenant.projectId}`, {
      add: ['viewer'],
    });
    expect([itself.status, itself.body.detail.reason]).toEqual([400, 'INVALID_MEMBER']);
  });

  it('for a foreign project that is a member needs the permission only, not membership of that project', async () => {
    const foreign = await world.tenant();
    const task = await makeTask(tenant, 'Shared with another organization');
    const path = `${tenant.project}/task/${task.id}`;
    const at = `${path}/iam/members/project:${foreign.projectId}`;
    expect((await tenant.owner.post(at, { add: ['viewer'] })).status).toBe(404);
    // A user of both projects grants it access.
    await tenant.letIn(foreign.userId);
    await tenant.owner.post(`${path}/iam/members/user:${foreign.userId}`, { add: ['editor'] });
    await foreign.owner.post(`${foreign.project}/iam/members/user:${foreign.userId}`, { add: ['owner'] });
    const given = await foreign.owner.post(at, { add: ['viewer'] });
    expect([given.status, given.body.roles], given.text).toEqual([200, ['viewer']]);
    const member = `project:${foreign.projectId}`;
    const tested = await tenant.owner.post(`${path}/iam/test`, { permissions: ['view', 'edit'], member });
    expect([tested.status, tested.body.permissions]).toEqual([200, ['view']]);
    expect((await tenant.owner.post(`${tenant.project}/iam/members/${member}`, { add: ['viewer'] })).status).toBe(404);
    const taken = await tenant.owner.post(at, { remove_all: true });
    expect([taken.status, taken.body.roles]).toEqual([200, []]);
    expect(await rolesOf(foreign.projectId, task.id)).toEqual([]);
    expect((await tenant.owner.post(at, { add: ['viewer'] })).status).toBe(404);
  });

  it('by an editor grants and removes roles below editor, and its own roles, nothing else', async () => {
    const editor = await tenant.member({ org: 'editor' });
    const other = await tenant.member({ org: 'editor' });
    const viewer = await tenant.member({ org: 'viewer' });
    const at = (member: Member) => `${orgPath(tenant)}/iam/members/${ref(member)}`;
    expect((await editor.post(at(viewer), { remove_all: true, add: ['member'] })).status).toBe(200);
    const subject = { type: 'user', id: editor.userId };
    const body = refused(subject, { type: 'organization', id: tenant.orgId }, 'edit_privileged_members');
    for (const [member, change] of [
      [viewer, { remove_all: true, add: ['editor'] }],
      [viewer, { remove_all: true, add: ['owner'] }],
      [other, { remove_all: true }],
      [editor, { remove_all: true, add: ['owner'] }],
    ] as const) {
      const response = await editor.post(at(member), change);
      expect([response.status, response.body]).toEqual([403, body]);
    }
    expect(await rolesOf(other.userId, tenant.orgId)).toEqual(['editor']);
    expect((await viewer.post(at(viewer), { remove_all: true })).status).toBe(403);
    expect((await editor.post(at(editor), { remove: ['editor'], add: ['viewer'] })).body.roles).toEqual(['viewer']);
  });

  it('that removes the last role on the organization ends all access below it', async () => {
    const own = await world.tenant();
    const task = await makeTask(own, 'Kept');
    const member = await own.member({ org: 'viewer', project: 'editor' });
    const path = `${own.project}/task/${task.id}`;
    await own.owner.post(`${path}/iam/members/${ref(member)}`, { add: ['owner'] });
    await own.owner.post(`${orgPath(own)}/iam/members/${ref(member)}`, { remove: ['viewer'] });
    for (const id of [own.orgId, own.projectId, task.id]) expect(await rolesOf(member.userId, id)).toEqual([]);
    for (const gone of [orgPath(own), own.project, path]) expect((await member.get(gone)).status).toBe(403);
  });
});

describe('removal of the last role on an organization', () => {
  it('requires permission to remove each privileged role below it, and removes none if one is rejected', async () => {
    const own = await world.tenant();
    const task = await makeTask(own, 'Owned');
    const editor = await own.member({ org: 'editor' });
    const ofProject = await own.member({ org: 'viewer', project: 'owner' });
    const ofTask = await own.member({ org: 'viewer', project: 'viewer' });
    await own.owner.post(`${own.project}/task/${task.id}/iam/members/${ref(ofTask)}`, { add: ['owner'] });
    const subject = { type: 'user', id: editor.userId };
    for (const [member, resource] of [
      [ofProject, { type: 'project', id: own.projectId }],
      [ofTask, { type: 'task', id: task.id }],
    ] as const) {
      for (const change of [{ remove_all: true }, { remove: ['viewer'] }]) {
        const response = await editor.post(`${orgPath(own)}/iam/members/${ref(member)}`, change);
        expect([response.status, response.body]).toEqual([403, refused(subject, resource, 'edit_privileged_members')]);
      }
      expect(await rolesOf(member.userId, own.orgId)).toEqual(['viewer']);
    }
    expect(await rolesOf(ofProject.userId, own.projectId)).toEqual(['owner']);
    const kept = await editor.post(`${orgPath(own)}/iam/members/${ref(ofProject)}`, {
      remove_all: true,
      add: ['member'],
    });
    expect(kept.body.roles).toEqual(['member']);
    expect(await rolesOf(ofProject.userId, own.projectId)).toEqual(['owner']);
  });

  it('is allowed for owners of the resources below, for owners above, and for the member who leaves', async () => {
    const own = await world.tenant();
    const [editor, leaver] = [
      await own.member({ org: 'editor', project: 'owner' }),
      await own.member({ org: 'editor', project: 'owner' }),
    ];
    const members = [
      await own.member({ org: 'viewer', project: 'editor' }),
      await own.member({ org: 'viewer', project: 'owner' }),
    ];
    for (const [client, member] of [
      [editor, members[0]],
      [own.owner, members[1]],
      [leaver, leaver],
    ] as const) {
      if (!member) throw new Error('no member');
      const response = await client.post(`${orgPath(own)}/iam/members/${ref(member)}`, { remove_all: true });
      expect(response.body.roles, response.text).toEqual([]);
      expect(await rolesOf(member.userId, own.projectId)).toEqual([]);
    }
  });
});

describe('the last owner of an organization', () => {
  const lastOwner = (own: Tenant) => ({
    detail: {
      reason: 'LAST_OWNER',
      message: 'the organization needs at least one owner; make another member an owner first',
      lastOwnerError: { organization_id: own.orgId },
    },
  });

  it('stays, whichever request would remove the role', async () => {
    const own = await world.tenant();
    const group = await own.owner.post(`${orgPath(own)}/iam/members/project:${own.projectId}`, { add: ['owner'] });
    expect(group.status).toBe(200);
    const at = `${orgPath(own)}/iam/members/user:${own.userId}`;
    for (const change of [{ remove_all: true }, { remove: ['owner'], add: ['editor'] }]) {
      const response = await own.owner.post(at, change);
      expect([response.status, response.body]).toEqual([409, lastOwner(own)]);
    }
    expect(await rolesOf(own.userId, own.orgId)).toEqual(['owner']);
    const heir = await own.member({ org: 'owner' });
    expect((await own.owner.post(at, { remove_all: true })).body.roles).toEqual([]);
    expect((await heir.post(`${orgPath(own)}/iam/members/${ref(heir)}`, { remove_all: true })).status).toBe(409);
  });

  it('stays even if all owners leave concurrently', async () => {
    const own = await world.tenant();
    const owners = [own.owner, ...(await Promise.all([1, 2, 3].map(() => own.member({ org: 'owner' }))))];
    const ids = [own.userId, ...owners.slice(1).map((owner) => (owner as Member).userId)];
    const leave = (owner: Client, index: number) =>
      owner.post(`${orgPath(own)}/iam/members/user:${ids[index]}`, { remove_all: true });
    const responses = await Promise.all(owners.map(leave));
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 200, 200, 409]);
    expect(responses.find((response) => response.status === 409)?.body).toEqual(lastOwner(own));
    const left = await world.db
      .selectFrom('role_grants')
      .select('subject_id')
      .where('resource_id', '=', own.orgId)
      .where('role', '=', 'owner')
      .execute();
    expect(left).toHaveLength(1);
  });

  it('keeps exactly one role after concurrent changes of one member', async () => {
    const member = await tenant.member({ org: 'viewer' });
    const at = `${orgPath(tenant)}/iam/members/${ref(member)}`;
    const roles = ['owner', 'editor', 'viewer', 'owner', 'editor', 'viewer'];
    const responses = await Promise.all(roles.map((role) => tenant.owner.post(at, { remove_all: true, add: [role] })));
    expect(responses.map((response) => response.status)).toEqual(roles.map(() => 200));
    expect(await rolesOf(member.userId, tenant.orgId)).toHaveLength(1);
  });
});

describe('a permission test of a caller', () => {
  const ASKED = ['view', 'edit', 'view_members', 'no_such_permission'];

  it('returns which of them the caller holds, on every securable resource', async () => {
    const own = await world.tenant();
    const viewer = await own.member({ org: 'viewer' });
    for (const [type, , path] of await everyResource(own)) {
      const response = await viewer.post(`${path}/iam/test`, { permissions: ASKED });
      expect([response.status, response.body], type).toEqual([
        200,
        { permissions: ['view', 'view_members'], member: ref(viewer) },
      ]);
      const owner = await own.owner.post(`${path}/iam/test`, { permissions: ['edit', 'view', 'edit'] });
      expect(owner.body, type).toEqual({ permissions: ['edit', 'view'], member: `user:${own.userId}` });
    }
  });

  it('returns those of others to users who can see members, with inherited ones', async () => {
    const own = await world.tenant();
    const [editor, bare] = [await own.member({ project: 'editor' }), await own.member({ org: 'member' })];
    const group = `organization:${own.orgId}`;
    await own.owner.post(`${own.project}/iam/members/${group}`, { add: ['viewer'] });
    const resources = await everyResource(own);
    const held = async (member: string) => {
      const responses = resources.map(([, , path]) =>
        own.owner.post(`${path}/iam/test`, { permissions: ASKED, member }),
      );
      return (await Promise.all(responses)).map((response) => response.body.permissions.join());
    };
    expect(await held(ref(editor))).toEqual([
      '',
      ...['project', 'task', 'task_agent', 'document', 'collection'].map(() => 'view,edit,view_members'),
    ]);
    expect(await held(group)).toEqual([
      '',
      ...['project', 'task', 'task_agent', 'document', 'collection'].map(() => 'view,view_members'),
    ]);
    expect(await held(ref(bare))).toEqual([
      'view',
      ...['project', 'task', 'task_agent', 'document', 'collection'].map(() => 'view,view_members'),
    ]);
    const asking = await bare.post(`${orgPath(own)}/iam/test`, { permissions: ASKED, member: ref(editor) });
    const resource = { type: 'organization', id: own.orgId };
    expect([asking.status, asking.body]).toEqual([
      403,
      refused({ type: 'user', id: bare.userId }, resource, 'view_members'),
    ]);
    expect(
      (await bare.post(`${orgPath(own)}/iam/test`, { permissions: ASKED, member: ref(bare) })).body.permissions,
    ).toEqual(['view']);
  });

  it('returns the roles and group behind each permission, limited to what the caller may see', async () => {
    const own = await world.tenant();
    const task = await makeTask(own, 'Explained');
    const path = `${own.project}/task/${task.id}`;
    const [member, onTask] = [await own.member({ org: 'member', project: 'viewer' }), await own.member({})];
    const { userId } = onTask;
    await grantRole(world.db, {
      resourceType: 'task',
      resourceId: task.id,
      projectId: own.projectId,
      userId,
      role: 'viewer',
    });
    const group = `organization:${own.orgId}`;
    await own.owner.post(`${path}/iam/members/${group}`, { add: ['editor'] });
    const asked = { permissions: ['view', 'edit', 'delete'], explain: true };
    const sources = async (client: Client, of?: string) =>
      (await client.post(`${path}/iam/test`, { ...asked, ...(of === undefined ? {} : { member: of }) })).body.sources;
    const inProject = {
      role: 'viewer',
      resource_type: 'project',
      resource_id: own.projectId,
      through: null,
      permissions: ['view'],
    };
    const name = (await own.owner.get(orgPath(own))).body.name;
    const byGroup = {
      role: 'editor',
      resource_type: 'task',
      resource_id: task.id,
      through: { member: group, name },
      permissions: ['view', 'edit', 'delete'],
    };
    // Plain membership grants nothing on a task, but gives access to members of a granted organization.
    expect(await sources(own.owner, ref(member))).toEqual([inProject, byGroup]);
    expect(await sources(member)).toEqual([inProject, byGroup]);
    const onIt = { ...byGroup, role: 'viewer', through: null, permissions: ['view'] };
    expect(await sources(onTask)).toEqual([onIt]);
    // A user who sees only the members of the task does not see roles above it.
    const ofAnother = await onTask.post(`${path}/iam/test`, { ...asked, member: ref(member) });
    expect(ofAnother.body.permissions).toEqual(['view', 'edit', 'delete']);
    expect(ofAnother.body.sources).toEqual([byGroup]);
    await own.owner.post(`${path}/iam/members/${group}`, { remove_all: true });
    expect(await sources(onTask, `user:${own.userId}`)).toEqual([]);
    expect(await sources(own.owner, ref(member))).toEqual([inProject]);
    expect((await own.owner.post(`${path}/iam/test`, { permissions: ['view'] })).body.sources).toBeUndefined();
  });

  it('returns the remaining permissions of a restricted key, which sees members only with the view scope', async () => {
    const { orgId, projectId, userId } = tenant;
    const key = await createApiKey(world.db, { orgId, projectId, userId, name: 'cut', scopes: ['organization:view'] });
    const client = new Client(world.stack.baseUrl, key.value);
    const path = orgPath(tenant);
    expect((await client.post(`${path}/iam/test`, { permissions: ASKED })).body.permissions).toEqual(['view']);
    expect((await client.get(`${path}/iam/members`)).status).toBe(200);
    const update = await client.post(path, { low_credit_alerts: true });
    const resource = { type: 'organization', id: orgId };
    const refusal = refused({ type: 'user', id: userId }, resource, 'edit');
    Object.assign(refusal.detail.permissionCheckFailedError, { missing_scopes: ['organization:edit'] });
    expect([update.status, update.body]).toEqual([403, refusal]);
  });
});

describe('a role', () => {
  it('on a task or agent grants access to it, also in lists, and to nothing next to it or above it', async () => {
    const own = await world.tenant();
    const [shared, hidden, agent] = await Promise.all([makeTask(own, 'One'), makeTask(own, 'Two'), makeAgent(own)]);
    const guest = await own.member({ org: 'member' });
    const path = `${own.project}/task/${shared.id}`;
    const subject = { type: 'user', id: guest.userId };
    const noProject = refused(subject, { type: 'project', id: own.projectId }, 'view');
    expect((await guest.get(path)).body).toEqual(noProject);
    await own.owner.post(`${path}/iam/members/${ref(guest)}`, { add: ['viewer'] });
    expect((await guest.get(path)).body.id).toBe(shared.id);
    const run = await guest.post(`${path}/run`, { task_input: { text: 'x' } });
    expect(run.body).toEqual(refused(subject, { type: 'project', id: own.projectId }, 'task:run'));
    await own.owner.post(`${path}/iam/members/${ref(guest)}`, { remove: ['viewer'], add: ['owner'] });
    expect((await guest.post(path, { description: 'Mine now' })).status).toBe(200);
    expect((await guest.get(`${own.project}/task`)).body.results).toMatchObject([{ id: shared.id }]);
    for (const elsewhere of [own.project, `${own.project}/task-agent`, `${own.project}/task/${hidden.id}`])
      expect((await guest.get(elsewhere)).body, elsewhere).toEqual(noProject);
    expect((await guest.get(`${orgPath(own)}/iam/members`)).status).toBe(403);
    await own.owner.post(`${own.project}/task-agent/${agent.id}/iam/members/${ref(guest)}`, { add: ['viewer'] });
    expect((await guest.get(`${own.project}/task-agent/${agent.id}/run`)).status).toBe(200);
    expect((await guest.get(`${own.project}/task-agent/${agent.id}/session`)).status).toBe(200);
  });

  it('to create tasks makes the creator an owner of the new task, and of nothing else', async () => {
    const own = await world.tenant();
    const theirs = await makeTask(own, 'Theirs');
    const creator = await own.member({ project: 'task_creator' });
    const task = { name: 'Mine', enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: '{text}' };
    const mine = await creator.post(`${own.project}/task`, task);
    expect(mine.status).toBe(200);
    const path = `${own.project}/task/${mine.body.id}`;
    expect((await creator.post(path, { description: 'Better' })).status).toBe(200);
    const member = await own.member({ org: 'member' });
    expect((await creator.post(`${path}/iam/members/${ref(member)}`, { add: ['editor'] })).status).toBe(200);
    expect((await creator.post(`${own.project}/task/${theirs.id}`, { description: 'No' })).status).toBe(403);
    expect((await creator.delete(path)).status).toBe(200);
    expect(await rolesOf(own.userId, theirs.id)).toEqual([]);
  });

  it('on a task does not reveal whether a project elsewhere exists', async () => {
    const other = await world.tenant();
    const task = await makeTask(tenant, `Mine ${randomUUID().slice(0, 8)}`);
    const guest = await tenant.member({ org: 'member' });
    await tenant.owner.post(`${tenant.project}/task/${task.id}/iam/members/${ref(guest)}`, { add: ['owner'] });
    const statuses = [];
    for (const project of [other.projectId, randomUUID()]) {
      const response = await guest.get(`/org/${other.orgId}/project/${project}/task/${task.id}`);
      const resource = { type: 'project', id: project };
      expect(response.body).toEqual(refused({ type: 'user', id: guest.userId }, resource, 'view'));
      statuses.push(response.status);
    }
    expect(statuses).toEqual([403, 403]);
  });

  it('granted to an organization or a project is held by its members, as long as they are members', async () => {
    const own = await world.tenant();
    const second = (await own.owner.post(`${orgPath(own)}/project`, { name: 'Second' })).body;
    const bare = await own.member({ org: 'member' });
    const creator = await own.member({ project: 'task_creator' });
    const path = `${orgPath(own)}/project/${second.id}`;
    const list = async () => (await bare.get(`${orgPath(own)}/project`)).body.results.map((row: Json) => row.id);
    expect([(await bare.get(path)).status, (await creator.get(path)).status, await list()]).toEqual([403, 403, []]);
    await own.owner.post(`${path}/iam/members/organization:${own.orgId}`, { add: ['viewer'] });
    await own.owner.post(`${path}/iam/members/project:${own.projectId}`, { add: ['editor'] });
    expect([(await bare.get(path)).status, (await creator.get(path)).status, await list()]).toEqual([
      200,
      200,
      [second.id],
    ]);
    expect((await bare.post(path, { name: 'Mine' })).status).toBe(403);
    expect((await creator.post(path, { name: 'Ours' })).status).toBe(200);
    await own.owner.post(`${orgPath(own)}/iam/members/${ref(bare)}`, { remove_all: true });
    expect((await bare.get(path)).status).toBe(403);
    await own.owner.delete(own.project).then((response) => expect(response.status).toBe(200));
    expect(await rolesOf(own.projectId, second.id)).toEqual([]);
  });

  it('granted to a deleted organization applies to nobody, as does one on a resource below it', async () => {
    const [own, partner] = [await world.tenant(), await world.tenant()];
    const guest = await partner.member({ org: 'member' });
    const both = await own.member({ project: 'viewer' });
    await own.letIn(guest.userId);
    const given = { resource_type: 'project', resource_id: own.projectId, role: 'editor' };
    const group = { subject_type: 'organization', subject_id: partner.orgId };
    await world.db
      .insertInto('role_grants')
      .values({ ...given, ...group })
      .execute();
    const seen = async () => {
      const list = await guest.get(`${orgPath(own)}/project`);
      return [(await guest.get(own.project)).status, list.body.results.length];
    };
    expect(await seen()).toEqual([200, 1]);
    const end = (id: string) =>
      world.db.updateTable('organizations').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    await end(partner.orgId);
    expect(await seen()).toEqual([403, 0]);
    expect((await both.get(own.project)).status).toBe(200);
    await end(own.orgId);
    expect((await both.get(own.project)).status).toBe(403);
  });
});
