import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { RunRef } from '../platform/temporal/run-ref.ts';
import type { RunKind } from './kind.ts';
import { hasEndedOutage } from './outages.ts';

/** Runs of a kind woken per batch after an outage. */
const WAKE_BATCH = 20;

/** SQL condition: a wait for a provider whose next attempt has not started. */
export function isWaitingForLater(wait: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${wait} ->> 'kind' = 'provider' and (${wait} ->> 'until')::timestamptz > now())`;
}

/** Returns one of the runs that wait for the end of an outage, a different one each time; empty if none waits. */
export async function findAwaitingRun(db: Executor, kinds: readonly RunKind[], key: string): Promise<RunRef[]> {
  const awaiting = kinds.map(
    ({ table }) => sql`select id, restarts from ${sql.table(table)} where awaited_outages @> array[${key}::text]`,
  );
  const { rows } = await sql<RunRef>`
    select id, restarts from (${sql.join(awaiting, sql` union all `)}) r order by random() limit 1`.execute(db);
  return rows;
}

/** Claims a batch of runs whose awaited outage is over, or that are due to wake now. */
export async function claimRunsToWake(db: Executor, { table }: RunKind): Promise<RunRef[]> {
  const { rows } = await sql<RunRef>`
    update ${sql.table(table)} set awaited_outages = null where id in (
      select r.id from ${sql.table(table)} r where r.awaited_outages is not null and ${hasEndedOutage(sql`r.awaited_outages`)}
      order by r.id limit ${WAKE_BATCH} for update skip locked)
    returning id, restarts`.execute(db);
  return rows;
}
