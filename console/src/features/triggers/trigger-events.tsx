import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useScope } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { type Trigger, type TriggerEvent, triggerEventsQuery } from './queries.ts';
import { EventStatusBadge } from './status-badges.tsx';

/** Lists the events of a trigger with the started run or the error. */
export function TriggerEvents({ trigger }: { readonly trigger: Trigger }) {
  const { data, error, refetch } = useQuery(triggerEventsQuery(useScope(), trigger));
  return (
    <Section title={w.triggers.events} hint={w.triggers.eventsHint}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data?.length === 0 && <EmptyState isSmall title={w.triggers.noEvents} />}
      {data && data.length > 0 && (
        <Table caption={w.triggers.events} columns={getColumns()} rows={data} getRowKey={({ id }) => id} />
      )}
    </Section>
  );
}

function getColumns(): readonly Column<TriggerEvent>[] {
  return [
    { header: w.triggers.when, render: ({ scheduled_for, created }) => <Time at={scheduled_for ?? created} /> },
    { header: w.triggers.state, render: (event) => <EventStatusBadge event={event} /> },
    {
      header: w.triggers.outcome,
      render: ({ run_id, error }) => (
        <span className="flex flex-col gap-1">
          {run_id !== null && (
            <Link to="/runs/$runId" params={{ runId: run_id }} className="link">
              {w.triggers.openRun}
            </Link>
          )}
          {error && <ReasonText {...error} />}
        </span>
      ),
    },
    {
      header: w.triggers.key,
      hidesOnMobile: true,
      render: ({ idempotency_key: key }) => key && <code className="font-mono text-sm break-all">{key}</code>,
    },
  ];
}
