import { queryOptions } from '@tanstack/react-query';
import { get } from './api.ts';
import { ApiError } from './api-error.ts';

/** Finds the project of a run or approval by its ID. The result never changes. */
export function locateQuery(id: string) {
  return queryOptions({
    queryKey: ['located', id],
    queryFn: async () => {
      const { found } = await get('/api/v1/locate', { params: { query: { id } } });
      // Same error as for a missing or inaccessible record.
      if (!found) throw new ApiError({ status: 404, body: undefined, requestId: undefined });
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
