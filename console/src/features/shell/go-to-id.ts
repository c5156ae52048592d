import { useNavigate } from '@tanstack/react-router';
import { locateQuery } from '../../lib/locate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a text is a UUID, for example one copied from a log. */
export const isId = (text: string): boolean => ID.test(text.trim());

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
