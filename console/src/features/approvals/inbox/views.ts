import { useMutation } from '@tanstack/react-query';
import { post, type Schemas } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { showErrorToast } from '../../../ui/error-alert.tsx';
import { type Profile, profileQuery } from '../../settings/you/queries.ts';
import type { QueueFilter } from '../queries.ts';

type InboxView = Schemas['InboxView'];

/** Returns the search params of a view. */
export function toFilter({ status, assigned, group_by }: InboxView): QueueFilter {
  return {
    ...(status && { status }),
    ...(assigned && { assigned }),
    ...(group_by && { group: group_by }),
  };
}

/** Returns a view of the filter. */
export function toView(name: string, { status, assigned, group }: QueueFilter): InboxView {
  const filter = {
    ...(status && { status }),
    ...(assigned && { assigned }),
    ...(group && { group_by: group }),
  };
  // The server rejects values that a user typed into the address.
  return { name, ...filter } as InboxView;
}

/** Returns whether a view stands for the filter. */
export function isViewOf(view: InboxView, filter: QueueFilter): boolean {
  const own = toFilter(view);
  const names = ['status', 'assigned', 'group'] as const;
  return names.every((name) => own[name] === filter[name]);
}

/** Returns a mutation that changes the user's views. It reads them first, so that views of another tab stay. */
export function useChangeViews(onSaved: () => void = () => {}) {
  return useMutation({
    mutationFn: async (change: (views: readonly InboxView[]) => readonly InboxView[]) => {
      const { inbox_views } = await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
      return post('/api/v1/user', { body: { inbox_views: [...change(inbox_views)] } });
    },
    onSuccess: (profile) => {
      queryClient.setQueryData(profileQuery.queryKey, profile as Profile);
      onSaved();
    },
    onError: showErrorToast,
  });
}
