import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** Runs after which a statement is prepared: texts that come only now and then would fill the server's memory. */
const EXECUTIONS_BEFORE_PREPARE = 5;
/** Most statements that a process keeps prepared on each of its connections. */
const MAX_PREPARED_STATEMENTS = 200;
/** Most texts whose runs are counted at a time. */
const MAX_COUNTED_STATEMENTS = 1000;

/** The table behind a prepared statement was changed while a transaction used it; a repeat is read anew. */
export class StatementChangedError extends Error {
  override readonly name = 'StatementChanged';
}

/** The names under which a process prepares the statements that it runs often. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #executions = new Map<string, number>();

  /** The name of a statement that is about to run; undefined where it is not to be prepared. */
  getName(text: string): string | undefined {
    const existing = this.#names.get(text);
    if (existing !== undefined || this.#names.size >= MAX_PREPARED_STATEMENTS) return existing;
    const executions = (this.#executions.get(text) ?? 0) + 1;
    if (this.#executions.size >= MAX_COUNTED_STATEMENTS) this.#executions.clear();
    this.#executions.set(text, executions);
    if (executions <= EXECUTIONS_BEFORE_PREPARE) return undefined;
    this.#executions.delete(text);
    const name = `holdfast_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * A connection that prepares what its process runs often: parsing and planning are half of what Postgres does for a
 * short statement. Where a statement can't be used as prepared (a migration changed its table, a pooler or somebody's
 * DISCARD took it away), it runs unprepared, and so does all that comes after it on this connection. Within a
 * transaction it is too late for that: Throws StatementChanged then.
 */
export function wrapClient(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  let canPrepare = true;
  const execute = async (text: string, values: unknown[]) => {
    // Without parameters (BEGIN, COMMIT) the simple protocol is cheaper still.
    const name = canPrepare && values.length > 0 ? names.getName(text) : undefined;
    if (name === undefined) return client.query(text, values);
    const isOutsideTransaction = client.getTransactionStatus() === 'I';
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!isStale(error)) throw error;
      canPrepare = false;
      if (!isOutsideTransaction)
        throw new StatementChangedError('a prepared statement can no longer be used', { cause: error });
      return client.query(text, values);
    }
  };
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('rows are not read by a cursor here');
    return execute(text, [...values]);
  }
  return { query, release: (destroy) => client.release(destroy) };
}

/** Whether the server says that what was prepared is gone, is somebody else's, or no longer fits its table. */
function isStale(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  // The message comes in the server's language; the routine that finds the changed table does not.
  return error.code === '26000' || error.code === '42P05' || error.routine === 'RevalidateCachedQuery';
}
