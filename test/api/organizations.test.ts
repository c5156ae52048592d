import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { json } from '../../src/platform/db/client.ts';
import { sha256 } from '../../src/platform/digest.ts';
import { newId } from '../../src/platform/ids.ts';
import { Client, getOwnerClient, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getPublicUrl } from '../support/identity.ts';
import { getIssuer, requestClientToken } from '../support/oauth.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const names = (rows: Json[]) => rows.map((row) => row.name);
const ids = (rows: Json[]) => rows.map((row) => row.id);
const nameTaken = (name: string) => ({
  detail: {
    reason: 'ORGANIZATION_NAME_ALREADY_EXISTS',
    message: 'another organization has this name; choose another one',
    organizationNameAlreadyExistsError: { name },
  },
});

const newCode = () => randomBytes(32).toString('base64url');

/** Stores an invite as the API does. Returns the code that only the mail contains. */
async function invite(own: Tenant, email: string, gives: Json = {}): Promise<{ id: string; code: string }> {
  const code = newCode();
  const id = newId();
  await world.db
    .insertInto('invites')
    .values({
      id,
      org_id: own.orgId,
      email_address: email,
      roles: gives.roles ?? [],
      project_roles: json<Record<string, string[]>>(gives.project_roles ?? {}),
      code_hash: sha256(code),
      created_by: own.userId,
      expires_at: gives.expires_at ?? new Date(Date.now() + 86_400_000),
      status: gives.status ?? 'pending',
    })
    .execute();
  return { id, code };
}

async function claimDomain(own: Tenant, domain: string, status: 'verified' | 'unverified'): Promise<void> {
  const row = {
    id: newId(),
    org_id: own.orgId,
    domain,
    status,
    verification_token: randomUUID(),
    created_by: own.userId,
  };
  await world.db.insertInto('organization_domains').values(row).execute();
}

/** A user without an organization, with an address at the domain. */
async function outsider(domain = 'example.com', verified = true) {
  const client = await tenant.member({});
  const email = `${randomUUID()}@${domain}`;
  await world.db
    .updateTable('users')
    .set({ email, email_verified: verified })
    .where('id', '=', client.userId)
    .execute();
  return Object.assign(client, { email });
}

const newDomain = () => `${randomUUID()}.example`;

