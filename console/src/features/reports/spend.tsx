import { PROJECT } from '../../../../client/prefixes.ts';
import type { Schemas } from '../../lib/api.ts';
import { sayDecimal, sayNumber } from '../../lib/numbers.ts';
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
const sayCredits = (value: number) => sayDecimal(String(Number(value.toPrecision(3))));

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
      summary={w.reports.creditsAndRuns(sayDecimal(total.credits), sayNumber(total.runs))}
      {...period}
      buckets={buckets}
      parts={[{ name: w.reports.credit, look: 'plain', of: ({ credits }) => Number(credits) }]}
      columns={columns()}
      say={sayCredits}
      csv={csv}
    />
  );
}

const columns = () => [
  { name: w.reports.runs, end: true, show: ({ runs }: Cost) => sayNumber(runs) },
  { name: w.reports.credit, end: true, show: ({ credits }: Cost) => sayDecimal(credits) },
];

function OfProject({ asked }: { readonly asked: Asked }) {
  return (
    <Read path={`${PROJECT}/credit_report`} asked={asked}>
      {(data, csv) => (
        <>
          <OverTime
            title={w.reports.names.spend}
            summary={w.reports.total(
              sayDecimal(data.total.credits),
              sayNumber(data.total.runs),
              sayNumber(data.total.total_tokens),
            )}
            {...asked.period}
            buckets={data.buckets}
            parts={[
              { name: w.reports.tasks, look: 'plain', of: ({ tasks }) => Number(tasks.credits) },
              { name: w.reports.agents, look: 'striped', of: ({ agents }) => Number(agents.credits) },
            ]}
            columns={[
              { name: w.reports.tasks, end: true, show: ({ tasks }) => sayDecimal(tasks.credits) },
              { name: w.reports.agents, end: true, show: ({ agents }) => sayDecimal(agents.credits) },
              { name: w.reports.together, end: true, show: ({ credits }) => sayDecimal(credits) },
            ]}
            say={sayCredits}
            csv={csv}
          />
          <Section title={w.reports.dearest}>
            {data.total.runs === 0 && <p className="text-quiet">{w.reports.nothing}</p>}
            <Dearest rows={dearest(data)} />
          </Section>
        </>
      )}
    </Read>
  );
}
