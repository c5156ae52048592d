import type { ReactNode } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import type { Schemas } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import type { Column } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { getReportPath, type ReportQuery } from './queries.ts';
import { getReportingGroups, ReportingGroupTable, withReportingGroups } from './reporting-group-table.tsx';
import { RevisionTable } from './revision-table.tsx';
import { ReportLoader, TimeSeriesReport } from './time-series-report.tsx';

type TokenReport = Schemas['TaskTokenReport'] | Schemas['TaskAgentTokenReport'];
type TokenTotals = TokenReport['total'];

/** Shows the tokens that runs used. */
export function TokenUsageReport({ query }: { readonly query: ReportQuery }) {
  const { subject } = query;
  if (subject === undefined) return <ProjectTokens query={{ ...query, extraParams: { top: 0 } }} />;
  return (
    <ReportLoader path={getReportPath(subject, 'token_report')} query={withReportingGroups(query)}>
      {(data: TokenReport, csv) => (
        <>
          <SubjectTokens data={data} query={query} csv={csv} />
          <RevisionTable rows={data.revisions} subject={subject} columns={getColumns()} />
          <ReportingGroupTable rows={getReportingGroups(data)} columns={getColumns()} />
        </>
      )}
    </ReportLoader>
  );
}

interface SubjectTokensProps {
  readonly data: TokenReport;
  readonly query: ReportQuery;
  readonly csv: ReactNode;
}

function SubjectTokens({ data: { total, buckets }, query: { period }, csv }: SubjectTokensProps) {
  return (
    <TimeSeriesReport
      title={w.reports.names.tokens}
      totals={getTotals(total)}
      {...period}
      buckets={buckets}
      series={[
        { name: w.reports.input, pattern: 'plain', getValue: ({ input_tokens }) => input_tokens },
        { name: w.reports.output, pattern: 'striped', getValue: ({ output_tokens }) => output_tokens },
      ]}
      columns={getColumns()}
      formatValue={formatNumber}
      csv={csv}
    />
  );
}

const getTotals = ({ total_tokens, runs }: Pick<TokenTotals, 'total_tokens' | 'runs'>) => [
  { name: w.reports.names.tokens, value: formatNumber(total_tokens) },
  { name: w.reports.runs, value: formatNumber(runs) },
];

const getColumns = (): readonly Column<TokenTotals>[] => [
  { header: w.reports.runs, alignsEnd: true, render: ({ runs }) => formatNumber(runs) },
  { header: w.reports.input, alignsEnd: true, render: ({ input_tokens }) => formatNumber(input_tokens) },
  { header: w.reports.output, alignsEnd: true, render: ({ output_tokens }) => formatNumber(output_tokens) },
  {
    header: w.reports.cached,
    alignsEnd: true,
    hidesOnMobile: true,
    render: (row) => formatNumber(row.cached_input_tokens),
  },
  {
    header: w.reports.written,
    alignsEnd: true,
    hidesOnMobile: true,
    render: (row) => formatNumber(row.cache_write_tokens),
  },
  {
    header: w.reports.thinking,
    alignsEnd: true,
    hidesOnMobile: true,
    render: ({ reasoning_tokens }) => formatNumber(reasoning_tokens),
  },
];

function ProjectTokens({ query }: { readonly query: ReportQuery }) {
  return (
    <ReportLoader path={`${PROJECT}/credit_report`} query={query}>
      {({ total, buckets }, csv) => (
        <TimeSeriesReport
          title={w.reports.names.tokens}
          totals={getTotals(total)}
          {...query.period}
          buckets={buckets}
          series={[
            { name: w.reports.tasks, pattern: 'plain', getValue: ({ tasks }) => tasks.total_tokens },
            { name: w.reports.agents, pattern: 'striped', getValue: ({ agents }) => agents.total_tokens },
          ]}
          columns={[
            { header: w.reports.tasks, alignsEnd: true, render: ({ tasks }) => formatNumber(tasks.total_tokens) },
            { header: w.reports.agents, alignsEnd: true, render: ({ agents }) => formatNumber(agents.total_tokens) },
            { header: w.reports.together, alignsEnd: true, render: ({ total_tokens }) => formatNumber(total_tokens) },
          ]}
          formatValue={formatNumber}
          csv={csv}
        />
      )}
    </ReportLoader>
  );
}
