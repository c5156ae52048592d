import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listMembers } from '../../src/access/members.ts';
import { listDomains } from '../../src/organizations/domains.ts';
import { listInvites } from '../../src/organizations/invites/inviting.ts';
import { organizationsOf } from '../../src/organizations/queries.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { ID_CURSORS } from '../../src/platform/db/cursors.ts';
import type { Database } from '../../src/platform/db/schema.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { Stack } from '../support/stack.ts';

const MANY = 100_000;

let stack: Stack;
let world: World;
let tenant: Tenant;
let pool: pg.Pool;
/** The statements that were sent through {@link watched}. */
const sent: { sql: string; parameters: readonly unknown[] }[] = [];
let watched: Db;

/** Ids that sort, as those of version 7 do. */
const id = sql`(lpad(to_hex(n), 12, '0') || '70008000' || substr(md5(n::text), 1, 12))::uuid`;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'long-lists');
  await stack.startApi();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  pool = new pg.Pool({ connectionString: stack.info.databaseUrl, max: 1 });
  watched = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push({ sql: query.sql, parameters: query.parameters }),
  });
  const numbers = sql`generate_series(1, ${sql.lit(MANY)}) n`;
  await sql`insert into users (id, email, name) select ${id}, n || '@many.example', 'Member ' || n from ${numbers}`.execute(
    world.db,
  );
  await sql`insert into role_grants (resource_id, resource_type, subject_id, subject_type, role)
    select ${tenant.orgId}, 'organization', ${id}, 'user', 'viewer' from ${numbers}`.execute(world.db);
  await sql`insert into organizations (id, name, contact_email) select ${id}, 'Many ' || n, 'a@many.example' from ${numbers}`.execute(
    world.db,
  );
  await sql`insert into organization_accounts (id, org_id, credits) select ${id}, ${id}, 0 from ${numbers}`.execute(
    world.db,
  );
  await sql`insert into role_grants (resource_id, resource_type, subject_id, subject_type, role)
    select ${id}, 'organization', ${tenant.userId}, 'user', 'owner' from ${numbers}`.execute(world.db);
  // A few of them accepted, so that each way to list has its own rows to find.
  await sql`insert into invites (id, org_id, email_address, code_hash, created_by, expires_at, status)
    select ${id}, ${tenant.orgId}, n || '@many.example', sha256(n::text::bytea), ${tenant.userId}, now() + interval '1 day',
      case when n % 400 = 0 then 'accepted' else 'pending' end from ${numbers}`.execute(world.db);
  await sql`insert into organization_domains (id, org_id, domain, verification_token, created_by)
    select ${id}, ${tenant.orgId}, n || '.example', 'x', ${tenant.userId} from ${numbers}`.execute(world.db);
  await sql`vacuum analyze`.execute(world.db);
}, 300_000);
afterAll(async () => {
  await watched.destroy();
  await world.close();
  await stack.stop();
});

/** Every step of the plan of the last statement, with the rows it really read. */
async function lastPlan(): Promise<{ node: string; relation: string | undefined; rows: number }[]> {
  const last = sent.at(-1);
  if (last === undefined) throw new Error('nothing was sent');
  const { rows } = await pool.query(`explain (analyze, format json) ${last.sql}`, [...last.parameters]);
  const steps: { node: string; relation: string | undefined; rows: number }[] = [];
  const walk = (plan: Json) => {
    const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
    steps.push({ node: plan['Node Type'], relation: plan['Relation Name'], rows });
    for (const inner of plan.Plans ?? []) walk(inner);
  };
  walk(rows[0]['QUERY PLAN'][0].Plan);
  return steps;
}

async function expectFromIndex(): Promise<void> {
  const steps = await lastPlan();
  const described = JSON.stringify(steps);
  expect(
    steps.filter((step) => step.node === 'Seq Scan' && step.rows > 1000),
    described,
  ).toEqual([]);
  expect(Math.max(...steps.map((step) => step.rows)), described).toBeLessThan(1000);
}

describe('a page of 100', () => {
  it('of 100,000 members is answered from an index, first and in the middle, of any type and of one', async () => {
    const middle = (
      await watched
        .selectFrom('role_grants')
        .select('member_id')
        .where('resource_id', '=', tenant.orgId)
        .orderBy('member_id', 'desc')
        .offset(MANY / 2)
        .limit(1)
        .executeTakeFirstOrThrow()
    ).member_id;
    for (const type of [undefined, 'user'] as const) {
      for (const cursor of [undefined, middle]) {
        const page = await listMembers(watched, tenant.orgId, type, { cursor, limit: 100, cursors: ID_CURSORS });
        expect(page.results).toHaveLength(100);
        expect(page.pagination.has_next).toBe(true);
        await expectFromIndex();
      }
    }
  });

  it('of 100,000 organizations is answered from an index, first and in the middle', async () => {
    const first = await organizationsOf(
      watched,
      { type: 'user', id: tenant.userId },
      { cursor: undefined, limit: 100, cursors: ID_CURSORS },
    );
    expect(first.results).toHaveLength(100);
    await expectFromIndex();
    const cursor = '00000000-c350-7000-8000-000000000000';
    const middle = await organizationsOf(
      watched,
      { type: 'user', id: tenant.userId },
      { cursor, limit: 100, cursors: ID_CURSORS },
    );
    expect(middle.results).toHaveLength(100);
    await expectFromIndex();
    const { status, body } = await tenant.owner.get(`/org?cursor=${cursor}`);
    expect([status, body.results.map((row: Json) => row.id)]).toEqual([200, middle.results.map((row) => row.id)]);
  });

  it('of 100,000 invites or domains is answered from an index, first and in the middle, open, accepted or all', async () => {
    const cursor = '00000000-c350-7000-8000-000000000000';
    for (const page of [
      { cursor: undefined, limit: 100, cursors: ID_CURSORS },
      { cursor, limit: 100, cursors: ID_CURSORS },
    ]) {
      for (const show of ['pending', 'accepted', 'all'] as const) {
        const { results } = await listInvites(watched, tenant.orgId, show, page);
        expect(results).toHaveLength(100);
        await expectFromIndex();
      }
      expect((await listDomains(watched, tenant.orgId, page)).results).toHaveLength(100);
      await expectFromIndex();
    }
    const { status, body } = await tenant.owner.get(`/org/${tenant.orgId}/invite?cursor=${cursor}`);
    expect([status, body.results.length, body.pagination.has_next]).toEqual([200, 100, true]);
  });

  it('is asked for by the subject with few roles at the price of those few', async () => {
    const member = await tenant.member({ org: 'viewer' });
    const page = await organizationsOf(
      watched,
      { type: 'user', id: member.userId },
      { cursor: undefined, limit: 100, cursors: ID_CURSORS },
    );
    expect(page.results.map((row) => row.id)).toEqual([tenant.orgId]);
    const steps = await lastPlan();
    expect(Math.max(...steps.map((step) => step.rows)), JSON.stringify(steps)).toBeLessThan(10);
  });
});
