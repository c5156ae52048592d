import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { openFolder } from '../../../src/files/blobs/folder.ts';
import { stageBlob } from '../../../src/files/staging.ts';
import { insertQuery } from '../../../src/knowledge/queries/store.ts';
import { resolveRetrieval } from '../../../src/knowledge/retrieval/settings.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { registerJobs, setJobFailed, takeDueJob } from '../../../src/platform/maintenance/jobs.ts';
import { listRunsWithoutWorkflow } from '../../../src/platform/temporal/workflow-state.ts';
import { requestStop } from '../../../src/runs/stop.ts';
import { insertTaskRun } from '../../../src/tasks/new-run.ts';
import { makeTask, toNewTaskRun } from '../../support/agents.ts';
import { createCallerActions, hasEnded, isWaitingForHuman } from '../../support/callers.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { addFile, getBlobFolder } from '../../support/files.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
let temporal: TemporalClient;
let worker: ProductProcess;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'maintenance', { ...WITHOUT_INGESTION, RECONCILE_SECONDS: '1' });
  worker = stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  const connection = await Connection.connect({ address: stack.info.temporalAddress });
  temporal = new TemporalClient({ connection, namespace: stack.info.namespace });
});
afterAll(async () => {
  await stack.stop();
  await temporal.connection.close();
  await world.close();
});

/** Returns the row of a maintenance job. */
function jobRow(name: string) {
  return world.db.selectFrom('maintenance_jobs').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
}

/** Makes a job due, so that the next cycle runs it. */
async function makeDue(name: string): Promise<void> {
  await world.db.updateTable('maintenance_jobs').set({ next_due: new Date() }).where('name', '=', name).execute();
}

async function guardedAgent() {
  const agent = await tenant.owner.post(`${tenant.project}/task-agent`, {
    name: 'Guarded',
    instruction: 'Help.',
    llm_model_id: 'scripted',
    approval_policy: { default: 'always', rules: [] },
  });
  return agent.body.id as string;
}

