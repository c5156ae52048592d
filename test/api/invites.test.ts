import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPermissionsOf } from '../../src/access/delegation.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { createUser } from '../../src/identity/users.ts';
import { sha256 } from '../../src/platform/digest.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getInviteCode, waitForStoredMails } from '../support/mail-server.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const address = () => `${randomUUID()}@example.com`;
const invitesOf = (own: Tenant) => `/org/${own.orgId}/invite`;
const codeFor = async (email: string) =>
  getInviteCode((await waitForStoredMails(world.stack.dataDir, email)).at(-1) ?? '');
const rowOf = (id: string) => world.db.selectFrom('invites').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A user without an organization, with this address. */
async function user(email: string): Promise<Client & { userId: string }> {
  const { orgId, projectId } = tenant;
  const userId = await createUser(world.db, { email, name: 'Guest', administrator: false });
  const { value } = await createApiKey(world.db, { orgId, projectId, userId, name: 'test', scopes: null });
  return Object.assign(new Client(world.stack.baseUrl, value), { userId });
}

async function invited(own: Tenant, fields: object = {}): Promise<Json> {
  const response = await own.owner.post(invitesOf(own), { email_address: address(), ...fields });
  if (response.status !== 200) throw new Error(response.text);
  return response.body;
}

const openAlready = (orgId: string, email_address: string) => ({
  detail: {
    reason: 'ORGANIZATION_INVITE_ALREADY_EXISTS',
    message: 'the address already has a pending invite',
    organizationInviteAlreadyExistsError: { organization_id: orgId, email_address },
  },
});
const missing = (id: string) => ({
  detail: {
    reason: 'RESOURCE_NOT_FOUND',
    message: `no invite ${id} here`,
    resourceNotFoundError: { field: 'invite', value: id },
  },
});

