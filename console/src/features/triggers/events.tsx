import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useScope } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { eventsOf, type Trigger, type TriggerEvent } from './queries.ts';
import { EventState } from './signs.tsx';

/** What a trigger started, and why it did not. */
export function Events({ trigger }: { readonly trigger: Trigger }) {
  const { data, error, refetch } = useQuery(eventsOf(useScope(), trigger));
  return (
    <Section title={w.triggers.events} hint={w.triggers.eventsHint}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data?.length === 0 && <Empty title={w.triggers.noEvents} />}
      {data && data.length > 0 && (
        <Table caption={w.triggers.events} columns={columns()} rows={data} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}

function columns(): readonly Column<TriggerEvent>[] {
  return [
    { name: w.triggers.when, show: ({ scheduled_for, created }) => <Time at={scheduled_for ?? created} /> },
    { name: w.triggers.state, show: (event) => <EventState of={event} /> },
    {
      name: w.triggers.outcome,
      show: ({ run_id, error }) => (
        <span className="flex flex-col gap-1">
          {run_id !== null && (
            <Link to="/runs/$runId" params={{ runId: run_id }} className="text-accent underline">
              {w.triggers.openRun}
            </Link>
          )}
          {error && <Problem {...error} />}
        </span>
      ),
    },
    {
      name: w.triggers.key,
      wide: true,
      show: ({ idempotency_key: key }) => key && <code className="font-mono text-sm break-all">{key}</code>,
    },
  ];
}
