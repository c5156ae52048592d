import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sayDecimal, sayNumber } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { weekOfAgents } from './queries.ts';
import { Section } from './section.tsx';

/** What the agents of the project did and cost in the last seven days, the dearest first. */
export function Cost() {
  const { data, error, refetch } = useQuery(weekOfAgents(useScope()));
  const rows = (data?.results ?? [])
    .flatMap(({ id, name, seven_day_summary: week }) => (week && week.runs > 0 ? [{ id, name, week }] : []))
    .toSorted((a, b) => Number(b.week.charged_credits) - Number(a.week.charged_credits) || b.week.runs - a.week.runs);
  const most = Math.max(1, ...rows.map(({ week }) => week.total_tokens));
  return (
    <Section title={w.home.cost} wide>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data && rows.length === 0 && <p className="text-quiet">{w.home.nothingRan}</p>}
      <ul className="flex flex-col gap-3">
        {rows.map(({ id, name, week }) => (
          <li key={id} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Link to="/agents/$agentId" params={{ agentId: id }} className="break-words text-accent underline">
                {name}
              </Link>
              <span className="text-sm">{w.home.credits(sayDecimal(week.charged_credits))}</span>
            </span>
            <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1.5 w-full">
              <rect width="100" height="4" className="fill-sunken" />
              <rect width={(100 * week.total_tokens) / most} height="4" className="fill-accent" />
            </svg>
            <span className="text-sm text-quiet">
              {w.home.week(sayNumber(week.runs), sayNumber(week.failed), sayNumber(week.total_tokens))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
