import type { Db, Executor } from '../platform/db/client.ts';
import { type AuditEvent, recordAudit } from './chain.ts';

/** Result of a change. */
export interface Changed<R, E> {
  /** Result for the caller. */
  readonly result: R;
  /** Event to record, or `unchanged` if a repeat changed nothing. */
  readonly audited: E | 'unchanged';
}

/**
 * Makes a change and records its events in one transaction, so that neither exists without the other. Events come last,
 * because each locks its chain until the transaction ends.
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
