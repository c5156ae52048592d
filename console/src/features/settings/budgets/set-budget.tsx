import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { post } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/numbers.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useScope } from '../../../lib/session.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { MutationDialog } from '../../../ui/mutation-form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { type Budget, type Period, sayTarget, useSpenders } from './queries.ts';

interface Props {
  /** The one to change; its target and period stay. */
  readonly of?: Budget;
  readonly onClose: () => void;
}

/** Bounds what the project, a task or an agent may spend. */
export function SetBudget({ of, onClose }: Props) {
  const scope = useScope();
  const known = useSpenders();
  const [target, setTarget] = useState(of?.task_id ?? of?.task_agent_id ?? '');
  const [period, setPeriod] = useState<Period>(of?.period ?? 'month');
  const [amount, setAmount] = useState(of?.amount ?? '');
  const set = useMutation({
    mutationFn: () => {
      const kind = of ? (of.task_id === null ? 'task_agent' : 'task') : known.find(({ id }) => id === target)?.kind;
      const named = target === '' ? {} : kind === 'task' ? { task_id: target } : { task_agent_id: target };
      const body = { period, amount: amount.trim(), ...named };
      return post(`${PROJECT}/credit_budget`, { params: { path: { ...scope } }, body });
    },
    onSuccess: (budget) => {
      showToast(w.budgets.isSet(sayTarget(budget, known), formatDecimal(budget.amount)));
      void queryClient.invalidateQueries({ queryKey: ['agent_run', 'list', scope.project_id, 'budget'] });
      onClose();
    },
  });
  const title = of ? w.budgets.changeNamed(sayTarget(of, known), w.budgets.periods[of.period]) : w.budgets.set;
  return (
    <MutationDialog
      title={title}
      mutation={set}
      submitLabel={of ? w.budgets.change : w.budgets.set}
      fieldPaths={['amount', 'task_id', 'task_agent_id']}
      onClose={onClose}
    >
      {!of && <Target value={target} error={set.error} onChange={setTarget} />}
      {!of && (
        <SelectField
          label={w.budgets.period}
          hint={w.budgets.periodHint}
          value={period}
          onChange={(event) => setPeriod(event.target.value as Period)}
        >
          {(['day', 'month'] as const).map((each) => (
            <option key={each} value={each}>
              {w.budgets.periods[each]}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={w.budgets.amount}
        hint={w.budgets.amountHint}
        path="amount"
        error={set.error}
        required
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
    </MutationDialog>
  );
}

interface TargetProps {
  readonly value: string;
  readonly error: unknown;
  readonly onChange: (id: string) => void;
}

function Target({ value, error, onChange }: TargetProps) {
  const known = useSpenders();
  const chosen = known.find(({ id }) => id === value);
  return (
    <SelectField
      label={w.budgets.of}
      path={chosen?.kind === 'task_agent' ? 'task_agent_id' : 'task_id'}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{w.budgets.wholeProject}</option>
      {known.map(({ id, kind, name }) => (
        <option key={id} value={id}>
          {kind === 'task' ? w.budgets.task(name) : w.budgets.agent(name)}
        </option>
      ))}
    </SelectField>
  );
}
