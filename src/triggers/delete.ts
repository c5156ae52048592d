import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { Target } from './contract.ts';

/** Deletes a trigger. */
export function deleteTrigger(trx: Executor, id: string): Promise<void> {
  return deleteTriggersWhere(trx, sql`id = ${id}`);
}

/** Deletes the triggers of a deleted resource, in its transaction. */
export function deleteTriggersOf(trx: Executor, target: Target): Promise<void> {
  return deleteTriggersWhere(trx, sql`target_id = ${target.id} and target_type = ${target.type}`);
}

/** Deletes the triggers of a deleted project. */
export function deleteProjectTriggers(trx: Executor, projectId: string): Promise<void> {
  return deleteTriggersWhere(trx, sql`project_id = ${projectId}`);
}

/** Deletes triggers with their secrets. Maintenance deletes their events later. */
async function deleteTriggersWhere(trx: Executor, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gone as (
      update triggers set deleted_at = now() where ${which} and deleted_at is null returning id
    ), stopped as (
      update trigger_states set next_run = null where trigger_id in (select id from gone)
    ), secrets as (
      delete from trigger_secrets where trigger_id in (select id from gone)
    )
    delete from trigger_endpoints where trigger_id in (select id from gone)`.execute(trx);
}