describe('maintenance', () => {
  it('starts a query of documents whose workflow was not started', async () => {
    const { id: collection_id } = (await tenant.owner.post(`${tenant.project}/collection`, { title: 'Empty' })).body;
    const { orgId, projectId, userId } = tenant;
    const id = newId();
    const request = { query: 'Anything?', limit: 5, model: 'scripted', reranker: null, retrieval: resolveRetrieval() };
    const of = { collection_id };
    await insertQuery(world.db, { id, orgId, projectId, by: { type: 'user', id: userId }, target: of, request });
    const created = new Date(Date.now() - 3_600_000);
    await world.db.updateTable('knowledge_queries').set({ created }).where('id', '=', id).execute();
    const read = () => tenant.owner.get(`${tenant.project}/collection/${collection_id}/query/${id}`);
    const { body } = await eventually(read, (answer) => answer.body.completed !== null);
    expect(body).toMatchObject({ status: 'completed', found: false, results: [] });
  });

  it('deletes old blobs without a file, leaves others, and reports files without their blob', async () => {
    const folder = getBlobFolder(world);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    const blobs = openFolder(folder);
    const owner = { type: 'agent_run', id: newId() } as const;
    const text = { mediaType: 'text/plain', data: Buffer.from('x') };
    const [orphan, young] = [await stageBlob(blobs, tenant, [text.data]), await stageBlob(blobs, tenant, [text.data])];
    const kept = await addFile(world, tenant, owner, { ...text, name: 'kept' });
    const lost = await addFile(world, tenant, owner, { ...text, name: 'lost' });
    for (const { key } of [orphan, kept]) utimesSync(join(folder, key), yesterday, yesterday);
    await blobs.remove(lost.key);
    const rows = world.db.updateTable('files').where('blob_key', '=', lost.key).set({ created: yesterday });
    const file = await rows.returning('id').executeTakeFirstOrThrow();
    await world.db
      .updateTable('file_sweep')
      .set({ after_key: '', due: new Date(0) })
      .execute();
    await eventually(
      async () => existsSync(join(folder, orphan.key)),
      (is) => !is,
    );
    await eventually(
      async () => readFileSync(join(stack.info.dataDir, 'worker.log'), 'utf8'),
      (log) => log.includes(`"files":["${file.id}"]`),
    );
    for (const { key } of [young, kept]) expect(existsSync(join(folder, key))).toBe(true);
    // The cycle ends after all its findings were reported.
    await eventually(
      () => world.db.selectFrom('file_sweep').select('due').executeTakeFirstOrThrow(),
      ({ due }) => due.getTime() > Date.now() + 3_600_000,
    );
  });

  it('leaves a child run to its parent, whose restarted workflow resumes it, and nothing is done twice', async () => {
    const { scripted, callerOf, begin, settled, runBelow } = createCallerActions(world, tenant);
    const sum = { name: 'calculator', arguments: { expression: '6*7' } };
    const helper = await scripted('Helper', [{ tool_calls: [sum] }, { text: 'It is 42.' }], {
      approval_policy: { default: 'always' },
    });
    const top = await callerOf([helper]);
    const id = await begin(top);
    const below = await runBelow(top.agent, id, helper.agent, isWaitingForHuman);
    await temporal.workflow.getHandle(id).terminate('lost');
    const [request] = await helper.agent.requests(below.id);
    await helper.agent.approve(request.id);
    expect(await settled(top.agent, id, hasEnded)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await helper.agent.read(below.id)).toMatchObject({ status: 'completed', output: 'It is 42.' });
    const restarts = await world.db
      .selectFrom('agent_runs')
      .select(['id', 'restarts'])
      .where('id', 'in', [id, below.id])
      .execute();
    expect(Object.fromEntries(restarts.map((run) => [run.id, run.restarts]))).toEqual({ [id]: 1, [below.id]: 0 });
    expect(await world.model.requests(helper.key)).toHaveLength(2);
    expect(await world.model.requests(top.key)).toHaveLength(2);
  });

  it('stops a child run whose own cancel was lost with the process that should have signalled its workflow', async () => {
    const { scripted, callerOf, begin, settled, runBelow } = createCallerActions(world, tenant);
    const sum = { name: 'calculator', arguments: { expression: '6*7' } };
    const helper = await scripted('Helper', [{ tool_calls: [sum] }], { approval_policy: { default: 'always' } });
    const top = await callerOf([helper]);
    const id = await begin(top);
    const below = await runBelow(top.agent, id, helper.agent, isWaitingForHuman);
    await requestStop(world.db, agentRunKind, below.id);
    expect(await settled(helper.agent, below.id, hasEnded)).toMatchObject({ status: 'cancelled' });
    expect(await settled(top.agent, id, hasEnded)).toMatchObject({ status: 'completed', output: 'Done.' });
  });

  it('starts an accepted task run whose process died before it could start the workflow', async () => {
    const task = await tenant.owner.post(`${tenant.project}/task`, {
      name: 'Orphan',
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: '',
      user_prompt: 'Say {word}.',
    });
    const id = newId();
    await world.db.transaction().execute(async (trx) => {
      await insertTaskRun(trx, toNewTaskRun(tenant, id, task.body, { word: 'hello' }));
      // Prevents a worker from starting it on its notification.
      await trx.updateTable('task_runs').set({ status: 'running' }).where('id', '=', id).execute();
    });
    const ended = await eventually(
      () => tenant.owner.get(`${tenant.project}/task/${task.body.id}/run/${id}`),
      (answer) => answer.body.completed !== null,
    );
    expect(ended.body).toMatchObject({ status: 'completed', response: 'echo: Say hello.' });
  });

  it('continues a run whose workflow was terminated by hand from its stored turns, without calling the model again', async () => {
    await world.model.script('terminated', [
      { tool_calls: [{ name: 'calculator', arguments: { expression: '2+2' } }] },
      { text: 'Four.' },
    ]);
    const agentId = await guardedAgent();
    const parked = await tenant.owner.post(`${tenant.project}/task-agent/${agentId}/run`, {
      message: world.model.marker('terminated'),
    });
    expect(parked.body.status).toBe('waiting_for_human');
    await temporal.workflow.getHandle(parked.body.id).terminate('a hand slipped');
    await eventually(
      () =>
        world.db.selectFrom('agent_runs').select('restarts').where('id', '=', parked.body.id).executeTakeFirstOrThrow(),
      (row) => row.restarts === 1,
    );
    const request = parked.body.approval_requests[0].id;
    const approved = await tenant.owner.post(
      `${tenant.project}/task-agent/${agentId}/approval-request/${request}/approve`,
    );
    expect(approved.status).toBe(200);
    const run = await eventually(
      () => tenant.owner.get(`${tenant.project}/task-agent/${agentId}/run/${parked.body.id}`),
      (answer) => answer.body.completed !== null,
    );
    expect(run.body).toMatchObject({ status: 'completed', output: 'Four.', turns: 2 });
    expect(await world.model.requests('terminated')).toHaveLength(2);
  });

  it('delivers a decision whose signal never reached the run', async () => {
    await world.model.script('unheard', [
      { tool_calls: [{ name: 'calculator', arguments: { expression: '3+3' } }] },
      { text: 'Six.' },
    ]);
    const agentId = await guardedAgent();
    const parked = await tenant.owner.post(`${tenant.project}/task-agent/${agentId}/run`, {
      message: world.model.marker('unheard'),
    });
    // The state after an approve whose process died right after the commit.
    const request = parked.body.approval_requests[0];
    await world.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('approval_requests')
        .set({ status: 'approved', decided_by: `user:${tenant.userId}`, decided_at: new Date() })
        .where('id', '=', request.id)
        .execute();
      await trx.updateTable('tool_calls').set({ status: 'ready' }).where('id', '=', request.tool_call_id).execute();
    });
    const run = await eventually(
      () => tenant.owner.get(`${tenant.project}/task-agent/${agentId}/run/${parked.body.id}`),
      (answer) => answer.body.completed !== null,
    );
    expect(run.body).toMatchObject({ status: 'completed', output: 'Six.' });
  });

  it('completes a cycle even if one item fails repeatedly', async () => {
    await world.model.script('failing', [
      { tool_calls: [{ name: 'calculator', arguments: { expression: '4+4' } }] },
      { text: 'Eight.' },
    ]);
    const agentId = await guardedAgent();
    const path = `${tenant.project}/task-agent/${agentId}/run`;
    /** A run that waits for a question that its call has already answered. */
    const settled = async () => {
      const parked = await tenant.owner.post(path, { message: world.model.marker('failing') });
      const [request] = parked.body.approval_requests;
      await world.db
        .updateTable('approval_requests')
        .set({ kind: 'confirm_effect' })
        .where('id', '=', request.id)
        .execute();
      return { request };
    };
    const [poisoned, sound] = [await settled(), await settled()];
    const statusOf = async ({ request }: typeof sound, awaited?: string) => {
      const rows = world.db.selectFrom('approval_requests').select('status').where('id', '=', request.id);
      const read = () => rows.executeTakeFirstOrThrow();
      const { status } = awaited ? await eventually(read, (row) => row.status === awaited) : await read();
      return status;
    };
    await sql`create function poison() returns trigger language plpgsql as $$ begin raise 'poisoned'; end $$`.execute(
      world.db,
    );
    await sql`create trigger poison before update on approval_requests for each row
      when (new.id = ${sql.lit(poisoned.request.id)}::uuid and new.status = 'cancelled') execute function poison()`.execute(
      world.db,
    );
    const old = {
      caller: 'nobody',
      method: 'POST',
      path: '/',
      key: 'forgettable',
      digest: Buffer.of(),
      owner: newId(),
    };
    for (const { request } of [poisoned, sound])
      await world.db.updateTable('tool_calls').set({ status: 'done' }).where('id', '=', request.tool_call_id).execute();
    const created = new Date(Date.now() - 25 * 3_600_000);
    await world.db
      .insertInto('idempotency_keys')
      .values({ ...old, run_id: null, created })
      .execute();
    expect(await statusOf(sound, 'cancelled')).toBe('cancelled');
    await makeDue('delete old idempotency keys');
    await eventually(
      () => world.db.selectFrom('idempotency_keys').select('key').where('key', '=', old.key).executeTakeFirst(),
      (row) => row === undefined,
    );
    expect(await statusOf(poisoned)).toBe('pending');
    await sql`drop trigger poison on approval_requests`.execute(world.db);
    expect(await statusOf(poisoned, 'cancelled')).toBe('cancelled');
  });

  it('ends an expired run although workflow and timer are gone', async () => {
    const key = 'overdue';
    await world.model.script(key, [
      { tool_calls: [{ name: 'calculator', arguments: { expression: '5+5' } }] },
      { text: 'Nobody came.' },
    ]);
    const agentId = await guardedAgent();
    const parked = await tenant.owner.post(`${tenant.project}/task-agent/${agentId}/run`, {
      message: world.model.marker(key),
    });
    await temporal.workflow.getHandle(parked.body.id).terminate('a hand slipped');
    await world.db
      .updateTable('approval_requests')
      .set({ expires_at: sql<Date>`now()` })
      .where('id', '=', parked.body.approval_requests[0].id)
      .execute();
    const run = await eventually(
      () => tenant.owner.get(`${tenant.project}/task-agent/${agentId}/run/${parked.body.id}`),
      (answer) => answer.body.completed !== null,
    );
    expect(run.body).toMatchObject({ status: 'completed', output: 'Nobody came.' });
  });

  it('finds the one of many runs that has no workflow', async () => {
    // Runs that only this test knows: maintenance would restart the first one.
    const runs = [newId(), newId(), newId()].map((id) => ({ id, restarts: 0 }));
    for (const { id } of runs) await temporal.workflow.start('waiting', { workflowId: id, taskQueue: 'of nobody' });
    const find = () => listRunsWithoutWorkflow(temporal, runs);
    await eventually(find, (gone) => gone.length === 0);
    await temporal.workflow.getHandle(runs[1]?.id ?? '').terminate('a hand slipped');
    expect(await eventually(find, (gone) => gone.length > 0)).toEqual([runs[1]]);
  });

  it('stores the error of a failing job and runs it again, while the others run', async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      world.db,
    );
    await sql`create trigger refuse before delete on project_changes for each statement execute function refuse()`.execute(
      world.db,
    );
    const name = 'delete old project changes';
    await makeDue(name);
    const failed = await eventually(
      () => jobRow(name),
      (row) => row.last_error !== null,
    );
    expect(failed.last_error).toBe('database error P0001');
    const other = await jobRow('delete old audit events');
    await makeDue('delete old audit events');
    await eventually(
      () => jobRow('delete old audit events'),
      (row) => Number(row.last_done) > Number(other.last_done),
    );
    await sql`drop trigger refuse on project_changes`.execute(world.db);
    await eventually(
      () => jobRow(name),
      (row) => row.last_error === null,
    );
  });

  it('assigns a due job to one worker, and none that is not due', async () => {
    const job = { name: 'a job of this test', intervalMs: 3_600_000 };
    const began = await registerJobs(world.db, [job.name]);
    const take = (intervalMs = job.intervalMs) => takeDueJob(world.db, [{ ...job, intervalMs }], began);
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter((name) => name !== undefined)).toEqual([job.name]);
    await registerJobs(world.db, [job.name]);
    expect(await take()).toBeUndefined();
    // A shorter interval applies at once, and a failed job is due at once.
    expect(await take(60_000)).toBe(job.name);
    expect(await take(60_000)).toBeUndefined();
    await setJobFailed(world.db, job.name, 'it could not');
    expect(await take(60_000)).toBe(job.name);
  });
});

