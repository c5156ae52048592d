import { useMutation } from '@tanstack/react-query';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { visibleProjectsQuery } from '../../../lib/visible-projects.ts';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';

/** What of an organization can be changed here. */
interface Change {
  readonly name?: string;
  readonly contact_email?: string;
  readonly low_credit_alerts?: boolean;
  readonly usage_based_pricing_enabled?: boolean;
  readonly publishing_enabled?: boolean;
  readonly sharing_enabled?: boolean;
  readonly auto_topup_config?: { readonly enabled: boolean; readonly threshold?: string; readonly amount?: string };
}

/** Changes the organization of the page to what a form says. */
export function useSave(said: () => Change) {
  const { org_id } = useScope();
  return useMutation({
    mutationFn: () => post('/api/v1/org/{org_id}', { params: { path: { org_id } }, body: said() }),
    onSuccess: () => {
      showToast(w.organization.saved);
      void queryClient.invalidateQueries({ queryKey: ['organization', org_id] });
      void queryClient.invalidateQueries({ queryKey: visibleProjectsQuery.queryKey });
    },
  });
}
