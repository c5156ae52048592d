import type { ReactNode } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import type { Schemas } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import type { Column } from '../../ui/table.tsx';
import { w } from '../../words/index.ts';
import { Groups, groupsOf, withGroups } from './groups.tsx';
import { OverTime, Read } from './over-time.tsx';
import { type Asked, reportPath } from './queries.ts';
import { Revisions } from './revisions.tsx';

type TokenReport = Schemas['TaskTokenReport'] | Schemas['TaskAgentTokenReport'];
type Tokens = TokenReport['total'];

/** Tokens of runs. */
export function TokensReport({ asked }: { readonly asked: Asked }) {
  const { of } = asked;
  if (of === undefined) return <OfProject asked={{ ...asked, more: { top: 0 } }} />;
  return (
    <Read path={reportPath(of, 'token_report')} asked={withGroups(asked)}>
      {(data: TokenReport, csv) => (
        <>
          <OneOverTime data={data} asked={asked} csv={csv} />
          <Revisions rows={data.revisions} of={of} columns={columns()} />
          <Groups rows={groupsOf(data)} columns={columns()} />
        </>
      )}
    </Read>
  );
}

interface OneProps {
  readonly data: TokenReport;
  readonly asked: Asked;
  readonly csv: ReactNode;
}

function OneOverTime({ data: { total, buckets }, asked: { period }, csv }: OneProps) {
  return (
    <OverTime
      title={w.reports.names.tokens}
      summary={w.reports.tokensOf(formatNumber(total.total_tokens), formatNumber(total.runs))}
      {...period}
      buckets={buckets}
      parts={[
        { name: w.reports.input, pattern: 'plain', of: ({ input_tokens }) => input_tokens },
        { name: w.reports.output, pattern: 'striped', of: ({ output_tokens }) => output_tokens },
      ]}
      columns={columns()}
      say={formatNumber}
      csv={csv}
    />
  );
}

const columns = (): readonly Column<Tokens>[] => [
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

function OfProject({ asked }: { readonly asked: Asked }) {
  return (
    <Read path={`${PROJECT}/credit_report`} asked={asked}>
      {({ total, buckets }, csv) => (
        <OverTime
          title={w.reports.names.tokens}
          summary={w.reports.tokensOf(formatNumber(total.total_tokens), formatNumber(total.runs))}
          {...asked.period}
          buckets={buckets}
          parts={[
            { name: w.reports.tasks, pattern: 'plain', of: ({ tasks }) => tasks.total_tokens },
            { name: w.reports.agents, pattern: 'striped', of: ({ agents }) => agents.total_tokens },
          ]}
          columns={[
            { header: w.reports.tasks, alignsEnd: true, render: ({ tasks }) => formatNumber(tasks.total_tokens) },
            { header: w.reports.agents, alignsEnd: true, render: ({ agents }) => formatNumber(agents.total_tokens) },
            { header: w.reports.together, alignsEnd: true, render: ({ total_tokens }) => formatNumber(total_tokens) },
          ]}
          say={formatNumber}
          csv={csv}
        />
      )}
    </Read>
  );
}
