import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import type { ReportQuery } from './queries.ts';

interface ReportingGroupTotal {
  readonly reporting_group_id: string | null;
  readonly name: string | null;
  readonly deleted: boolean;
}

/** Returns the report query with reporting groups where the report supports them. Reports of tasks do. */
export const withReportingGroups = (query: ReportQuery): ReportQuery =>
  query.subject?.kind === 'task' ? { ...query, extraParams: { show_reporting_group: true } } : query;

/** Returns the reporting groups of a report, or none. */
export const getReportingGroups = <G,>(data: object & { readonly reporting_groups?: readonly G[] }): readonly G[] =>
  data.reporting_groups ?? [];

interface Props<R> {
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
}

/** Shows the totals of each reporting group. Renders nothing where no run names a group. */
export function ReportingGroupTable<R extends ReportingGroupTotal>({ rows, columns }: Props<R>) {
  if (rows.every(({ reporting_group_id }) => reporting_group_id === null)) return null;
  return (
    <Section title={w.reports.groups}>
      <Table
        caption={w.reports.groups}
        columns={[{ header: w.reports.resources.reporting_group, render: formatGroupName }, ...columns]}
        rows={rows}
        getRowKey={({ reporting_group_id }) => reporting_group_id ?? ''}
      />
    </Section>
  );
}

function formatGroupName({ name, deleted }: ReportingGroupTotal): string {
  if (name === null) return w.reports.noGroup;
  return deleted ? `${name} (${w.reports.deleted})` : name;
}
