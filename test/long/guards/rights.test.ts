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
import { listPairs } from '../../support/walk-plan.ts';

/** Changes of roles, each with a role that can be given there. */
const GIVINGS = OPERATIONS.filter((op) => op.id.endsWith('.iam.change')).flatMap((op) => {
  const type = op.id.split('.')[0] as SecurableType;
  return listAssignableRoles(type).map((role) => ({ op, type, role }));
});
/** Bodies in place of examples: an invite to no role, and a domain that nobody has. */
const OTHERWISE: Readonly<Record<string, object>> = {
  'organization_invite.create': { email_address: `bare-${randomUUID()}@example.com`, roles: [] },
  'organization_domain.create': { domain: `${randomUUID()}.example` },
};
const named = (id: string) => OPERATIONS.find((op) => op.id === id) as Operation;

let world: World;
let own: Fixture;
/** An owner's and a client's, all of which can be cut down. */
let credentials: Credential[];

beforeAll(async () => {
  world = openWorld();
  const made = await createFixture(world);
  const { tenant } = made;
  const invite = { email_address: `rich-${tenant.orgId}@example.com`, roles: ['viewer'] };
  const { body } = await tenant.owner.post(`/org/${tenant.orgId}/invite`, invite);
  await tenant.owner.post(`${tenant.project}/oauth_client/${made.ids.oauth_client_id}`, { scopes: 'task:run' });
  // One that is published is not the one that strangers are kept from.
  const closed = await makeTask(tenant);
  own = { tenant, ids: { ...made.ids, rich_invite_id: body.id, closed_task_id: closed.id } };
  const all = [
    ...(await createUserCredentials(world, tenant, { org: 'owner' })),
    await createClientCredential(world, tenant),
  ];
  credentials = all.filter(({ cutDown }) => cutDown);
});
afterAll(() => world.close());

async function cut(credential: Credential, scopes: readonly string[]): Promise<Client> {
  const made = await credential.cutDown?.([...new Set(scopes)]);
  if (!made) throw new Error(`${credential.kind} can't be cut down`);
  return made.client;
}

/** An owner's API key with these scopes. */
const key = (scopes: readonly string[]) => cut(credentials[0] as Credential, scopes);

/** The permission that a refusal names, as a scope. */
function lacking({ status, body }: ApiResponse): string | undefined {
  const told = body?.detail?.permissionCheckFailedError;
  if (status !== 403 || told === undefined) return undefined;
  return told.permission.includes(':') ? told.permission : `${told.resource.type}:${told.permission}`;
}

const short = ({ status, text }: ApiResponse) => `${status} ${text.slice(0, 200)}`;

function change(client: Client, op: Operation, userId: string, body: object): Promise<ApiResponse> {
  return send(client, op, { ...own.ids, member: `user:${userId}` }, body);
}

