import type { Db, Executor } from '../platform/db/client.ts';
import { type AuditEvent, recordAudit } from './chain.ts';

/** What a change came to. */
export interface Changed<R, E> {
  /** What its maker goes on with. */
  readonly result: R;
  /** What is recorded of it; the word where it turned out to change nothing, as a repeat does. */
  readonly audited: E | 'unchanged';
}

/**
 * Makes a change and records it, in one transaction: nothing is changed of which there is no event, and no event tells of
 * what did not happen. The events are written last, since each holds its chain's lock until the transaction ends.
 */
export function change<R>(
  db: Db,
  work: (trx: Executor) => Promise<Changed<R, AuditEvent | readonly AuditEvent[]>>,
): Promise<R> {
  return db.transaction().execute(async (trx) => {
    const { result, audited } = await work(trx);
    if (audited !== 'unchanged') for (const event of [audited].flat()) await recordAudit(trx, event);
    return result;
  });
}
