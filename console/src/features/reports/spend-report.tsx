import { PROJECT } from '../../../../client/prefixes.ts';
import type { Schemas } from '../../lib/api.ts';
import { formatCredits, formatNumber } from '../../lib/numbers.ts';
import { Section } from '../../ui/section.tsx';
import { w } from '../../words/index.ts';
import { getReportPath, listTopCosts, type ReportQuery } from './queries.ts';
import { getReportingGroups, ReportingGroupTable, withReportingGroups } from './reporting-group-table.tsx';
import { RevisionTable } from './revision-table.tsx';
import { ReportLoader, TimeSeriesReport } from './time-series-report.tsx';
import { TopCosts } from './top-costs.tsx';

type Report = Schemas['TaskCreditReport'] | Schemas['TaskAgentCreditReport'];
type Cost = Report['total'];

const TOP_COUNT = 10;

/** Shows the costs of runs. */
export function SpendReport({ query }: { readonly query: ReportQuery }) {
  const { subject } = query;
  if (subject === undefined) return <ProjectSpend query={{ ...query, extraParams: { top: TOP_COUNT } }} />;
  return (
    <ReportLoader path={getReportPath(subject, 'credit_report')} query={withReportingGroups(query)}>
      {(data: Report, csv) => (
        <>
          <SubjectSpend data={data} query={query} csv={csv} />
          <RevisionTable rows={data.revisions} subject={subject} columns={getColumns()} />
          <ReportingGroupTable rows={getReportingGroups(data)} columns={getColumns()} />
        </>
      )}
    </ReportLoader>
  );
}

interface SubjectSpendProps {
  readonly data: Report;
  readonly query: ReportQuery;
  readonly csv: React.ReactNode;
}

function SubjectSpend({ data: { total, buckets }, query: { period }, csv }: SubjectSpendProps) {
  return (
    <TimeSeriesReport
      title={w.reports.names.spend}
      totals={getTotals(total)}
      {...period}
      buckets={buckets}
      series={[{ name: w.reports.credit, pattern: 'plain', getValue: ({ credits }) => Number(credits) }]}
      columns={getColumns()}
      formatValue={formatCredits}
      csv={csv}
    />
  );
}

const getTotals = ({ credits, runs }: Pick<Cost, 'credits' | 'runs'>) => [
  { name: w.reports.credit, value: formatCredits(credits) },
  { name: w.reports.runs, value: formatNumber(runs) },
];

const getColumns = () => [
  { header: w.reports.runs, alignsEnd: true, render: ({ runs }: Cost) => formatNumber(runs) },
  { header: w.reports.credit, alignsEnd: true, render: ({ credits }: Cost) => formatCredits(credits) },
];

function ProjectSpend({ query }: { readonly query: ReportQuery }) {
  return (
    <ReportLoader path={`${PROJECT}/credit_report`} query={query}>
      {(data, csv) => (
        <>
          <TimeSeriesReport
            title={w.reports.names.spend}
            totals={[
              ...getTotals(data.total),
              { name: w.reports.names.tokens, value: formatNumber(data.total.total_tokens) },
            ]}
            {...query.period}
            buckets={data.buckets}
            series={[
              { name: w.reports.tasks, pattern: 'plain', getValue: ({ tasks }) => Number(tasks.credits) },
              { name: w.reports.agents, pattern: 'striped', getValue: ({ agents }) => Number(agents.credits) },
            ]}
            columns={[
              { header: w.reports.tasks, alignsEnd: true, render: ({ tasks }) => formatCredits(tasks.credits) },
              { header: w.reports.agents, alignsEnd: true, render: ({ agents }) => formatCredits(agents.credits) },
              { header: w.reports.together, alignsEnd: true, render: ({ credits }) => formatCredits(credits) },
            ]}
            formatValue={formatCredits}
            csv={csv}
          />
          <Section title={w.reports.dearest}>
            {data.total.runs === 0 && <p className="text-muted">{w.reports.nothing}</p>}
            <TopCosts rows={listTopCosts(data)} />
          </Section>
        </>
      )}
    </ReportLoader>
  );
}
