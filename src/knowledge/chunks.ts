import { type RawBuilder, sql } from 'kysely';
import { type Executor, json } from '../platform/db/client.ts';
import { newId } from '../platform/ids.ts';
import { toIndexVector } from './index-vector.ts';
import type { NewChunk } from './parsing/contract.ts';

/** One edition of the chunks of a document. */
export interface Edition {
  readonly documentId: string;
  readonly projectId: string;
  readonly edition: number;
}

/**
 * Condition on a chunk and its document's contents, by their aliases: queries may return the chunk. It excludes
 * documents that are not ready and editions in preparation. The caller must exclude deleted documents.
 */
export function isServed(chunk: string, contents: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${contents}.ready_at`)} is not null and ${sql.ref(`${chunk}.edition`)} = ${sql.ref(`${contents}.edition`)})`;
}

/** Stores missing chunks of a running ingestion. Returns false if it has ended or is being cancelled. */
export async function insertChunks(
  db: Executor,
  ingestionId: string,
  { documentId, projectId, edition }: Edition,
  language: string | null,
  chunks: readonly NewChunk[],
): Promise<boolean> {
  const rows = chunks.map(({ position, text, page, pageStarts, headingPath, tokenCount }) => {
    const words = toIndexVector({ projectId, text, headingPath, language });
    return sql`(${newId()}::uuid, ${position}::int, ${text}::text, ${page}::int, ${json(pageStarts)}::jsonb, ${[...headingPath]}::text[], ${tokenCount}::int, ${words})`;
  });
  const { rows: live } = await sql`
    with live as (
      select id from ingestions where id = ${ingestionId} and completed is null and status <> 'cancelling' for share
    ), stored as (
      insert into chunks (id, project_id, document_id, edition, position, text, page, page_starts, heading_path, token_count, words)
      select c.id, ${projectId}, ${documentId}, ${edition}::int, c.position, c.text, c.page, c.page_starts, c.heading_path, c.token_count, c.words
      from live, (values ${sql.join(rows)}) as c(id, position, text, page, page_starts, heading_path, token_count, words)
      on conflict (document_id, edition, position) do nothing
    ) select id from live`.execute(db);
  return live.length > 0;
}

/** Returns the last stored chunk of an edition. */
export async function findLastChunk(
  db: Executor,
  { documentId, edition }: Edition,
): Promise<{ readonly position: number; readonly text: string } | undefined> {
  return db
    .selectFrom('chunks')
    .select(['position', 'text'])
    .where('document_id', '=', documentId)
    .where('edition', '=', edition)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes chunks of a document and their vectors: all editions, only one, or all except one. */
export async function deleteChunks(
  trx: Executor,
  documentId: string,
  editions: { readonly only?: number; readonly except?: number } = {},
): Promise<void> {
  const edition =
    editions.only !== undefined
      ? sql`edition = ${editions.only}`
      : editions.except !== undefined
        ? sql`edition <> ${editions.except}`
        : sql`true`;
  await sql`
    with gone as (delete from chunks where document_id = ${documentId} and ${edition} returning id),
    spaces as (delete from document_spaces where document_id = ${documentId} and ${edition})
    delete from chunk_vectors v using gone where v.document_id = ${documentId} and v.chunk_id = gone.id`.execute(trx);
}
