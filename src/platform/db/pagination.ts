import type { ReferenceExpression, SelectQueryBuilder } from 'kysely';

/** A position in a list and how much of it is wanted. */
export interface PageRequest {
  /** Identifier after which the page begins; undefined for the first page. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** The interface's envelope. */
export interface Page<T> {
  readonly results: T[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_next: boolean; readonly page_limit: number };
}

/**
 * One page of a list, newest first. Identifiers are version 7 UUIDs, so that one column gives an order by age that
 * is total and stays stable while rows come and go.
 */
export async function paginate<DB, TB extends keyof DB, O extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, O>,
  column: ReferenceExpression<DB, TB>,
  page: PageRequest,
): Promise<Page<O>> {
  const after = page.cursor === undefined ? query : query.where(column, '<', page.cursor as never);
  const rows = await after
    .orderBy(column, 'desc')
    .limit(page.limit + 1)
    .execute();
  return envelope(rows, page.limit, (row) => row.id);
}

/** Cuts `limit + 1` rows into a page. */
export function envelope<T>(rows: readonly T[], limit: number, cursorOf: (row: T) => string): Page<T> {
  const results = rows.slice(0, limit);
  const last = results.at(-1);
  const more = rows.length > limit;
  return {
    results,
    pagination: { next_cursor: more && last !== undefined ? cursorOf(last) : null, has_next: more, page_limit: limit },
  };
}

/** The same page with its rows turned into records. */
export function mapPage<A, B>(page: Page<A>, map: (row: A) => B): Page<B> {
  return { results: page.results.map(map), pagination: page.pagination };
}
