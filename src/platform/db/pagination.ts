import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { errors } from '../errors.ts';
import type { CursorCodec } from './cursors.ts';

/** A column of the sort order. */
interface SortColumn {
  /** Column reference in the query. */
  readonly column: string;
  /** Postgres type. */
  readonly type: 'uuid' | 'text' | 'timestamptz' | 'date' | 'integer' | 'bigint' | 'numeric' | 'float8' | 'boolean';
  readonly order: 'asc' | 'desc';
  /** Whether it can be null. Nulls come last in either order. */
  readonly nullable?: true;
}

/** Sort order of a list. The combination is unique per row, and the last column is never null. */
export type Sort = readonly SortColumn[];

/** Values of a row's sort columns as Postgres text, since a Date or a number would lose precision. */
export type Position = readonly (string | null)[];

/** Position in a list and maximum page length. */
export interface PageRequest {
  /** End of the previous page; undefined for the first page. */
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly codec: CursorCodec;
}

/** Response envelope of lists. */
export interface Page<T> {
  readonly results: T[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_next: boolean; readonly page_limit: number };
}

/** Sorts by age. Identifiers are version 7 UUIDs, so that one column gives a total order. */
export function sortByNewest(column: string): Sort {
  return [{ column, type: 'uuid', order: 'desc' }];
}

/**
 * Returns one page of a list. It continues after a position instead of an offset, so that concurrent changes keep the
 * order stable. Throws a 400 for a cursor of another list.
 */
export async function paginate<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  sort: Sort,
  page: PageRequest,
): Promise<Page<O>> {
  const position = sql<Position>`array[${sql.join(sort.map(({ column: by }) => sql`${sql.ref(by)}::text`))}]`;
  const rows = await query
    .where(toCursorCondition(page, sort))
    .select(position.as('position_'))
    .orderBy(toOrderBy(sort))
    .limit(page.limit + 1)
    .execute();
  const positioned = rows as unknown as (O & { readonly position_: Position })[];
  const { results, pagination } = toPage(positioned, page.limit, (row) => page.codec.encode(sort, row.position_));
  return { results: results.map(({ position_: _, ...row }) => row as O), pagination };
}

/** Returns one page of rows in memory, ordered by a unique text. Throws as {@link paginate} does. */
export function paginateSorted<K extends string, T extends Readonly<Record<K, string>>>(
  rows: readonly T[],
  key: K,
  { cursor, codec, limit }: PageRequest,
): Page<T> {
  const sort: Sort = [{ column: key, type: 'text', order: 'asc' }];
  const position = cursor === undefined ? [''] : codec.decode(sort, cursor);
  if (position === undefined) throw errors.malformedCursor();
  const start = position[0] ?? '';
  return toPage(
    rows.filter((row) => row[key] > start),
    limit,
    (row) => codec.encode(sort, [row[key]]),
  );
}

/** SQL condition for rows after the end of the previous page. */
export function toCursorCondition({ cursor, codec }: PageRequest, sort: Sort): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`true`;
  const position = codec.decode(sort, cursor);
  if (position === undefined) throw errors.malformedCursor();
  return toPositionCondition(sort, position);
}

function toPositionCondition([column, ...rest]: Sort, [value = null, ...values]: Position): RawBuilder<boolean> {
  if (column === undefined) return sql<boolean>`false`;
  const reference = sql.ref(column.column);
  const bound = sql`${value}::${sql.raw(column.type)}`;
  const isBeyond = sql<boolean>`${reference} ${sql.raw(column.order === 'desc' ? '<' : '>')} ${bound}`;
  if (rest.length === 0) return isBeyond;
  const isTieBroken = toPositionCondition(rest, values);
  if (column.nullable && value === null) return sql<boolean>`(${reference} is null and ${isTieBroken})`;
  if (column.nullable)
    return sql<boolean>`(${isBeyond} or ${reference} is null or (${reference} = ${bound} and ${isTieBroken}))`;
  // The first condition bounds the index scan.
  return sql<boolean>`(${reference} ${sql.raw(column.order === 'desc' ? '<=' : '>=')} ${bound} and (${isBeyond} or ${isTieBroken}))`;
}

function toOrderBy(sort: Sort): RawBuilder<unknown> {
  return sql.join(
    sort.map(
      ({ column: by, order, nullable }) => sql`${sql.ref(by)} ${sql.raw(nullable ? `${order} nulls last` : order)}`,
    ),
  );
}

/** Cuts `limit + 1` rows to a page. */
export function toPage<T>(rows: readonly T[], limit: number, getCursor: (row: T) => string): Page<T> {
  const results = rows.slice(0, limit);
  const last = results.at(-1);
  const hasNext = rows.length > limit;
  return {
    results,
    pagination: {
      next_cursor: hasNext && last !== undefined ? getCursor(last) : null,
      has_next: hasNext,
      page_limit: limit,
    },
  };
}

/** Converts the rows of a page to records. */
export function mapPage<A, B>(page: Page<A>, map: (row: A) => B): Page<B> {
  return { results: page.results.map(map), pagination: page.pagination };
}

/** Yields batches of `next` until one is empty. */
export async function* iterateBatches<T>(next: () => Promise<T[]>): AsyncGenerator<T[]> {
  for (let batch = await next(); batch.length > 0; batch = await next()) yield batch;
}
