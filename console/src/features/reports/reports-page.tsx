import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatDateRange } from '../../lib/dates.ts';
import { useScope } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import { ApprovalReport } from './approval-report.tsx';
import { FeedbackReport } from './feedback-report.tsx';
import type { ReportQuery, Unit } from './queries.ts';
import { ReportFilters } from './report-filters.tsx';
import { SpendReport } from './spend-report.tsx';
import { TimingReport } from './timing-report.tsx';
import { TokenUsageReport } from './token-report.tsx';
import { UsageReport } from './usage-report.tsx';
import { useReportParams } from './use-report-params.ts';

const route = getRouteApi('/in/reports');

/** Reports by their name in the address, with the units that each supports. */
const REPORTS = {
  spend: { Report: SpendReport, units: ['hour', 'day', 'week'] },
  tokens: { Report: TokenUsageReport, units: ['hour', 'day', 'week'] },
  runs: { Report: UsageReport, units: ['day', 'week'] },
  times: { Report: TimingReport, units: ['hour', 'day'] },
  approvals: { Report: ApprovalReport, units: ['day'] },
  feedback: { Report: FeedbackReport, units: ['day', 'week'] },
} as const satisfies Record<string, { Report: React.ComponentType<{ query: ReportQuery }>; units: readonly Unit[] }>;

type ReportName = keyof typeof REPORTS;
const REPORT_NAMES = Object.keys(REPORTS) as ReportName[];

/** Page of the reports on costs, tokens, runs, durations, approvals and feedback. */
export default function ReportsPage() {
  const search = route.useSearch();
  const name = REPORT_NAMES.find((reportName) => reportName === search.report) ?? 'spend';
  const { Report, units } = REPORTS[name];
  const { subject, period } = useReportParams(units);
  const scope = useScope();
  const navigate = useNavigate();
  // The address includes the time zone, so a shared link shows the same report everywhere.
  useEffect(() => {
    if (search.zone === undefined)
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, zone: period.zone }),
        replace: true,
      });
  }, [search.zone, period.zone, navigate]);
  const tabs = REPORT_NAMES.map((reportName) => ({
    label: w.reports.names[reportName],
    isCurrent: reportName === name,
    search: { ...search, report: reportName },
  }));
  const { from, to, zone } = period;
  return (
    <Page title={w.reports.title}>
      <Tabs label={w.reports.which} tabs={tabs} />
      <ReportFilters subject={subject} period={period} units={units} />
      <p className="text-muted">
        {formatDateRange(`${from}T00:00:00Z`, `${to}T23:59:59Z`, 'UTC')} ({zone}). {w.reports.explained}
      </p>
      <Report query={{ scope, subject, period }} />
    </Page>
  );
}
