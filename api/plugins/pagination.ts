import Type, { type TSchema } from 'typebox';
import type { PageRequest } from '../../src/platform/db/pagination.ts';
import { errors } from '../../src/platform/errors.ts';
import { isId } from '../../src/platform/ids.ts';

/** Query keys of every envelope list. */
export const PAGE_QUERY = {
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the page before; leave out for the first page' })),
  page_limit: Type.Integer({ minimum: 1, maximum: 100, default: 100, description: 'most results of a page' }),
};

const Pagination = Type.Object(
  { next_cursor: Type.Union([Type.String(), Type.Null()]), has_next: Type.Boolean(), page_limit: Type.Integer() },
  { title: 'Pagination' },
);

/** The envelope around one kind of record. */
export function Envelope<T extends TSchema>(record: T) {
  const { title } = record as { title?: string };
  return Type.Object(
    { results: Type.Array(record), pagination: Pagination },
    title === undefined ? {} : { title: `${title}Page` },
  );
}

/** The page a query asks for, of a list ordered by identifier. Throws a 400 on a cursor that can't be one. */
export function pageOf(query: { cursor?: string; page_limit: number }): PageRequest {
  const cursor = query.cursor === '' || query.cursor === 'null' ? undefined : query.cursor;
  if (cursor !== undefined && !isId(cursor)) throw errors.malformedCursor();
  return { cursor, limit: query.page_limit };
}
