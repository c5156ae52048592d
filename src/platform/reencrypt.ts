import { sql } from 'kysely';
import { SettingError } from './config.ts';
import type { Db } from './db/client.ts';
import { type KeyRing, SEALED_FORM, SealedError, unprovedKeys } from './keyring.ts';
import { placeIn, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

/** Rows read at a time; none is locked in between. */
const BATCH = 100;
/** Most times all rows are gone through; more are needed only while other processes still seal with another key. */
const MOST_ROUNDS = 5;

/** How many values of a column one key sealed. */
export interface SealedCount {
  readonly column: SealedColumn;
  /** Undefined where the values were not made by the key ring. */
  readonly keyId: string | undefined;
  readonly rows: number;
}

/** Something about the stored secrets that a person has to mend first; `message` is for them. */
export class KeysError extends Error {
  override readonly name = 'KeysError';
}

/** Counts the values that each key sealed, column by column. */
export async function countSealed(db: Db, columns: readonly SealedColumn[] = SEALED_COLUMNS): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const column of columns) {
    const { rows } = await sql<{ key_id: string | null; rows: number }>`
      select case when ${value(column)} ~ ${SEALED_FORM.source} then split_part(${value(column)}, '.', 1) end as key_id,
        count(*)::int as rows
      from ${sql.table(column.table)} where ${value(column)} is not null group by 1 order by 1`.execute(db);
    counts.push(...rows.map((row) => ({ column, keyId: row.key_id ?? undefined, rows: row.rows })));
  }
  return counts;
}

/**
 * Seals every value anew that another key than the ring's first sealed, and answers how many. Safe while the product runs (a value that changes meanwhile is left as it was written, and looked at again), safe to stop and to repeat.
 * Throws before anything is changed when a key is missing or wrong, a value is not ciphertext, or no process knows the
 * first key yet.
 */
export async function reencrypt(
  db: Db,
  ring: KeyRing,
  columns: readonly SealedColumn[] = SEALED_COLUMNS,
  note: (column: SealedColumn, rows: number) => void = () => undefined,
): Promise<number> {
  await checkReady(db, ring, columns);
  const done = new Map<SealedColumn, number>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const column of columns) done.set(column, (done.get(column) ?? 0) + (await reencryptColumn(db, ring, column)));
    const left = (await countSealed(db, columns)).filter((count) => count.keyId !== ring.current);
    if (left.length > 0) continue;
    for (const [column, rows] of done) note(column, rows);
    return [...done.values()].reduce((sum, rows) => sum + rows, 0);
  }
  throw new KeysError(
    `secrets are still being sealed with another key than ${ring.current}: a process runs whose ENCRYPTION_KEYS names ` +
      'another key first; restart it, then run this again',
  );
}

async function checkReady(db: Db, ring: KeyRing, columns: readonly SealedColumn[]): Promise<void> {
  const unproved = await unprovedKeys(db, ring);
  if (unproved.includes(ring.current)) {
    throw new KeysError(
      `no process has been started with the key ${ring.current} yet, so none could read what it seals; start them ` +
        'with it first, then run this again',
    );
  }
  for (const { column, keyId, rows } of await countSealed(db, columns)) {
    const where = `${column.table}.${column.column}`;
    if (keyId === undefined) throw new KeysError(`${where} holds ${rows} values that the key ring did not make`);
    if (ring.ids().includes(keyId)) continue;
    throw new SettingError(
      'ENCRYPTION_KEYS',
      `lacks the key ${keyId}, which ${rows} values of ${where} were sealed with; add it as the last one`,
    );
  }
}

async function reencryptColumn(db: Db, ring: KeyRing, column: SealedColumn): Promise<number> {
  let changed = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await nextRows(db, ring, column, after);
    for (const row of rows) if (await replace(db, column, row, sealedAnew(ring, column, row))) changed += 1;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return changed;
    after = last.id;
  }
}

function sealedAnew(ring: KeyRing, column: SealedColumn, { id, sealed }: SealedRow): string {
  const place = placeIn(column, id);
  try {
    return ring.seal(ring.open(sealed, place), place);
  } catch (error) {
    throw error instanceof SealedError ? new KeysError(error.message) : error;
  }
}

interface SealedRow {
  readonly id: string;
  readonly sealed: string;
}

async function nextRows(db: Db, ring: KeyRing, column: SealedColumn, after: string | undefined): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select ${sql.ref(column.id)}::text as id, ${value(column)} as sealed from ${sql.table(column.table)}
    where split_part(${value(column)}, '.', 1) <> ${ring.current} ${after === undefined ? sql`` : sql`and ${sql.ref(column.id)} > ${after}`}
    order by ${sql.ref(column.id)} limit ${BATCH}`.execute(db);
  return rows;
}

/** Replaces a value only if it is still the one that was read: what somebody wrote meanwhile counts. */
async function replace(db: Db, column: SealedColumn, row: SealedRow, sealed: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(column.table)} set ${value(column)} = ${sealed}
    where ${sql.ref(column.id)} = ${row.id} and ${value(column)} = ${row.sealed}`.execute(db);
  return numAffectedRows === 1n;
}

function value(column: SealedColumn) {
  return sql.ref(column.column);
}
