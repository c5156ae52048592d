import pg from 'pg';
import { StatementChangedError } from './prepared.ts';

/** Causes of database errors that a retry may resolve. */
type DatabaseFailureCause =
  | 'disk_full'
  | 'out_of_memory'
  | 'too_many_connections'
  | 'connection'
  | 'read_only'
  | 'deadlock'
  | 'serialization'
  | 'timeout'
  | 'io_error'
  | 'schema_changed';

/** A database error with a message that users may see. */
interface DatabaseFailure {
  readonly cause: DatabaseFailureCause;
  readonly message: string;
  /** Seconds until a retry is worthwhile. */
  readonly retryAfter: number;
}

/** The database cannot be reached. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';
}

const FAILURES: Readonly<Record<DatabaseFailureCause, readonly [message: string, retryAfter: number]>> = {
  disk_full: ['the disk of the database is full; free up space on it', 30],
  out_of_memory: ['the database is out of memory', 10],
  too_many_connections: ['the database accepts no more connections', 2],
  connection: ['the database cannot be reached', 2],
  read_only: ['the database currently accepts no writes', 5],
  deadlock: ['the database resolved a deadlock by cancelling the change', 1],
  serialization: ['the database could not serialize the change', 1],
  timeout: ['the database took too long', 2],
  io_error: ['the database cannot read or write its disk', 30],
  schema_changed: ['the database has changed for another version', 1],
};

/** SQLSTATEs. A key of two characters stands for the whole class. */
const CAUSES_BY_SQLSTATE: Readonly<Record<string, DatabaseFailureCause>> = {
  '08': 'connection',
  '25006': 'read_only',
  '40001': 'serialization',
  '40P01': 'deadlock',
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'too_many_connections',
  '53400': 'too_many_connections',
  '55P03': 'timeout',
  '57014': 'timeout',
  '57P01': 'connection',
  '57P02': 'connection',
  '57P03': 'connection',
  '57P05': 'connection',
  '58030': 'io_error',
};

/** Driver messages for a connection that broke during a query. These errors have no SQLSTATE. */
const BROKEN_CONNECTION =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable|timeout exceeded when trying to connect)/;

/** Returns the failure that an error describes. Returns undefined for every other error. */
export function findDatabaseFailure(error: unknown): DatabaseFailure | undefined {
  const cause = findCause(error);
  if (cause === undefined) return undefined;
  const [message, retryAfter] = FAILURES[cause];
  return { cause, message, retryAfter };
}

function findCause(error: unknown): DatabaseFailureCause | undefined {
  if (error instanceof DatabaseUnreachableError) return 'connection';
  if (error instanceof StatementChangedError) return 'schema_changed';
  if (error instanceof pg.DatabaseError)
    return CAUSES_BY_SQLSTATE[error.code ?? ''] ?? CAUSES_BY_SQLSTATE[error.code?.slice(0, 2) ?? ''];
  if (!(error instanceof Error)) return undefined;
  // The driver passes a socket error to the query in progress.
  const isSocketError = 'syscall' in error && (error.syscall === 'read' || error.syscall === 'write');
  return isSocketError || BROKEN_CONNECTION.test(error.message) ? 'connection' : undefined;
}
