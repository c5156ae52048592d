/** Database time in milliseconds since the epoch at which this process's `performance.now()` was zero. */
let databaseTimeOrigin: number | undefined;

/**
 * Returns the current time of the database clock in milliseconds since the epoch, so that all processes agree. Returns
 * the machine's time until the first synchronization. Use it for display and id order; decisions compare times in SQL.
 */
export function databaseNow(): number {
  return databaseTimeOrigin === undefined ? Date.now() : Math.round(databaseTimeOrigin + performance.now());
}

/** Sets the database time in milliseconds that corresponds to a `performance.now()` value. */
export function setDatabaseClock(databaseMs: number, monotonicMs: number): void {
  databaseTimeOrigin = databaseMs - monotonicMs;
}
