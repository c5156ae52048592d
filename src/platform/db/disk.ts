import { sql } from 'kysely';
import type { Db } from './client.ts';
import { databaseFault } from './faults.ts';

const full = new WeakSet<Db>();

/** Remembers that a write found the database's disk full. */
export function noteFullDisk(db: Db): void {
  full.add(db);
}

/**
 * Whether the database's disk is full. Only a database that was found so is tried with a write of half a megabyte, since
 * a small write may go through on a full disk, and nothing is written where all is well.
 */
export async function diskIsFull(db: Db): Promise<boolean> {
  if (!full.has(db)) return false;
  try {
    await db.transaction().execute((trx) =>
      sql`create temporary table room_on_disk on commit drop as
        select repeat(md5(i::text), 32) as filler from generate_series(1, 512) as i`.execute(trx),
    );
  } catch (error) {
    if (databaseFault(error)?.cause === 'disk_full') return true;
    throw error;
  }
  full.delete(db);
  return false;
}
