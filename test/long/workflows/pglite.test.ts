import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listScopeParts } from '../../../src/knowledge/retrieval/scope.ts';
import { getVectorTable, toIndexedVector, toVectorText } from '../../../src/knowledge/spaces.ts';
import { openDatabase } from '../../../src/platform/db/client.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { type Pglite, startPglite } from '../../../src/platform/local/pglite.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../../support/client.ts';
import { addChunkedDocument, makeCollection } from '../../support/library.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let folder: string;
let database: Pglite;
let stack: Stack;
let world: World;
let tenant: Tenant;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-pglite-'));
  database = await startPglite(folder, await findFreePort(), (error) => {
    throw error;
  });
  const db = openDatabase(database.url, 1, () => undefined);
  await migrate(db);
  await db.destroy();
  // The process settings override the stack's own database.
  const made = await Stack.create(inject('servers'), 'pglite', {
    ...WITHOUT_INGESTION,
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '5',
  });
  stack = made;
  stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld({ ...stack.info, databaseUrl: database.url });
  tenant = await world.tenant();
});
afterAll(async () => {
  await world.close();
  await stack.stop();
  await database.stop();
  await rm(folder, { recursive: true });
});

describe('the embedded Postgres', () => {
  it('runs a task', async () => {
    const task = await makeTask(tenant);
    const input = { task_input: { text: 'the sea' } };
    const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, input);
    expect(run).toMatchObject({ status: 200, body: { status: 'completed', response: 'echo: Summarise the sea.' } });
  });

  it('runs an agent that streams, pauses before a guarded call, continues after approval, and can be read again', async () => {
    const task = await makeTask(tenant);
    const calls = [
      { name: 'calculator', arguments: { expression: '6*7' } },
      { name: task.name.replaceAll(' ', '_'), arguments: { text: 'the sea' } },
    ];
    const script = await play(world, [{ text: 'Let me see.', tool_calls: calls }, { chunks: ['It is ', '42.'] }]);
    const agent = await makeAgent(tenant, {
      task_tools: [{ task_id: task.id }],
      approval_policy: { default: 'never', rules: [{ tool: 'calculator', mode: 'always', expires_in: 'PT1H' }] },
    });
    const stream = await tenant.owner.stream(`${agent.path}/run`, { body: { message: script.message } });
    const before = await stream.end();
    const required = before.find((event) => event.event === 'approval_required')!.data;
    const runId = before[0]!.data.run_id;
    expect(await agent.read(runId)).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'approval' } });
    expect(await agent.approve(required.approval_request_id)).toMatchObject({
      status: 200,
      body: { status: 'approved' },
    });
    const rest = await tenant.owner.stream(`${agent.path}/run/${runId}/events`, { lastEventId: before.length });
    const all = [...before, ...(await rest.end())];
    expect(all.map((event) => event.id)).toEqual(all.map((_, index) => index + 1));
    expect(all.at(-1)?.data).toMatchObject({ status: 'completed', output: 'It is 42.' });
    expect(await agent.follow(runId)).toEqual(all);
  });

  it('completes concurrent runs of many callers', async () => {
    const agent = await makeAgent(tenant);
    const sum = { name: 'calculator', arguments: { expression: '1+1' } };
    const script = await play(world, [{ tool_calls: [sum] }, { text: 'Two.' }]);
    const runs = await Promise.all(Array.from({ length: 8 }, () => agent.run(script.message)));
    expect(runs.map((run) => run.output)).toEqual(Array(8).fill('Two.'));
    expect(new Set(runs.map((run) => run.id)).size).toBe(8);
  });

  it('finds passages by meaning, in an index of full precision', async () => {
    const texts = ['Ships rest in the harbour.', 'Lemons ripen in the garden.'];
    const id = await addChunkedDocument(world, tenant, { title: 'Coast', texts });
    const collection = await makeCollection(tenant, { document_embedding_instance_ids: [id] });
    const found = await tenant.owner.post(`${tenant.project}/collection/${collection}/query`, {
      query: 'Lemons in the garden',
      results_only: true,
    });
    expect(found).toMatchObject({ status: 200, body: { results: [{ text: texts[1] }, { text: texts[0] }] } });

    const [part] = await listScopeParts(world.db, tenant.projectId, { collectionIds: [collection] }, '');
    const space = part!.space!;
    expect(space.indexType).toBe('vector');
    const zeros = sql`${toVectorText(Array(space.dimension).fill(0))}`;
    const plan = await world.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const distance = sql`${toIndexedVector(sql`embedding`, space)} <=> ${toIndexedVector(zeros, space)}`;
      return sql<{
        'QUERY PLAN': string;
      }>`explain select from ${getVectorTable(space)} order by ${distance} limit 2`.execute(trx);
    });
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan');
  });

  it('has its tables vacuumed by maintenance once they have grown', async () => {
    const findAnalyzed = () =>
      world.db
        .selectFrom(sql<{ relname: string; reltuples: number }>`pg_class`.as('tables'))
        .select(['relname', 'reltuples'])
        .where('relname', 'in', ['grown_table', 'small_table'])
        .orderBy('relname')
        .execute();
    await sql`create table grown_table as select g as number from generate_series(1, 20000) g`.execute(world.db);
    await sql`create table small_table as select 1 as number`.execute(world.db);
    // The server has no statistics yet.
    expect(await findAnalyzed()).toMatchObject([{ reltuples: -1 }, { reltuples: -1 }]);
    await world.db
      .updateTable('maintenance_jobs')
      .set({ next_due: new Date() })
      .where('name', '=', 'vacuum the embedded database')
      .execute();
    await eventually(findAnalyzed, ([grown]) => grown?.reltuples === 20_000);
    expect(await findAnalyzed()).toMatchObject([{ reltuples: 20_000 }, { reltuples: -1 }]);
  });
});
