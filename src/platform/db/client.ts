import { Kysely, PostgresDialect, type PostgresPoolClient, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { parseJson } from '../json.ts';
import type { Encoded } from './columns.ts';
import { DatabaseUnreachableError } from './failures.ts';
import { StatementNames, wrapClient } from './prepared.ts';
import type { Database } from './schema.ts';

/** Connection pool to the database. */
export type Db = Kysely<Database>;
/** The driver's own parser rounds large integers. */
for (const type of [pg.types.builtins.JSON, pg.types.builtins.JSONB])
  pg.types.setTypeParser(type, (text) => parseJson(text));

/** Connections of a pool. */
interface PoolUsage {
  /** Maximum number of connections. */
  readonly size: number;
  /** Open connections, in use or idle. */
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

const POOLS = new WeakMap<Db, pg.Pool>();

/** Returns the current usage of a database's pool. Undefined for a database without one. */
export function getPoolUsage(db: Db): PoolUsage | undefined {
  const pool = POOLS.get(db);
  if (!pool) return undefined;
  const { totalCount, idleCount, waitingCount, options } = pool;
  return { size: options.max, open: totalCount, idle: idleCount, waiting: waitingCount };
}

/** First parameter of queries: the pool or an open transaction. */
export type Executor = Db | Transaction<Database>;

/**
 * Opens a pool of at most `size` connections. It connects on the first query. With `prepare`, frequent statements are
 * prepared; disable it behind poolers that switch connections between transactions.
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
  // A broken idle connection, as after a server restart, must not end the process. The next query opens another.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const statementNames = new StatementNames();
  const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  // Kysely's view of the pool. It marks failures to connect.
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
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: poolView }) });
  POOLS.set(db, pool);
  return db;
}

/** Returns the reason of a failed connection. A host with several addresses fails with one error per address. */
function getConnectionErrorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return getConnectionErrorMessage(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Converts a value for a `json` column. The driver would convert an array to a Postgres array. */
export function json<T>(value: T): RawBuilder<Encoded<T>> {
  return sql<Encoded<T>>`${JSON.stringify(value)}::json`;
}

/** Converts a value for a nullable `json` column. */
export function jsonOrNull<T>(value: T | null | undefined): RawBuilder<Encoded<T | null>> {
  return value === null || value === undefined ? sql<Encoded<T | null>>`null` : json<T | null>(value);
}

/** SQL expression for `now()` plus milliseconds, which may be negative. */
export function addToNow(ms: number): RawBuilder<Date> {
  return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}

/**
 * WITH clause (`unsynced`) that commits the transaction asynchronously once the statement reads it. For data without a
 * durability promise: a server crash may lose it unless a later commit is synchronous.
 */
export const UNSYNCED = sql`unsynced as materialized (select set_config('synchronous_commit', 'off', true))`;

/** Returns whether the error is a violation of a unique index, optionally of this name. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false;
  return index === undefined || ('constraint' in error && error.constraint === index);
}

/** Writes, and throws this error instead of a violation of a unique index. */
export async function withUnique<R>(index: string, toError: () => Error, write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error, index) ? toError() : error;
  }
}
