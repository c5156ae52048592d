import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditFilter, selectEvents } from '../../../src/audit/queries.ts';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';

const EVENTS = 50_000;

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  const other = await world.tenant();
  // Rows as the product writes them, with time-ordered ids. The hashes do not matter here.
  for (const { orgId, projectId, userId } of [tenant, other]) {
    await sql`
      insert into audit_events (id, chain_id, seq, org_id, project_id, actor_type, actor_user_id, event_type, resource_type,
        resource_id, message, labels, payload, occurred_at, created, previous_hash, hash)
      select (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(${projectId}::text || n), 1, 3) || '8' || substr(md5(${projectId}::text || n), 4, 15))::uuid,
        ${projectId}, n, ${orgId}, ${projectId}, 'user', case when n % 1000 = 0 then ${userId}::uuid else gen_random_uuid() end,
        case when n % 250 = 0 then 'task.deleted' else 'task.updated' end, 'task', (n % 200)::text, 'task updated', '{}',
        '{"changed": ["name"]}', to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0), sha256('a'), sha256('b')
      from (select n, 1700000000000 + n * 60000::bigint as ms from generate_series(1, ${sql.lit(EVENTS)}) n) numbered`.execute(
      world.db,
    );
  }
  await sql`analyze audit_events`.execute(world.db);
});
afterAll(() => world.close());

/** Returns the nodes of a plan. */
function listPlanNodes(plan: Json): string[] {
  return [plan['Node Type'], ...(plan.Plans ?? []).flatMap(listPlanNodes)];
}

const day = (number: number) => new Date(1_700_000_000_000 + number * 86_400_000);
const FILTERS: Readonly<Record<string, (of: Tenant) => AuditFilter>> = {
  'without a filter': () => ({}),
  'of one type': () => ({ eventTypes: ['task.deleted'] }),
  'of several types': () => ({ eventTypes: ['task.deleted', 'task.updated'] }),
  'of one actor': (of) => ({ actorUserId: of.userId }),
  'of one resource': () => ({ resourceType: 'task', resourceId: '7' }),
  'of some days': () => ({ from: day(30), to: day(31) }),
};

describe.each(Object.entries(FILTERS))(`a page of 100 from ${EVENTS} events %s`, (_name, filterOf) => {
  it.each(['project', 'organization'])('of a %s uses an index', async (kind) => {
    const scope = { orgId: tenant.orgId, projectId: kind === 'project' ? tenant.projectId : null };
    const page = selectEvents(world.db, scope, filterOf(tenant)).selectAll().orderBy('id', 'desc').limit(101);
    const [explained] = await page.explain<Json>('json', sql`analyze`);
    const nodes = listPlanNodes(explained['QUERY PLAN'][0].Plan);
    expect(nodes).not.toContain('Seq Scan');
    expect(nodes.some((node) => node.includes('Index'))).toBe(true);
  });
});

describe('the API', () => {
  it('lists and exports them', async () => {
    const path = `${tenant.project}/audit_event`;
    const few = await tenant.owner.get(`${path}?event_type=task.deleted&start_date=${day(10).toISOString()}`);
    expect(few.body.results).toHaveLength(100);
    const answer = await tenant.owner.get(`${path}/export`);
    expect(answer.text.trimEnd().split('\n')).toHaveLength(EVENTS);
  });
});
