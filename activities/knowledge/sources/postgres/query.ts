import { isIP, Socket } from 'node:net';
import pg from 'pg';
import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import type { PostgresConfig } from '../../../../src/knowledge/sources/kinds/postgres.ts';
import { OutboundError } from '../../../../src/platform/http/guarded-client.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { toFailure } from '../failures.ts';
import { getSecret, SourceError, type SyncContext } from '../kind.ts';

const CONNECT_TIMEOUT_MS = 15_000;
const STATEMENT_TIMEOUT_MS = 120_000;
const LOCK_TIMEOUT_MS = 10_000;
const ROWS_PER_FETCH = 100;
/** Maximum bytes that the database may send; it may not be one. */
const MAX_BYTES = 256 * 1024 * 1024;
const SIZE_CHECK_MS = 100;

/** Values of a row by column, as Postgres writes them. */
export type DatabaseRow = Readonly<Record<string, string | null>>;

/** Reads the rows of a query in a read-only transaction. Throws a {@link SourceError}. */
export async function* readQuery(work: SyncContext, config: PostgresConfig): AsyncGenerator<DatabaseRow> {
  let connection: Connection | undefined;
  const stop = () => connection?.socket.destroy();
  work.signal.addEventListener('abort', stop, { once: true });
  try {
    connection = await connect(work, config);
    yield* readRows(connection.client, config.query);
  } catch (error) {
    work.signal.throwIfAborted();
    throw connection?.isTooLarge() ? tooLarge() : toSourceError(error);
  } finally {
    work.signal.removeEventListener('abort', stop);
    connection?.close();
  }
}

async function* readRows(client: pg.Client, query: string): AsyncGenerator<DatabaseRow> {
  await client.query('begin isolation level repeatable read read only');
  // The extended protocol accepts one statement only, so that the query cannot end the read-only transaction.
  const statement = `declare source_rows no scroll cursor for ${query.trim().replace(/;$/, '')}`;
  await client.query({ text: statement, queryMode: 'extended' } as pg.QueryConfig);
  for (;;) {
    const { rows } = await client.query<Record<string, string | null>>(`fetch ${ROWS_PER_FETCH} from source_rows`);
    yield* rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await client.query('rollback');
}

interface Connection {
  readonly client: pg.Client;
  readonly socket: Socket;
  isTooLarge(): boolean;
  close(): void;
}

/** Connects to a verified address, so that the name is never resolved again. */
async function connect(work: SyncContext, config: PostgresConfig): Promise<Connection> {
  const [address] = await work.ctx.http.resolve(config.host, config.port, work.signal);
  const socket = new Socket();
  const client = new pg.Client({
    host: address,
    port: config.port,
    user: config.username,
    password: (await getSecret(work)) ?? '',
    database: config.database,
    ssl: config.encryption === 'tls' && { ...(isIP(config.host) === 0 && { servername: config.host }) },
    stream: () => socket,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    application_name: 'holdfast',
    types: { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig,
  });
  // Queries reject too; an error without a listener would end the process.
  client.on('error', () => undefined);
  const isTooLarge = () => socket.bytesRead > MAX_BYTES;
  const timer = setInterval(() => isTooLarge() && socket.destroy(), SIZE_CHECK_MS);
  const close = () => {
    clearInterval(timer);
    socket.destroy();
  };
  try {
    await client.connect();
    return { client, socket, isTooLarge, close };
  } catch (error) {
    close();
    throw error;
  }
}

const tooLarge = () =>
  new SourceError(toRunError('TOO_LARGE', sourceFailures.database_text_over_limit({ limit: MAX_BYTES })), false);

function toSourceError(error: unknown): Error {
  if (error instanceof SourceError) return error;
  if (error instanceof OutboundError) {
    const { problem, isTransient } = toFailure(error);
    return new SourceError(problem, isTransient);
  }
  const { code = '', message = String(error) } = error as { readonly code?: string; readonly message?: string };
  const values = { cause: message.slice(0, 300) };
  const isFromDatabase = error instanceof pg.DatabaseError;
  if (isFromDatabase && /^(?:28|3D|42501)/.test(code))
    return new SourceError(toRunError('ACCESS_DENIED', sourceFailures.database_access_denied(values)), false);
  if (code === '57014')
    return new SourceError(toRunError('TOO_SLOW', sourceFailures.database_query_failed(values)), false);
  // Classes of a lost connection, missing resources and a shutdown may pass.
  const isTransient = !isFromDatabase || /^(?:08|53|57|40|55)/.test(code);
  const reason = isFromDatabase ? 'QUERY_FAILED' : 'UNREACHABLE';
  return new SourceError(toRunError(reason, sourceFailures.database_query_failed(values)), isTransient);
}