describe('an invite', () => {
  it('is mailed, and grants its roles on the organization and on projects to the user who sends the code', async () => {
    const own = await world.tenant();
    const email = address();
    const project_roles = { [own.projectId.toUpperCase()]: ['viewer', 'task_creator'], [randomUUID()]: [] };
    const body = { email_address: ` ${email.toUpperCase()}`.trim(), roles: ['viewer', 'viewer'], project_roles };
    const response = await own.owner.post(invitesOf(own), body);
    expect([response.status, response.body]).toEqual([
      200,
      {
        id: expect.any(String),
        email_address: email,
        roles: ['viewer'],
        project_roles: { [own.projectId]: ['viewer', 'task_creator'] },
        status: 'pending',
        created: expect.stringMatching(/Z$/),
        expires_at: expect.stringMatching(/Z$/),
        sent_at: null,
        reminded_at: null,
        accepted_at: null,
        delivery_error: null,
        delivery_error_code: null,
        delivery_error_params: null,
        mail_delivery: 'file',
      },
    ]);
    const { created, expires_at, id } = response.body;
    expect(Date.parse(expires_at) - Date.parse(created)).toBe(7 * 86_400_000);
    const code = await codeFor(email);
    // The sent time is stored after sending, and only for open invites.
    const sent = await eventually(
      () => rowOf(id),
      (row) => row.sent_at !== null,
    );
    expect([sent.status, sent.delivery_error]).toEqual(['pending', null]);
    const guest = await user(address());
    const joined = await guest.post(`/org/${own.orgId}/join`, { code });
    expect([joined.status, joined.body.roles]).toEqual([200, ['viewer']]);
    const inProject = await own.owner.get(`${own.project}/iam/members/user:${guest.userId}`);
    expect(inProject.body.roles).toEqual(['viewer', 'task_creator']);
    const row = await rowOf(id);
    expect([row.status, row.accepted_by, row.code_hash]).toEqual(['accepted', guest.userId, sha256(code)]);
  });

  it('without roles grants membership only, also by the address alone', async () => {
    const own = await world.tenant();
    const email = address();
    const guest = await user(email);
    await invited(own, { email_address: email });
    expect((await guest.post(`/org/${own.orgId}/join`)).body.roles).toEqual(['member']);
  });

  it('for an address with an open invite returns 400, also for concurrent invites', async () => {
    const own = await world.tenant();
    const email = address();
    const bodies = [email, email.toUpperCase(), email].map((email_address) => ({ email_address }));
    const responses = await Promise.all(bodies.map((body) => own.owner.post(invitesOf(own), body)));
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 400, 400]);
    const refused = responses.find((response) => response.status === 400);
    expect(refused?.body).toEqual(openAlready(own.orgId, email));
    const other = await world.tenant();
    expect((await other.owner.post(invitesOf(other), { email_address: email })).status).toBe(200);
  });

  it('for a member returns 400', async () => {
    const own = await world.tenant();
    const email = address();
    const guest = await user(email);
    await own.letIn(guest.userId);
    const response = await own.owner.post(invitesOf(own), { email_address: email });
    expect([response.status, response.body]).toEqual([
      400,
      {
        detail: {
          reason: 'ORGANIZATION_MEMBER_ALREADY_EXISTS',
          message: 'a member of the organization has this address',
          organizationMemberAlreadyExistsError: { organization_id: own.orgId, email_address: email },
        },
      },
    ]);
  });

  it('for a mailbox with an open invite under another address returns 409, also for concurrent invites', async () => {
    const own = await world.tenant();
    const email = address();
    const tagged = (tag: string) => email.replace('@', `+${tag}@`);
    const bodies = [email, tagged('work'), tagged('home')].map((email_address) => ({ email_address }));
    const responses = await Promise.all(bodies.map((body) => own.owner.post(invitesOf(own), body)));
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 409, 409]);
    const response = await own.owner.post(invitesOf(own), { email_address: tagged('last') });
    expect([response.status, response.body]).toEqual([
      409,
      {
        detail: {
          reason: 'USER_ALREADY_INVITED',
          message: 'another address of the same mailbox already has a pending invite',
          userAlreadyInvitedError: { organization_id: own.orgId, email_address: tagged('last') },
        },
      },
    ]);
  });

  it.each([
    ['an identifier that is none', { project_roles: { first: ['viewer'] } }, 400, 'MALFORMED_IDENTIFIER'],
    ['a project that is not there', { project_roles: { [randomUUID()]: ['viewer'] } }, 404, 'RESOURCE_NOT_FOUND'],
    ['an unknown role', { roles: ['emperor'] }, 400, 'INVALID_ROLE'],
    ['a role that organizations do not know', { roles: ['task_creator'] }, 400, 'INVALID_ROLE'],
    ['two exclusive roles', { roles: ['viewer', 'editor'] }, 400, 'MULTIPLE_ROLES_NOT_ALLOWED'],
    ['no address', { email_address: 'nobody' }, 422, undefined],
  ])('with %s is rejected and stores nothing', async (_what, wrong, status, reason) => {
    const own = await world.tenant();
    const response = await own.owner.post(invitesOf(own), { email_address: address(), ...wrong });
    expect([response.status, response.body.detail.reason]).toEqual([status, reason]);
    expect((await own.owner.get(`${invitesOf(own)}?show=all`)).body.results).toEqual([]);
  });

  it('for an editor can be created by owners only, and for an owner by platform administrators only', async () => {
    const own = await world.tenant();
    const [owner, editor] = await Promise.all([own.member({ org: 'owner' }), own.member({ org: 'editor' })]);
    const ask = async (client: Client, gives: object) => {
      const response = await client.post(invitesOf(own), { email_address: address(), ...gives });
      return response.status === 403 ? response.body.detail.permissionCheckFailedError.permission : response.status;
    };
    const inProject = (role: string) => ({ project_roles: { [own.projectId]: [role] } });
    expect(await ask(editor, {})).toBe(200);
    expect(await ask(editor, { roles: ['viewer'], ...inProject('task_creator') })).toBe(200);
    for (const gives of [{ roles: ['editor'] }, inProject('editor'), inProject('owner')]) {
      expect(await ask(editor, gives)).toBe('add_editor');
      expect(await ask(owner, gives)).toBe(200);
    }
    expect(await ask(editor, { roles: ['owner'] })).toBe('add_owner');
    expect(await ask(owner, { roles: ['owner'] })).toBe('add_owner');
    expect(await ask(own.owner, { roles: ['owner'] })).toBe(200);
    const { orgId, projectId } = own;
    const cut = async (...more: string[]) => {
      const scopes = ['organization:add_member', ...more];
      const key = await createApiKey(world.db, { orgId, projectId, userId: owner.userId, name: 'cut', scopes });
      return new Client(world.stack.baseUrl, key.value);
    };
    // Plain membership needs its own scope only; a key cannot invite with more roles than it holds.
    for (const bare of [{}, { roles: ['member'] }]) expect(await ask(await cut(), bare)).toBe(200);
    expect(await ask(await cut(), { roles: ['viewer'] })).toBe('view');
    expect(await ask(await cut(), { roles: ['editor'] })).toBe('add_editor');
    expect(await ask(await cut('organization:add_editor'), { roles: ['editor'] })).toBe('view');
    expect(await ask(await cut(...listPermissionsOf('organization', 'editor')), { roles: ['viewer'] })).toBe(200);
    expect(await ask(await cut(...listPermissionsOf('project', 'viewer')), inProject('viewer'))).toBe(200);
    expect(await ask(await cut(...listPermissionsOf('project', 'viewer')), inProject('task_creator'))).toBe(
      'create_task',
    );
  });
});

