import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/modules.ts';
import { listOperationScopes, type Operation } from '../../../api/operation.ts';
import { listPermissionsOf } from '../../../src/access/delegation.ts';
import { listAssignableRoles, listScopes } from '../../../src/access/permissions.ts';
import type { SecurableType } from '../../../src/access/resources.ts';
import { PRIVILEGED_ROLES } from '../../../src/access/roles.ts';
import { type Credential, createClientCredential, createUserCredentials } from '../../guards/credentials.ts';
import { createFixture, type Fixture, getExample, runInLanes, send, toPath } from '../../guards/fixture.ts';
import { type GrantRequest, listGrantRequests, listGrants, SELF_CONTAINED } from '../../guards/grant-requests.ts';
import { makeTask } from '../../support/agents.ts';
import { type ApiResponse, type Client, openWorld, type World } from '../../support/client.ts';
import { assignValues } from '../../support/walk-plan.ts';

/** Operations that change roles, each with a role that can be granted there. */
const GIVINGS = OPERATIONS.filter((op) => op.id.endsWith('.iam.change')).flatMap((op) => {
  const type = op.id.split('.')[0] as SecurableType;
  return listAssignableRoles(type).map((role) => ({ op, type, role }));
});
/** Bodies in place of examples: an invite without roles, and an unclaimed domain. */
const OTHERWISE: Readonly<Record<string, object>> = {
  'organization_invite.create': { email_address: `bare-${randomUUID()}@example.com`, roles: [] },
  'organization_domain.create': { domain: `${randomUUID()}.example` },
};
const getOperation = (id: string) => OPERATIONS.find((op) => op.id === id) as Operation;

let world: World;
let own: Fixture;
/** Credentials of an owner and a client that can be restricted. */
let credentials: Credential[];

beforeAll(async () => {
  world = openWorld();
  const made = await createFixture(world);
  const { tenant } = made;
  const invite = { email_address: `rich-${tenant.orgId}@example.com`, roles: ['viewer'] };
  const { body } = await tenant.owner.post(`/org/${tenant.orgId}/invite`, invite);
  await tenant.owner.post(`${tenant.project}/oauth_client/${made.ids.oauth_client_id}`, { scopes: 'task:run' });
  // A published resource is already open to anonymous users.
  const closed = await makeTask(tenant);
  own = { tenant, ids: { ...made.ids, rich_invite_id: body.id, closed_task_id: closed.id } };
  const all = [
    ...(await createUserCredentials(world, tenant, { org: 'owner' })),
    await createClientCredential(world, tenant),
  ];
  credentials = all.filter(({ cutDown }) => cutDown);
});
afterAll(() => world.close());

async function restrictCredential(credential: Credential, scopes: readonly string[]): Promise<Client> {
  const made = await credential.cutDown?.([...new Set(scopes)]);
  if (!made) throw new Error(`${credential.kind} can't be cut down`);
  return made.client;
}

/** Creates an owner's API key with these scopes. */
const key = (scopes: readonly string[]) => restrictCredential(credentials[0] as Credential, scopes);

/** Returns the missing permission of an error as a scope. */
function findMissingPermission({ status, body }: ApiResponse): string | undefined {
  const failure = body?.detail?.permissionCheckFailedError;
  if (status !== 403 || failure === undefined) return undefined;
  return failure.permission.includes(':') ? failure.permission : `${failure.resource.type}:${failure.permission}`;
}

const short = ({ status, text }: ApiResponse) => `${status} ${text.slice(0, 200)}`;

function change(client: Client, op: Operation, userId: string, body: object): Promise<ApiResponse> {
  return send(client, op, { ...own.ids, member: `user:${userId}` }, body);
}

