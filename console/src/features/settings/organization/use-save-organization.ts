import { useMutation } from '@tanstack/react-query';
import { type OperationAt, post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { visibleProjectsQuery } from '../../../lib/visible-projects.ts';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';

type UpdateOperation = OperationAt<'post', '/api/v1/org/{org_id}'>;
type OrganizationUpdate = NonNullable<UpdateOperation['requestBody']>['content']['application/json'];

/** Returns a mutation that saves a form of the organization's settings. */
export function useSaveOrganization(getUpdate: () => OrganizationUpdate) {
  const { org_id } = useScope();
  return useMutation({
    mutationFn: () => post('/api/v1/org/{org_id}', { params: { path: { org_id } }, body: getUpdate() }),
    onSuccess: () => {
      showToast(w.organization.saved);
      void queryClient.invalidateQueries({ queryKey: ['organization', org_id] });
      void queryClient.invalidateQueries({ queryKey: visibleProjectsQuery.queryKey });
    },
  });
}
