import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;
let keys: string;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  keys = `${tenant.project}/api_key`;
});
afterAll(() => world.close());

async function mint(client: Client, body: object = {}): Promise<Json> {
  const response = await client.post(keys, { name: `key ${randomUUID()}`, ...body });
  if (response.status !== 200) throw new Error(response.text);
  return response.body;
}

const holderOf = (key: Json) => new Client(world.stack.baseUrl, key.value);

describe('a new API key', () => {
  it('shows its value once and acts for its creator', async () => {
    const editor = await tenant.member({ org: 'editor' });
    const key = await mint(editor, { name: 'CI' });
    expect(key).toEqual({
      id: expect.any(String),
      name: 'CI',
      prefix: key.value.slice(0, key.prefix.length),
      scopes: null,
      created: expect.stringMatching(/Z$/),
      last_used: null,
      revoked: null,
      value: expect.stringMatching(/^hf_[\w-]{43}$/),
      key: key.value,
      oauth_client_id: null,
    });
    expect(key.prefix.length).toBeLessThan(key.value.length / 2);
    expect((await holderOf(key).get('/whoami')).body.user_id).toBe(editor.userId);
    const { value, key: _same, oauth_client_id: _none, last_used: _unused, ...shown } = key;
    const list = await editor.get(keys);
    expect(list.text).not.toContain(value);
    const { last_used: _noted, ...listed } = list.body.find((item: Json) => item.id === key.id);
    expect(listed).toEqual(shown);
  });

  it('is stored as a hash only', async () => {
    const key = await mint(tenant.owner);
    const { rows } = await sql<{ row: string; hash: Buffer }>`
      select k::text as row, k.hash from api_keys k where id = ${key.id}`.execute(world.db);
    expect(rows[0]?.hash).toEqual(createHash('sha256').update(key.value).digest());
    expect(rows[0]?.row).not.toContain(key.value);
    expect(rows[0]?.row).not.toContain(key.value.slice(-20));
  });

  it('has only the scopes that it was given', async () => {
    const key = await mint(tenant.owner, { scopes: ['project:view', 'task:view'] });
    expect(key.scopes).toEqual(['project:view', 'task:view']);
    const holder = holderOf(key);
    expect((await holder.get('/whoami')).body.scopes).toEqual(['project:view', 'task:view']);
    expect((await holder.get(`${tenant.project}/task`)).status).toBe(200);
    const refused = await holder.post(tenant.project, { name: 'Renamed' });
    expect(refused.status).toBe(403);
    expect(refused.body.detail.permissionCheckFailedError.permission).toBe('edit');
    expect((await holder.get(keys)).status).toBe(403);
  });

  it('without scopes can only identify itself', async () => {
    const holder = holderOf(await mint(tenant.owner, { scopes: [] }));
    expect((await holder.get('/whoami')).status).toBe(200);
    expect((await holder.get(tenant.project)).status).toBe(403);
    expect((await holder.get(`/org/${tenant.orgId}`)).status).toBe(403);
  });

  it('cannot get more scopes than the key that creates it', async () => {
    const scopes = ['project:manage_own_api_keys', 'task:view'];
    const holder = holderOf(await mint(tenant.owner, { scopes }));
    expect((await holder.post(keys, { name: 'same', scopes })).status).toBe(200);
    for (const body of [{ name: 'wider', scopes: [...scopes, 'task:run'] }, { name: 'all' }]) {
      const response = await holder.post(keys, body);
      expect(response.status).toBe(422);
      expect(response.body.detail[0].loc).toEqual(['body', 'scopes']);
    }
    expect((await tenant.owner.get(keys)).body.map((item: Json) => item.name)).not.toContain('wider');
  });

  it.each([
    ['an unknown scope', { scopes: ['task:view', 'task:fly'] }, ['body', 'scopes', 1]],
    ['a scope that is no text', { scopes: [1] }, ['body', 'scopes', 0]],
    ['an empty name', { name: '' }, ['body', 'name']],
    ['a blank name', { name: '   ' }, ['body', 'name']],
    ['a name over 200 characters', { name: 'x'.repeat(201) }, ['body', 'name']],
  ])('with %s returns 422', async (_what, body, loc) => {
    const response = await tenant.owner.post(keys, { name: 'refused', ...body });
    expect(response.status).toBe(422);
    expect(response.body.detail[0].loc).toEqual(loc);
  });
});

describe('the list of API keys', () => {
  it('is a bare array of the caller’s active keys of this project, newest first', async () => {
    const editor = await tenant.member({ org: 'editor' });
    const [first, second] = [await mint(editor), await mint(editor)];
    const list = await editor.get(keys);
    const ids = list.body.map((item: Json) => item.id).filter((id: string) => id === first.id || id === second.id);
    expect(ids).toEqual([second.id, first.id]);
    await editor.post(`${keys}/${second.id}/revoke`);
    const left = (await editor.get(keys)).body.map((item: Json) => item.id);
    expect(left).toContain(first.id);
    expect(left).not.toContain(second.id);
    expect((await tenant.owner.get(keys)).body.map((item: Json) => item.id)).not.toContain(first.id);
  });
});

describe('an API key', () => {
  it('loses access with its creator, from the next request on', async () => {
    const member = await tenant.member({ project: 'editor' });
    expect((await member.post(tenant.project, { name: 'Test' })).status).toBe(200);
    await world.db.deleteFrom('role_grants').where('subject_id', '=', member.userId).execute();
    expect((await member.get(tenant.project)).status).toBe(403);
  });

  it('records when it was last used', async () => {
    const key = await mint(tenant.owner);
    await holderOf(key).get('/whoami');
    const noted = await eventually(
      async () => (await tenant.owner.get(keys)).body.find((item: Json) => item.id === key.id),
      (item) => item.last_used !== null,
    );
    expect(noted.last_used >= key.created).toBe(true);
  });

  it('is rejected once revoked; revoking it again changes nothing', async () => {
    const key = await mint(tenant.owner);
    expect((await holderOf(key).get('/whoami')).status).toBe(200);
    const revoked = await tenant.owner.post(`${keys}/${key.id}/revoke`);
    expect(revoked.status).toBe(200);
    expect(revoked.body).toMatchObject({ id: key.id, revoked: expect.stringMatching(/Z$/) });
    expect(revoked.body).not.toHaveProperty('value');
    expect((await holderOf(key).get('/whoami')).status).toBe(401);
    const again = await tenant.owner.post(`${keys}/${key.id}/revoke`);
    expect([again.status, again.body.revoked]).toEqual([200, revoked.body.revoked]);
    const events = await tenant.owner.get(
      `${tenant.project}/audit_event?resource_id=${key.id}&event_type=api_key.revoked`,
    );
    expect(events.body.results).toHaveLength(1);
  });

  it('can be revoked by its creator only', async () => {
    const editor = await tenant.member({ org: 'editor' });
    const key = await mint(editor);
    for (const id of [key.id, randomUUID()]) {
      const response = await tenant.owner.post(`${keys}/${id}/revoke`);
      expect(response.status).toBe(404);
      expect(response.body.detail.resourceNotFoundError).toEqual({ field: 'api_key', value: id });
    }
    expect((await holderOf(key).get('/whoami')).status).toBe(200);
  });
});
