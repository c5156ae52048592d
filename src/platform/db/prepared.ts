import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** Executions after which a statement is prepared. Rare statements would fill the server's memory. */
const EXECUTIONS_BEFORE_PREPARE = 5;
/** Maximum number of prepared statements per connection. */
const MAX_PREPARED_STATEMENTS = 200;
/** Maximum number of statements whose executions are counted. */
const MAX_COUNTED_STATEMENTS = 1000;

/** A prepared statement became invalid within a transaction. A retry uses a new one. */
export class StatementChangedError extends Error {
  override readonly name = 'StatementChangedError';
}

/** Names of the statements that a process prepares. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #executions = new Map<string, number>();

  /** Counts an execution. Returns the statement's name, or undefined if it is not prepared. */
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
 * Wraps a connection so that it prepares frequent statements. Parsing and planning are half of Postgres's work for a
 * short statement. A prepared statement may become invalid: a migration changes its table, or a pooler removes it. Then
 * the connection stops preparing and runs it unprepared. Within a transaction that is too late: it throws
 * StatementChangedError.
 */
export function wrapClient(client: pg.PoolClient, names: StatementNames): PostgresPoolClient {
  let canPrepare = true;
  const execute = async (text: string, values: unknown[]) => {
    // Without parameters (BEGIN, COMMIT) the simple protocol is faster.
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
    if (typeof text !== 'string') throw new TypeError('cursors are not supported');
    return execute(text, [...values]);
  }
  return { query, release: (destroy) => client.release(destroy) };
}

/** Returns whether the server reports that the prepared statement is gone, foreign, or incompatible with its table. */
function isStale(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  // The message is localized; the routine that detects a changed table is not.
  return error.code === '26000' || error.code === '42P05' || error.routine === 'RevalidateCachedQuery';
}
