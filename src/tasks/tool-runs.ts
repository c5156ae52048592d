/** Functions for the agents module, whose tool runs make the calls of task runs. */

import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Executor, jsonOrNull } from '../platform/db/client.ts';
import type { WaitingFor } from '../runs/contract.ts';
import type { TaskRunsTable } from './tables.ts';

/** A task run that requires a tool run. */
type CallingTaskRun = Pick<Selectable<TaskRunsTable>, 'tool_run_id'> & {
  readonly task_name: string;
  /** The task's run visibility. */
  readonly visibility: string;
};

/** Locks a task run until the transaction ends. Returns undefined if it has ended or must stop. */
export async function lockTaskRun(trx: Executor, id: string): Promise<CallingTaskRun | undefined> {
  const { rows } = await sql<CallingTaskRun>`
    select r.tool_run_id, t.name as task_name, t.task_run_visibility as visibility
    from task_runs r join tasks t on t.id = r.task_id
    where r.id = ${id} and r.completed is null and r.status <> 'cancelling' for no key update of r`.execute(trx);
  return rows[0];
}

/** Stores the tool run of a task run. */
export async function setToolRun(trx: Executor, id: string, toolRunId: string): Promise<void> {
  await trx.updateTable('task_runs').set({ tool_run_id: toolRunId }).where('id', '=', id).execute();
}

/** Condition: the task run has ended or must stop, so it can make no more calls. */
export function isTaskRunStopping(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from task_runs t where t.id = ${id} and (t.completed is not null or t.status = 'cancelling'))`;
}

/** Condition: the task run is active. */
export function isTaskRunOpen(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from task_runs t where t.id = ${id} and t.completed is null)`;
}

/** Selects the provider waits of task runs that answer a call, as (wait, run_id). */
export function selectProviderWaits(callId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select t.waiting_for, t.id from task_runs t
    where t.tool_call_id = ${callId} and t.status = 'running' and t.waiting_for ->> 'kind' = 'provider'`;
}

/**
 * Stores the wait of a task run's tool run. Null ends the wait. The task run is parked meanwhile, unless it waits for a
 * provider, which ends by itself.
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
