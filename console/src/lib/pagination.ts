/** Pages of a list that is read whole: nobody looks through more than a thousand of a kind. */
const MAX_PAGES = 10;

/** The most that the API gives at once. */
export const MAX_PAGE_LIMIT = 100;

/** What a page of a list is asked for with. */
interface PageQuery {
  readonly page_limit: number;
  readonly cursor: string | undefined;
}

interface Page<T> {
  readonly results: readonly T[];
  readonly pagination: { readonly next_cursor: string | null };
}

/** A list as far as it is shown, and whether there is more of it. */
export interface CompleteList<T> {
  readonly results: readonly T[];
  readonly isTruncated: boolean;
}

/** Reads a list page by page, for where all of it is to be shown or chosen from. */
export async function listAll<T>(fetchPage: (query: PageQuery) => Promise<Page<T>>): Promise<CompleteList<T>> {
  const results: T[] = [];
  let cursor: string | null | undefined;
  for (let pageCount = 0; pageCount < MAX_PAGES && cursor !== null; pageCount++) {
    const page = await fetchPage({ page_limit: MAX_PAGE_LIMIT, cursor });
    results.push(...page.results);
    cursor = page.pagination.next_cursor;
  }
  return { results, isTruncated: typeof cursor === 'string' };
}
