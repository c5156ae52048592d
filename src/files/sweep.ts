import { sql } from 'kysely';
import { databaseNow } from '../platform/clock.ts';
import type { Executor } from '../platform/db/client.ts';
import type { Log } from '../platform/log.ts';
import type { FileSource } from './reading.ts';

/** Blobs that one round looks at. */
const PAGE = 500;
/** Hours that a blob may be without a file: far longer than a request lasts. */
const GRACE_HOURS = 24;
/** Seconds in which no other worker takes the same page. */
const PAGE_SECONDS = 60;

/**
 * Compares a page of the blob store with the files: removes blobs that belong to no file and are old enough to have been
 * left behind, and reports files whose blob is not there. After the last page it rests for a day.
 */
export async function sweepFiles({ db, blobs }: FileSource, log: Log): Promise<void> {
  const after = await takePage(db);
  if (after === undefined) return;
  const listed = await blobs.list(after, PAGE);
  const isLast = listed.length < PAGE;
  const upTo = isLast ? null : (listed.at(-1)?.key ?? null);
  const keys = listed.map(({ key }) => key);
  const referred = await referredKeys(db, keys);
  const left = databaseNow() - GRACE_HOURS * 3_600_000;
  const orphans = listed.filter(({ key, modified }) => modified.getTime() < left && !referred.has(key));
  for (const { key } of orphans) await blobs.remove(key);
  if (orphans.length > 0) log.info({ blobs: orphans.length }, 'took away blobs that belonged to no file');
  const missing = await filesWithout(db, after, upTo, keys);
  if (missing.length > 0) log.error({ files: missing }, 'files have lost their bytes; restore them from a backup');
  await endPage(db, after, upTo);
}

/** The key after which to go on; undefined where nothing is due, or another worker is at it. */
async function takePage(db: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ after_key: string }>`
    update file_sweep set due = now() + make_interval(secs => ${PAGE_SECONDS}) where due <= now() returning after_key`.execute(
    db,
  );
  return rows[0]?.after_key;
}

async function endPage(db: Executor, after: string, upTo: string | null): Promise<void> {
  const next = upTo === null ? sql`now() + interval '1 day'` : sql`now()`;
  await sql`update file_sweep set after_key = ${upTo ?? ''}, due = ${next} where after_key = ${after}`.execute(db);
}

async function referredKeys(db: Executor, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select blob_key as key from files where blob_key = any(${[...keys]}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Ids of files whose keys are in a stretch of the listing and not on it. One that was stored just now may have come after it. */
async function filesWithout(
  db: Executor,
  after: string,
  upTo: string | null,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from files where blob_key > ${after} and (${upTo}::text is null or blob_key <= ${upTo})
      and created < now() - make_interval(hours => ${GRACE_HOURS}) and blob_key <> all(${[...keys]}::text[])
    order by blob_key limit ${PAGE}`.execute(db);
  return rows.map(({ id }) => id);
}
