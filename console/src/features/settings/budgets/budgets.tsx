import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { sayDecimal } from '../../../lib/numbers.ts';
import { useMay } from '../../../lib/rights.ts';
import { useScope } from '../../../lib/session.ts';
import type { Subject } from '../../../lib/subject.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { type Column, Paging, Table } from '../../../ui/table.tsx';
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
  const mayEdit = useMay('project', 'edit');
  const known = useSpenders();
  const [setting, setSetting] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const close = () => setChosen(undefined);
  const set = data && mayEdit && (
    <Button look="primary" onClick={() => setSetting(true)}>
      {w.budgets.set}
    </Button>
  );
  return (
    <SettingsPage at="/settings/budgets" title={w.budgets.title} acts={set}>
      <p className="text-quiet">{w.budgets.explained}</p>
      {mayEdit === false && <p className="text-quiet">{w.budgets.mayNot}</p>}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={4} />}
      {data?.results.length === 0 && <Empty title={w.budgets.none}>{w.budgets.noneHint}</Empty>}
      {data && data.results.length > 0 && (
        <Table
          caption={w.budgets.title}
          columns={columns(known, mayEdit === true, setChosen)}
          rows={data.results}
          keyOf={({ id }) => id}
        />
      )}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
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
      name: w.budgets.of,
      show: (budget) => (
        <span className="flex flex-col">
          <span className="break-words">{named(budget)[0]}</span>
          <span className="text-sm text-quiet">{w.budgets.each(sayDecimal(budget.amount), named(budget)[1])}</span>
        </span>
      ),
    },
    { name: w.budgets.used, show: (budget) => <Used of={budget} /> },
    { name: w.budgets.begins, wide: true, show: ({ period_end }) => <Time at={period_end} /> },
    {
      name: w.budgets.acts,
      end: true,
      show: (budget) =>
        mayEdit && (
          <span className="flex flex-wrap justify-end gap-1">
            <Button
              small
              aria-label={w.budgets.changeNamed(...named(budget))}
              onClick={() => onAct({ act: 'change', budget })}
            >
              {w.budgets.change}
            </Button>
            <Button
              small
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