describe('a change of roles', () => {
  it('with the scope alone that opens it gives and takes nothing, whatever the role, the resource and the credential', async () => {
    const { tenant, ids } = own;
    const [stranger, member] = [await tenant.member({ org: 'member' }), await tenant.member({ org: 'member' })];
    for (const { op, role } of GIVINGS)
      if (role === 'viewer') await change(tenant.owner, op, member.userId, { add: [role] });
    const before = await listGrants(world, tenant.orgId);
    const openings = GIVINGS.flatMap(({ op, ...rest }) =>
      (listOperationScopes(op) ?? []).map((scope) => ({ op, scope, ...rest })),
    );
    const faults = await runInLanes(listPairs(openings, credentials), async ([{ op, scope, role }, credential]) => {
      const client = await cut(credential, [scope]);
      const given = await change(client, op, stranger.userId, { add: [role] });
      const taken = await change(client, op, member.userId, { remove_all: true });
      const refused = [given, taken].every((answer) => lacking(answer) !== undefined);
      return refused ? undefined : `${credential.kind} with ${scope}: ${op.id} ${role} ${short(given)} ${short(taken)}`;
    });
    expect(faults).toEqual([]);
    expect(await listGrants(world, tenant.orgId)).toEqual(before);
    for (const { op } of GIVINGS.filter(({ type }) => type !== 'organization')) {
      const resource = toPath(op, { ...ids, member: 'x' }).replace(/\/iam\/.*/, '');
      expect((await stranger.get(resource)).status, resource).toBe(403);
    }
  });

  it('needs each permission that the role carries, and the right to change members, as a scope; and nothing else', async () => {
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
      // Without the one that opens the operation it is refused before anything is looked at.
      const said = scope === `${type}:view` ? lacking(answer) !== undefined : lacking(answer) === scope;
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

describe('what makes rights otherwise', () => {
  const tried = async (client: Client, { op, body, params }: GrantRequest) =>
    send(client, named(op), { ...own.ids, ...params }, body);

  it('makes none with the scope alone that opens it, whatever the credential', async () => {
    const { tenant, ids } = own;
    const before = await listGrants(world, tenant.orgId);
    const faults = await runInLanes(listPairs(listGrantRequests(ids), credentials), async ([making, credential]) => {
      const answer = await tried(await cut(credential, listOperationScopes(named(making.op)) ?? []), making);
      return [403, 422].includes(answer.status) ? undefined : `${credential.kind}: ${making.op} ${short(answer)}`;
    });
    expect(faults).toEqual([]);
    expect(await listGrants(world, tenant.orgId)).toEqual(before);
  });

  it('needs each permission that it gives away as a scope, and nothing else', async () => {
    const faults = await runInLanes(
      listGrantRequests(own.ids).flatMap((making) => making.scopes.map((scope) => ({ making, scope }))),
      async ({ making, scope }) => {
        const opening = listOperationScopes(named(making.op)) ?? [];
        if (opening.some((other) => other === scope)) return undefined;
        const rest = [...opening, ...making.scopes].filter((other) => other !== scope);
        const answer = await tried(await key(rest), making);
        const said = answer.status === 422 || lacking(answer)?.split(':')[1] === scope.split(':')[1];
        return said ? undefined : `without ${scope}: ${making.op} ${short(answer)}`;
      },
    );
    expect(faults).toEqual([]);
    for (const making of listGrantRequests(own.ids)) {
      const answer = await tried(
        await key([...(listOperationScopes(named(making.op)) ?? []), ...making.scopes]),
        making,
      );
      expect(answer.status, `${making.op} ${answer.text}`).toBe(200);
    }
  });

  it('is all of that: no other operation makes a right, and none opens anything to strangers', async () => {
    const { orgId } = own.tenant;
    const known = new Set([...GIVINGS.map(({ op }) => op.id), ...listGrantRequests(own.ids).map(({ op }) => op)]);
    const others = OPERATIONS.filter(({ id, method }) => method !== 'GET' && method !== 'DELETE' && !known.has(id));
    const making: string[] = [];
    for (const op of [...others, named('organization_invite.create')]) {
      const before = await listGrants(world, orgId);
      const body = { ...getExample(op, own.ids), ...OTHERWISE[op.id] };
      for (const scope of listOperationScopes(op) ?? [])
        await send(await key([scope]), op, own.ids, op.request.body === null ? undefined : body);
      if ([...(await listGrants(world, orgId))].some((right) => !before.has(right))) making.push(op.id);
    }
    expect(making.toSorted()).toEqual(Object.keys(SELF_CONTAINED).toSorted());
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

  it('is a wider credential too: none that is cut down makes one that is not, were its scopes all there are', async () => {
    const { tenant } = own;
    const client = await key(listScopes());
    const made = await client.post(`${tenant.project}/api_key`, { name: 'wider' });
    expect([made.status, made.body.detail[0].loc]).toEqual([422, ['body', 'scopes']]);
    expect((await client.post(`${tenant.project}/oauth_client`, { name: 'wider' })).status).toBe(422);
    const same = { name: 'as wide', scopes: listScopes().slice(0, 100) };
    expect((await client.post(`${tenant.project}/api_key`, same)).status).toBe(200);
  });
});

describe('what a group holds', () => {
  /** A project that was given a role somewhere, as a group. */
  async function groupWith({ op, role }: (typeof GIVINGS)[number]) {
    const { tenant, ids } = own;
    const made = await tenant.owner.post(`/org/${tenant.orgId}/project`, { name: 'Group' });
    const id: string = made.body.id;
    const given = await send(tenant.owner, op, { ...ids, member: `project:${id}` }, { add: [role] });
    expect(given.status, given.text).toBe(200);
    return { id, path: `/org/${tenant.orgId}/project/${id}` };
  }

  /** Every way to let somebody into a group, by what is sent. */
  const entries = (org: string, group: { readonly id: string; readonly path: string }, userId: string) => ({
    'a role': [`${group.path}/iam/members/user:${userId}`, { add: ['viewer'] }],
    'a role of another project': [`${group.path}/iam/members/project:${own.tenant.projectId}`, { add: ['viewer'] }],
    'an invite': [
      `${org}/invite`,
      { email_address: `${randomUUID()}@example.com`, project_roles: { [group.id]: ['task_creator'] } },
    ],
    'a client': [`${group.path}/oauth_client`, { name: 'Acting' }],
  });

  it('is made nobody’s own by who may not give it, whatever the role and the resource', async () => {
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
          ? lacking(answer) === `${giving.type}:edit_privileged_members`
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
