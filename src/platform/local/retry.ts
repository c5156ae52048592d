import pg from 'pg';
import { SettingError } from '../config.ts';
import { getErrorMessage } from '../error-message.ts';
import type { PrintLine } from './cache-dir.ts';

const PROGRESS_INTERVAL_MS = 5000;
const POLL_INTERVAL_MS = 100;
/** SQLSTATEs that a retry does not resolve: wrong password, wrong user, missing database. */
const PERMANENT_SQLSTATES = new Set(['28P01', '28000', '3D000']);

/** Awaits `work` and prints its progress every few seconds. */
export async function withProgress<T>(describe: () => string, print: PrintLine, work: Promise<T>): Promise<T> {
  const startedAt = Date.now();
  const timer = setInterval(
    () => print(`${describe()} (${Math.round((Date.now() - startedAt) / 1000)} s)`),
    PROGRESS_INTERVAL_MS,
  );
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Retries `work` until it resolves. Rejects with its last error after `timeoutMs`, or immediately if `isPermanent`
 * returns true.
 */
export async function retryWithTimeout<T>(
  work: () => Promise<T>,
  options: { timeoutMs: number; signal: AbortSignal; isPermanent?: (error: unknown) => boolean },
): Promise<T> {
  const deadline = Date.now() + options.timeoutMs;
  while (true) {
    options.signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline || options.isPermanent?.(error)) throw error;
      await new Promise((wake) => setTimeout(wake, POLL_INTERVAL_MS));
    }
  }
}

/** Waits until the database accepts a query. Throws SettingError for DATABASE_URL without its password. */
export async function waitForPostgres(url: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
  const query = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
    } finally {
      await client.end();
    }
  };
  const isPermanent = (error: unknown) => PERMANENT_SQLSTATES.has((error as { code?: string }).code ?? '');
  try {
    await retryWithTimeout(query, { timeoutMs, signal, isPermanent });
  } catch (error) {
    signal.throwIfAborted();
    const { hostname, port, pathname } = new URL(url);
    const reason = error instanceof AggregateError ? error.errors[0] : error;
    throw new SettingError(
      'DATABASE_URL',
      `no Postgres responds at ${hostname}:${port || 5432}${pathname}: ${getErrorMessage(reason)}`,
    );
  }
}

/** Returns the response of `/-/ready`, or the connection error; an empty string if the product is ready. */
export async function findReadinessProblem(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) });
    const body = await response.text();
    return response.status === 200 ? '' : `${response.status} ${body.slice(0, 200)}`;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return cause instanceof Error ? cause.message || cause.name : String(cause);
  }
}
