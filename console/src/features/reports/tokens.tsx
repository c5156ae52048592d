import type { ReactNode } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import type { Schemas } from '../../lib/api.ts';
import { sayNumber } from '../../lib/numbers.ts';
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
      summary={w.reports.tokensOf(sayNumber(total.total_tokens), sayNumber(total.runs))}
      {...period}
      buckets={buckets}
      parts={[
        { name: w.reports.input, look: 'plain', of: ({ input_tokens }) => input_tokens },
        { name: w.reports.output, look: 'striped', of: ({ output_tokens }) => output_tokens },
      ]}
      columns={columns()}
      say={sayNumber}
      csv={csv}
    />
  );
}

const columns = (): readonly Column<Tokens>[] => [
  { name: w.reports.runs, end: true, show: ({ runs }) => sayNumber(runs) },
  { name: w.reports.input, end: true, show: ({ input_tokens }) => sayNumber(input_tokens) },
  { name: w.reports.output, end: true, show: ({ output_tokens }) => sayNumber(output_tokens) },
  { name: w.reports.cached, end: true, wide: true, show: (row) => sayNumber(row.cached_input_tokens) },
  { name: w.reports.written, end: true, wide: true, show: (row) => sayNumber(row.cache_write_tokens) },
  { name: w.reports.thinking, end: true, wide: true, show: ({ reasoning_tokens }) => sayNumber(reasoning_tokens) },
];

function OfProject({ asked }: { readonly asked: Asked }) {
  return (
    <Read path={`${PROJECT}/credit_report`} asked={asked}>
      {({ total, buckets }, csv) => (
        <OverTime
          title={w.reports.names.tokens}
          summary={w.reports.tokensOf(sayNumber(total.total_tokens), sayNumber(total.runs))}
          {...asked.period}
          buckets={buckets}
          parts={[
            { name: w.reports.tasks, look: 'plain', of: ({ tasks }) => tasks.total_tokens },
            { name: w.reports.agents, look: 'striped', of: ({ agents }) => agents.total_tokens },
          ]}
          columns={[
            { name: w.reports.tasks, end: true, show: ({ tasks }) => sayNumber(tasks.total_tokens) },
            { name: w.reports.agents, end: true, show: ({ agents }) => sayNumber(agents.total_tokens) },
            { name: w.reports.together, end: true, show: ({ total_tokens }) => sayNumber(total_tokens) },
          ]}
          say={sayNumber}
          csv={csv}
        />
      )}
    </Read>
  );
}
