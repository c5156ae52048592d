import { type RawBuilder, sql } from 'kysely';
import type { Db, Executor } from '../platform/db/client.ts';
import type { Database } from '../platform/db/schema.ts';

/** Rows of a table that come due, each with the time of its next turn. */
export interface DueRows<Row extends { readonly id: string }> {
  readonly table: keyof Database;
  /** Column that names a row. */
  readonly id: string;
  /** Column of the time; null where none is to come. */
  readonly at: string;
  /**
   * Begins what is due, in the transaction that also stores when it is due again: killed in the middle, neither happened.
   * Answers that time, and what is to be done once the transaction is committed.
   */
  begin(
    trx: Executor,
    row: Row,
  ): Promise<{ readonly next: RawBuilder<Date | null>; readonly after?: () => Promise<unknown> }>;
}

/** Rows of one transaction. */
const BATCH = 100;

/**
 * Begins all that is due, whoever else does so at the same time: each row is taken by one of them. What was due several times
 * while nobody looked is begun once, if `begin` answers a time to come.
 */
export async function beginDue<Row extends { readonly id: string }>(db: Db, due: DueRows<Row>): Promise<void> {
  for (;;) {
    const rest: (() => Promise<unknown>)[] = [];
    const count = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<Row>`
        select *, ${sql.ref(due.id)} as id from ${sql.table(due.table)} where ${sql.ref(due.at)} <= now()
        order by ${sql.ref(due.at)} limit ${BATCH} for update skip locked`.execute(trx);
      for (const row of rows) {
        const { next, after } = await due.begin(trx, row);
        await sql`update ${sql.table(due.table)} set ${sql.ref(due.at)} = ${next} where ${sql.ref(due.id)} = ${row.id}`.execute(
          trx,
        );
        if (after) rest.push(after);
      }
      return rows.length;
    });
    await Promise.all(rest.map((after) => after()));
    if (count < BATCH) return;
  }
}
