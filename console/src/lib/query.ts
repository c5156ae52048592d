import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { Failure, mayPass } from './failure.ts';

const MOST_RETRIES = 3;

/** Forgets no news: what is being read for the first time when it gets old is read once more. */
class NewsKeepingClient extends QueryClient {
  readonly #readTwice = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache().findAll(filters).filter(isFirstReading);
    await Promise.all([super.invalidateQueries(filters, options), ...first.map((query) => this.#again(query))]);
  }

  /** Reads something once more when its first reading is over. That is not begun anew, and its answer may be from before. */
  #again(query: Query): Promise<void> {
    const again =
      this.#readTwice.get(query) ??
      query
        .fetch()
        .catch(() => {})
        .then(() => {
          this.#readTwice.delete(query);
          return super.invalidateQueries({ predicate: (each) => each === query });
        });
    this.#readTwice.set(query, again);
    return again;
  }
}

function isFirstReading({ state }: Query): boolean {
  return state.data === undefined && state.fetchStatus === 'fetching';
}

/** What was read from the API. The stream of changes says when it is old, so that nothing is read again for its age. */
export const queries = new NewsKeepingClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => mayPass(error) && count < MOST_RETRIES,
      retryDelay: (count, error) =>
        error instanceof Failure && error.retryAfter !== undefined ? error.retryAfter * 1000 : 400 * 2 ** count,
    },
    mutations: { retry: false },
  },
});
