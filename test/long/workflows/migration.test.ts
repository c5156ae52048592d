import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { MIGRATIONS } from '../../../src/platform/db/migrate.ts';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { type ApiResponse, openWorld, type Tenant, type World } from '../../support/client.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;

beforeAll(async () => {
  // The minimum number of connections, so that each statement is soon prepared on both.
  stack = await Stack.create(inject('servers'), 'migration', { ...WITHOUT_INGESTION, DATABASE_POOL_SIZE: '2' });
  stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
});
afterAll(async () => {
  await world.close();
  await stack.stop();
});

const sum = { name: 'calculator', arguments: { expression: '6*7' } };

/** Posts, and retries if the response says that the schema just changed. */
async function post(path: string, body: object): Promise<ApiResponse> {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await tenant.owner.post(path, body, headers);
  if (first.body.detail?.databaseUnavailableError?.cause !== 'schema_changed') return first;
  return tenant.owner.post(path, body, headers);
}

it('processes of the previous release continue while a migration adds columns to every table', async () => {
  const task = await makeTask(tenant);
  const agent = await makeAgent(tenant, { approval_policy: { default: 'always' } });
  const everything = async () => {
    for (let count = 0; count < 8; count += 1) {
      const run = await post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'x' } });
      expect(run).toMatchObject({ status: 200, body: { status: 'completed' } });
      const { message } = await play(world, [{ tool_calls: [sum] }, { text: 'Done.' }]);
      const asked = await post(`${agent.path}/run`, { message });
      expect(asked).toMatchObject({ status: 200, body: { status: 'waiting_for_human' } });
      const request = `${agent.path}/approval-request/${asked.body.approval_requests[0].id}`;
      expect((await post(`${request}/approve`, {})).body).toMatchObject({ status: 'approved' });
      expect((await post(`${request}/resume`, {})).body).toMatchObject({ status: 'completed', output: 'Done.' });
      for (const path of ['/task', '/task-agent', '/changes']) {
        expect((await tenant.owner.get(tenant.project + path)).status, path).toBe(200);
      }
    }
  };
  await everything();
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    world.db,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) await sql`alter table ${sql.table(name)} add column newest text`.execute(world.db);
  await everything();
});

it('a process is not ready while the database lacks a migration of its build', async () => {
  const ready = async () => {
    const answer = await fetch(`${stack.info.baseUrl}/-/ready`);
    const { checks } = (await answer.json()) as { checks: { database: object } };
    return { status: answer.status, database: checks.database };
  };
  const newest = Object.keys(MIGRATIONS).at(-1) ?? '';
  await sql`update kysely_migration set name = 'not there yet' where name = ${newest}`.execute(world.db);
  const detail = 'the schema is older than this build; run `npm run migrate`';
  expect(await ready()).toEqual({ status: 503, database: { ok: false, detail } });
  await sql`update kysely_migration set name = ${newest} where name = 'not there yet'`.execute(world.db);
  expect(await ready()).toEqual({ status: 200, database: { ok: true } });
});
