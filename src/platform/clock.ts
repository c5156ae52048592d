/** What the database's clock said, in milliseconds since the epoch, when this process's own meter stood at zero. */
let databaseTimeOrigin: number | undefined;

/**
 * Now by the database's clock, in milliseconds since the epoch, so that every process of an installation tells the same
 * time whatever its machine's clock says. The machine's own clock until somebody has looked there. For what is
 * shown and for the order of ids; what decides anything compares in SQL.
 */
export function databaseNow(): number {
  return databaseTimeOrigin === undefined ? Date.now() : Math.round(databaseTimeOrigin + performance.now());
}

/** Says what the database's clock told when this process's own meter stood there. */
export function setDatabaseClock(databaseMs: number, monotonicMs: number): void {
  databaseTimeOrigin = databaseMs - monotonicMs;
}
