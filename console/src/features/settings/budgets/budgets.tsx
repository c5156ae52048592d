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
import { Loading } from '../../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../parts.tsx';
import { type Budget, budgets, sayTarget, useSpenders } from './queries.ts';
import { RemoveBudget } from './remove-budget.tsx';
import { SetBudget } from './set-budget.tsx';
import { Used } from './used.tsx';

const route = getRouteApi('/in/settings/budgets');

interface Chosen {
  readonly act: 'change' | 'remove';
  readonly budget: Budget;
}

/** What may be spent, and how much of it is used. */
export default function Budgets() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(budgets(useScope(), cursor));
  const mayEdit = useHasPermission('project', 'edit');
  const known = useSpenders();
  const [setting, setSetting] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  const set = data && mayEdit && (
    <Button variant="primary" onClick={() => setSetting(true)}>
      {w.budgets.set}
    </Button>
  );
  return (
    <SettingsPage at="/settings/budgets" title={w.budgets.title} acts={set}>
      <p className="text-muted">{w.budgets.explained}</p>
      {mayEdit === false && <p className="text-muted">{w.budgets.mayNot}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {data?.results.length === 0 && <EmptyState title={w.budgets.none}>{w.budgets.noneHint}</EmptyState>}
      {data && data.results.length > 0 && (
        <Table
          caption={w.budgets.title}
          columns={columns(known, mayEdit === true, setChosen)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {setting && <SetBudget onClose={() => setSetting(false)} />}
      {chosen?.act === 'change' && <SetBudget of={chosen.budget} onClose={close} />}
      {chosen?.act === 'remove' && <RemoveBudget of={chosen.budget} onClose={close} />}
    </SettingsPage>
  );
}

function columns(
  known: readonly Subject[],
  mayEdit: boolean,
  onAct: (chosen: Chosen) => void,
): readonly Column<Budget>[] {
  const named = (budget: Budget) => [sayTarget(budget, known), w.budgets.periods[budget.period]] as const;
  return [
    {
      header: w.budgets.of,
      render: (budget) => (
        <span className="flex flex-col">
          <span className="break-words">{named(budget)[0]}</span>
          <span className="text-sm text-muted">{w.budgets.each(formatDecimal(budget.amount), named(budget)[1])}</span>
        </span>
      ),
    },
    { header: w.budgets.used, render: (budget) => <Used of={budget} /> },
    { header: w.budgets.begins, hidesOnMobile: true, render: ({ period_end }) => <Time at={period_end} /> },
    {
      header: w.budgets.acts,
      alignsEnd: true,
      render: (budget) =>
        mayEdit && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button
              isSmall
              aria-label={w.budgets.changeNamed(...named(budget))}
              onClick={() => onAct({ act: 'change', budget })}
            >
              {w.budgets.change}
            </Button>
            <Button
              isSmall
              aria-label={w.budgets.removeNamed(...named(budget))}
              onClick={() => onAct({ act: 'remove', budget })}
            >
              {w.budgets.remove}
            </Button>
          </span>
        ),
    },
  ];
}
