import { type RawBuilder, sql } from 'kysely';

/** Names by which the connections are known on which processes listen: a worker's, and any other's. */
export const WORKER_CONNECTION = 'holdfast-worker';
export const LISTENER_CONNECTION = 'holdfast-listen';

/**
 * An expression that is true when no worker is there: others listen at this database, and no worker does. False where
 * the server does not tell its connections, as an embedded one.
 */
export function noWorker(): RawBuilder<boolean> {
  const listens = (name: string) =>
    sql`exists (select from pg_stat_activity where datname = current_database() and application_name = ${name})`;
  return sql<boolean>`(${listens(LISTENER_CONNECTION)} and not ${listens(WORKER_CONNECTION)})`;
}
