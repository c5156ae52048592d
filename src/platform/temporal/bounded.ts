import type { Client } from '@temporalio/client';

/** Milliseconds one question to Temporal may take. */
const ANSWER_MS = 10_000;

/** Asks Temporal, and fails where no answer comes in time. */
export function bounded<T>(
  { connection }: Pick<Client, 'connection'>,
  ask: () => Promise<T>,
  ms = ANSWER_MS,
): Promise<T> {
  return connection.withDeadline(Date.now() + ms, ask);
}
