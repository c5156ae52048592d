import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/client.ts';
import { listLedgerDifferences } from '../ledger.ts';

/** Stored content of a document: the text of each chunk, and the number of vectors. */
interface StoredDocument {
  readonly status: string;
  readonly error: unknown;
  readonly chunk_count: number;
  readonly chunks: readonly string[];
  /** Chunks without exactly one vector in the only space. */
  readonly odd: number;
  readonly vectors: number;
}

/** Documents that were uploaded twice, in the same order. */
interface UploadedDocuments {
  readonly names: readonly string[];
  /** Ids of the documents with kills and without. */
  readonly disturbed: readonly string[];
  readonly calm: readonly string[];
  /** Initial credits of each organization. */
  readonly credits: string;
}

/** Returns the differences between disturbed and undisturbed documents, and leftovers. */
export async function compareDocuments(
  db: Db,
  { names, disturbed, calm, credits }: UploadedDocuments,
): Promise<string[]> {
  const violations: string[] = [];
  for (const [at, name] of names.entries()) {
    const [is, should] = [await readDocument(db, disturbed[at] ?? ''), await readDocument(db, calm[at] ?? '')];
    const addViolation = (what: string) => violations.push(`${name}: ${what}`);
    if (is?.status !== 'ready') addViolation(`is ${is?.status} ${JSON.stringify(is?.error)}`);
    if (should?.status !== 'ready') addViolation(`could not be read undisturbed: ${JSON.stringify(should?.error)}`);
    if (!is || !should) continue;
    if (is.chunks.join('\n') !== should.chunks.join('\n'))
      addViolation(`has ${is.chunks.length} chunks, other than the ${should.chunks.length} that it has undisturbed`);
    if (is.chunk_count !== is.chunks.length)
      addViolation(`says that it has ${is.chunk_count} chunks of ${is.chunks.length}`);
    if (is.odd > 0 || is.vectors !== is.chunks.length)
      addViolation(`has ${is.vectors} vectors, ${is.odd} chunks without one`);
  }
  return [...violations, ...(await listLeftovers(db, credits)), ...(await listLedgerDifferences(db))];
}

async function readDocument(db: Db, documentId: string): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`
    select i.status, i.error, c.chunk_count,
      (select coalesce(json_agg(concat_ws('|', k.position, k.page, k.heading_path, k.token_count, k.text) order by k.position), '[]')
        from chunks k where k.document_id = c.document_id) as chunks,
      (select count(*) from chunks k where k.document_id = c.document_id
        and (select count(*) from chunk_vectors v where v.chunk_id = k.id) <> 1)::int as odd,
      (select count(*) from chunk_vectors v where v.document_id = c.document_id)::int as vectors
    from document_contents c join ingestions i on i.id = c.ingestion_id where c.document_id = ${documentId}`.execute(
    db,
  );
  return rows[0];
}

/** Returns leftovers and missing charges of ended ingestions. */
async function listLeftovers(db: Db, credits: string): Promise<string[]> {
  const { rows } = await sql<{ files: number; open: number; leading: number; paid: string; charged: string }>`
    select (select count(*) from files where owner_type = 'ingestion')::int as files,
      (select count(*) from ingestions where completed is null)::int as open,
      (select count(*) from ingestions where leads is not null or waits_for is not null)::int as leading,
      (select sum(charged_credits) from ingestions)::text as charged,
      (select sum(${credits}::numeric - credits) from organization_accounts)::text as paid`.execute(db);
  const [left] = rows;
  if (!left) return ['nothing is stored'];
  const { files, open, leading, paid, charged } = left;
  return [
    ...(files > 0 ? [`${files} files of ingestions that are over`] : []),
    ...(open > 0 ? [`${open} ingestions are not over`] : []),
    ...(leading > 0 ? [`${leading} ingestions that are over lead or wait`] : []),
    ...(Number(paid) === Number(charged) ? [] : [`organizations paid ${paid}, their ingestions say ${charged}`]),
  ];
}
