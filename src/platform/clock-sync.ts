import { sql } from 'kysely';
import { runBestEffort } from './best-effort.ts';
import { databaseNow, setDatabaseClock } from './clock.ts';
import type { Db } from './db/client.ts';
import type { Log } from './log.ts';

/** Milliseconds between two synchronizations with the database clock. */
const SYNC_INTERVAL_MS = 30_000;
/** Clock difference in milliseconds from which a warning is logged. */
const WARN_OFFSET_MS = 2000;

/**
 * Synchronizes with the database clock now and periodically. Returns a function that stops it. Throws if the first
 * synchronization fails.
 */
export async function startClockSync(db: Db, log: Log): Promise<() => void> {
  await syncClock(db);
  const offsetMs = databaseNow() - Date.now();
  if (Math.abs(offsetMs) > WARN_OFFSET_MS) {
    log.warn(
      { seconds: Math.round(-offsetMs / 1000) },
      "this machine's clock differs from the database clock, which the product uses",
    );
  }
  const timer = setInterval(() => {
    void runBestEffort(log, 'synchronize with the database clock', () => syncClock(db));
  }, SYNC_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Reads of the clock per synchronization. The fastest is the most exact: a busy machine delays single responses. */
const MAX_READS = 5;
/** Round trip in milliseconds that is exact enough. */
const EXACT_ROUND_TRIP_MS = 4;

async function syncClock(db: Db): Promise<void> {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let reads = 0; reads < MAX_READS && fastestMs > EXACT_ROUND_TRIP_MS; reads++) {
    const requestedAt = performance.now();
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
    const respondedAt = performance.now();
    const [row] = rows;
    if (row === undefined || respondedAt - requestedAt >= fastestMs) continue;
    fastestMs = respondedAt - requestedAt;
    // Assumes that the server read its clock half-way through the round trip.
    setDatabaseClock(row.ms, (requestedAt + respondedAt) / 2);
  }
}