describe('organizations', () => {
  it('are created on trial, with an account, by a platform administrator who then owns them', async () => {
    const name = `Acme ${randomUUID()}`;
    const created = await tenant.owner.post('/org', { name, contact_email: 'ops@acme.example' });
    expect(created.status).toBe(200);
    const { id } = created.body;
    expect(created.body).toEqual({
      id: expect.any(String),
      name,
      contact_email: 'ops@acme.example',
      avatar_url: null,
      public_metadata: {},
      low_credit_alerts: false,
      usage_based_pricing_enabled: false,
      publishing_enabled: true,
      sharing_enabled: true,
      plan: 'trial',
      plan_status: 'active',
      trial_ends_at: expect.stringMatching(/Z$/),
      auto_topup_config: {},
      account: { id: expect.any(String), org_id: id, credits: 1000, modified: expect.stringMatching(/Z$/) },
    });
    expect(Date.parse(created.body.trial_ends_at)).toBeGreaterThan(Date.now());
    expect((await tenant.owner.get(`/org/${id}`)).body).toEqual(created.body);
    const roles = await world.db
      .selectFrom('role_grants')
      .select(['subject_id', 'role'])
      .where('resource_id', '=', id)
      .execute();
    expect(roles).toEqual([{ subject_id: tenant.userId, role: 'owner' }]);
    expect((await tenant.owner.post(`/org/${id}/project`, { name: 'First' })).status).toBe(200);
  });

  it('cannot be created by others, whatever roles they have', async () => {
    const owner = await tenant.member({ org: 'owner' });
    const response = await owner.post('/org', { name: `No ${randomUUID()}`, contact_email: 'a@b.example' });
    expect(response.status).toBe(403);
    expect(response.body.detail.permissionCheckFailedError).toEqual({
      subject: { type: 'user', id: owner.userId },
      resource: { type: 'system', id: 'system' },
      permission: 'organizations_create',
    });
  });

  it('under a name in use return 409, in any case and also for concurrent requests', async () => {
    const name = `Taken ${randomUUID()}`;
    const body = (given: string) => ({ name: given, contact_email: 'a@b.example' });
    const responses = await Promise.all([1, 2, 3].map(() => tenant.owner.post('/org', body(name))));
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 409, 409]);
    const upper = await tenant.owner.post('/org', body(name.toUpperCase()));
    expect([upper.status, upper.body]).toEqual([409, nameTaken(name.toUpperCase())]);
    expect((await tenant.owner.post('/org', body(` ${name} `))).status).toBe(409);
    const { body: list } = await tenant.owner.get('/org');
    expect(names(list.results).filter((item) => item.toLowerCase() === name.toLowerCase())).toEqual([name]);
  });

  it.each([
    ['no name', { contact_email: 'a@b.example' }, 'name'],
    ['a blank name', { name: ' ', contact_email: 'a@b.example' }, 'name'],
    ['no e-mail', { name: 'x' }, 'contact_email'],
    ['something that is no e-mail', { name: 'x', contact_email: 'a at b' }, 'contact_email'],
  ])('with %s return 422', async (_what, body, field) => {
    const response = await tenant.owner.post('/org', body);
    expect(response.status).toBe(422);
    expect(response.body.detail[0].loc).toEqual(['body', field]);
  });

  it.each([
    ['shows nothing', '\u200b\u200b', 'organization_name_blank'],
    ['turns the direction of text', 'Acme \u202etxt.exe', 'organization_name_unprintable'],
    ['has a line break', 'Acme\nInc', 'organization_name_unprintable'],
  ])('whose name %s return a 400 in the form of the specification, on create and update', async (_what, name, code) => {
    const expected = [400, { detail: expect.stringMatching(/^invalid organization: name must /), code, params: {} }];
    const created = await tenant.owner.post('/org', { name, contact_email: 'a@b.example' });
    expect([created.status, created.body]).toEqual(expected);
    const updated = await tenant.owner.post(`/org/${tenant.orgId}`, { name });
    expect([updated.status, updated.body]).toEqual(expected);
  });

  it('return 400 for a malformed identifier', async () => {
    const response = await tenant.owner.get('/org/4711');
    expect([response.status, response.body]).toEqual([
      400,
      {
        detail: {
          reason: 'MALFORMED_IDENTIFIER',
          message: 'org_id is not a UUID',
          malformedIdentifierError: { field: 'org_id', value: '4711' },
        },
      },
    ]);
  });

  it('are listed to their members, newest first', async () => {
    const other = await world.tenant();
    const member = await tenant.member({ org: 'member' });
    const mine = await member.get('/org');
    expect(mine.body.results.map((org: Json) => org.id)).toEqual([tenant.orgId]);
    expect(mine.body.pagination).toEqual({ next_cursor: null, has_next: false, page_limit: 100 });
    expect((await member.get('/org?membership=active')).body).toEqual(mine.body);
    expect((await other.owner.get('/org')).body.results.map((org: Json) => org.id)).toEqual([other.orgId]);
    expect((await member.get('/org?membership=everything')).status).toBe(422);
  });
});

