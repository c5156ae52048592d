import { QueryClient } from '@tanstack/react-query';
import { Failure, mayPass } from './failure.ts';

const MOST_RETRIES = 3;

/** What was read from the API. The stream of changes says when it is old, so that nothing is read again for its age. */
export const queries = new QueryClient({
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
