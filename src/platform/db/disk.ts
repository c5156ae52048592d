import { sql } from 'kysely';
import type { Db } from './client.ts';
import { findDatabaseFailure } from './failures.ts';

const fullDatabases = new WeakSet<Db>();

/** Remembers that a write found the database's disk full. */
export function recordFullDisk(db: Db): void {
  fullDatabases.add(db);
}

/**
 * Whether the database's disk is full. Only a database that was found so is tried with a write of half a megabyte, since
 * a small write may go through on a full disk, and nothing is written where all is well.
 */
export async function isDiskFull(db: Db): Promise<boolean> {
  if (!fullDatabases.has(db)) return false;
  try {
    await db.transaction().execute((trx) =>
      sql`create temporary table room_on_disk on commit drop as
        select repeat(md5(i::text), 32) as filler from generate_series(1, 512) as i`.execute(trx),
    );
  } catch (error) {
    if (findDatabaseFailure(error)?.cause === 'disk_full') return true;
    throw error;
  }
  fullDatabases.delete(db);
  return false;
}
