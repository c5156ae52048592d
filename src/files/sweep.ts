import { sql } from 'kysely';
import { databaseNow } from '../platform/clock.ts';
import type { Executor } from '../platform/db/client.ts';
import type { Log } from '../platform/log.ts';
import type { FileSource } from './reading.ts';

/** Blobs per page. */
const PAGE_SIZE = 500;
/** Hours that a blob may exist without a file, far longer than a request. */
const GRACE_HOURS = 24;
/** Lease of a page in seconds. */
const PAGE_LEASE_SECONDS = 60;

/**
 * Compares a page of the blob store with the files. Removes old blobs without a file and reports files without a blob.
 * Pauses for a day after the last page.
 */
export async function sweepFiles({ db, blobs }: FileSource, log: Log): Promise<void> {
  const after = await claimPage(db);
  if (after === undefined) return;
  const listed = await blobs.list(after, PAGE_SIZE);
  const isLast = listed.length < PAGE_SIZE;
  const upTo = isLast ? null : (listed.at(-1)?.key ?? null);
  const keys = listed.map(({ key }) => key);
  const referenced = await findReferencedKeys(db, keys);
  const cutoff = databaseNow() - GRACE_HOURS * 3_600_000;
  const orphans = listed.filter(({ key, modified }) => modified.getTime() < cutoff && !referenced.has(key));
  for (const { key } of orphans) await blobs.remove(key);
  if (orphans.length > 0) log.info({ blobs: orphans.length }, 'deleted blobs without a file');
  const missing = await listFilesWithoutBlob(db, after, upTo, keys);
  if (missing.length > 0) log.error({ files: missing }, 'files have no content; restore it from a backup');
  await finishPage(db, after, upTo);
}

/** Claims the next page and returns the key before it. Returns undefined if no page is due or another worker has it. */
async function claimPage(db: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ after_key: string }>`
    update file_sweep set due = now() + make_interval(secs => ${PAGE_LEASE_SECONDS}) where due <= now() returning after_key`.execute(
    db,
  );
  return rows[0]?.after_key;
}

async function finishPage(db: Executor, after: string, upTo: string | null): Promise<void> {
  const next = upTo === null ? sql`now() + interval '1 day'` : sql`now()`;
  await sql`update file_sweep set after_key = ${upTo ?? ''}, due = ${next} where after_key = ${after}`.execute(db);
}

async function findReferencedKeys(db: Executor, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select blob_key as key from files where blob_key = any(${[...keys]}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Returns the IDs of files that the listed range lacks. Newly stored files may follow the listing. */
async function listFilesWithoutBlob(
  db: Executor,
  after: string,
  upTo: string | null,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from files where blob_key > ${after} and (${upTo}::text is null or blob_key <= ${upTo})
      and created < now() - make_interval(hours => ${GRACE_HOURS}) and blob_key <> all(${[...keys]}::text[])
    order by blob_key limit ${PAGE_SIZE}`.execute(db);
  return rows.map(({ id }) => id);
}
