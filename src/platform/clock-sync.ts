import { sql } from 'kysely';
import { runBestEffort } from './best-effort.ts';
import { databaseNow, setDatabaseClock } from './clock.ts';
import type { Db } from './db/client.ts';
import type { Log } from './log.ts';

/** Milliseconds between two looks at the database's clock. */
const SYNC_INTERVAL_MS = 30_000;
/** Milliseconds of difference that are worth a line in the log. */
const WARN_OFFSET_MS = 2000;

/** Looks at the database's clock now, and from time to time until the answered function is called. Throws when the first look fails. */
export async function startClockSync(db: Db, log: Log): Promise<() => void> {
  await syncClock(db);
  const offsetMs = databaseNow() - Date.now();
  if (Math.abs(offsetMs) > WARN_OFFSET_MS) {
    log.warn(
      { seconds: Math.round(-offsetMs / 1000) },
      "this machine's clock is off the database's, by which everything goes",
    );
  }
  const timer = setInterval(() => {
    void runBestEffort(log, "look at the database's clock", () => syncClock(db));
  }, SYNC_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function syncClock(db: Db): Promise<void> {
  const requestedAt = performance.now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const [row] = rows;
  // The answer is taken to have been made half-way.
  if (row) setDatabaseClock(row.ms, (requestedAt + performance.now()) / 2);
}
