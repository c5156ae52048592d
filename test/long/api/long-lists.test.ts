import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listMembers } from '../../../src/access/members.ts';
import { listApprovals } from '../../../src/agents/approvals/queries.ts';
import { listAgentRuns } from '../../../src/agents/runs/queries.ts';
import { listDomains } from '../../../src/organizations/domains.ts';
import { listInvites } from '../../../src/organizations/invites/create.ts';
import { listOrganizations } from '../../../src/organizations/queries.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import { ID_CURSORS } from '../../../src/platform/db/cursors.ts';
import type { Database } from '../../../src/platform/db/schema.ts';
import { type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { Stack } from '../../support/stack.ts';

const MANY = 40_000;
/** Id in the middle of them. */
const MIDDLE = `00000000-${(MANY / 2).toString(16)}-7000-8000-000000000000`;

let stack: Stack;
let world: World;
let tenant: Tenant;
let pool: pg.Pool;
/** Statements sent through {@link watchedDb}. */
const sent: { sql: string; parameters: readonly unknown[] }[] = [];
let watchedDb: Db;

/** Sortable ids like those of version 7. */
const id = sql`(lpad(to_hex(n), 12, '0') || '70008000' || substr(md5(n::text), 1, 12))::uuid`;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'long-lists');
  await stack.startApi();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  pool = new pg.Pool({ connectionString: stack.info.databaseUrl, max: 1 });
  watchedDb = new Kysely<Database>({
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
  // A few of them are accepted, so that each filter has rows.
  await sql`insert into invites (id, org_id, email_address, code_hash, created_by, expires_at, status)
    select ${id}, ${tenant.orgId}, n || '@many.example', sha256(n::text::bytea), ${tenant.userId}, now() + interval '1 day',
      case when n % 160 = 0 then 'accepted' else 'pending' end from ${numbers}`.execute(world.db);
  await sql`insert into organization_domains (id, org_id, domain, verification_token, created_by)
    select ${id}, ${tenant.orgId}, n || '.example', 'x', ${tenant.userId} from ${numbers}`.execute(world.db);
  await sql`vacuum analyze`.execute(world.db);
}, 300_000);
afterAll(async () => {
  await watchedDb.destroy();
  await world.close();
  await stack.stop();
});

/** Returns each node of the last statement's plan with the rows that it read. */
async function explainLastStatement(): Promise<{ node: string; relation: string | undefined; rows: number }[]> {
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
  const steps = await explainLastStatement();
  const described = JSON.stringify(steps);
  expect(
    steps.filter((step) => step.node === 'Seq Scan' && step.rows > 1000),
    described,
  ).toEqual([]);
  expect(Math.max(...steps.map((step) => step.rows)), described).toBeLessThan(1000);
}

/** Creates an agent with this many ended runs with decisions, and an older one that waits. */
async function addAgentWithRuns(runs: number): Promise<{ agentId: string; waiting: { run: string; request: string } }> {
  const { owner, orgId, projectId, project, userId } = tenant;
  const body = { name: 'Busy', instruction: 'Help.', llm_model_id: 'scripted' };
  const { body: agent } = await owner.post(`${project}/task-agent`, body);
  const revision = agent.active_revision_id;
  const session = randomUUID();
  await sql`insert into sessions (id, org_id, project_id, agent_id, agent_revision_id, title)
    values (${session}, ${orgId}, ${projectId}, ${agent.id}, ${revision}, 'Busy')`.execute(world.db);
  const numbers = sql`generate_series(1, ${sql.lit(runs)}) n`;
  await sql`insert into agent_runs (id, org_id, project_id, agent_id, agent_revision_id, session_id, status, message, trigger_type,
      created_by_type, created_by, completed)
    select ${id}, ${orgId}, ${projectId}, ${agent.id}, ${revision}, ${session}, case when n > 1 then 'completed' else 'waiting_for_human' end,
      'Go', 'api', 'user', ${userId}, case when n > 1 then now() end from ${numbers}`.execute(world.db);
  await sql`insert into approval_requests (id, org_id, project_id, agent_id, run_id, session_id, kind, tool_name, tool_type, tool_schema,
      arguments, arguments_digest, seal, effect, rule, on_reject, approvers, approvals_needed, requested_by_type, requested_by, status)
    select ${id}, ${orgId}, ${projectId}, ${agent.id}, ${id}, ${session}, 'tool_call', 'calculator', 'builtin', '{}', '{}', '', '', '', '{}',
      'feedback', '{owner}', 1, 'user', ${userId}, case when n > 1 then 'approved' else 'pending' end from ${numbers}`.execute(
    world.db,
  );
  await sql`analyze agent_runs, approval_requests`.execute(world.db);
  const oldest = '00000000-0001-7000-8000-c4ca4238a0b9';
  return { agentId: agent.id, waiting: { run: oldest, request: oldest } };
}

