import { useNavigate } from '@tanstack/react-router';
import { locateQuery } from '../../lib/locate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';

/** Returns a function that opens the run or approval request with an ID, in any project. */
export function useGoToId(): (id: string) => Promise<void> {
  const navigate = useNavigate();
  return async (text) => {
    const id = text.trim().toLowerCase();
    try {
      const { type, project_id: project } = await queryClient.fetchQuery(locateQuery(id));
      if (type === 'approval_request')
        await navigate({ to: '/approvals/$approvalId', params: { approvalId: id }, search: { project } });
      else await navigate({ to: '/runs/$runId', params: { runId: id }, search: { project } });
    } catch {
      showToast(w.failure.missing, 'bad');
    }
  };
}
