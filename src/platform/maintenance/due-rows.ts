import { type RawBuilder, sql } from 'kysely';
import type { Db, Executor } from '../db/client.ts';
import type { Database } from '../db/schema.ts';
import { FairSemaphore } from '../fair-semaphore.ts';

/** Rows of a table with a time at which something starts. Each is read with its `id` and with `now`. */
export interface DueRows<Row extends { readonly id: string }> {
  readonly table: keyof Database;
  /** Column of the row's id. */
  readonly id: string;
  /** Indexed column of the time; null if nothing is to start. */
  readonly at: string;
  /**
   * Starts what is due, in the transaction that also stores when it is due next. Returns that time, which may be past
   * as well, and what to do after the commit.
   */
  start(
    trx: Executor,
    row: Row,
  ): Promise<{ readonly next: RawBuilder<Date | null> | Date | null; readonly after?: () => Promise<unknown> }>;
}

/** Rows per transaction: what follows the first one waits for the last one to be stored. */
const BATCH_SIZE = 20;
/** Concurrent transactions, and concurrent actions after their commits. */
const MAX_TRANSACTIONS = 4;
const MAX_FOLLOW_UPS = 16;

/** One pass over the rows that are due. */
interface Pass<Row extends { readonly id: string }> {
  readonly db: Db;
  readonly due: DueRows<Row>;
  /** Errors of rows that could not be started, by their ids. */
  readonly failed: Map<string, unknown>;
  /** Runs an action after a commit, while the next rows are started. */
  follow(after: () => Promise<unknown>): void;
}

/**
 * Starts everything that is due. Several processes may do so at once: each row is taken by one of them. If nothing is
 * due, this is one statement that reads an index. A row that fails stays due and holds up no other; the first error is
 * thrown at the end.
 */
export async function startDueRows<Row extends { readonly id: string }>(db: Db, due: DueRows<Row>): Promise<void> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from ${sql.table(due.table)} where ${sql.ref(due.at)} <= now()) as some`.execute(db);
  if (!rows[0]?.some) return;
  const problems: unknown[] = [];
  const slots = new FairSemaphore(MAX_FOLLOW_UPS);
  const { signal } = new AbortController();
  const following: Promise<unknown>[] = [];
  const note = (problem: unknown) => problems.push(problem);
  const follow = (after: () => Promise<unknown>) => following.push(slots.run({}, signal, after).catch(note));
  const pass = { db, due, failed: new Map<string, unknown>(), follow };
  await Promise.all(Array.from({ length: MAX_TRANSACTIONS }, () => startBatches(pass).catch(note)));
  await Promise.all(following);
  for (const problem of [...problems, ...pass.failed.values()]) throw problem;
}

async function startBatches<Row extends { readonly id: string }>({
  db,
  due,
  failed,
  follow,
}: Pass<Row>): Promise<void> {
  for (;;) {
    const followUps = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<Row>`
        select *, ${sql.ref(due.id)} as id, now() as now from ${sql.table(due.table)}
        where ${sql.ref(due.at)} <= now() and ${sql.ref(due.id)} <> all(${[...failed.keys()]}::uuid[])
        order by ${sql.ref(due.at)} limit ${BATCH_SIZE} for update skip locked`.execute(trx);
      const rest: ((() => Promise<unknown>) | undefined)[] = [];
      for (const row of rows) rest.push(await startRow(trx, due, row, failed));
      return rest;
    });
    for (const after of followUps) if (after) follow(after);
    if (followUps.length === 0) return;
  }
}

/** Starts one row behind a savepoint: its failure undoes nothing of the others. */
async function startRow<Row extends { readonly id: string }>(
  trx: Executor,
  due: DueRows<Row>,
  row: Row,
  failed: Map<string, unknown>,
): Promise<(() => Promise<unknown>) | undefined> {
  await sql`savepoint due`.execute(trx);
  try {
    const { next, after } = await due.start(trx, row);
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
