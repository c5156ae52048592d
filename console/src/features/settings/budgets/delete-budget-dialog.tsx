import { useMutation } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { del } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { type Budget, formatTarget, useBudgetSubjects } from './queries.ts';

export function DeleteBudgetDialog({ budget, onClose }: { readonly budget: Budget; readonly onClose: () => void }) {
  const scope = useScope();
  const subjects = useBudgetSubjects();
  const remove = useMutation({
    mutationFn: () =>
      del(`${PROJECT}/credit_budget/{credit_budget_id}`, {
        params: { path: { ...scope, credit_budget_id: budget.id } },
      }),
    onSuccess: () => {
      showToast(w.budgets.removed);
      void queryClient.invalidateQueries({ queryKey: ['agent_run', 'list', scope.project_id, 'budget'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.budgets.removeNamed({ of: formatTarget(budget, subjects), period: w.budgets.periods[budget.period] })}
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
