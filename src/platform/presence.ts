import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/** `application_name` of a worker's LISTEN connection. */
export const WORKER_CONNECTION = 'holdfast-worker';
/** `application_name` of the LISTEN connection of any other process. */
export const LISTENER_CONNECTION = 'holdfast-listen';

/** Id of this process. */
export const PROCESS_ID = randomUUID();

/**
 * SQL expression that is true if no worker runs: another process listens at this database, and no worker does. False if
 * the server does not list its connections, such as an embedded one.
 */
export function hasNoWorker(): RawBuilder<boolean> {
  const listens = (name: string) =>
    sql`exists (select from pg_stat_activity where datname = current_database() and application_name = ${name})`;
  return sql<boolean>`(${listens(LISTENER_CONNECTION)} and not ${listens(WORKER_CONNECTION)})`;
}
