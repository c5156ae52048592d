import { type RawBuilder, sql } from 'kysely';
import { databaseNow } from '../platform/clock.ts';
import { type Db, type Executor, json } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import type { Backlog } from '../platform/telemetry/backlog.ts';
import { type AuditEvent, getChainId, recordAll } from './chain.ts';

/** Event before its recording. It has no audience: its subject has an event stream of its own. */
export type PendingEvent = Omit<AuditEvent, 'audience' | 'occurredAt'>;

/** Maximum number of events appended to a chain at once. */
const BATCH_SIZE = 500;

/**
 * Statement that stores a pending event, for use within the statement of the change. Runs of a project that start at
 * once would otherwise contend for the lock of the project's chain.
 */
export function storePendingEvent(event: PendingEvent): RawBuilder<unknown> {
  const pendingEvent = { ...event, occurredAt: new Date(databaseNow()) };
  return sql`insert into audit_pending (id, chain_id, event) values (${newId()}::uuid, ${getChainId(event.scope)}::uuid, ${json(pendingEvent)})`;
}

/** Stores a pending event, if there is one, within the transaction of the change. */
export async function recordPendingEvent(trx: Executor, event: PendingEvent | undefined): Promise<void> {
  if (event !== undefined) await storePendingEvent(event).execute(trx);
}

/** Appends the pending events of one chain, oldest first, and returns their number. */
export function recordPendingEvents(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; event: PendingEvent & { readonly occurredAt: string } }>`
      select id, event from audit_pending
      where chain_id = (select chain_id from audit_pending order by id limit 1)
      order by id limit ${BATCH_SIZE} for update skip locked`.execute(trx);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await sql`delete from audit_pending where id = any(${ids}::uuid[])`.execute(trx);
    const events = rows.map(({ event }) => ({ ...event, occurredAt: new Date(event.occurredAt), audience: null }));
    await recordAll(trx, events);
    return rows.length;
  });
}

/** Events that are not in their chain yet. An id of version 7 starts with the milliseconds since the epoch. */
export const auditBacklog: Backlog = {
  name: 'audit_events',
  query: sql`select count(*) as depth,
    to_timestamp(('x' || left(replace(min(id::text), '-', ''), 12))::bit(48)::bigint / 1000.0) as since from audit_pending`,
};
