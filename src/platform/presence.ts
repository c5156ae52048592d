import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/** `application_name` of the database connection on which a worker listens. */
export const WORKER_CONNECTION = 'holdfast-worker';
/** The same of any other process. */
export const LISTENER_CONNECTION = 'holdfast-listen';

/** Id of this process. */
export const PROCESS_ID = randomUUID();

/**
 * An expression that is true if no worker runs: other processes listen at this database, and no worker does. False if the server
 * does not list its connections, as an embedded one.
 */
export function noWorker(): RawBuilder<boolean> {
  const listens = (name: string) =>
    sql`exists (select from pg_stat_activity where datname = current_database() and application_name = ${name})`;
  return sql<boolean>`(${listens(LISTENER_CONNECTION)} and not ${listens(WORKER_CONNECTION)})`;
}
