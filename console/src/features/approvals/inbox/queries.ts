import { queryOptions, useMutation } from '@tanstack/react-query';
import { APPROVAL_REQUEST } from '../../../../../client/prefixes.ts';
import { get, post } from '../../../lib/api.ts';
import { listAll } from '../../../lib/pagination.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { getServerTime } from '../../../lib/server-clock.ts';
import { type Approval, getApprovalPath } from '../queries.ts';

/** Comments on a request, newest first. A new comment changes `comment_count`. */
export function commentsQuery({ id, comment_count }: Pick<Approval, 'id' | 'comment_count'>) {
  return queryOptions({
    queryKey: ['approval_request', id, 'comments', comment_count],
    queryFn: async () => {
      const path = await getApprovalPath(id);
      return listAll((query) => get(`${APPROVAL_REQUEST}/comment`, { params: { path, query } }));
    },
    enabled: comment_count > 0,
  });
}

/** Shows a changed request, and reads the lists again that contain it. */
function showChangedRequest(request: Approval): void {
  queryClient.setQueryData(['approval_request', request.id], request);
  void queryClient.invalidateQueries({ queryKey: ['approval_request', 'list'] });
}

/** Returns a mutation that assigns a request to a user. Null assigns it to nobody. */
export function useAssign({ id }: Approval) {
  return useMutation({
    mutationFn: async (userId: string | null) =>
      post(`${APPROVAL_REQUEST}/assign`, { params: { path: await getApprovalPath(id) }, body: { user_id: userId } }),
    onSuccess: showChangedRequest,
  });
}

/** Returns a mutation that snoozes a request until a time. Null shows it again. */
export function useSnooze({ id }: Approval) {
  return useMutation({
    mutationFn: async (until: number | null) => {
      const body = { until: until === null ? null : new Date(until).toISOString() };
      return post(`${APPROVAL_REQUEST}/snooze`, { params: { path: await getApprovalPath(id) }, body });
    },
    onSuccess: showChangedRequest,
  });
}

/** Returns a mutation that comments on a request. */
export function useComment({ id }: Approval) {
  return useMutation({
    mutationFn: async (text: string) =>
      post(`${APPROVAL_REQUEST}/comment`, { params: { path: await getApprovalPath(id) }, body: { text } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['approval_request'] }),
  });
}

const HOUR_MS = 3_600_000;

/** Returns the times at which a snoozed request can return, by the server's clock. */
export function listSnoozeTimes(): Readonly<Record<'hour' | 'fourHours' | 'tomorrow' | 'week', number>> {
  const now = getServerTime();
  const inDays = (days: number) => {
    const date = new Date(now);
    date.setDate(date.getDate() + days);
    return date.setHours(9, 0, 0, 0);
  };
  return { hour: now + HOUR_MS, fourHours: now + 4 * HOUR_MS, tomorrow: inDays(1), week: inDays(7) };
}
