import type { Selectable } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate } from '../../platform/db/pagination.ts';
import { isServed } from '../chunks.ts';
import type { ChunksTable } from '../tables.ts';

/** A chunk of a document. */
export type ChunkRow = Pick<
  Selectable<ChunksTable>,
  | 'id'
  | 'document_id'
  | 'position'
  | 'text'
  | 'page'
  | 'heading_path'
  | 'token_count'
  | 'enabled'
  | 'edited_at'
  | 'original_text'
>;

/** Lists the chunks of the published content, in document order. */
export function listChunks(db: Executor, documentId: string, page: PageRequest): Promise<Page<ChunkRow>> {
  return paginate(selectServedChunks(db, documentId), [{ column: 'k.position', type: 'integer', order: 'asc' }], page);
}

/** Finds a chunk of the published content. */
export function findChunk(db: Executor, documentId: string, id: string): Promise<ChunkRow | undefined> {
  return selectServedChunks(db, documentId).where('k.id', '=', id).executeTakeFirst();
}

function selectServedChunks(db: Executor, documentId: string) {
  return db
    .selectFrom('chunks as k')
    .innerJoin('document_contents as c', 'c.document_id', 'k.document_id')
    .select([
      'k.id',
      'k.document_id',
      'k.position',
      'k.text',
      'k.page',
      'k.heading_path',
      'k.token_count',
      'k.enabled',
      'k.edited_at',
      'k.original_text',
    ])
    .where('k.document_id', '=', documentId)
    .where(isServed('k', 'c'));
}
