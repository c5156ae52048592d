import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';

let world: World;
let tenant: Tenant;
let administrator: Client;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  administrator = tenant.owner;
});
afterAll(() => world.close());

const partner = () => ({ name: `Partner ${randomUUID()}`, description: 'Brings customers.' });

describe('partners', () => {
  it('are created, read, updated and listed by platform administrators', async () => {
    const fields = partner();
    const created = await administrator.post('/partner', fields);
    expect([created.status, created.body]).toEqual([
      200,
      {
        ...fields,
        id: expect.any(String),
        avatar_url: null,
        created: expect.stringMatching(/Z$/),
        modified: expect.stringMatching(/Z$/),
      },
    ]);
    const path = `/partner/${created.body.id}`;
    expect((await administrator.get(path)).body).toEqual(created.body);
    const changed = await administrator.post(path, { description: 'Brings more of them.', id: randomUUID() });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...created.body, description: 'Brings more of them.', modified: changed.body.modified },
    ]);
    expect(changed.body.modified > created.body.modified).toBe(true);
    expect((await administrator.post(path, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      description: 'Brings more of them.',
    });
  });

  it('are listed newest first, page by page, while others are added', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift((await administrator.post('/partner', partner())).body.id);
    const seen: string[] = [];
    let query = '?page_limit=2';
    for (;;) {
      const { body } = await administrator.get(`/partner${query}`);
      expect(body.pagination.page_limit).toBe(2);
      seen.push(...body.results.map((row: Json) => row.id));
      await administrator.post('/partner', partner());
      if (ids.every((id) => seen.includes(id))) break;
      expect(typeof body.pagination.next_cursor).toBe('string');
      query = `?page_limit=2&cursor=${body.pagination.next_cursor}`;
    }
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('that do not exist return 404 on read and update', async () => {
    const id = randomUUID();
    const expected = {
      detail: {
        reason: 'RESOURCE_NOT_FOUND',
        message: `no partner ${id} here`,
        resourceNotFoundError: { field: 'partner', value: id },
      },
    };
    const read = await administrator.get(`/partner/${id}`);
    expect([read.status, read.body]).toEqual([404, expected]);
    const changed = await administrator.post(`/partner/${id}`, { name: 'x' });
    expect([changed.status, changed.body]).toEqual([404, expected]);
  });

  it('are visible to support, which changes nothing, and to nobody else', async () => {
    const { body } = await administrator.post('/partner', partner());
    const operations: [string, string, string, Json?][] = [
      ['GET', '/partner', 'partners_view'],
      ['GET', `/partner/${body.id}`, 'partners_view'],
      ['POST', '/partner', 'partners_create', partner()],
      ['POST', `/partner/${body.id}`, 'partners_edit', { name: 'x' }],
    ];
    const support = await tenant.member({});
    await world.db.updateTable('users').set({ system_role: 'support' }).where('id', '=', support.userId).execute();
    const owner = await tenant.member({ org: 'owner' });
    for (const [method, path, permission, sent] of operations) {
      const response = await owner.request(method, path, sent);
      expect([response.status, response.body]).toEqual([
        403,
        {
          detail: {
            reason: 'PERMISSION_CHECK_FAILED',
            message: `user ${owner.userId} lacks the permission ${permission} on system system, or it does not exist`,
            permissionCheckFailedError: {
              subject: { type: 'user', id: owner.userId },
              resource: { type: 'system', id: 'system' },
              permission,
            },
          },
        },
      ]);
      const allowed = permission === 'partners_view';
      expect((await support.request(method, path, sent)).status, path).toBe(allowed ? 200 : 403);
    }
  });

  it.each([
    ['system:partners_view', 'GET', undefined],
    ['system:partners_create', 'POST', { name: 'x', description: '' }],
  ])('require the scope %s from a restricted key', async (scope, method, body) => {
    const { orgId, projectId, userId } = tenant;
    const keyWith = async (scopes: string[]) => {
      const key = await createApiKey(world.db, { orgId, projectId, userId, name: 'cut', scopes });
      return new Client(world.stack.baseUrl, key.value);
    };
    expect((await (await keyWith([scope])).request(method, '/partner', body)).status).toBe(200);
    expect((await (await keyWith(['organization:view'])).request(method, '/partner', body)).status).toBe(403);
  });

  it.each([
    ['name', { description: 'x' }],
    ['description', { name: 'x' }],
    ['name', { name: '', description: 'x' }],
    ['description', { name: 'x', description: null }],
  ])('without a valid %s return 422', async (field, body) => {
    const response = await administrator.post('/partner', body);
    expect([response.status, response.body.detail[0].loc]).toEqual([422, ['body', field]]);
  });
});
