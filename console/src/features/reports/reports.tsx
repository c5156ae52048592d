import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatDateRange } from '../../lib/dates.ts';
import { useScope } from '../../lib/session.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import { SettingsPage } from '../settings/parts.tsx';
import { FeedbackReport } from './feedback.tsx';
import { ReportFilters } from './filters.tsx';
import type { Asked, Unit } from './queries.ts';
import { Spend } from './spend.tsx';
import { Times } from './times.tsx';
import { TokensReport } from './tokens.tsx';
import { Usage } from './usage.tsx';
import { useAsked } from './use-asked.ts';

const route = getRouteApi('/in/settings/reports');

/** The reports, by what the address calls them, each with the units that its bars can be. */
const REPORTS = {
  spend: { Part: Spend, units: ['hour', 'day', 'week'] },
  tokens: { Part: TokensReport, units: ['hour', 'day', 'week'] },
  runs: { Part: Usage, units: ['day', 'week'] },
  times: { Part: Times, units: ['hour', 'day'] },
  feedback: { Part: FeedbackReport, units: ['day', 'week'] },
} as const satisfies Record<string, { Part: React.ComponentType<{ asked: Asked }>; units: readonly Unit[] }>;

type Name = keyof typeof REPORTS;
const NAMES = Object.keys(REPORTS) as Name[];

/** What runs cost, how many there were, how long they took and what was thought of them, over time. */
export default function Reports() {
  const search = route.useSearch();
  const name = NAMES.find((each) => each === search.report) ?? 'spend';
  const { Part, units } = REPORTS[name];
  const { of, period } = useAsked(units);
  const scope = useScope();
  const navigate = useNavigate();
  // A link to what is shown shows the same to whoever looks from another zone.
  useEffect(() => {
    if (search.zone === undefined)
      void navigate({ to: '.', search: (before: object) => ({ ...before, zone: period.zone }), replace: true });
  }, [search.zone, period.zone, navigate]);
  const tabs = NAMES.map((each) => ({
    label: w.reports.names[each],
    isCurrent: each === name,
    search: { ...search, report: each },
  }));
  const { from, to, zone } = period;
  return (
    <SettingsPage at="/settings/reports" title={w.reports.title}>
      <Tabs label={w.reports.which} tabs={tabs} />
      <ReportFilters of={of} period={period} units={units} />
      <p className="text-muted">
        {formatDateRange(`${from}T00:00:00Z`, `${to}T23:59:59Z`, 'UTC')} ({zone}). {w.reports.explained}
      </p>
      <Part asked={{ scope, of, period }} />
    </SettingsPage>
  );
}
