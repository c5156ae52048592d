/** Pages of a list that is read whole: nobody looks through more than a thousand of a kind. */
const MOST_PAGES = 10;

/** The most that the API gives at once. */
export const MOST_OF_PAGE = 100;

/** What a page of a list is asked for with. */
interface PageAsked {
  readonly page_limit: number;
  readonly cursor: string | undefined;
}

interface OnePage<T> {
  readonly results: readonly T[];
  readonly pagination: { readonly next_cursor: string | null };
}

/** A list as far as it is shown, and whether there is more of it. */
export interface Whole<T> {
  readonly results: readonly T[];
  readonly isCut: boolean;
}

/** Reads a list page by page, for where all of it is to be shown or chosen from. */
export async function whole<T>(pageAt: (query: PageAsked) => Promise<OnePage<T>>): Promise<Whole<T>> {
  const results: T[] = [];
  let cursor: string | null | undefined;
  for (let pages = 0; pages < MOST_PAGES && cursor !== null; pages++) {
    const page = await pageAt({ page_limit: MOST_OF_PAGE, cursor });
    results.push(...page.results);
    cursor = page.pagination.next_cursor;
  }
  return { results, isCut: typeof cursor === 'string' };
}