describe('a page of 100', () => {
  it('of 40,000 members uses an index, first and middle, of any type and of one', async () => {
    const middle = (
      await watchedDb
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
        const page = await listMembers(watchedDb, tenant.orgId, type, { cursor, limit: 100, codec: ID_CURSORS });
        expect(page.results).toHaveLength(100);
        expect(page.pagination.has_next).toBe(true);
        await expectFromIndex();
      }
    }
  });

  it('of 40,000 organizations uses an index, first and middle', async () => {
    const first = await listOrganizations(
      watchedDb,
      { type: 'user', id: tenant.userId },
      { cursor: undefined, limit: 100, codec: ID_CURSORS },
    );
    expect(first.results).toHaveLength(100);
    await expectFromIndex();
    const cursor = MIDDLE;
    const middle = await listOrganizations(
      watchedDb,
      { type: 'user', id: tenant.userId },
      { cursor, limit: 100, codec: ID_CURSORS },
    );
    expect(middle.results).toHaveLength(100);
    await expectFromIndex();
    const { status, body } = await tenant.owner.get(`/org?cursor=${cursor}`);
    expect([status, body.results.map((row: Json) => row.id)]).toEqual([200, middle.results.map((row) => row.id)]);
  });

  it('of 40,000 invites or domains uses an index, first and middle, open, accepted or all', async () => {
    const cursor = MIDDLE;
    for (const page of [
      { cursor: undefined, limit: 100, codec: ID_CURSORS },
      { cursor, limit: 100, codec: ID_CURSORS },
    ]) {
      for (const show of ['pending', 'accepted', 'all'] as const) {
        const { results } = await listInvites(watchedDb, tenant.orgId, show, page);
        expect(results).toHaveLength(100);
        await expectFromIndex();
      }
      expect((await listDomains(watchedDb, tenant.orgId, page)).results).toHaveLength(100);
      await expectFromIndex();
    }
    const { status, body } = await tenant.owner.get(`/org/${tenant.orgId}/invite?cursor=${cursor}`);
    expect([status, body.results.length, body.pagination.has_next]).toEqual([200, 100, true]);
  });

  it('for a principal with few roles costs only as much as those roles', async () => {
    const member = await tenant.member({ org: 'viewer' });
    const page = await listOrganizations(
      watchedDb,
      { type: 'user', id: member.userId },
      { cursor: undefined, limit: 100, codec: ID_CURSORS },
    );
    expect(page.results.map((row) => row.id)).toEqual([tenant.orgId]);
    const steps = await explainLastStatement();
    expect(Math.max(...steps.map((step) => step.rows)), JSON.stringify(steps)).toBeLessThan(10);
  });

  it('of pending approvals uses an index, regardless of the number of decided requests and past runs', async () => {
    const { agentId, waiting } = await addAgentWithRuns(20_000);
    const { projectId, project, userId } = tenant;
    const principal = {
      subject: { type: 'user' as const, id: userId },
      projectId,
      grants: { roles: { project: new Set(['owner']) }, systemRole: null, scopes: null },
    };
    const page = { cursor: undefined, limit: 100, codec: ID_CURSORS };
    const requests = await listApprovals(
      watchedDb,
      { principal: principal, decides: false, agentId, status: 'pending' },
      page,
    );
    expect(requests.results.map((row) => row.id)).toEqual([waiting.request]);
    await expectFromIndex();
    for (const status of ['waiting_for_human', 'running']) {
      const runs = await listAgentRuns(watchedDb, { principal: principal, agentId, status }, page);
      expect(runs.results.map((row) => row.id)).toEqual(status === 'running' ? [] : [waiting.run]);
      await expectFromIndex();
    }
    const inbox = await tenant.owner.get(`${project}/task-agent/approval-request?status=pending`);
    expect(inbox.body.results.map((row: Json) => row.id)).toEqual([waiting.request]);
  });
});
