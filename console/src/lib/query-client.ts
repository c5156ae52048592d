import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError, isRetryable } from './api-error.ts';

const MAX_RETRIES = 3;

/** Refetches queries that become stale during their first fetch. TanStack Query ignores such invalidations. */
class RefetchingQueryClient extends QueryClient {
  readonly #pendingRefetches = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstFetches = this.getQueryCache().findAll(filters).filter(isFirstFetch);
    await Promise.all([super.invalidateQueries(filters, options), ...firstFetches.map((query) => this.#again(query))]);
  }

  /** Refetches a query after its first fetch. The running fetch is not restarted, and may return outdated data. */
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

/** The cache of API data. The change stream invalidates it, so age alone rarely triggers a refetch. */
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
