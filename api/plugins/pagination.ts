import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { type CursorCodec, createSignedCursors, ID_CURSORS } from '../../src/platform/db/cursors.ts';
import type { PageRequest } from '../../src/platform/db/pagination.ts';
import type { Operation } from '../operation.ts';

const FIRST_PAGE_HINT = 'Omit for the first page.';
const cursor = Type.Optional(
  Type.String({
    description: `Cursor: \`next_cursor\` of the previous page of the same list and filters. ${FIRST_PAGE_HINT}`,
  }),
);
/** Cursor of lists whose cursors are ids by the specification. */
const idCursor = Type.Optional(
  Type.String({ description: `Cursor: \`next_cursor\` of the previous page, or any ID. ${FIRST_PAGE_HINT}` }),
);

const definePageSize = (size: number) =>
  Type.Integer({
    minimum: 1,
    maximum: 100,
    default: size,
    description: `Maximum number of results per page. Default ${size}.`,
  });

/** Query parameters of a list, 100 results per page by default. */
export const PAGE_QUERY = { cursor, page_limit: definePageSize(100) };
/** Query parameters with ids as cursors. */
export const ID_PAGE_QUERY = { ...PAGE_QUERY, cursor: idCursor };
/** Query parameters with 25 results per page by default. */
export const SHORT_PAGE_QUERY = { cursor, page_limit: definePageSize(25) };
/** Query parameters with `limit` as a second name of the page size. */
export const LIMIT_QUERY = {
  cursor,
  limit: definePageSize(100),
  page_limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Same as `limit`; takes precedence over it.' }),
  ),
};

const PAGING_KEYS = ['cursor', 'page_limit', 'limit'];

const Pagination = Type.Object(
  { next_cursor: Type.Union([Type.String(), Type.Null()]), has_next: Type.Boolean(), page_limit: Type.Integer() },
  { title: 'Pagination' },
);

/** Envelope of a list of records. */
export function Envelope<T extends TSchema>(record: T) {
  const { title } = record as { title?: string };
  return Type.Object(
    { results: Type.Array(record), pagination: Pagination },
    title === undefined ? {} : { title: `${title}Page` },
  );
}

type ListRequest = Pick<FastifyRequest, 'params' | 'query'>;
type ListOperation = Pick<Operation, 'id' | 'request'>;

/** Page that a request selects. */
export function getPageRequest(keys: readonly Buffer[], op: ListOperation, request: ListRequest): PageRequest {
  const query = request.query as { cursor?: string; page_limit?: number; limit?: number };
  return {
    cursor: query.cursor === '' || query.cursor === 'null' ? undefined : query.cursor,
    limit: query.page_limit ?? query.limit ?? 100,
    codec: createCursors(keys, op, request),
  };
}

/** Cursors of a list, bound to its operation, path and filters. */
export function createCursors(keys: readonly Buffer[], op: ListOperation, { params, query }: ListRequest): CursorCodec {
  const properties = op.request.query?.properties ?? {};
  if (properties.cursor === idCursor) return ID_CURSORS;
  const filters = Object.keys(properties).filter((name) => !PAGING_KEYS.includes(name));
  const pathParams = Object.entries(params as Record<string, string>).toSorted();
  return createSignedCursors(keys, [
    op.id,
    pathParams,
    filters.map((name) => [name, (query as Record<string, unknown>)[name]]),
  ]);
}
