import { useMutation } from '@tanstack/react-query';
import { post } from '../../../lib/api.ts';
import { places } from '../../../lib/places.ts';
import { queries } from '../../../lib/query.ts';
import { useScope } from '../../../lib/session.ts';
import { toast } from '../../../ui/toast.tsx';
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
      toast(w.organization.saved);
      void queries.invalidateQueries({ queryKey: ['organization', org_id] });
      void queries.invalidateQueries({ queryKey: places.queryKey });
    },
  });
}
