import { useMutation } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { del } from '../../../lib/api.ts';
import { queries } from '../../../lib/query.ts';
import { useScope } from '../../../lib/session.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.tsx';
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
      toast(w.budgets.removed);
      void queries.invalidateQueries({ queryKey: ['agent_run', 'list', scope.project_id, 'budget'] });
      onClose();
    },
  });
  return (
    <Confirm
      title={w.budgets.removeNamed(sayTarget(of, known), w.budgets.periods[of.period])}
      act={w.budgets.remove}
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {w.budgets.removeHint}
    </Confirm>
  );
}
