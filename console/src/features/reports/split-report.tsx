import type { ReactNode } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import type { Column } from '../../ui/table.tsx';
import { getReportPath, type ReportQuery } from './queries.ts';
import { type RevisionRow, RevisionTable } from './revision-table.tsx';
import { type Bucket, ReportLoader } from './time-series-report.tsx';

/** Values over time and for the whole period. */
export interface ReportValues<T> {
  readonly total: T;
  readonly buckets: readonly (T & Bucket)[];
}

interface Props<T> {
  readonly name: 'timing_report' | 'usage_report';
  readonly query: ReportQuery;
  readonly titles: { readonly subject: string; readonly tasks: string; readonly agents: string };
  /** Columns of the table of revisions. */
  readonly columns: readonly Column<T>[];
  readonly renderSeries: (title: string, values: ReportValues<T>, csv: ReactNode) => ReactNode;
}

/** Shows a report of a task or an agent with its revisions, or the reports of all tasks and of all agents. */
export function SplitReport<T>({ name, query, titles, columns, renderSeries }: Props<T>) {
  const { subject } = query;
  // The compiler does not relate the name of a report to its values.
  const render = (title: string, data: unknown, csv: ReactNode) => renderSeries(title, data as ReportValues<T>, csv);
  const toRows = (revisions: unknown) => revisions as readonly (T & RevisionRow)[];
  if (subject !== undefined)
    return (
      <ReportLoader path={getReportPath(subject, name)} query={query}>
        {(data, csv) => (
          <>
            {render(titles.subject, data, csv)}
            <RevisionTable<T> rows={toRows(data.revisions)} subject={subject} columns={columns} />
          </>
        )}
      </ReportLoader>
    );
  return (
    <>
      <ReportLoader path={`${PROJECT}/task_run/${name}`} query={query}>
        {(data, csv) => render(titles.tasks, data, csv)}
      </ReportLoader>
      <ReportLoader path={`${PROJECT}/task-agent/${name}`} query={query}>
        {(data, csv) => render(titles.agents, data, csv)}
      </ReportLoader>
    </>
  );
}
