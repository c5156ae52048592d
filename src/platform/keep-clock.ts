import { sql } from 'kysely';
import { bestEffort } from './best-effort.ts';
import { databaseNow, setClock } from './clock.ts';
import type { Db } from './db/client.ts';
import type { Log } from './log.ts';

/** Milliseconds between two looks at the database's clock. */
const LOOK_EVERY_MS = 30_000;
/** Milliseconds of difference that are worth a line in the log. */
const WORTH_TELLING_MS = 2000;

/** Looks at the database's clock now, and from time to time until the answered function is called. Throws when the first look fails. */
export async function keepClock(db: Db, log: Log): Promise<() => void> {
  await look(db);
  const off = databaseNow() - Date.now();
  if (Math.abs(off) > WORTH_TELLING_MS) {
    log.warn(
      { seconds: Math.round(-off / 1000) },
      "this machine's clock is off the database's, by which everything goes",
    );
  }
  const timer = setInterval(() => {
    void bestEffort(log, "look at the database's clock", () => look(db));
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function look(db: Db): Promise<void> {
  const asked = performance.now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const [row] = rows;
  // The answer is taken to have been made half-way.
  if (row) setClock(row.ms, (asked + performance.now()) / 2);
}