describe('a change of roles', () => {
  it('has no effect with only the scope that opens the operation, for any role, resource and credential', async () => {
    const { tenant, ids } = own;
    const [stranger, member] = [await tenant.member({ org: 'member' }), await tenant.member({ org: 'member' })];
    for (const { op, role } of GIVINGS)
      if (role === 'viewer') await change(tenant.owner, op, member.userId, { add: [role] });
    const before = await listGrants(world, tenant.orgId);
    const openings = GIVINGS.flatMap(({ op, ...rest }) =>
      (listOperationScopes(op) ?? []).map((scope) => ({ op, scope, ...rest })),
    );
    const cases = assignValues(openings, credentials, ({ op }) => op.id);
    const faults = await runInLanes(cases, async ({ item: { op, scope, role }, value: credential }) => {
      const client = await restrictCredential(credential, [scope]);
      const given = await change(client, op, stranger.userId, { add: [role] });
      const taken = await change(client, op, member.userId, { remove_all: true });
      const refused = [given, taken].every((answer) => findMissingPermission(answer) !== undefined);
      return refused ? undefined : `${credential.kind} with ${scope}: ${op.id} ${role} ${short(given)} ${short(taken)}`;
    });
    expect(faults).toEqual([]);
    expect(await listGrants(world, tenant.orgId)).toEqual(before);
    for (const { op } of GIVINGS.filter(({ type }) => type !== 'organization')) {
      const resource = toPath(op, { ...ids, member: 'x' }).replace(/\/iam\/.*/, '');
      expect((await stranger.get(resource)).status, resource).toBe(403);
    }
  });

  it('requires each permission of the role and the permission to change members as scopes, and nothing else', async () => {
    const { tenant } = own;
    const stranger = await tenant.member({ org: 'member' });
    const neededFor = ({ type, role }: (typeof GIVINGS)[number]) => {
      const rights = ['edit_members', ...(PRIVILEGED_ROLES.includes(role) ? ['edit_privileged_members'] : [])];
      return [
        ...new Set([`${type}:view`, ...rights.map((name) => `${type}:${name}`), ...listPermissionsOf(type, role)]),
      ];
    };
    const lacks = GIVINGS.flatMap((giving) => neededFor(giving).map((scope) => ({ ...giving, scope })));
    expect(lacks.length).toBeGreaterThan(400);
    const faults = await runInLanes(lacks, async ({ scope, ...giving }) => {
      const { op, type, role } = giving;
      const client = await key(neededFor(giving).filter((other) => other !== scope));
      const answer = await change(client, op, stranger.userId, { add: [role] });
      // Without the scope that opens the operation it is refused before any other check.
      const said =
        scope === `${type}:view`
          ? findMissingPermission(answer) !== undefined
          : findMissingPermission(answer) === scope;
      return said ? undefined : `without ${scope}: ${op.id} ${role} ${short(answer)}`;
    });
    expect(faults).toEqual([]);
    const given = await runInLanes(GIVINGS, async (giving) => {
      const { userId } = await tenant.member({ org: 'member' });
      const body = { add: [giving.role], remove: giving.type === 'organization' ? ['member'] : [] };
      return (await change(await key(neededFor(giving)), giving.op, userId, body)).status;
    });
    expect(new Set(given)).toEqual(new Set([200]));
  });
});

describe('an operation that grants permissions indirectly', () => {
  const tried = async (client: Client, { op, body, params }: GrantRequest) =>
    send(client, getOperation(op), { ...own.ids, ...params }, body);

  it('grants none with only the scope that opens it, with any credential', async () => {
    const { tenant, ids } = own;
    const before = await listGrants(world, tenant.orgId);
    const cases = assignValues(listGrantRequests(ids), credentials, ({ op }) => op);
    const faults = await runInLanes(cases, async ({ item: grant, value: credential }) => {
      const answer = await tried(
        await restrictCredential(credential, listOperationScopes(getOperation(grant.op)) ?? []),
        grant,
      );
      return [403, 422].includes(answer.status) ? undefined : `${credential.kind}: ${grant.op} ${short(answer)}`;
    });
    expect(faults).toEqual([]);
    expect(await listGrants(world, tenant.orgId)).toEqual(before);
  });

  it('requires each permission that it grants as a scope, and nothing else', async () => {
    const faults = await runInLanes(
      listGrantRequests(own.ids).flatMap((grant) => grant.scopes.map((scope) => ({ grant, scope }))),
      async ({ grant, scope }) => {
        const opening = listOperationScopes(getOperation(grant.op)) ?? [];
        if (opening.some((other) => other === scope)) return undefined;
        const rest = [...opening, ...grant.scopes].filter((other) => other !== scope);
        const answer = await tried(await key(rest), grant);
        const said = answer.status === 422 || findMissingPermission(answer)?.split(':')[1] === scope.split(':')[1];
        return said ? undefined : `without ${scope}: ${grant.op} ${short(answer)}`;
      },
    );
    expect(faults).toEqual([]);
    for (const grant of listGrantRequests(own.ids)) {
      const answer = await tried(
        await key([...(listOperationScopes(getOperation(grant.op)) ?? []), ...grant.scopes]),
        grant,
      );
      expect(answer.status, `${grant.op} ${answer.text}`).toBe(200);
    }
  });

  it('is in the list: no other operation grants a permission, and none opens anything to anonymous users', async () => {
    const { orgId } = own.tenant;
    const known = new Set([...GIVINGS.map(({ op }) => op.id), ...listGrantRequests(own.ids).map(({ op }) => op)]);
    const others = OPERATIONS.filter(({ id, method }) => method !== 'GET' && method !== 'DELETE' && !known.has(id));
    const grant: string[] = [];
    for (const op of [...others, getOperation('organization_invite.create')]) {
      const before = await listGrants(world, orgId);
      const body = { ...getExample(op, own.ids), ...OTHERWISE[op.id] };
      for (const scope of listOperationScopes(op) ?? [])
        await send(await key([scope]), op, own.ids, op.request.body === null ? undefined : body);
      if ([...(await listGrants(world, orgId))].some((right) => !before.has(right))) grant.push(op.id);
    }
    expect(grant.toSorted()).toEqual(Object.keys(SELF_CONTAINED).toSorted());
    const stranger = await (await world.tenant()).member({ org: 'owner' });
    const within = OPERATIONS.filter(
      (op) => op.method === 'GET' && op.path.startsWith('/org/') && op.auth.permission !== 'public',
    );
    const opened = await runInLanes(within, async (op) => {
      const { status } = await send(stranger, op, own.ids);
      return status === 403 ? undefined : `${op.id} ${status}`;
    });
    expect(opened).toEqual([]);
  });

  it('cannot widen credentials: no restricted credential creates an unrestricted one, whatever its scopes', async () => {
    const { tenant } = own;
    const client = await key(listScopes());
    const made = await client.post(`${tenant.project}/api_key`, { name: 'wider' });
    expect([made.status, made.body.detail[0].loc]).toEqual([422, ['body', 'scopes']]);
    expect((await client.post(`${tenant.project}/oauth_client`, { name: 'wider' })).status).toBe(422);
    const same = { name: 'as wide', scopes: listScopes().slice(0, 100) };
    expect((await client.post(`${tenant.project}/api_key`, same)).status).toBe(200);
  });
});

