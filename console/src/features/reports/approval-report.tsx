import { queryOptions, useQuery } from '@tanstack/react-query';
import { PROJECT } from '../../../../client/prefixes.ts';
import { get } from '../../lib/api.ts';
import { addDays, getStartOfDay } from '../../lib/dates.ts';
import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import { listAll } from '../../lib/pagination.ts';
import { formatDuration } from '../../lib/time.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Inbox } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import type { Column } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import {
  type ApprovalBucket,
  bucketRequests,
  getApprovalRate,
  getWaitPercentile,
  summarizeRequests,
} from './approval-buckets.ts';
import type { Period, ReportQuery } from './queries.ts';
import { TimeSeriesReport } from './time-series-report.tsx';

const STALE_AFTER_MS = 60_000;

/** Returns the newest approval requests of a period, without following every change of one. */
function reportedRequestsQuery({ scope, subject, period: { from, to, zone } }: ReportQuery) {
  const filter = {
    task_agent_id: subject?.id,
    created_after: getStartOfDay(from, zone).toISOString(),
    created_before: getStartOfDay(addDays(to, 1), zone).toISOString(),
  };
  return queryOptions({
    queryKey: ['approval_report', scope.project_id, filter],
    staleTime: STALE_AFTER_MS,
    queryFn: () =>
      listAll((page) =>
        get(`${PROJECT}/task-agent/approval-request`, {
          params: { path: { ...scope }, query: { ...filter, ...page } },
        }),
      ),
  });
}

/** Returns the start of each day of a period, and the end of the last. */
function listDayStarts({ from, to, zone }: Period): readonly Date[] {
  const starts: Date[] = [];
  for (let day = from; day <= addDays(to, 1); day = addDays(day, 1)) starts.push(getStartOfDay(day, zone));
  return starts;
}

/** Shows how many tool calls asked for approval, how they were decided, and how long they waited. */
export function ApprovalReport({ query }: { readonly query: ReportQuery }) {
  const isOfTask = query.subject?.kind === 'task';
  const { data, error, refetch } = useQuery({ ...reportedRequestsQuery(query), enabled: !isOfTask });
  if (isOfTask)
    return (
      <EmptyState icon={Inbox} title={w.reports.approvals.ofAgents}>
        {w.reports.approvals.ofAgentsHint}
      </EmptyState>
    );
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading lineCount={8} />;
  const total = summarizeRequests('', data.results);
  return (
    <TimeSeriesReport
      title={w.reports.names.approvals}
      totals={[
        { name: w.reports.approvals.requests, value: formatNumber(total.requests) },
        { name: w.reports.approvals.rate, value: formatRate(total) },
        { name: w.reports.approvals.medianWait, value: formatWait(total, 50) },
        { name: w.reports.approvals.longWait, value: formatWait(total, 95) },
      ]}
      note={[
        w.reports.approvals.explained,
        ...(data.isTruncated ? [w.reports.approvals.cut({ n: data.results.length })] : []),
      ].join(' ')}
      unit="day"
      zone={query.period.zone}
      buckets={bucketRequests(data.results, listDayStarts(query.period))}
      series={[
        { name: w.approvals.states.approved, pattern: 'plain', getValue: ({ approved }) => approved },
        { name: w.approvals.states.rejected, pattern: 'bad', getValue: ({ rejected }) => rejected },
        { name: w.approvals.states.expired, pattern: 'lined', getValue: ({ expired }) => expired },
        {
          name: w.reports.approvals.others,
          pattern: 'quiet',
          getValue: ({ requests, approved, rejected, expired }) => requests - approved - rejected - expired,
        },
      ]}
      columns={getColumns()}
      formatValue={formatNumber}
    />
  );
}

function formatRate(bucket: ApprovalBucket): string {
  const rate = getApprovalRate(bucket);
  return rate === null ? '–' : formatPercent(rate);
}

function formatWait(bucket: ApprovalBucket, percent: number): string {
  const waitMs = getWaitPercentile(bucket, percent);
  return waitMs === null ? '–' : formatDuration(waitMs);
}

const getColumns = (): readonly Column<ApprovalBucket>[] => [
  { header: w.reports.approvals.requests, alignsEnd: true, render: ({ requests }) => formatNumber(requests) },
  {
    header: w.approvals.states.approved,
    alignsEnd: true,
    hidesOnMobile: true,
    render: ({ approved }) => formatNumber(approved),
  },
  {
    header: w.approvals.states.rejected,
    alignsEnd: true,
    hidesOnMobile: true,
    render: ({ rejected }) => formatNumber(rejected),
  },
  { header: w.reports.approvals.rate, alignsEnd: true, render: formatRate },
  { header: w.reports.approvals.medianWait, alignsEnd: true, render: (bucket) => formatWait(bucket, 50) },
];
