import { sql } from 'kysely';
import type { Db } from './client.ts';
import { findDatabaseFailure } from './failures.ts';

const fullDatabases = new WeakSet<Db>();

/** Records that a write failed because the database's disk is full. */
export function recordFullDisk(db: Db): void {
  fullDatabases.add(db);
}

/**
 * Returns whether the database's disk is full. Only after a recorded failure it tries to write 0.5 MB, since a small
 * write may succeed on a full disk.
 */
export async function isDiskFull(db: Db): Promise<boolean> {
  if (!fullDatabases.has(db)) return false;
  try {
    await db.transaction().execute((trx) =>
      sql`create temporary table disk_space_probe on commit drop as
        select repeat(md5(i::text), 32) as filler from generate_series(1, 512) as i`.execute(trx),
    );
  } catch (error) {
    if (findDatabaseFailure(error)?.cause === 'disk_full') return true;
    throw error;
  }
  fullDatabases.delete(db);
  return false;
}