describe('a client that acts as a project', () => {
  it('belongs to the organization of the project, and can neither create nor join another', async () => {
    const [own, other] = await Promise.all([world.tenant(), world.tenant()]);
    const { body } = await own.owner.post(`${own.project}/oauth_client`, { name: 'Service' });
    const { client_id, client_secret } = body;
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const token = await fetch(`${getPublicUrl(world.stack)}/auth/oauth2/token`, { method: 'POST', body: form });
    const { access_token } = (await token.json()) as Json;
    const service = new Client(world.stack.baseUrl, access_token);
    expect(ids((await service.get('/org')).body.results)).toEqual([own.orgId]);
    expect((await service.get('/org?membership=joinable')).body.results).toEqual([]);
    const joined = await service.post(`/org/${other.orgId}/join`);
    expect([joined.status, joined.body.detail.permissionCheckFailedError]).toEqual([
      403,
      {
        subject: { type: 'project', id: own.projectId },
        resource: { type: 'organization', id: other.orgId },
        permission: 'join',
      },
    ]);
    const address = `${randomUUID()}@example.com`;
    expect((await own.owner.post(`/org/${own.orgId}/invite`, { email_address: address })).status).toBe(200);
    expect((await service.get(`/org/${own.orgId}/iam/members`)).status).toBe(200);
    const creator = await own.member({ org: 'member', project: 'editor' });
    const made = await creator.post(`${own.project}/oauth_client`, { name: 'By a project editor' });
    const { access_token: weak } = await requestClientToken(getIssuer(world.stack), made.body);
    const client = new Client(world.stack.baseUrl, weak);
    expect((await client.get(`/org/${own.orgId}/iam/members`)).status).toBe(200);
    const invites = await client.get(`/org/${own.orgId}/invite`);
    expect([invites.status, invites.body.detail.permissionCheckFailedError.permission]).toEqual([403, 'view_invites']);
    expect((await service.post('/org', { name: randomUUID(), contact_email: 'a@b.example' })).status).toBe(403);
  });
});

describe('an organization', () => {
  it('is updated by editors in every given field, and keeps omitted ones', async () => {
    const own = await world.tenant();
    const editor = await own.member({ org: 'editor' });
    const path = `/org/${own.orgId}`;
    const before = (await own.owner.get(path)).body;
    const changes = {
      name: `Renamed ${randomUUID()}`,
      contact_email: 'new@acme.example',
      low_credit_alerts: true,
      public_metadata: { industry: 'trains' },
    };
    const changed = await editor.post(path, { ...before, ...changes, id: randomUUID() });
    expect([changed.status, changed.body]).toEqual([200, { ...before, ...changes }]);
    expect((await editor.post(path, { low_credit_alerts: false })).body).toEqual({
      ...before,
      ...changes,
      low_credit_alerts: false,
    });
    expect((await editor.post(path, {})).status).toBe(200);
  });

  it('cannot take the name of another, but can change the case of its own', async () => {
    const [own, other] = await Promise.all([world.tenant(), world.tenant()]);
    const taken = (await other.owner.get(`/org/${other.orgId}`)).body.name;
    const response = await own.owner.post(`/org/${own.orgId}`, { name: taken.toUpperCase() });
    expect([response.status, response.body]).toEqual([409, nameTaken(taken.toUpperCase())]);
    const mine = (await own.owner.get(`/org/${own.orgId}`)).body.name.toUpperCase();
    expect((await own.owner.post(`/org/${own.orgId}`, { name: mine })).body.name).toBe(mine);
  });

  it('that the caller cannot see returns the same response as an unknown one', async () => {
    const other = await world.tenant();
    const nobody = await tenant.member({});
    for (const id of [other.orgId, randomUUID()]) {
      const response = await nobody.get(`/org/${id}`);
      expect([response.status, response.body]).toEqual([
        403,
        {
          detail: {
            reason: 'PERMISSION_CHECK_FAILED',
            message: `user ${nobody.userId} lacks the permission view on organization ${id}, or it does not exist`,
            permissionCheckFailedError: {
              subject: { type: 'user', id: nobody.userId },
              resource: { type: 'organization', id },
              permission: 'view',
            },
          },
        },
      ]);
    }
  });
});

