import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { isId } from '../../platform/ids.ts';

/** Chunks before the one that is asked for with which reading around it begins. */
const BEFORE = 2;

/** A document that can be read. */
export interface ReadableDocument {
  readonly id: string;
  readonly title: string;
  readonly page_count: number | null;
  readonly chunk_count: number;
  /** The edition of its chunks that is read. */
  readonly edition: number;
}

/** A piece of a document's text. */
export interface Passage {
  readonly chunk_id: string;
  readonly position: number;
  readonly page: number | null;
  readonly heading_path: readonly string[];
  readonly text: string;
}

/** Where reading begins and ends. */
export type Place =
  | { readonly from: number }
  | { readonly around: string }
  | { readonly pages: { readonly first: number; readonly last: number } };

/** A document of these collections whose text is there; undefined where there is none. */
export async function documentIn(
  db: Executor,
  scope: { readonly projectId: string; readonly collectionIds: readonly string[] },
  id: string,
): Promise<ReadableDocument | undefined> {
  if (!isId(id) || scope.collectionIds.length === 0) return undefined;
  return db
    .selectFrom('documents as d')
    .innerJoin('document_contents as o', 'o.document_id', 'd.id')
    .select(['d.id', 'd.title', 'o.page_count', 'o.chunk_count', 'o.edition'])
    .where('d.id', '=', id)
    .where('d.project_id', '=', scope.projectId)
    .where('d.deleted_at', 'is', null)
    .where('o.ready_at', 'is not', null)
    .where('d.id', 'in', (of) =>
      of
        .selectFrom('collection_documents')
        .select('document_id')
        .where('collection_id', 'in', [...scope.collectionIds]),
    )
    .executeTakeFirst();
}

/** Passages of a document in its order, no more than `most`; none where the place is not in it. */
export async function passagesOf(
  db: Executor,
  document: Pick<ReadableDocument, 'id' | 'edition'>,
  place: Place,
  most: number,
): Promise<Passage[]> {
  if ('around' in place && !isId(place.around)) return [];
  const own = (chunk: string) => {
    const of = (column: string) => sql.ref(`${chunk}.${column}`);
    return sql<boolean>`${of('document_id')} = ${document.id} and ${of('edition')} = ${document.edition}`;
  };
  const { rows } = await sql<Passage>`
    select c.id as chunk_id, c.position, c.page, c.heading_path, c.text from chunks c
    where ${own('c')} and ${within(place, own('o'))} order by c.position limit ${most}`.execute(db);
  return rows;
}

/** A condition on a chunk `c`; `own` is one on others of its document, `o`. */
function within(place: Place, own: RawBuilder<boolean>): RawBuilder<boolean> {
  if ('from' in place) return sql<boolean>`c.position >= ${place.from}`;
  if ('around' in place)
    return sql<boolean>`c.position >= (select o.position - ${BEFORE}::int from chunks o where ${own} and o.id = ${place.around})`;
  const { first, last } = place.pages;
  // The passage that begins on an earlier page may run into the first one.
  return sql<boolean>`c.page <= ${last}
    and c.position >= coalesce((select max(o.position) from chunks o where ${own} and o.page < ${first}), 0)`;
}
