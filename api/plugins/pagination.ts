import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { type CursorCodec, createSignedCursors, ID_CURSORS } from '../../src/platform/db/cursors.ts';
import type { PageRequest } from '../../src/platform/db/pagination.ts';
import type { Operation } from '../operation.ts';

const FIRST = 'leave out for the first page';
const cursor = Type.Optional(
  Type.String({ description: `next_cursor of the page before, of the same list with the same filters; ${FIRST}` }),
);
/** Of the lists whose cursors are identifiers to the specification. */
const idCursor = Type.Optional(
  Type.String({ description: `next_cursor of the page before, or any identifier; ${FIRST}` }),
);

const sizeOf = (size: number) =>
  Type.Integer({ minimum: 1, maximum: 100, default: size, description: 'most results of a page' });

/** Query keys of an envelope list, 100 results a page. */
export const PAGE_QUERY = { cursor, page_limit: sizeOf(100) };
/** The same with identifiers for cursors. */
export const ID_PAGE_QUERY = { ...PAGE_QUERY, cursor: idCursor };
/** The same with 25 results a page. */
export const SHORT_PAGE_QUERY = { cursor, page_limit: sizeOf(25) };
/** The same where the size of a page is called `limit` too. */
export const LIMIT_QUERY = {
  cursor,
  limit: sizeOf(100),
  page_limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'the same as `limit`, before which it goes' }),
  ),
};

const PAGING = ['cursor', 'page_limit', 'limit'];

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

type Asked = Pick<FastifyRequest, 'params' | 'query'>;
type Listing = Pick<Operation, 'id' | 'query'>;

/** The page that a request asks for. */
export function pageOf(keys: readonly Buffer[], op: Listing, request: Asked): PageRequest {
  const query = request.query as { cursor?: string; page_limit?: number; limit?: number };
  return {
    cursor: query.cursor === '' || query.cursor === 'null' ? undefined : query.cursor,
    limit: query.page_limit ?? query.limit ?? 100,
    codec: cursorsOf(keys, op, request),
  };
}

/** The cursors of a list: an operation at a place with its filters. */
export function cursorsOf(keys: readonly Buffer[], op: Listing, { params, query }: Asked): CursorCodec {
  const known = op.query?.properties ?? {};
  if (known.cursor === idCursor) return ID_CURSORS;
  const filters = Object.keys(known).filter((name) => !PAGING.includes(name));
  const place = Object.entries(params as Record<string, string>).toSorted();
  return createSignedCursors(keys, [
    op.id,
    place,
    filters.map((name) => [name, (query as Record<string, unknown>)[name]]),
  ]);
}
