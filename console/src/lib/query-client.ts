import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError, isRetryable } from './api-error.ts';

const MAX_RETRIES = 3;

/** Forgets no news: what is being read for the first time when it gets old is read once more. */
class RefetchingQueryClient extends QueryClient {
  readonly #pendingRefetches = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = this.getQueryCache().findAll(filters).filter(isFirstFetch);
    await Promise.all([super.invalidateQueries(filters, options), ...firstFetches.map((query) => this.#again(query))]);
  }

  /** Reads something once more when its first reading is over. That is not begun anew, and its answer may be from before. */
  #again(query: Query): Promise<void> {
    const refetchAfterFirstFetch =
      this.#pendingRefetches.get(query) ??
      query
        .fetch()
        .catch(() => {})
        .then(() => {
          this.#pendingRefetches.delete(query);
          return super.invalidateQueries({ predicate: (candidate) => candidate === query });
        });
    this.#pendingRefetches.set(query, refetchAfterFirstFetch);
    return refetchAfterFirstFetch;
  }
}

function isFirstFetch({ state }: Query): boolean {
  return state.data === undefined && state.fetchStatus === 'fetching';
}

/** What was read from the API. The stream of changes says when it is old, so that nothing is read again for its age. */
export const queryClient = new RefetchingQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => isRetryable(error) && count < MAX_RETRIES,
      retryDelay: (count, error) =>
        error instanceof ApiError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 400 * 2 ** count,
    },
    mutations: { retry: false },
  },
});
