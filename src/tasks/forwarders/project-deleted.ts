import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';

/** Deletes the forwarders of a project and their deliveries. */
export async function deleteProjectForwarders(trx: Executor, projectId: string): Promise<void> {
  const forwarderIds = sql`(select id from task_forwarders where project_id = ${projectId})`;
  await sql`delete from forward_deliveries where project_id = ${projectId}`.execute(trx);
  await sql`delete from task_forwarder_secrets where forwarder_id in ${forwarderIds}`.execute(trx);
  await sql`delete from task_forwarder_states where forwarder_id in ${forwarderIds}`.execute(trx);
  await sql`delete from task_forwarders where project_id = ${projectId}`.execute(trx);
}
