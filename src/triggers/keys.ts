import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';

/** An idempotency key of a trigger, with its lifetime. */
export interface InvocationKey {
  readonly key: string;
  readonly ttlSeconds: number;
}

/** The first event of a key, and its run. */
export interface FirstUse {
  readonly event_id: string;
  readonly run_id: string | null;
}

/**
 * Claims a key for an event in the transaction that accepts its run. A concurrent claim waits for the commit and gets
 * the first event. A rollback frees the key.
 */
export async function claimTriggerKey(
  trx: Executor,
  triggerId: string,
  eventId: string,
  { key, ttlSeconds }: InvocationKey,
): Promise<FirstUse | undefined> {
  const { rows } = await sql`
    insert into trigger_keys as k (trigger_id, key, event_id, expires_at)
    values (${triggerId}, ${key}, ${eventId}, now() + make_interval(secs => ${ttlSeconds}))
    on conflict (trigger_id, key) do update set event_id = excluded.event_id, expires_at = excluded.expires_at
      where k.expires_at <= now()
    returning k.event_id`.execute(trx);
  if (rows.length > 0) return undefined;
  // The claim locked the row although it did not change it, so maintenance cannot delete it before the commit.
  return await trx
    .selectFrom('trigger_keys as k')
    .leftJoin('trigger_events as e', 'e.id', 'k.event_id')
    .select((eb) => [eb.fn.coalesce('e.duplicate_of', 'k.event_id').as('event_id'), 'e.run_id'])
    .where('k.trigger_id', '=', triggerId)
    .where('k.key', '=', key)
    .executeTakeFirstOrThrow();
}

/** Releases the claims of an event in the same transaction: a rejected delivery can be repeated. */
export async function releaseTriggerKeys(trx: Executor, triggerId: string, eventId: string): Promise<void> {
  await trx.deleteFrom('trigger_keys').where('trigger_id', '=', triggerId).where('event_id', '=', eventId).execute();
}
