import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './db/client.ts';

/** Names by which the connections are known on which processes listen: a worker's begins so, and any other's. */
export const WORKER_CONNECTION = 'holdfast-worker';
export const LISTENER_CONNECTION = 'holdfast-listen';

/** What tells this process from all others that work. */
export const PROCESS_ID = randomUUID();

/** The name of the connection on which a process that works listens: it ends with the process, whatever ends that. */
export function workerConnection(processId: string): string {
  return `${WORKER_CONNECTION} ${processId}`;
}

/**
 * An expression that is true when no worker is there: others listen at this database, and no worker does. False where
 * the server does not tell its connections, as an embedded one.
 */
export function noWorker(): RawBuilder<boolean> {
  const listens = (name: string) =>
    sql`exists (select from pg_stat_activity where datname = current_database() and application_name like ${name})`;
  return sql<boolean>`(${listens(LISTENER_CONNECTION)} and not ${listens(`${WORKER_CONNECTION}%`)})`;
}

/**
 * Whether a process that works is not seen at this database. False where that says nothing: this process is not seen either,
 * since the server does not tell its connections or has only just come back; or there are workers of a release before, of whom none says who it is.
 */
export async function isMissing(db: Executor, processId: string): Promise<boolean> {
  const own = workerConnection(PROCESS_ID);
  const other = workerConnection(processId);
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where datname = current_database() and application_name in (${own}, ${other}, ${WORKER_CONNECTION})`.execute(db);
  return rows.length > 0 && rows.every(({ name }) => name === own);
}
