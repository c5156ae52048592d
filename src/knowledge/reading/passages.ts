import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import type { SubjectRef } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { isReadableAtSource } from '../readers.ts';
import type { SearchFilters } from '../retrieval/contract.ts';
import { toFilterConditions } from '../retrieval/scope.ts';

/** Chunks before the requested one. */
const PRECEDING_CHUNKS = 2;

/** A readable document. */
interface ReadableDocument {
  readonly id: string;
  readonly title: string;
  readonly page_count: number | null;
  readonly chunk_count: number;
  /** Current edition of its chunks. */
  readonly edition: number;
}

/** A chunk of a document. */
export interface Passage {
  readonly chunk_id: string;
  readonly position: number;
  readonly page: number | null;
  readonly heading_path: readonly string[];
  readonly text: string;
}

/** Position to read. */
export type ReadPosition =
  | { readonly from: number }
  | { readonly around: string }
  | { readonly pages: { readonly first: number; readonly last: number } };

/** Documents of a collection that meet filters. */
export interface ReadableScope {
  readonly collectionId: string;
  readonly filters: SearchFilters;
}

/** Finds a ready document in one of the scopes that its source lets the subject read. */
export async function findReadableDocument(
  db: Executor,
  { projectId, subject }: { readonly projectId: string; readonly subject: SubjectRef },
  scopes: readonly ReadableScope[],
  id: string,
): Promise<ReadableDocument | undefined> {
  if (!isId(id) || scopes.length === 0) return undefined;
  const conditions = scopes.map(({ collectionId, filters }) => {
    const inCollection = sql`exists (select from collection_documents cd where cd.document_id = d.id and cd.collection_id = ${collectionId})`;
    return sql`(${sql.join([inCollection, ...toFilterConditions(projectId, filters)], sql` and `)})`;
  });
  return db
    .selectFrom('documents as d')
    .innerJoin('document_contents as o', 'o.document_id', 'd.id')
    .select(['d.id', 'd.title', 'o.page_count', 'o.chunk_count', 'o.edition'])
    .where('d.id', '=', id)
    .where('d.project_id', '=', projectId)
    .where('d.deleted_at', 'is', null)
    .where('o.ready_at', 'is not', null)
    .where(isReadableAtSource(projectId, subject))
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .executeTakeFirst();
}

/** Lists chunks of a document in order; none outside of the document. */
export async function listPassages(
  db: Executor,
  document: Pick<ReadableDocument, 'id' | 'edition'>,
  position: ReadPosition,
  limit: number,
): Promise<Passage[]> {
  if ('around' in position && !isId(position.around)) return [];
  const ownChunks = (chunk: string) => {
    const of = (column: string) => sql.ref(`${chunk}.${column}`);
    return sql<boolean>`${of('document_id')} = ${document.id} and ${of('edition')} = ${document.edition}`;
  };
  const { rows } = await sql<Passage>`
    select c.id as chunk_id, c.position, c.page, c.heading_path, c.text from chunks c
    where c.enabled and ${ownChunks('c')} and ${toPositionCondition(position, ownChunks('o'))} order by c.position limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Condition on a chunk `c`; `own` is a condition on other chunks `o` of its document. */
function toPositionCondition(position: ReadPosition, own: RawBuilder<boolean>): RawBuilder<boolean> {
  if ('from' in position) return sql<boolean>`c.position >= ${position.from}`;
  if ('around' in position)
    return sql<boolean>`c.position >= (select o.position - ${PRECEDING_CHUNKS}::int from chunks o where ${own} and o.id = ${position.around})`;
  const { first, last } = position.pages;
  // A chunk that starts on an earlier page can extend to the first page.
  return sql<boolean>`c.page <= ${last}
    and c.position >= coalesce((select max(o.position) from chunks o where ${own} and o.page < ${first}), 0)`;
}