describe('the list of invites', () => {
  it('shows open, accepted or all invites, newest first, page by page', async () => {
    const own = await world.tenant();
    const [first, second, gone, late] = [
      await invited(own),
      await invited(own),
      await invited(own),
      await invited(own),
    ];
    await own.owner.delete(`${invitesOf(own)}/${gone.id}`);
    await world.db
      .updateTable('invites')
      .set({ expires_at: new Date(Date.now() - 60_000) })
      .where('id', '=', late.id)
      .execute();
    const guest = await user(address());
    await guest.post(`/org/${own.orgId}/join`, { code: await codeFor(first.email_address) });
    const list = async (query: string) => {
      const { body } = await own.owner.get(`${invitesOf(own)}${query}`);
      return body.results.map((row: Json) => [row.id, row.status]);
    };
    expect(await list('')).toEqual([[second.id, 'pending']]);
    expect(await list('?show=pending')).toEqual([[second.id, 'pending']]);
    expect(await list('?show=accepted')).toEqual([[first.id, 'accepted']]);
    const all = [
      [late.id, 'expired'],
      [second.id, 'pending'],
      [first.id, 'accepted'],
    ];
    expect(await list('?show=all')).toEqual(all);
    const page = (await own.owner.get(`${invitesOf(own)}?show=all&page_limit=2`)).body.pagination;
    expect(page).toMatchObject({ has_next: true, page_limit: 2 });
    expect(await list(`?show=all&page_limit=2&cursor=${page.next_cursor}`)).toEqual(all.slice(2));
    expect((await own.owner.get(`${invitesOf(own)}?show=open`)).status).toBe(422);
  });
});

