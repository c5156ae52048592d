import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const names = (rows: Json[]) => rows.map((row) => row.name);

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

  it('cannot be created by others, whatever they hold in an organization', async () => {
    const owner = await tenant.member({ org: 'owner' });
    const answer = await owner.post('/org', { name: `No ${randomUUID()}`, contact_email: 'a@b.example' });
    expect(answer.status).toBe(403);
    expect(answer.body.detail.permissionCheckFailedError).toEqual({
      subject: { type: 'user', id: owner.userId },
      resource: { type: 'system', id: 'system' },
      permission: 'organizations_create',
    });
  });

  it('under a name that is taken are a 409, in any case and even when two try at once', async () => {
    const name = `Taken ${randomUUID()}`;
    const body = (given: string) => ({ name: given, contact_email: 'a@b.example' });
    const answers = await Promise.all([1, 2, 3].map(() => tenant.owner.post('/org', body(name))));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409]);
    const upper = await tenant.owner.post('/org', body(name.toUpperCase()));
    expect(upper.status).toBe(409);
    expect(upper.body.detail.reason).toBe('ORGANIZATION_NAME_ALREADY_EXISTS');
    const { body: list } = await tenant.owner.get('/org');
    expect(names(list.results).filter((item) => item.toLowerCase() === name.toLowerCase())).toEqual([name]);
  });

  it.each([
    ['no name', { contact_email: 'a@b.example' }, 'name'],
    ['a blank name', { name: ' ', contact_email: 'a@b.example' }, 'name'],
    ['no e-mail', { name: 'x' }, 'contact_email'],
    ['something that is no e-mail', { name: 'x', contact_email: 'a at b' }, 'contact_email'],
  ])('with %s are a 422', async (_what, body, field) => {
    const answer = await tenant.owner.post('/org', body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', field]);
  });

  it('are listed to those who belong to them, newest first', async () => {
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

describe('projects', () => {
  it('are created, read and renamed by editors, and viewers only read them', async () => {
    const editor = await tenant.member({ org: 'editor' });
    const viewer = await tenant.member({ org: 'viewer' });
    const created = await editor.post(`/org/${tenant.orgId}/project`, { name: 'Support desk' });
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      name: 'Support desk',
      avatar_url: null,
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
    });
    const path = `/org/${tenant.orgId}/project/${created.body.id}`;
    expect((await viewer.get(path)).body).toEqual(created.body);
    expect((await viewer.post(path, { name: 'Mine' })).status).toBe(403);
    expect((await viewer.post(`/org/${tenant.orgId}/project`, { name: 'Mine' })).status).toBe(403);
    const renamed = await editor.post(path, { name: 'Back office' });
    expect(renamed.body).toEqual({ ...created.body, name: 'Back office', modified: renamed.body.modified });
    expect(renamed.body.modified > created.body.modified).toBe(true);
    expect((await viewer.get(path)).body).toEqual(renamed.body);
  });

  it('are listed to members of the organization as far as they may see them', async () => {
    const own = await world.tenant();
    const second = await own.owner.post(`/org/${own.orgId}/project`, { name: 'Second' });
    const viewer = await own.member({ org: 'viewer' });
    const member = await own.member({ org: 'member' });
    const creator = await own.member({ org: 'member', project: 'task_creator' });
    const list = async (client: typeof viewer) => (await client.get(`/org/${own.orgId}/project`)).body.results;
    expect(names(await list(viewer))).toEqual(['Second', 'Test']);
    expect(await list(member)).toEqual([]);
    expect(names(await list(creator))).toEqual(['Test']);
    expect((await creator.get(`/org/${own.orgId}/project/${second.body.id}`)).status).toBe(403);
  });

  it('may share a name', async () => {
    const own = await world.tenant();
    for (const name of ['Twin', 'Twin']) {
      expect((await own.owner.post(`/org/${own.orgId}/project`, { name })).status).toBe(200);
    }
  });
});
