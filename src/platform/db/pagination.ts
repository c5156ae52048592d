import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { errors } from '../errors.ts';
import type { CursorCodec } from './cursors.ts';

/** A column that a list is ordered by. */
export interface SortColumn {
  /** As the query names it. */
  readonly column: string;
  /** As the database names its type. */
  readonly type: 'uuid' | 'text' | 'timestamptz' | 'date' | 'integer' | 'bigint' | 'numeric' | 'float8' | 'boolean';
  readonly order: 'asc' | 'desc';
  /** Whether it may be null; nulls come last, in either order. */
  readonly nullable?: true;
}

/** What a list is ordered by, together unlike in any two rows; the last column is never null. */
export type Sort = readonly SortColumn[];

/** A row's values of the columns of a sort, as the database writes them: a Date or a number would lose digits. */
export type Position = readonly (string | null)[];

/** A position in a list and how much of it is wanted. */
export interface PageRequest {
  /** What the page before ended in; undefined for the first page. */
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly codec: CursorCodec;
}

/** The interface's envelope. */
export interface Page<T> {
  readonly results: T[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_next: boolean; readonly page_limit: number };
}

/** By age: identifiers are version 7 UUIDs, so that one column gives an order that is total. */
export function sortByNewest(column: string): Sort {
  return [{ column, type: 'uuid', order: 'desc' }];
}

/**
 * One page of a list. It goes on behind a position rather than a number of rows, so that the order is stable while rows
 * come and go. Throws a 400 on a cursor that this list did not give out.
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

/** One page of rows that are all at hand, in the order of a text that no two of them share. Throws as {@link paginate} does. */
export function paginateSorted<K extends string, T extends Readonly<Record<K, string>>>(
  rows: readonly T[],
  key: K,
  { cursor, codec, limit }: PageRequest,
): Page<T> {
  const sort: Sort = [{ column: key, type: 'text', order: 'asc' }];
  const position = cursor === undefined ? [''] : cursors.decode(sort, cursor);
  if (position === undefined) throw errors.malformedCursor();
  const start = position[0] ?? '';
  return toPage(
    rows.filter((row) => row[key] > start),
    limit,
    (row) => cursors.encode(sort, [row[key]]),
  );
}

/** Whether a row comes after what the page before ended in. */
export function toCursorCondition({ cursor, codec: cursors }: PageRequest, sort: Sort): RawBuilder<boolean> {
  if (cursor === undefined) return sql<boolean>`true`;
  const position = cursors.decode(sort, cursor);
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
  // What stands first bounds the read of an index.
  return sql<boolean>`(${reference} ${sql.raw(column.order === 'desc' ? '<=' : '>=')} ${bound} and (${isBeyond} or ${isTieBroken}))`;
}

function toOrderBy(sort: Sort): RawBuilder<unknown> {
  return sql.join(
    sort.map(
      ({ column: by, order, nullable }) => sql`${sql.ref(by)} ${sql.raw(nullable ? `${order} nulls last` : order)}`,
    ),
  );
}

/** Cuts `limit + 1` rows into a page. */
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

/** The same page with its rows turned into records. */
export function mapPage<A, B>(page: Page<A>, map: (row: A) => B): Page<B> {
  return { results: page.results.map(map), pagination: page.pagination };
}
