import { useMutation } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { del } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { type Budget, sayTarget, useSpenders } from './queries.ts';

export function RemoveBudget({ of, onClose }: { readonly of: Budget; readonly onClose: () => void }) {
  const scope = useScope();
  const known = useSpenders();
  const remove = useMutation({
    mutationFn: () =>
      del(`${PROJECT}/credit_budget/{credit_budget_id}`, {
        params: { path: { ...scope, credit_budget_id: of.id } },
      }),
    onSuccess: () => {
      showToast(w.budgets.removed);
      void queryClient.invalidateQueries({ queryKey: ['agent_run', 'list', scope.project_id, 'budget'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.budgets.removeNamed(sayTarget(of, known), w.budgets.periods[of.period])}
      confirmLabel={w.budgets.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {w.budgets.removeHint}
    </ConfirmDialog>
  );
}
