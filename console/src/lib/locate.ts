import { queryOptions } from '@tanstack/react-query';
import { get } from './api.ts';
import { ApiError } from './api-error.ts';

/** Where a run or an approval request is, of which nothing but the id is known. It never moves. */
export function locateQuery(id: string) {
  return queryOptions({
    queryKey: ['located', id],
    queryFn: async () => {
      const { found } = await get('/api/v1/locate', { params: { query: { id } } });
      // As any other thing that is not there, or not for this person.
      if (!found) throw new ApiError({ status: 404, body: undefined, requestId: undefined });
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
