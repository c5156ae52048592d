/** What the module of agents, whose runs make the tool calls of task runs, may ask and say of those. */

import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Executor, jsonOrNull } from '../platform/db/client.ts';
import type { WaitingFor } from '../runs/contract.ts';
import type { TaskRunsTable } from './tables.ts';

/** A task run that is to have its tool calls made. */
export type CallingTaskRun = Pick<Selectable<TaskRunsTable>, 'tool_run_id'> & {
  readonly task_name: string;
  /** The task's setting of who may see its runs. */
  readonly visibility: string;
};

/** A task run, which nobody else changes until the transaction ends; undefined where it has ended or is to stop. */
export async function lockCallingRun(trx: Executor, id: string): Promise<CallingTaskRun | undefined> {
  const { rows } = await sql<CallingTaskRun>`
    select r.tool_run_id, t.name as task_name, t.task_run_visibility as visibility
    from task_runs r join tasks t on t.id = r.task_id
    where r.id = ${id} and r.completed is null and r.status <> 'cancelling' for no key update of r`.execute(trx);
  return rows[0];
}

/** Stores which run makes the calls of a task run. */
export async function setToolRun(trx: Executor, id: string, toolRunId: string): Promise<void> {
  await trx.updateTable('task_runs').set({ tool_run_id: toolRunId }).where('id', '=', id).execute();
}

/** A condition: the task run of this id has ended or is to stop, so that no more calls may be made for it. */
export function isTaskRunStopping(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from task_runs t where t.id = ${id} and (t.completed is not null or t.status = 'cancelling'))`;
}

/** A condition: the task run of this id goes on. */
export function isTaskRunOpen(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from task_runs t where t.id = ${id} and t.completed is null)`;
}

/** The waits of task runs that answer a call and whose provider is away, as a query of (wait, run_id). */
export function selectProviderWaits(callId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select t.waiting_for, t.id from task_runs t
    where t.tool_call_id = ${callId} and t.status = 'running' and t.waiting_for ->> 'kind' = 'provider'`;
}

/**
 * Says what the run that makes a task run's calls waits for; null where nothing is waited for any more. The task run is parked
 * meanwhile, unless the wait is for a provider and ends by itself.
 */
export async function storeToolWait(trx: Executor, id: string, wait: WaitingFor | null): Promise<void> {
  const status = wait === null || wait.kind === 'provider' ? 'running' : 'waiting_for_human';
  await sql`
    with changed as (
      update task_runs set status = ${status}, waiting_for = ${jsonOrNull(wait)}
      where id = ${id} and status in ('running', 'waiting_for_human') and (${wait !== null} or status <> ${status} or waiting_for ->> 'kind' = 'provider')
      returning id
    ) select pg_notify('holdfast_runs', id::text) from changed`.execute(trx);
}
