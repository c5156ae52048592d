import type { Client } from '@temporalio/client';

/** Milliseconds one question to Temporal may take. */
const CALL_TIMEOUT_MS = 10_000;

/** Asks Temporal, and fails where no answer comes in time. */
export function withTimeout<T>(
  { connection }: Pick<Client, 'connection'>,
  call: () => Promise<T>,
  timeoutMs = CALL_TIMEOUT_MS,
): Promise<T> {
  return connection.withDeadline(Date.now() + timeoutMs, call);
}
