import { sql } from 'kysely';
import type { Db } from '../platform/db/client.ts';

/** Rows per statement. */
const BATCH = 5000;

/** Deletes expired keys and secrets, and events of deleted triggers. */
export async function sweepTriggers(db: Db): Promise<void> {
  await sql`delete from trigger_keys where (trigger_id, key) in (
    select trigger_id, key from trigger_keys where expires_at < now() limit ${BATCH})`.execute(db);
  await sql`delete from trigger_secrets where expires_at < now()`.execute(db);
  for (const table of ['trigger_keys', 'trigger_events']) {
    await sql`delete from ${sql.table(table)} where ctid = any(array(
      select x.ctid from triggers t join ${sql.table(table)} x on x.trigger_id = t.id
      where t.deleted_at is not null limit ${BATCH}))`.execute(db);
  }
}
