import { type RawBuilder, sql } from 'kysely';
import { databaseNow } from '../platform/clock.ts';
import { type Db, type Executor, json } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import { type AuditEvent, getChainId, recordAll } from './chain.ts';

/** An event without what only the moment of its recording says. Nobody is told of it: what it tells of has a stream of its own. */
export type PendingEvent = Omit<AuditEvent, 'audience' | 'occurredAt'>;

/** Most events that are put into a chain at once. */
const BATCH_SIZE = 500;

/**
 * A statement, for use within the one that stores what an event tells of: keeps the event for its chain. Many runs of a
 * project start at once, and each would hold the lock of the project's chain until it is committed.
 */
export function storePendingEvent(event: PendingEvent): RawBuilder<unknown> {
  const kept = { ...event, occurredAt: new Date(databaseNow()) };
  return sql`insert into audit_pending (id, chain_id, event) values (${newId()}::uuid, ${getChainId(event.place)}::uuid, ${json(kept)})`;
}

/** Begins a statement that keeps an event for its chain besides, where there is one. */
export function withPendingEvent(db: Executor, event: PendingEvent | undefined) {
  return event === undefined ? db : db.with('kept', () => sql<Record<never, never>>`(${storePendingEvent(event)})`);
}

/** Keeps an event for its chain, where there is one; belongs into the transaction that stores what it tells of. */
export async function recordPendingEvent(trx: Executor, event: PendingEvent | undefined): Promise<void> {
  if (event !== undefined) await storePendingEvent(event).execute(trx);
}

/** Puts kept events of one chain into it, the oldest first, and answers how many they were. */
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
