import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';

/** A list with functions to add and remove rows. */
interface List {
  readonly path: (tenant: Tenant) => string;
  readonly add: (tenant: Tenant) => Promise<string>;
  readonly remove: (world: World, tenant: Tenant, id: string) => Promise<void>;
  /** The tenant's own row, if it exists before the test adds any. */
  readonly own?: (tenant: Tenant) => string;
}

async function made(response: Promise<{ status: number; body: Json; text: string }>): Promise<string> {
  const { status, body, text } = await response;
  if (status !== 200) throw new Error(text);
  return body.id;
}

const LISTS: Record<string, List> = {
  'the tasks of a project': {
    path: (tenant) => `${tenant.project}/task`,
    add: (tenant) =>
      made(
        tenant.owner.post(`${tenant.project}/task`, {
          name: randomUUID(),
          enabled: true,
          llm_model_id: 'scripted',
          system_prompt: '',
          user_prompt: 'x',
        }),
      ),
    remove: async (_world, tenant, id) => {
      await made(tenant.owner.delete(`${tenant.project}/task/${id}`));
    },
  },
  'the projects of an organization': {
    path: (tenant) => `/org/${tenant.orgId}/project`,
    add: (tenant) => made(tenant.owner.post(`/org/${tenant.orgId}/project`, { name: randomUUID() })),
    remove: async (world, _tenant, id) => {
      await world.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    },
    // This process created its project: its clock may differ from the API's by milliseconds.
    own: (tenant) => tenant.projectId,
  },
};

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

describe.each(Object.entries(LISTS))('pages of %s', (_name, list) => {
  async function page(tenant: Tenant, query: string) {
    const response = await tenant.owner.get(`${list.path(tenant)}?${query}`);
    expect(response.status).toBe(200);
    return { ...response.body, ids: response.body.results.map((row: Json) => row.id) };
  }

  async function filled(count: number): Promise<{ tenant: Tenant; ids: string[] }> {
    const tenant = await world.tenant();
    if (list.own) await list.remove(world, tenant, list.own(tenant));
    const ids: string[] = [];
    for (let index = 0; index < count; index++) ids.unshift(await list.add(tenant));
    return { tenant, ids };
  }

  it('are sorted newest first, without gap or repeat', async () => {
    const { tenant, ids } = await filled(5);
    const whole = await page(tenant, '');
    expect(Object.keys(whole).toSorted()).toEqual(['ids', 'pagination', 'results']);
    expect(whole.pagination).toEqual({ next_cursor: null, has_next: false, page_limit: 100 });
    expect(whole.ids).toEqual(ids);

    const first = await page(tenant, 'page_limit=2');
    expect(first.pagination).toEqual({ next_cursor: expect.any(String), has_next: true, page_limit: 2 });
    const second = await page(tenant, `page_limit=2&cursor=${first.pagination.next_cursor}`);
    expect(second.pagination).toMatchObject({ has_next: true, page_limit: 2 });
    const last = await page(tenant, `page_limit=2&cursor=${second.pagination.next_cursor}`);
    expect(last.pagination).toEqual({ next_cursor: null, has_next: false, page_limit: 2 });
    expect([...first.ids, ...second.ids, ...last.ids]).toEqual(whole.ids);
    expect([first.ids.length, second.ids.length, last.ids.length]).toEqual([2, 2, 1]);
  });

  it('have no next page if the last one is full', async () => {
    const { tenant } = await filled(4);
    const first = await page(tenant, 'page_limit=2');
    const last = await page(tenant, `page_limit=2&cursor=${first.pagination.next_cursor}`);
    expect(last.ids).toHaveLength(2);
    expect(last.pagination).toEqual({ next_cursor: null, has_next: false, page_limit: 2 });
  });

  it('stay stable while rows are added and removed between two pages', async () => {
    const { tenant, ids } = await filled(6);
    const first = await page(tenant, 'page_limit=2');
    expect(first.ids).toEqual(ids.slice(0, 2));
    await list.add(tenant);
    await list.remove(world, tenant, ids[0]!);
    await list.remove(world, tenant, ids[3]!);
    const second = await page(tenant, `page_limit=2&cursor=${first.pagination.next_cursor}`);
    expect(second.ids).toEqual([ids[2], ids[4]]);
  });

  it('continue from a cursor whose row is deleted', async () => {
    const { tenant, ids } = await filled(4);
    const first = await page(tenant, 'page_limit=2');
    await list.remove(world, tenant, ids[1]!);
    const second = await page(tenant, `page_limit=2&cursor=${first.pagination.next_cursor}`);
    expect(second.ids).toEqual(ids.slice(2));
  });
});
