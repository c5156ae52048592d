import type { ReactNode } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import type { Schemas } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import type { Column } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { OverTime, Read } from './over-time.tsx';
import { type Asked, reportPath } from './queries.ts';
import { Revisions } from './revisions.tsx';

type OneReport = Schemas['TaskUsageReport'] | Schemas['TaskAgentUsageReport'];
type Report = Schemas['ProjectTaskUsageReport'] | Schemas['ProjectTaskAgentUsageReport'];
type Ended = Report['total'];

/** How many runs ended, and how. */
export function Usage({ asked }: { readonly asked: Asked }) {
  const { of } = asked;
  if (of !== undefined)
    return (
      <Read path={reportPath(of, 'usage_report')} asked={asked}>
        {(data: OneReport, csv) => (
          <>
            <Counted title={w.reports.names.runs} data={data} asked={asked} csv={csv} />
            <Revisions rows={data.revisions} of={of} columns={columns()} />
          </>
        )}
      </Read>
    );
  return (
    <>
      <Read path={`${PROJECT}/task_run/usage_report`} asked={asked}>
        {(data, csv) => <Counted title={w.reports.tasks} data={data} asked={asked} csv={csv} />}
      </Read>
      <Read path={`${PROJECT}/task-agent/usage_report`} asked={asked}>
        {(data, csv) => <Counted title={w.reports.agents} data={data} asked={asked} csv={csv} />}
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

function Counted({ title, data: { total, buckets }, asked: { period }, csv }: Props) {
  return (
    <OverTime
      title={title}
      summary={w.reports.ended(formatNumber(total.runs), formatNumber(total.failed))}
      {...period}
      buckets={buckets}
      parts={[
        { name: w.reports.completed, pattern: 'plain', of: ({ completed }) => completed },
        { name: w.reports.failed, pattern: 'bad', of: ({ failed }) => failed },
        { name: w.reports.cancelled, pattern: 'quiet', of: ({ cancelled }) => cancelled },
      ]}
      columns={columns()}
      say={formatNumber}
      csv={csv}
    />
  );
}

const columns = (): readonly Column<Ended>[] => [
  { header: w.reports.completed, alignsEnd: true, render: ({ completed }) => formatNumber(completed) },
  { header: w.reports.failed, alignsEnd: true, render: ({ failed }) => formatNumber(failed) },
  { header: w.reports.cancelled, alignsEnd: true, render: ({ cancelled }) => formatNumber(cancelled) },
  { header: w.reports.together, alignsEnd: true, hidesOnMobile: true, render: ({ runs }) => formatNumber(runs) },
];