describe('a restricted credential', () => {
  const keyWith = async (own: Tenant, scopes: string[]) => {
    const made = await own.owner.post(`${own.project}/api_key`, { name: 'cut down', scopes });
    return new Client(world.stack.baseUrl, made.body.value);
  };

  it('lists organizations within its scopes, or else only its own, by name', async () => {
    const [own, other] = [await world.tenant(), await world.tenant()];
    const role = { resourceType: 'organization', resourceId: other.orgId, userId: own.userId, role: 'owner' };
    await grantRole(world.db, role);
    const { name } = (await own.owner.get(`/org/${own.orgId}`)).body;
    const cut = await keyWith(own, ['task:view']);
    expect((await cut.get('/org')).body.results).toEqual([{ id: own.orgId, name, avatar_url: null }]);
    const views = await keyWith(own, ['organization:view']);
    expect((await views.get('/org')).body).toEqual((await own.owner.get('/org')).body);
    expect(ids((await views.get('/org')).body.results)).toEqual([other.orgId, own.orgId]);
  });

  it('lists joinable organizations only with a scope to view or to join', async () => {
    const [own, inviting] = [await world.tenant(), await world.tenant()];
    const { email } = (await own.owner.get('/user')).body;
    await invite(inviting, email);
    for (const [scope, seen] of [
      ['task:view', []],
      ['organization:join', [inviting.orgId]],
      ['organization:view', [inviting.orgId]],
    ] as const) {
      const client = await keyWith(own, [scope]);
      expect(ids((await client.get('/org?membership=joinable')).body.results), scope).toEqual(seen);
    }
  });
});

describe('joinable organizations', () => {
  const list = async (client: Client, membership: string) => (await client.get(`/org?membership=${membership}`)).body;

  it('have an open invite for the address or have verified its domain', async () => {
    const [inviting, domain, both, stale] = await Promise.all([1, 2, 3, 4].map(() => world.tenant()));
    if (!inviting || !domain || !both || !stale) throw new Error('no tenants');
    const host = newDomain();
    const user = await outsider(host);
    await invite(inviting, user.email);
    await invite(both, user.email);
    await claimDomain(domain, host, 'verified');
    await claimDomain(stale, host, 'unverified');
    await invite(stale, user.email, { expires_at: new Date(Date.now() - 1000) });
    await invite(stale, `x${user.email}`);
    const newest = (...tenants: Tenant[]) =>
      tenants
        .map((own) => own.orgId)
        .toSorted()
        .toReversed();
    expect(ids((await list(user, 'joinable_by_invite')).results)).toEqual(newest(inviting, both));
    expect(ids((await list(user, 'joinable_by_domain')).results)).toEqual([domain.orgId]);
    expect(ids((await list(user, 'joinable')).results)).toEqual(newest(inviting, both, domain));
    expect((await list(user, 'active')).results).toEqual([]);
    const page = await list(user, 'joinable&page_limit=2');
    const next = await list(user, `joinable&page_limit=2&cursor=${page.pagination.next_cursor}`);
    expect(ids([...page.results, ...next.results])).toEqual(newest(inviting, both, domain));
    expect(next.pagination).toEqual({ next_cursor: null, has_next: false, page_limit: 2 });
    await user.post(`/org/${inviting.orgId}/join`);
    expect(ids((await list(user, 'joinable_by_invite')).results)).toEqual([both.orgId]);
    expect(ids((await list(user, 'active')).results)).toEqual([inviting.orgId]);
  });

  it('show no account to outsiders', async () => {
    const own = await world.tenant();
    const user = await outsider();
    await invite(own, user.email);
    const { name, contact_email } = (await own.owner.get(`/org/${own.orgId}`)).body;
    const shown = { id: own.orgId, name, contact_email, avatar_url: null, public_metadata: {} };
    expect((await list(user, 'joinable_by_invite')).results).toEqual([shown]);
  });

  it('require a verified address', async () => {
    const own = await world.tenant();
    const host = newDomain();
    const user = await outsider(host, false);
    await invite(own, user.email);
    await claimDomain(own, host, 'verified');
    expect((await list(user, 'joinable')).results).toEqual([]);
    expect((await user.post(`/org/${own.orgId}/join`)).status).toBe(404);
  });
});

