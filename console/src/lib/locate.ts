import { queryOptions } from '@tanstack/react-query';
import { get } from './api.ts';
import { ApiError } from './api-error.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a text is a UUID, for example one copied from a log. */
export const isUuid = (text: string): boolean => UUID.test(text.trim());

/** Finds the project of a run or approval by its ID. The result never changes. */
export function locateQuery(id: string) {
  return queryOptions({
    queryKey: ['located', id],
    queryFn: async () => {
      const notFound = new ApiError({ status: 404, body: undefined, requestId: undefined });
      if (!isUuid(id)) throw notFound;
      const { found } = await get('/api/v1/locate', { params: { query: { id } } });
      // Same error as for a missing or inaccessible record.
      if (!found) throw notFound;
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
