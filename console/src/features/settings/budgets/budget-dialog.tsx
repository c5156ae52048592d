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
import { type Budget, formatTarget, type Period, useBudgetSubjects } from './queries.ts';

interface Props {
  /** The budget to edit. Its target and period cannot change. */
  readonly budget?: Budget;
  readonly onClose: () => void;
}

/** Sets the credit budget of the project, a task or an agent. */
export function BudgetDialog({ budget, onClose }: Props) {
  const scope = useScope();
  const subjects = useBudgetSubjects();
  const [target, setTarget] = useState(budget?.task_id ?? budget?.task_agent_id ?? '');
  const [period, setPeriod] = useState<Period>(budget?.period ?? 'month');
  const [amount, setAmount] = useState(budget?.amount ?? '');
  const save = useMutation({
    mutationFn: () => {
      const kind = budget
        ? budget.task_id === null
          ? 'task_agent'
          : 'task'
        : subjects.find(({ id }) => id === target)?.kind;
      const targetBody = target === '' ? {} : kind === 'task' ? { task_id: target } : { task_agent_id: target };
      const body = { period, amount: amount.trim(), ...targetBody };
      return post(`${PROJECT}/credit_budget`, { params: { path: { ...scope } }, body });
    },
    onSuccess: (savedBudget) => {
      const of = formatTarget(savedBudget, subjects);
      showToast(w.budgets.budgetSet({ of, amount: formatDecimal(savedBudget.amount) }));
      void queryClient.invalidateQueries({ queryKey: ['agent_run', 'list', scope.project_id, 'budget'] });
      onClose();
    },
  });
  return (
    <MutationDialog
      title={budget ? formatTitle(budget, subjects) : w.budgets.set}
      mutation={save}
      submitLabel={budget ? w.budgets.change : w.budgets.set}
      fieldPaths={['amount', 'task_id', 'task_agent_id']}
      onClose={onClose}
    >
      {!budget && <TargetField value={target} error={save.error} onChange={setTarget} />}
      {!budget && (
        <SelectField
          label={w.budgets.period}
          hint={w.budgets.periodHint}
          value={period}
          onChange={(event) => setPeriod(event.target.value as Period)}
        >
          {(['day', 'month'] as const).map((option) => (
            <option key={option} value={option}>
              {w.budgets.periods[option]}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={w.budgets.amount}
        hint={w.budgets.amountHint}
        path="amount"
        error={save.error}
        required
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
    </MutationDialog>
  );
}

const formatTitle = (budget: Budget, subjects: Parameters<typeof formatTarget>[1]) =>
  w.budgets.changeNamed({ of: formatTarget(budget, subjects), period: w.budgets.periods[budget.period] });

interface TargetFieldProps {
  readonly value: string;
  readonly error: unknown;
  readonly onChange: (id: string) => void;
}

function TargetField({ value, error, onChange }: TargetFieldProps) {
  const subjects = useBudgetSubjects();
  const selected = subjects.find(({ id }) => id === value);
  return (
    <SelectField
      label={w.budgets.of}
      path={selected?.kind === 'task_agent' ? 'task_agent_id' : 'task_id'}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{w.budgets.wholeProject}</option>
      {subjects.map(({ id, kind, name }) => (
        <option key={id} value={id}>
          {kind === 'task' ? w.budgets.task({ name }) : w.budgets.agent({ name })}
        </option>
      ))}
    </SelectField>
  );
}
