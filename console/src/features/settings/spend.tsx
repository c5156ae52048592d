import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sayDecimal, sayNumber } from '../../lib/numbers.ts';
import { useScope } from '../../lib/session.ts';
import { Failed } from '../../ui/failed.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { w } from '../../words/index.ts';
import { Ledger } from './ledger.tsx';
import { SettingsPage } from './parts.tsx';
import { type SpendReport, spendOf } from './queries.ts';
import { SpendBars } from './spend-bars.tsx';

const route = getRouteApi('/in/settings/spend');
const DAYS = ['7', '30', '90'] as const;

/** What the project cost each day, and what of it cost the most. */
export default function Spend() {
  const { days } = route.useSearch();
  const shown = DAYS.find((each) => each === days) ?? '30';
  const { data, error, refetch } = useQuery(spendOf(useScope(), Number(shown)));
  return (
    <SettingsPage at="/settings/spend" title={w.settings.spend}>
      <Days shown={shown} />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={8} />}
      {data && <SpendBars report={data} />}
      {data && <Top report={data} />}
      <Ledger />
    </SettingsPage>
  );
}

function Days({ shown }: { readonly shown: (typeof DAYS)[number] }) {
  const navigate = useNavigate();
  return (
    <div className="max-w-xs">
      <SelectField
        label={w.settings.span}
        value={shown}
        onChange={(event) =>
          void navigate({
            to: '.',
            search: (before: object) => ({ ...before, days: event.target.value }),
            replace: true,
          })
        }
      >
        {DAYS.map((each) => (
          <option key={each} value={each}>
            {w.settings.days[each]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function Top({ report: { top_tasks, top_agents } }: { readonly report: SpendReport }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Section title={w.settings.topTasks}>
        <Dearest
          rows={top_tasks.map(({ task_id, ...rest }) => ({
            ...rest,
            id: task_id,
            link: (
              <Link to="/tasks/$taskId" params={{ taskId: task_id }} className="break-words text-accent underline">
                {rest.name}
              </Link>
            ),
          }))}
        />
      </Section>
      <Section title={w.settings.topAgents}>
        <Dearest
          rows={top_agents.map(({ task_agent_id, ...rest }) => ({
            ...rest,
            id: task_agent_id,
            link: (
              <Link
                to="/agents/$agentId"
                params={{ agentId: task_agent_id }}
                className="break-words text-accent underline"
              >
                {rest.name}
              </Link>
            ),
          }))}
        />
      </Section>
    </div>
  );
}

interface Spender {
  readonly id: string;
  readonly name: string;
  readonly deleted: boolean;
  readonly runs: number;
  readonly credits: string;
  readonly link: ReactNode;
}

/** Those that cost the most, each with its share of the dearest. */
function Dearest({ rows }: { readonly rows: readonly Spender[] }) {
  if (rows.length === 0) return <p className="text-quiet">{w.settings.noneCost}</p>;
  const most = Math.max(...rows.map(({ credits }) => Number(credits)));
  return (
    <ol className="flex flex-col gap-3">
      {rows.map(({ id, name, deleted, runs, credits, link }) => (
        <li key={id} className="flex flex-col gap-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            {deleted ? (
              <span className="text-quiet">
                {name} ({w.settings.deleted})
              </span>
            ) : (
              link
            )}
            <span className="text-sm">
              {w.settings.credits(sayDecimal(credits))} · {w.settings.runs(sayNumber(runs))}
            </span>
          </span>
          <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1.5 w-full">
            <rect width="100" height="4" className="fill-sunken" />
            <rect width={most > 0 ? (100 * Number(credits)) / most : 0} height="4" className="fill-accent" />
          </svg>
        </li>
      ))}
    </ol>
  );
}
