import type { ReactNode } from 'react';
import type { Schemas } from '../../lib/api.ts';
import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import type { Column } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import type { ReportQuery } from './queries.ts';
import { type ReportValues, SplitReport } from './split-report.tsx';
import { TimeSeriesReport } from './time-series-report.tsx';

type OutcomeCounts = (Schemas['ProjectTaskUsageReport'] | Schemas['ProjectTaskAgentUsageReport'])['total'];

/** Shows the number of completed runs by outcome. */
export function UsageReport({ query }: { readonly query: ReportQuery }) {
  const { tasks, agents } = w.reports;
  return (
    <SplitReport
      name="usage_report"
      query={query}
      titles={{ subject: w.reports.names.runs, tasks, agents }}
      columns={getColumns()}
      renderSeries={(title, values, csv) => <UsageSeries {...{ title, values, query, csv }} />}
    />
  );
}

interface Props {
  readonly title: string;
  readonly values: ReportValues<OutcomeCounts>;
  readonly query: ReportQuery;
  readonly csv: ReactNode;
}

function UsageSeries({ title, values: { total, buckets }, query: { period }, csv }: Props) {
  return (
    <TimeSeriesReport
      title={title}
      totals={[
        { name: w.reports.runs, value: formatNumber(total.runs) },
        { name: w.reports.failed, value: formatNumber(total.failed) },
        {
          name: w.home.trends.names.success,
          value: total.runs === 0 ? '–' : formatPercent(total.completed / total.runs),
        },
      ]}
      {...period}
      buckets={buckets}
      series={[
        { name: w.reports.completed, pattern: 'plain', getValue: ({ completed }) => completed },
        { name: w.reports.failed, pattern: 'bad', getValue: ({ failed }) => failed },
        { name: w.reports.cancelled, pattern: 'quiet', getValue: ({ cancelled }) => cancelled },
      ]}
      columns={getColumns()}
      formatValue={formatNumber}
      csv={csv}
    />
  );
}

const getColumns = (): readonly Column<OutcomeCounts>[] => [
  { header: w.reports.completed, alignsEnd: true, render: ({ completed }) => formatNumber(completed) },
  { header: w.reports.failed, alignsEnd: true, render: ({ failed }) => formatNumber(failed) },
  { header: w.reports.cancelled, alignsEnd: true, render: ({ cancelled }) => formatNumber(cancelled) },
  { header: w.reports.together, alignsEnd: true, hidesOnMobile: true, render: ({ runs }) => formatNumber(runs) },
];
