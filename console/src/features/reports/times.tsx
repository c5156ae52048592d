import type { ReactNode } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import type { Schemas } from '../../lib/api.ts';
import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import { formatDuration } from '../../lib/time.ts';
import type { Column } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { OverTime, Read } from './over-time.tsx';
import { type Asked, reportPath } from './queries.ts';
import { Revisions } from './revisions.tsx';

type OneReport = Schemas['TaskTimingReport'] | Schemas['TaskAgentTimingReport'];
type Report = Schemas['ProjectTaskTimingReport'] | Schemas['ProjectTaskAgentTimingReport'];
type Taken = Report['total'];

/** How long models took to answer, and agents to end. */
export function Times({ asked }: { readonly asked: Asked }) {
  const { of } = asked;
  if (of !== undefined)
    return (
      <Read path={reportPath(of, 'timing_report')} asked={asked}>
        {(data: OneReport, csv) => (
          <>
            <Timed
              title={of.kind === 'task' ? w.reports.timedTasks : w.reports.timedAgents}
              data={data}
              asked={asked}
              csv={csv}
            />
            <Revisions rows={data.revisions} of={of} columns={columns()} />
          </>
        )}
      </Read>
    );
  return (
    <>
      <Read path={`${PROJECT}/task_run/timing_report`} asked={asked}>
        {(data, csv) => <Timed title={w.reports.timedTasks} data={data} asked={asked} csv={csv} />}
      </Read>
      <Read path={`${PROJECT}/task-agent/timing_report`} asked={asked}>
        {(data, csv) => <Timed title={w.reports.timedAgents} data={data} asked={asked} csv={csv} />}
      </Read>
    </>
  );
}

interface Props {
  readonly title: string;
  readonly data: Pick<Report, 'total' | 'buckets'>;
  readonly asked: Asked;
  readonly csv: ReactNode;
}

const say = (seconds: number | null) => (seconds === null ? '–' : formatDuration(seconds * 1000));

function Timed({ title, data: { total, buckets }, asked: { period }, csv }: Props) {
  const { runs, mean_seconds, p50_seconds, p95_seconds } = total;
  return (
    <OverTime
      title={title}
      summary={runs === 0 ? w.reports.nothing : w.reports.took(say(mean_seconds), say(p50_seconds), say(p95_seconds))}
      {...period}
      buckets={buckets}
      parts={[
        { name: w.reports.half, pattern: 'plain', of: (row) => row.p50_seconds ?? 0 },
        {
          name: w.reports.upTo(formatPercent(0.95)),
          pattern: 'striped',
          of: (row) => above(row.p95_seconds, row.p50_seconds),
        },
        {
          name: w.reports.upTo(formatPercent(0.99)),
          pattern: 'lined',
          of: (row) => above(row.p99_seconds, row.p95_seconds),
        },
      ]}
      columns={columns()}
      say={say}
      csv={csv}
    />
  );
}

const above = (more: number | null, less: number | null) => Math.max(0, (more ?? 0) - (less ?? 0));

const columns = (): readonly Column<Taken>[] => [
  { header: w.reports.runs, alignsEnd: true, render: ({ runs }) => formatNumber(runs) },
  { header: w.reports.mean, alignsEnd: true, render: ({ mean_seconds }) => say(mean_seconds) },
  {
    header: w.reports.percentile(formatPercent(0.5)),
    alignsEnd: true,
    hidesOnMobile: true,
    render: ({ p50_seconds }) => say(p50_seconds),
  },
  { header: w.reports.percentile(formatPercent(0.95)), alignsEnd: true, render: ({ p95_seconds }) => say(p95_seconds) },
  {
    header: w.reports.percentile(formatPercent(0.99)),
    alignsEnd: true,
    hidesOnMobile: true,
    render: ({ p99_seconds }) => say(p99_seconds),
  },
];
