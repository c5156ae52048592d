import pg from 'pg';
import { StatementChangedError } from './prepared.ts';

/** Why the database could not do what is right in itself; a repeat may succeed. */
export type DatabaseFailureCause =
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

/** A fault of the database in words that may be shown. */
export interface DatabaseFailure {
  readonly cause: DatabaseFailureCause;
  readonly message: string;
  /** Seconds after which a repeat has a chance. */
  readonly retryAfter: number;
}

/** No connection to the database could be had. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachable';
}

const FAILURES: Readonly<Record<DatabaseFailureCause, readonly [message: string, retryAfter: number]>> = {
  disk_full: ['the disk of the database is full; make room on it', 30],
  out_of_memory: ['the database is out of memory', 10],
  too_many_connections: ['the database takes no more connections', 2],
  connection: ['the database cannot be reached', 2],
  read_only: ['the database takes no writes at the moment', 5],
  deadlock: ['the database broke off a deadlock', 1],
  serialization: ['the database could not serialize the change', 1],
  timeout: ['the database took too long', 2],
  io_error: ['the database cannot read or write its disk', 30],
  schema_changed: ['the database was changed for another version', 1],
};

/** SQLSTATEs; two letters stand for their whole class. */
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

/** What the driver says of a connection that broke under a query; such errors carry no SQLSTATE. */
const BROKEN_CONNECTION =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable|timeout exceeded when trying to connect)/;

/** The fault that an error tells of; undefined for every other error. */
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
  // A socket that was open: the driver hands its error to the query that was under way.
  const isSocketError = 'syscall' in error && (error.syscall === 'read' || error.syscall === 'write');
  return isSocketError || BROKEN_CONNECTION.test(error.message) ? 'connection' : undefined;
}
