import type { Client } from '@temporalio/client';

/** Default timeout of a call to Temporal in milliseconds. */
const CALL_TIMEOUT_MS = 10_000;

/** Calls Temporal with a timeout. */
export function withTimeout<T>(
  { connection }: Pick<Client, 'connection'>,
  call: () => Promise<T>,
  timeoutMs = CALL_TIMEOUT_MS,
): Promise<T> {
  return connection.withDeadline(Date.now() + timeoutMs, call);
}
