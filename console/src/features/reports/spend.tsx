import { PROJECT } from '../../../../client/prefixes.ts';
import type { Schemas } from '../../lib/api.ts';
import { formatDecimal, formatNumber } from '../../lib/numbers.ts';
import { Section } from '../../ui/section.tsx';
import { w } from '../../words/index.ts';
import { Dearest } from './dearest.tsx';
import { Groups, groupsOf, withGroups } from './groups.tsx';
import { OverTime, Read } from './over-time.tsx';
import { type Asked, dearest, reportPath } from './queries.ts';
import { Revisions } from './revisions.tsx';

type Report = Schemas['TaskCreditReport'] | Schemas['TaskAgentCreditReport'];
type Cost = Report['total'];

const TOP = 10;
const sayCredits = (value: number) => formatDecimal(String(Number(value.toPrecision(3))));

/** What runs cost. */
export function Spend({ asked }: { readonly asked: Asked }) {
  const { of } = asked;
  if (of === undefined) return <OfProject asked={{ ...asked, more: { top: TOP } }} />;
  return (
    <Read path={reportPath(of, 'credit_report')} asked={withGroups(asked)}>
      {(data: Report, csv) => (
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
  readonly data: Report;
  readonly asked: Asked;
  readonly csv: React.ReactNode;
}

function OneOverTime({ data: { total, buckets }, asked: { period }, csv }: OneProps) {
  return (
    <OverTime
      title={w.reports.names.spend}
      summary={w.reports.creditsAndRuns(formatDecimal(total.credits), formatNumber(total.runs))}
      {...period}
      buckets={buckets}
      parts={[{ name: w.reports.credit, pattern: 'plain', of: ({ credits }) => Number(credits) }]}
      columns={columns()}
      say={sayCredits}
      csv={csv}
    />
  );
}

const columns = () => [
  { header: w.reports.runs, alignsEnd: true, render: ({ runs }: Cost) => formatNumber(runs) },
  { header: w.reports.credit, alignsEnd: true, render: ({ credits }: Cost) => formatDecimal(credits) },
];

function OfProject({ asked }: { readonly asked: Asked }) {
  return (
    <Read path={`${PROJECT}/credit_report`} asked={asked}>
      {(data, csv) => (
        <>
          <OverTime
            title={w.reports.names.spend}
            summary={w.reports.total(
              formatDecimal(data.total.credits),
              formatNumber(data.total.runs),
              formatNumber(data.total.total_tokens),
            )}
            {...asked.period}
            buckets={data.buckets}
            parts={[
              { name: w.reports.tasks, pattern: 'plain', of: ({ tasks }) => Number(tasks.credits) },
              { name: w.reports.agents, pattern: 'striped', of: ({ agents }) => Number(agents.credits) },
            ]}
            columns={[
              { header: w.reports.tasks, alignsEnd: true, render: ({ tasks }) => formatDecimal(tasks.credits) },
              { header: w.reports.agents, alignsEnd: true, render: ({ agents }) => formatDecimal(agents.credits) },
              { header: w.reports.together, alignsEnd: true, render: ({ credits }) => formatDecimal(credits) },
            ]}
            say={sayCredits}
            csv={csv}
          />
          <Section title={w.reports.dearest}>
            {data.total.runs === 0 && <p className="text-muted">{w.reports.nothing}</p>}
            <Dearest rows={dearest(data)} />
          </Section>
        </>
      )}
    </Read>
  );
}
