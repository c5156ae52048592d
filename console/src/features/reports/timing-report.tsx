import type { ReactNode } from 'react';
import type { Schemas } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { formatDuration } from '../../lib/time.ts';
import type { Column } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import type { ReportQuery } from './queries.ts';
import { type ReportValues, SplitReport } from './split-report.tsx';
import { TimeSeriesReport } from './time-series-report.tsx';

type Durations = (Schemas['ProjectTaskTimingReport'] | Schemas['ProjectTaskAgentTimingReport'])['total'];

/** Shows the response times of models and the durations of agent runs. */
export function TimingReport({ query }: { readonly query: ReportQuery }) {
  const tasks = w.reports.timedTasks;
  const agents = w.reports.timedAgents;
  return (
    <SplitReport
      name="timing_report"
      query={query}
      titles={{ subject: query.subject?.kind === 'task' ? tasks : agents, tasks, agents }}
      columns={getColumns()}
      renderSeries={(title, values, csv) => <TimingSeries {...{ title, values, query, csv }} />}
    />
  );
}

interface Props {
  readonly title: string;
  readonly values: ReportValues<Durations>;
  readonly query: ReportQuery;
  readonly csv: ReactNode;
}

const formatSeconds = (seconds: number | null) => (seconds === null ? '–' : formatDuration(seconds * 1000));

function TimingSeries({ title, values: { total, buckets }, query: { period }, csv }: Props) {
  const { runs, mean_seconds, p50_seconds, p95_seconds } = total;
  return (
    <TimeSeriesReport
      title={title}
      totals={[
        { name: w.reports.runs, value: formatNumber(runs) },
        { name: w.reports.median, value: formatSeconds(p50_seconds) },
        { name: w.reports.mean, value: formatSeconds(mean_seconds) },
        { name: w.reports.percentile({ percent: 95 }), value: formatSeconds(p95_seconds) },
      ]}
      {...period}
      buckets={buckets}
      series={[
        { name: w.reports.half, pattern: 'plain', getValue: (row) => row.p50_seconds ?? 0 },
        {
          name: w.reports.percentile({ percent: 95 }),
          pattern: 'striped',
          getValue: (row) => subtract(row.p95_seconds, row.p50_seconds),
        },
        {
          name: w.reports.percentile({ percent: 99 }),
          pattern: 'lined',
          getValue: (row) => subtract(row.p99_seconds, row.p95_seconds),
        },
      ]}
      columns={getColumns()}
      formatValue={formatSeconds}
      csv={csv}
    />
  );
}

const subtract = (larger: number | null, smaller: number | null) => Math.max(0, (larger ?? 0) - (smaller ?? 0));

const getColumns = (): readonly Column<Durations>[] => [
  { header: w.reports.runs, alignsEnd: true, render: ({ runs }) => formatNumber(runs) },
  { header: w.reports.mean, alignsEnd: true, render: ({ mean_seconds }) => formatSeconds(mean_seconds) },
  {
    header: w.reports.percentile({ percent: 50 }),
    alignsEnd: true,
    hidesOnMobile: true,
    render: ({ p50_seconds }) => formatSeconds(p50_seconds),
  },
  {
    header: w.reports.percentile({ percent: 95 }),
    alignsEnd: true,
    render: ({ p95_seconds }) => formatSeconds(p95_seconds),
  },
  {
    header: w.reports.percentile({ percent: 99 }),
    alignsEnd: true,
    hidesOnMobile: true,
    render: ({ p99_seconds }) => formatSeconds(p99_seconds),
  },
];
