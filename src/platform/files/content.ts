import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/client.ts';

/** Bytes that are sent to the database in one statement. */
const AT_ONCE = 4 * 1024 * 1024;

/** The bytes of a file as a value for a statement. */
export interface Content {
  readonly value: Buffer | RawBuilder<Buffer>;
  /** To be called once the statement has run. */
  done(): Promise<void>;
}

/**
 * Brings the bytes of a file to the database, in the transaction of the statement that stores them. The driver copies what
 * a statement carries twice, so that 50 MB at once would take 150 more and hold everybody else up: a large file goes there
 * piece by piece, into a large object that is read into the row and then taken away.
 */
export async function contentOf(
  trx: Executor,
  file: { readonly pieces: readonly Buffer[]; readonly size: number },
): Promise<Content> {
  if (file.size <= AT_ONCE) return { value: Buffer.concat(file.pieces), done: async () => undefined };
  const { rows } = await sql<{ oid: number }>`select lo_create(0) as oid`.execute(trx);
  const oid = rows[0]?.oid ?? 0;
  let offset = 0;
  for (const piece of batches(file.pieces)) {
    await sql`select lo_put(${oid}::oid, ${offset}::bigint, ${piece}::bytea)`.execute(trx);
    offset += piece.length;
  }
  return {
    value: sql<Buffer>`lo_get(${oid}::oid)`,
    done: async () => void (await sql`select lo_unlink(${oid}::oid)`.execute(trx)),
  };
}

function* batches(pieces: readonly Buffer[]): Generator<Buffer> {
  let batch: Buffer[] = [];
  let size = 0;
  for (const piece of pieces) {
    batch.push(piece);
    size += piece.length;
    if (size < AT_ONCE) continue;
    yield Buffer.concat(batch);
    batch = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(batch);
}
