import type { Selectable } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate } from '../../platform/db/pagination.ts';
import { isServed } from '../chunks.ts';
import type { ChunksTable } from '../tables.ts';

/** A passage of a document as its record shows it. */
export type PassageRow = Pick<
  Selectable<ChunksTable>,
  'id' | 'document_id' | 'position' | 'text' | 'page' | 'heading_path' | 'token_count'
>;

/** What queries find of a document, in its order. */
export function listPassages(db: Executor, documentId: string, page: PageRequest): Promise<Page<PassageRow>> {
  return paginate(served(db, documentId), [{ column: 'k.position', type: 'integer', order: 'asc' }], page);
}

/** One passage of what queries find of a document. */
export function findPassage(db: Executor, documentId: string, id: string): Promise<PassageRow | undefined> {
  return served(db, documentId).where('k.id', '=', id).executeTakeFirst();
}

function served(db: Executor, documentId: string) {
  return db
    .selectFrom('chunks as k')
    .innerJoin('document_contents as c', 'c.document_id', 'k.document_id')
    .select(['k.id', 'k.document_id', 'k.position', 'k.text', 'k.page', 'k.heading_path', 'k.token_count'])
    .where('k.document_id', '=', documentId)
    .where(isServed('k', 'c'));
}
