import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDecimal } from '../../../lib/numbers.ts';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import type { Subject } from '../../../lib/subject.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Coins } from '../../../ui/icons.ts';
import { Loading } from '../../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../settings-layout.tsx';
import { BudgetDialog } from './budget-dialog.tsx';
import { BudgetUsage } from './budget-usage.tsx';
import { DeleteBudgetDialog } from './delete-budget-dialog.tsx';
import { type Budget, budgetsQuery, formatTarget, useBudgetSubjects } from './queries.ts';

const route = getRouteApi('/in/settings/budgets');

interface BudgetAction {
  readonly type: 'change' | 'remove';
  readonly budget: Budget;
}

/** Page of the credit budgets and their usage. */
export default function BudgetsPage() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(budgetsQuery(useScope(), cursor));
  const canEdit = useHasPermission('project', 'edit');
  const subjects = useBudgetSubjects();
  const [isCreating, setIsCreating] = useState(false);
  const [action, setAction] = useState<BudgetAction>();
  const close = () => setAction(undefined);
  const createButton = data && canEdit && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {w.budgets.set}
    </Button>
  );
  const isEmpty = data?.results.length === 0;
  return (
    <SettingsPage path="/settings/budgets" title={w.budgets.title} acts={!isEmpty && createButton}>
      <p className="text-muted">{w.budgets.explained}</p>
      {canEdit === false && <p className="text-muted">{w.budgets.cannotEdit}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {isEmpty && (
        <EmptyState icon={Coins} title={w.budgets.none} action={createButton}>
          {w.budgets.noneHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.budgets.title}
          columns={getColumns(subjects, canEdit === true, setAction)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {isCreating && <BudgetDialog onClose={() => setIsCreating(false)} />}
      {action?.type === 'change' && <BudgetDialog budget={action.budget} onClose={close} />}
      {action?.type === 'remove' && <DeleteBudgetDialog budget={action.budget} onClose={close} />}
    </SettingsPage>
  );
}

function getColumns(
  subjects: readonly Subject[],
  canEdit: boolean,
  onAction: (action: BudgetAction) => void,
): readonly Column<Budget>[] {
  const getLabels = (budget: Budget) => ({
    of: formatTarget(budget, subjects),
    period: w.budgets.periods[budget.period],
  });
  return [
    {
      header: w.budgets.of,
      render: (budget) => (
        <span className="flex flex-col">
          <span className="break-words">{getLabels(budget).of}</span>
          <span className="text-sm text-muted">
            {w.budgets.each({ amount: formatDecimal(budget.amount), period: getLabels(budget).period })}
          </span>
        </span>
      ),
    },
    { header: w.budgets.used, render: (budget) => <BudgetUsage budget={budget} /> },
    { header: w.budgets.resets, hidesOnMobile: true, render: ({ period_end }) => <Time at={period_end} /> },
    {
      header: w.budgets.actions,
      alignsEnd: true,
      render: (budget) =>
        canEdit && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button
              isSmall
              aria-label={w.budgets.changeNamed(getLabels(budget))}
              onClick={() => onAction({ type: 'change', budget })}
            >
              {w.budgets.change}
            </Button>
            <Button
              isSmall
              aria-label={w.budgets.removeNamed(getLabels(budget))}
              onClick={() => onAction({ type: 'remove', budget })}
            >
              {w.budgets.remove}
            </Button>
          </span>
        ),
    },
  ];
}
