import type { ReactNode } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import type { Schemas } from '../../lib/api.ts';
import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import type { Column } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { getReportPath, type ReportQuery } from './queries.ts';
import { RevisionTable } from './revision-table.tsx';
import { ReportLoader, TimeSeriesReport } from './time-series-report.tsx';

type SubjectReport = Schemas['TaskUsageReport'] | Schemas['TaskAgentUsageReport'];
type Report = Schemas['ProjectTaskUsageReport'] | Schemas['ProjectTaskAgentUsageReport'];
type OutcomeCounts = Report['total'];

/** Shows the number of completed runs by outcome. */
export function UsageReport({ query }: { readonly query: ReportQuery }) {
  const { subject } = query;
  if (subject !== undefined)
    return (
      <ReportLoader path={getReportPath(subject, 'usage_report')} query={query}>
        {(data: SubjectReport, csv) => (
          <>
            <UsageSeries title={w.reports.names.runs} data={data} query={query} csv={csv} />
            <RevisionTable rows={data.revisions} subject={subject} columns={getColumns()} />
          </>
        )}
      </ReportLoader>
    );
  return (
    <>
      <ReportLoader path={`${PROJECT}/task_run/usage_report`} query={query}>
        {(data, csv) => <UsageSeries title={w.reports.tasks} data={data} query={query} csv={csv} />}
      </ReportLoader>
      <ReportLoader path={`${PROJECT}/task-agent/usage_report`} query={query}>
        {(data, csv) => <UsageSeries title={w.reports.agents} data={data} query={query} csv={csv} />}
      </ReportLoader>
    </>
  );
}

interface Props {
  readonly title: string;
  readonly data: Pick<Report, 'total' | 'buckets'>;
  readonly query: ReportQuery;
  readonly csv: ReactNode;
}

function UsageSeries({ title, data: { total, buckets }, query: { period }, csv }: Props) {
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