describe('a due schedule', () => {
  let schedule: string;
  const events = async () =>
    (await tenant.owner.get(`${tenant.project}/trigger/schedule/${schedule}/events`)).body as Json[];

  /** Makes the schedule due and waits until its run has completed. */
  async function fire(): Promise<void> {
    const before = (await events()).length;
    await sql`update trigger_states set next_run = now() - interval '1 second' where trigger_id = ${schedule}`.execute(
      world.db,
    );
    await eventually(events, ([last, ...earlier]) => earlier.length === before && last?.status === 'completed');
  }

  beforeAll(async () => {
    const task = await makeTask(tenant);
    const made = await tenant.owner.post(`${tenant.project}/trigger/schedule`, {
      name: 'Nightly',
      target_type: 'task',
      target_id: task.id,
      cron_expression: 'P300D',
      task_input: { text: 'the day' },
    });
    expect(made.status, made.text).toBe(200);
    schedule = made.body.id;
  });

  it('starts its run while another job is slow', async () => {
    const slow = 'delete grants without a server';
    await world.db.transaction().execute(async (trx) => {
      await sql`lock table mcp_auth_grants in access exclusive mode`.execute(trx);
      await makeDue(slow);
      const waiting = sql<{ pid: number }>`
        select pid from pg_locks where relation = 'mcp_auth_grants'::regclass and not granted`;
      await eventually(
        async () => (await waiting.execute(world.db)).rows,
        (rows) => rows.length > 0,
      );
      await fire();
      expect((await waiting.execute(world.db)).rows).not.toEqual([]);
    });
  });

  it('starts its run while another frequent job fails, whose error is stored until it succeeds', async () => {
    const error = () => jobRow('start due syncs').then((row) => row.last_error);
    await sql`alter table knowledge_source_states rename to moved_away`.execute(world.db);
    expect(await eventually(error, (stored) => stored !== null)).toBe('database error 42P01');
    await fire();
    await sql`alter table moved_away rename to knowledge_source_states`.execute(world.db);
    await eventually(error, (stored) => stored === null);
  });

  it('starts one run with several workers, and also after the one that runs maintenance was killed', async () => {
    await worker.stop();
    // Cycles too long for a next one.
    const workers = [1, 2].map(() => stack.startWorker({ RECONCILE_SECONDS: '3600' }));
    /** Returns the process that runs the maintenance activity. */
    const running = async () => {
      const cycles = temporal.workflow.list({ query: `WorkflowType = 'maintenance' AND ExecutionStatus = 'Running'` });
      for await (const { workflowId } of cycles) {
        const { raw } = await temporal.workflow.getHandle(workflowId).describe();
        const [activity] = raw.pendingActivities ?? [];
        if (activity?.lastStartedTime && activity.state === 2) {
          const pid = Number.parseInt(activity.lastWorkerIdentity ?? '', 10);
          return workers.find((worker) => worker.pid === pid);
        }
      }
      return undefined;
    };
    const first = await eventually(running, (worker) => worker !== undefined);
    await fire();
    await first?.kill();
    await fire();
    expect(await eventually(running, (worker) => worker !== undefined)).not.toBe(first);
    const runs = await tenant.owner.get(`${tenant.project}/task_run?trigger_id=${schedule}`);
    expect(runs.body.results).toHaveLength((await events()).length);
  });
});
