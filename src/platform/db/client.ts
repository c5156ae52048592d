import { Kysely, PostgresDialect, type PostgresPoolClient, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { parseJson } from '../json.ts';
import type { Encoded } from './columns.ts';
import { DatabaseUnreachableError } from './failures.ts';
import { StatementNames, wrapClient } from './prepared.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
/** The driver's own parser rounds large integers. */
for (const type of [pg.types.builtins.JSON, pg.types.builtins.JSONB])
  pg.types.setTypeParser(type, (text) => parseJson(text));

/** What queries take first: the pool or an open transaction. */
export type Executor = Db | Transaction<Database>;

/**
 * Opens a pool of at most `size` connections. Connecting happens on the first query. With `prepare`, statements that are
 * run often are kept prepared; without it none is, as poolers that change connections between transactions need it.
 */
export function openDatabase(
  url: string,
  size: number,
  onError: (error: Error) => void,
  { prepare = false }: { readonly prepare?: boolean } = {},
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'holdfast',
  });
  // An idle connection that breaks (the server restarted) must not end the process; the next query opens another.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const statementNames = new StatementNames();
  const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  // Kysely's view of the pool, through which a failure to connect is known as one by whoever hears of it.
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw error instanceof pg.DatabaseError
        ? error
        : new DatabaseUnreachableError(getConnectionErrorMessage(error), { cause: error });
    });
    if (!prepare) return client;
    const pooled = prepared.get(client) ?? wrapClient(client, statementNames);
    prepared.set(client, pooled);
    return pooled;
  };
  const poolView = { connect, end: () => pool.end(), options: pool.options, Client: pg.Client };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: poolView }) });
}

/** Why there is no connection; a host with several addresses fails with an error for each. */
function getConnectionErrorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return getConnectionErrorMessage(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

/** A value for a `json` column; the driver would turn an array into a Postgres array. */
export function json<T>(value: T): RawBuilder<Encoded<T>> {
  return sql<Encoded<T>>`${JSON.stringify(value)}::json`;
}

/** The same for a column that may be null. */
export function jsonOrNull<T>(value: T | null | undefined): RawBuilder<Encoded<T | null>> {
  return value === null || value === undefined ? sql<Encoded<T | null>>`null` : json<T | null>(value);
}

/** For a statement: a moment so many milliseconds from its `now()`, or before it where they are negative. */
export function addToNow(ms: number): RawBuilder<Date> {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}

/**
 * A part of a WITH clause (`unsynced`) whose transaction does not wait for the disk, once something of the statement reads it.
 * For what nobody was promised: a crash of the server may take it back, unless a later commit was waited for.
 */
export const UNSYNCED = sql`unsynced as materialized (select set_config('synchronous_commit', 'off', true))`;

/** Whether the error says that a unique index (of that name, where given) was hit. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false;
  return index === undefined || ('constraint' in error && error.constraint === index);
}
