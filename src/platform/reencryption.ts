import { sql } from 'kysely';
import { SettingError } from './config.ts';
import type { Db } from './db/client.ts';
import { ENCRYPTED_COLUMNS, type EncryptedColumn, toEncryptionContext } from './encrypted-columns.ts';
import { CIPHERTEXT_PATTERN, EncryptionError, type KeyRing, listUnverifiedKeys } from './keyring.ts';

/** Rows per batch. No lock spans batches. */
const BATCH = 100;
/**
 * Maximum number of passes over all rows. More than one is needed only while other processes encrypt with another key.
 */
const MAX_PASSES = 5;

/** Number of values of a column by key. */
export interface EncryptedValueCount {
  readonly column: EncryptedColumn;
  /** Undefined if the key ring did not encrypt the values. */
  readonly keyId: string | undefined;
  readonly rows: number;
}

/** A problem with stored secrets that an operator must fix. The message is for the operator. */
export class ReencryptionError extends Error {
  override readonly name = 'ReencryptionError';
}

/** Counts the encrypted values by column and key. */
export async function countEncryptedValues(
  db: Db,
  columns: readonly EncryptedColumn[] = ENCRYPTED_COLUMNS,
): Promise<EncryptedValueCount[]> {
  const counts: EncryptedValueCount[] = [];
  for (const column of columns) {
    const { rows } = await sql<{ key_id: string | null; rows: number }>`
      select case when ${toRefValue(column)} ~ ${CIPHERTEXT_PATTERN.source} then split_part(${toRefValue(column)}, '.', 1) end as key_id,
        count(*)::int as rows
      from ${sql.table(column.table)} where ${toRefValue(column)} is not null group by 1 order by 1`.execute(db);
    counts.push(...rows.map((row) => ({ column, keyId: row.key_id ?? undefined, rows: row.rows })));
  }
  return counts;
}

/**
 * Reencrypts every value that uses another key than the current one. Returns how many. It can run while the product
 * runs, and can be interrupted and repeated. A value that changes meanwhile stays as written and is checked again.
 * Throws before any change if a key is missing or wrong, a value is not ciphertext, or no process has used the current
 * key yet.
 */
export async function reencrypt(
  db: Db,
  ring: KeyRing,
  columns: readonly EncryptedColumn[] = ENCRYPTED_COLUMNS,
  onColumnDone: (column: EncryptedColumn, rows: number) => void = () => undefined,
): Promise<number> {
  await assertReady(db, ring, columns);
  const counts = new Map<EncryptedColumn, number>();
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    for (const column of columns)
      counts.set(column, (counts.get(column) ?? 0) + (await reencryptColumn(db, ring, column)));
    const remaining = (await countEncryptedValues(db, columns)).filter((count) => count.keyId !== ring.current);
    if (remaining.length > 0) continue;
    for (const [column, rows] of counts) onColumnDone(column, rows);
    return [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  }
  throw new ReencryptionError(
    `a running process still encrypts secrets with another key than ${ring.current}: its ENCRYPTION_KEYS names another ` +
      'key first; restart it, then run this again',
  );
}

async function assertReady(db: Db, ring: KeyRing, columns: readonly EncryptedColumn[]): Promise<void> {
  const unverified = await listUnverifiedKeys(db, ring);
  if (unverified.includes(ring.current)) {
    throw new ReencryptionError(
      `no process has been started with the key ${ring.current} yet, so none could decrypt its secrets; start them ` +
        'with it first, then run this again',
    );
  }
  for (const { column, keyId, rows } of await countEncryptedValues(db, columns)) {
    const name = `${column.table}.${column.column}`;
    if (keyId === undefined)
      throw new ReencryptionError(`${name} contains ${rows} values that the key ring did not encrypt`);
    if (ring.ids().includes(keyId)) continue;
    throw new SettingError(
      'ENCRYPTION_KEYS',
      `lacks the key ${keyId}, which encrypts ${rows} values of ${name}; add it as the last one`,
    );
  }
}

async function reencryptColumn(db: Db, ring: KeyRing, column: EncryptedColumn): Promise<number> {
  let changedCount = 0;
  let lastId: string | undefined;
  for (;;) {
    const rows = await listRowsToReencrypt(db, ring, column, lastId);
    for (const row of rows)
      if (await replaceValue(db, column, row, reencryptValue(ring, column, row))) changedCount += 1;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return changedCount;
    lastId = last.id;
  }
}

function reencryptValue(ring: KeyRing, column: EncryptedColumn, { id, ciphertext }: EncryptedRow): string {
  const context = toEncryptionContext(column, id);
  try {
    return ring.encrypt(ring.decrypt(ciphertext, context), context);
  } catch (error) {
    throw error instanceof EncryptionError ? new ReencryptionError(error.message) : error;
  }
}

interface EncryptedRow {
  readonly id: string;
  readonly ciphertext: string;
}

async function listRowsToReencrypt(
  db: Db,
  ring: KeyRing,
  column: EncryptedColumn,
  lastId: string | undefined,
): Promise<EncryptedRow[]> {
  const { rows } = await sql<EncryptedRow>`
    select ${sql.ref(column.id)}::text as id, ${toRefValue(column)} as ciphertext from ${sql.table(column.table)}
    where split_part(${toRefValue(column)}, '.', 1) <> ${ring.current} ${lastId === undefined ? sql`` : sql`and ${sql.ref(column.id)} > ${lastId}`}
    order by ${sql.ref(column.id)} limit ${BATCH}`.execute(db);
  return rows;
}

/** Replaces a value only if it is unchanged, so that a concurrent write wins. */
async function replaceValue(db: Db, column: EncryptedColumn, row: EncryptedRow, ciphertext: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(column.table)} set ${toRefValue(column)} = ${ciphertext}
    where ${sql.ref(column.id)} = ${row.id} and ${toRefValue(column)} = ${row.ciphertext}`.execute(db);
  return numAffectedRows === 1n;
}

function toRefValue(column: EncryptedColumn) {
  return sql.ref(column.column);
}
