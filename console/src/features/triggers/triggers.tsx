import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { MakeTrigger } from './make.tsx';
import { type Target, type Trigger, triggers } from './queries.ts';
import { newSchedule } from './schedule-fields.tsx';
import { TriggerState } from './signs.tsx';
import { NEW_WEBHOOK } from './webhook-fields.tsx';

/** The triggers of a task or an agent, or of the whole project. Shared by tasks, agents and settings. */
export function Triggers({ subject }: { readonly subject?: Subject }) {
  const target: Target | undefined = subject && { target_type: subject.kind, target_id: subject.id };
  const maySee = useHasPermission('project', 'view');
  const { data, error, refetch } = useQuery({ ...triggers(useScope(), target), enabled: maySee === true });
  const [making, setMaking] = useState<Trigger['type']>();
  const close = () => setMaking(undefined);
  const mayEdit = useHasPermission('project', 'edit');
  const acts = mayEdit && (
    <span className="flex flex-wrap gap-2">
      <Button onClick={() => setMaking('schedule')}>{w.triggers.makeSchedule}</Button>
      <Button variant="primary" onClick={() => setMaking('webhook')}>
        {w.triggers.makeWebhook}
      </Button>
    </span>
  );
  return (
    <Section title={w.triggers.title} hint={w.triggers.hint} actions={acts} hidesTitle={subject === undefined}>
      {maySee && mayEdit === false && <p className="text-quiet">{w.triggers.editors}</p>}
      {error && <ErrorAlert error={error} permissionHint={w.triggers.viewers} onRetry={() => void refetch()} />}
      {maySee === false && <p className="text-quiet">{w.triggers.viewers}</p>}
      {!data && !error && maySee !== false && <Loading lineCount={4} />}
      {data?.length === 0 && <EmptyState title={w.triggers.none}>{w.triggers.noneHint}</EmptyState>}
      {data && data.length > 0 && (
        <Table caption={w.triggers.title} columns={columns()} rows={data} getRowKey={({ id }) => id} />
      )}
      {making === 'webhook' && (
        <MakeTrigger
          type="webhook"
          title={w.triggers.makeWebhook}
          subject={subject}
          form={NEW_WEBHOOK}
          onClose={close}
        />
      )}
      {making === 'schedule' && (
        <MakeTrigger
          type="schedule"
          title={w.triggers.makeSchedule}
          subject={subject}
          form={newSchedule()}
          onClose={close}
        />
      )}
    </Section>
  );
}

function columns(): readonly Column<Trigger>[] {
  return [
    {
      header: w.triggers.name,
      render: ({ id, type, name, description }) => (
        <span className="flex flex-col">
          <Link
            to="/triggers/$type/$triggerId"
            params={{ type, triggerId: id }}
            className="break-words text-accent underline"
          >
            {name}
          </Link>
          {description && <span className="line-clamp-2 text-sm text-quiet">{description}</span>}
        </span>
      ),
    },
    { header: w.triggers.type, render: ({ type }) => w.triggers.types[type] },
    { header: w.triggers.state, render: (trigger) => <TriggerState of={trigger} /> },
    {
      header: w.triggers.lastFired,
      hidesOnMobile: true,
      render: ({ last_fired: at }) => (at === null ? w.triggers.never : <Time at={at} />),
    },
    {
      header: w.triggers.nextRun,
      hidesOnMobile: true,
      render: ({ next_run: at }) => (at === null ? '–' : <Time at={at} />),
    },
  ];
}
