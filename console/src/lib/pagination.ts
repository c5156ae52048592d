/** Default maximum number of pages: nobody reads more than a thousand entries. */
const MAX_PAGES = 10;

/** Maximum page size of the API. */
export const MAX_PAGE_LIMIT = 100;

/** Query parameters of a page. */
interface PageQuery {
  readonly page_limit: number;
  readonly cursor: string | undefined;
}

interface Page<T> {
  readonly results: readonly T[];
  readonly pagination: { readonly next_cursor: string | null };
}

/** A list, possibly truncated. */
interface CompleteList<T> {
  readonly results: readonly T[];
  readonly isTruncated: boolean;
}

/** Reads all pages of a list, up to the maximum. */
export async function listAll<T>(
  fetchPage: (query: PageQuery) => Promise<Page<T>>,
  maxPages = MAX_PAGES,
): Promise<CompleteList<T>> {
  const results: T[] = [];
  let cursor: string | null | undefined;
  for (let pageCount = 0; pageCount < maxPages && cursor !== null; pageCount++) {
    const page = await fetchPage({ page_limit: MAX_PAGE_LIMIT, cursor });
    results.push(...page.results);
    cursor = page.pagination.next_cursor;
  }
  return { results, isTruncated: typeof cursor === 'string' };
}
