import { type RawBuilder, sql } from 'kysely';
import type { Db, Executor } from '../platform/db/client.ts';
import type { Database } from '../platform/db/schema.ts';
import { Slots } from '../platform/slots.ts';

/** Rows of a table that come due, each with the time of its next turn. They are read with their `id` and with `now`. */
export interface DueRows<Row extends { readonly id: string }> {
  readonly table: keyof Database;
  /** Column that names a row. */
  readonly id: string;
  /** Column of the time; null where none is to come. An index has it. */
  readonly at: string;
  /**
   * Begins what is due, in the transaction that also stores when it is due again: killed in the middle, neither happened.
   * Answers that time, which may be over as well, and what is to be done once the transaction is committed.
   */
  begin(
    trx: Executor,
    row: Row,
  ): Promise<{ readonly next: RawBuilder<Date | null> | Date | null; readonly after?: () => Promise<unknown> }>;
}

/** Rows of one transaction: what follows the first one waits for the last one to be stored. */
const BATCH = 20;
/** Transactions at once, and what follows their commits. */
const LANES = 4;
const FOLLOWING = 16;

/** One look at what is due. */
interface Look<Row extends { readonly id: string }> {
  readonly db: Db;
  readonly due: DueRows<Row>;
  /** Why rows could not be begun, by their ids. */
  readonly failed: Map<string, unknown>;
  /** Has something done after a commit, while the next rows are begun. */
  follow(after: () => Promise<unknown>): void;
}

/**
 * Begins all that is due, whoever else does so at the same time: each row is taken by one of them. Where nothing is due, this
 * is one statement that reads an index. A row that can't be begun stays due and keeps no other from its turn; the first problem
 * is thrown when all else is done.
 */
export async function beginDue<Row extends { readonly id: string }>(db: Db, due: DueRows<Row>): Promise<void> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from ${sql.table(due.table)} where ${sql.ref(due.at)} <= now()) as some`.execute(db);
  if (!rows[0]?.some) return;
  const problems: unknown[] = [];
  const slots = new Slots(FOLLOWING);
  const { signal } = new AbortController();
  const following: Promise<unknown>[] = [];
  const note = (problem: unknown) => problems.push(problem);
  const follow = (after: () => Promise<unknown>) => following.push(slots.use({}, signal, after).catch(note));
  const look = { db, due, failed: new Map<string, unknown>(), follow };
  await Promise.all(Array.from({ length: LANES }, () => beginBatches(look).catch(note)));
  await Promise.all(following);
  for (const problem of [...problems, ...look.failed.values()]) throw problem;
}

async function beginBatches<Row extends { readonly id: string }>({
  db,
  due,
  failed,
  follow,
}: Look<Row>): Promise<void> {
  for (;;) {
    const begun = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<Row>`
        select *, ${sql.ref(due.id)} as id, now() as now from ${sql.table(due.table)}
        where ${sql.ref(due.at)} <= now() and ${sql.ref(due.id)} <> all(${[...failed.keys()]}::uuid[])
        order by ${sql.ref(due.at)} limit ${BATCH} for update skip locked`.execute(trx);
      const rest: ((() => Promise<unknown>) | undefined)[] = [];
      for (const row of rows) rest.push(await beginOne(trx, due, row, failed));
      return rest;
    });
    for (const after of begun) if (after) follow(after);
    if (begun.length === 0) return;
  }
}

/** Begins one row behind a savepoint: what goes wrong with it undoes nothing of the others. */
async function beginOne<Row extends { readonly id: string }>(
  trx: Executor,
  due: DueRows<Row>,
  row: Row,
  failed: Map<string, unknown>,
): Promise<(() => Promise<unknown>) | undefined> {
  await sql`savepoint due`.execute(trx);
  try {
    const { next, after } = await due.begin(trx, row);
    await sql`update ${sql.table(due.table)} set ${sql.ref(due.at)} = ${next} where ${sql.ref(due.id)} = ${row.id}`.execute(
      trx,
    );
    await sql`release savepoint due`.execute(trx);
    return after;
  } catch (error) {
    await sql`rollback to savepoint due`.execute(trx);
    failed.set(row.id, error);
    return undefined;
  }
}