describe('a role of a group', () => {
  /** Grants a role to a project, as a group. */
  async function groupWith({ op, role }: (typeof GIVINGS)[number]) {
    const { tenant, ids } = own;
    const made = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Group' });
    const id: string = made.body.id;
    const given = await send(tenant.owner, op, { ...ids, member: `project:${id}` }, { add: [role] });
    expect(given.status, given.text).toBe(200);
    return { id, path: `/org/${tenant.orgId}/project/${id}` };
  }

  /** Every operation that adds members to a group, with its body. */
  const entries = (org: string, group: { readonly id: string; readonly path: string }, userId: string) => ({
    'a role': [`${group.path}/iam/members/user:${userId}`, { add: ['viewer'] }],
    'a role of another project': [`${group.path}/iam/members/project:${own.tenant.projectId}`, { add: ['viewer'] }],
    'an invite': [
      `${org}/invite`,
      { email_address: `${randomUUID()}@example.com`, project_roles: { [group.id]: ['task_creator'] } },
    ],
    'a client': [`${group.path}/oauth_client`, { name: 'Acting' }],
  });

  it('cannot be obtained by users without the permission to grant it, for any role and resource', async () => {
    const { tenant, ids } = own;
    const org = `/org/${tenant.orgId}`;
    const faults = await runInLanes(GIVINGS, async (giving) => {
      const [group, editor] = [await groupWith(giving), await tenant.member({ org: 'editor' })];
      const before = await listGrants(world, tenant.orgId, editor.userId, group.id);
      const isPrivileged = PRIVILEGED_ROLES.includes(giving.role);
      const answers: string[] = [];
      for (const [way, [path, body]] of Object.entries(entries(org, group, editor.userId))) {
        const answer = await editor.post(path as string, body);
        const asItShould = isPrivileged
          ? findMissingPermission(answer) === `${giving.type}:edit_privileged_members`
          : answer.status === 200;
        if (!asItShould) answers.push(`${giving.op.id} ${giving.role} by ${way}: ${short(answer)}`);
      }
      const after = await listGrants(world, tenant.orgId, editor.userId, group.id);
      if (isPrivileged && [...after].some((right) => !before.has(right))) answers.push([...after].join('; '));
      await send(tenant.owner, giving.op, { ...ids, member: `project:${group.id}` }, { remove_all: true });
      return answers.length === 0 ? undefined : answers.join('\n');
    });
    expect(faults).toEqual([]);
  });
});

describe('a client of another project of the organization', () => {
  it('reads nothing of a project in any operation, unless its creator may', async () => {
    const { tenant, ids } = own;
    const made = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Aside' });
    const aside = { ...tenant, projectId: made.body.id, project: `/org/${tenant.orgId}/project/${made.body.id}` };
    const editor = await tenant.member({ org: 'member' });
    await tenant.owner.post(`${aside.project}/iam/members/user:${editor.userId}`, { add: ['editor'] });
    const { client } = await createClientCredential(world, aside, editor);
    const shared = [tenant.orgId, tenant.userId, ids.partner_id];
    const hidden = Object.values(ids).filter((id) => /^[0-9a-f]{8}-/.test(id) && !shared.includes(id));
    const readable = OPERATIONS.filter(
      (op) => op.method === 'GET' && op.stream === undefined && op.auth.permission !== 'public',
    );
    // The catalog of skills is the same for everyone.
    const reads = readable.filter(({ id }) => !id.startsWith('catalog_skill'));
    const faults = await runInLanes(reads, async (op) => {
      const answer = await send(client, op, ids);
      const isInside = op.path.includes('{project_id}');
      const shown = hidden.filter((id) => answer.status === 200 && answer.text.includes(id));
      return shown.length > 0 || (isInside && ![400, 403, 404, 422].includes(answer.status))
        ? `${op.id} ${short(answer)} ${shown}`
        : undefined;
    });
    expect(faults).toEqual([]);
    expect(reads.length).toBeGreaterThan(100);
  });
});