describe('joining an organization', () => {
  const noInvite = (value: string) => ({
    detail: {
      reason: 'RESOURCE_NOT_FOUND',
      message: `no invite ${value} here`,
      resourceNotFoundError: { field: 'invite', value },
    },
  });

  it('by a code grants the roles of the invite, once, also to an address other than the invited one', async () => {
    const own = await world.tenant();
    const second = (await own.owner.post(`/org/${own.orgId}/project`, { name: 'Second' })).body;
    const roles = { [own.projectId]: ['task_creator'], [second.id]: ['editor'], [randomUUID()]: ['owner'] };
    const { id, code } = await invite(own, 'somebody@example.com', { roles: ['viewer'], project_roles: roles });
    const [user, late] = await Promise.all([outsider('other.example', false), outsider()]);
    const joined = await user.post(`/org/${own.orgId}/join`, { code });
    expect([joined.status, joined.body]).toEqual([
      200,
      { member: `user:${user.userId}`, roles: ['viewer'], name: 'Member', avatar_url: null, total_subjects: 1 },
    ]);
    expect((await user.get(`/org/${own.orgId}`)).status).toBe(200);
    expect((await user.post(`/org/${own.orgId}/project/${second.id}`, { name: 'Ours' })).status).toBe(200);
    const inProject = await own.owner.get(`${own.project}/iam/members/user:${user.userId}`);
    expect(inProject.body.roles).toEqual(['task_creator']);
    const again = await late.post(`/org/${own.orgId}/join`, { code });
    expect([again.status, again.body]).toEqual([404, noInvite(code)]);
    const row = await world.db.selectFrom('invites').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.status, row.accepted_by]).toEqual(['accepted', user.userId]);
    expect(row.accepted_at).toBeInstanceOf(Date);
  });

  it('by a code succeeds for one of several concurrent users', async () => {
    const own = await world.tenant();
    const { code } = await invite(own, 'somebody@example.com');
    const users = await Promise.all([1, 2, 3, 4].map(() => outsider()));
    const responses = await Promise.all(users.map((user) => user.post(`/org/${own.orgId}/join`, { code })));
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 404, 404, 404]);
    expect(responses.find((response) => response.status === 200)?.body.roles).toEqual(['member']);
  });

  it('needs no code with an open invite for the address, or an address of a verified domain', async () => {
    const own = await world.tenant();
    const host = newDomain();
    await claimDomain(own, host, 'verified');
    const [invited, colleague] = await Promise.all([outsider(), outsider(host)]);
    await invite(own, invited.email, { roles: ['editor'] });
    expect((await invited.post(`/org/${own.orgId}/join`)).body.roles).toEqual(['editor']);
    expect((await colleague.post(`/org/${own.orgId}/join`, {})).body.roles).toEqual(['member']);
  });

  it('with an invalid code returns 400', async () => {
    const user = await outsider();
    const response = await user.post(`/org/${tenant.orgId}/join`, { code: 'let me in' });
    expect([response.status, response.body]).toEqual([
      400,
      { detail: { reason: 'INVALID_INVITE_CODE', message: 'code is not a valid invite code' } },
    ]);
  });

  it('without an invite returns a 404 that does not reveal whether the organization exists', async () => {
    const own = await world.tenant();
    const user = await outsider();
    const expired = await invite(own, user.email, { expires_at: new Date(Date.now() - 1000) });
    const cancelled = await invite(own, user.email, { status: 'cancelled' });
    for (const id of [own.orgId, randomUUID()]) {
      const open = await user.post(`/org/${id}/join`);
      expect([open.status, open.body]).toEqual([404, noInvite(id)]);
      for (const { code } of [expired, cancelled, { code: newCode() }]) {
        const response = await user.post(`/org/${id}/join`, { code });
        expect([response.status, response.body]).toEqual([404, noInvite(code)]);
      }
    }
    const elsewhere = await invite(tenant, user.email);
    expect((await user.post(`/org/${own.orgId}/join`, { code: elsewhere.code })).status).toBe(404);
    expect((await user.post(`/org/${tenant.orgId}/join`, { code: elsewhere.code })).status).toBe(200);
  });

  it('returns 409 for a member, whose invite stays open', async () => {
    const own = await world.tenant();
    const member = await own.member({ org: 'viewer' });
    const { id, code } = await invite(own, 'somebody@example.com', { roles: ['owner'] });
    for (const body of [{ code }, {}]) {
      const response = await member.post(`/org/${own.orgId}/join`, body);
      expect([response.status, response.body]).toEqual([
        409,
        {
          detail: {
            reason: 'ORGANIZATION_MEMBER_ALREADY_EXISTS',
            message: 'the user is already a member of the organization',
            organizationMemberAlreadyExistsError: { organization_id: own.orgId, member: `user:${member.userId}` },
          },
        },
      ]);
    }
    const row = await world.db.selectFrom('invites').select('status').where('id', '=', id).executeTakeFirst();
    expect(row?.status).toBe('pending');
  });

  it('twice concurrently creates one member', async () => {
    const own = await world.tenant();
    const user = await outsider();
    await invite(own, user.email);
    const responses = await Promise.all([1, 2, 3].map(() => user.post(`/org/${own.orgId}/join`)));
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 409, 409]);
  });

  it('removes nothing from a guest who already holds more in a project', async () => {
    const own = await world.tenant();
    const guest = await own.member({ project: 'owner' });
    const { code } = await invite(own, 'x@example.com', {
      project_roles: { [own.projectId]: ['viewer', 'task_creator'] },
    });
    expect((await guest.post(`/org/${own.orgId}/join`, { code })).body.roles).toEqual(['member']);
    const inProject = await own.owner.get(`${own.project}/iam/members/user:${guest.userId}`);
    expect(inProject.body.roles).toEqual(['owner', 'task_creator']);
  });

  it('requires its scope from a restricted key', async () => {
    const own = await world.tenant();
    const user = await outsider();
    await invite(own, user.email);
    const keyWith = async (scopes: string[]) => {
      const { orgId, projectId } = tenant;
      const key = await createApiKey(world.db, { orgId, projectId, userId: user.userId, name: 'cut', scopes });
      return new Client(world.stack.baseUrl, key.value);
    };
    const refused = await (await keyWith(['organization:view'])).post(`/org/${own.orgId}/join`);
    expect([refused.status, refused.body.detail.permissionCheckFailedError]).toEqual([
      403,
      {
        subject: { type: 'user', id: user.userId },
        resource: { type: 'organization', id: own.orgId },
        permission: 'join',
        missing_scopes: ['organization:join'],
      },
    ]);
    expect((await (await keyWith(['organization:join'])).post(`/org/${own.orgId}/join`)).status).toBe(200);
  });
});

describe('an installation that lets everyone create organizations', () => {
  it('makes the creator an owner, except for keys without the scope', async () => {
    const own = await world.tenant();
    const { base } = getOwnerClient(own);
    const { userId, key: ofUser } = await own.member({});
    const user = new Client(base, ofUser);
    const body = () => ({ name: `Mine ${randomUUID()}`, contact_email: 'me@example.com' });
    const created = await user.post('/org', body());
    expect(created.status).toBe(200);
    const test = await user.post(`/org/${created.body.id}/iam/test`, { permissions: ['edit_privileged_members'] });
    expect(test.body.permissions).toEqual(['edit_privileged_members']);
    const { orgId, projectId } = own;
    const cut = { orgId, projectId, userId, name: 'cut', scopes: ['organization:view'] };
    const key = await createApiKey(world.db, cut);
    const response = await new Client(base, key.value).post('/org', body());
    expect([response.status, response.body.detail.permissionCheckFailedError]).toEqual([
      403,
      {
        subject: { type: 'user', id: userId },
        resource: { type: 'system', id: 'system' },
        permission: 'organizations_create',
        missing_scopes: ['system:organizations_create'],
      },
    ]);
  });
});