describe('revoking an invite', () => {
  it('returns 204 without a body and invalidates its code; a second request returns 404', async () => {
    const own = await world.tenant();
    const invite = await invited(own);
    const code = await codeFor(invite.email_address);
    const path = `${invitesOf(own)}/${invite.id}`;
    const other = await world.tenant();
    expect((await other.owner.delete(`${invitesOf(other)}/${invite.id}`)).body).toEqual(missing(invite.id));
    const response = await own.owner.delete(path);
    expect([response.status, response.text]).toEqual([204, '']);
    const again = await own.owner.delete(path);
    expect([again.status, again.body]).toEqual([404, missing(invite.id)]);
    const guest = await user(address());
    expect((await guest.post(`/org/${own.orgId}/join`, { code })).status).toBe(404);
    expect((await own.owner.post(`${path}/resend`)).status).toBe(404);
    expect((await own.owner.post(invitesOf(own), { email_address: invite.email_address })).status).toBe(200);
  });
});

describe('resending an invite', () => {
  it('sends the same link with a new expiry, also for an expired invite', async () => {
    const own = await world.tenant();
    const invite = await invited(own);
    const code = await codeFor(invite.email_address);
    const path = `${invitesOf(own)}/${invite.id}/resend`;
    expect((await own.owner.post(path)).status).toBe(200);
    await waitForStoredMails(world.stack.dataDir, invite.email_address, 2);
    const past = { expires_at: new Date(Date.now() - 60_000), status: 'expired' as const };
    await world.db.updateTable('invites').set(past).where('id', '=', invite.id).execute();
    const response = await own.owner.post(path);
    expect([response.status, response.body]).toMatchObject([200, { status: 'pending', sent_at: null }]);
    expect(Date.parse(response.body.expires_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    const mails = await waitForStoredMails(world.stack.dataDir, invite.email_address, 3);
    expect(mails.map(getInviteCode)).toEqual([code, code, code]);
    const guest = await user(address());
    expect((await guest.post(`/org/${own.orgId}/join`, { code })).status).toBe(200);
    expect((await own.owner.post(path)).status).toBe(404);
  });

  it('returns a 400 that names the address if another invite replaced it, and a 403 to users who could not create it', async () => {
    const own = await world.tenant();
    const old = await invited(own, { roles: ['editor'] });
    await world.db.updateTable('invites').set({ status: 'expired' }).where('id', '=', old.id).execute();
    const path = `${invitesOf(own)}/${old.id}/resend`;
    const editor = await own.member({ org: 'editor' });
    const refused = await editor.post(path);
    expect(refused.body.detail.permissionCheckFailedError.permission).toBe('add_editor');
    expect((await rowOf(old.id)).status).toBe('expired');
    const fresh = { email_address: old.email_address };
    const responses = await Promise.all([own.owner.post(invitesOf(own), fresh), own.owner.post(path)]);
    expect(responses.map((response) => response.status).toSorted()).toEqual([200, 400]);
    expect(responses.find((response) => response.status === 400)?.body).toEqual(
      openAlready(own.orgId, old.email_address),
    );
  });

  it('returns 400 after another invite replaced it or its address joined, and 409 if its mailbox has one', async () => {
    const own = await world.tenant();
    const expired = async (email: string) => {
      const invite = await invited(own, { email_address: email });
      await world.db.updateTable('invites').set({ status: 'expired' }).where('id', '=', invite.id).execute();
      return () => own.owner.post(`${invitesOf(own)}/${invite.id}/resend`);
    };
    const taken = address();
    const replaced = await expired(taken);
    await invited(own, { email_address: taken });
    expect([(await replaced()).status, (await replaced()).body]).toEqual([400, openAlready(own.orgId, taken)]);
    const mailbox = randomUUID();
    const beside = await expired(`${mailbox}+other@example.com`);
    await invited(own, { email_address: `${mailbox}@example.com` });
    expect([(await beside()).status, (await beside()).body.detail.reason]).toEqual([409, 'USER_ALREADY_INVITED']);
    const joined = address();
    const late = await expired(joined);
    const guest = await user(joined);
    await own.letIn(guest.userId);
    expect([(await late()).status, (await late()).body.detail.reason]).toEqual([
      400,
      'ORGANIZATION_MEMBER_ALREADY_EXISTS',
    ]);
  });
});
