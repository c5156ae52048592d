import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Zap } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { CreateTriggerDialog } from './create-trigger-dialog.tsx';
import { TRIGGER_KINDS, TRIGGER_TYPES } from './kinds/index.ts';
import { type Target, type Trigger, triggersQuery } from './queries.ts';
import { TriggerStatusBadge } from './status-badges.tsx';

/** Lists the triggers of a task or agent, or of the whole project. */
export function Triggers({ subject }: { readonly subject?: Subject }) {
  const target: Target | undefined = subject && { target_type: subject.kind, target_id: subject.id };
  const canView = useHasPermission('project', 'view');
  const { data, error, refetch } = useQuery({ ...triggersQuery(useScope(), target), enabled: canView === true });
  const [dialogType, setDialogType] = useState<Trigger['type']>();
  const close = () => setDialogType(undefined);
  const canEdit = useHasPermission('project', 'edit');
  const actions = canEdit && (
    <span className="flex flex-wrap justify-center gap-2">
      {TRIGGER_TYPES.map((type, index) => (
        <Button
          key={type}
          variant={index === TRIGGER_TYPES.length - 1 ? 'primary' : 'plain'}
          onClick={() => setDialogType(type)}
        >
          {w.triggers.create[type]}
        </Button>
      ))}
    </span>
  );
  const isEmpty = data?.length === 0;
  return (
    <Section
      title={w.triggers.title}
      hint={w.triggers.hint}
      actions={!isEmpty && actions}
      hidesTitle={subject === undefined}
    >
      {canView && canEdit === false && <p className="text-muted">{w.triggers.editors}</p>}
      {error && <ErrorAlert error={error} permissionHint={w.triggers.viewers} onRetry={() => void refetch()} />}
      {canView === false && <p className="text-muted">{w.triggers.viewers}</p>}
      {!data && !error && canView !== false && <Loading lineCount={4} />}
      {isEmpty && (
        <EmptyState icon={Zap} title={w.triggers.none} action={actions}>
          {w.triggers.noneHint}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Table caption={w.triggers.title} columns={getColumns()} rows={data} getRowKey={({ id }) => id} />
      )}
      {dialogType && (
        <CreateTriggerDialog
          type={dialogType}
          title={w.triggers.create[dialogType]}
          subject={subject}
          form={TRIGGER_KINDS[dialogType].createForm()}
          onClose={close}
        />
      )}
    </Section>
  );
}

function getColumns(): readonly Column<Trigger>[] {
  return [
    {
      header: w.triggers.name,
      render: ({ id, type, name, description }) => (
        <span className="flex flex-col">
          <Link to="/triggers/$type/$triggerId" params={{ type, triggerId: id }} className="break-words link">
            {name}
          </Link>
          {description && <span className="line-clamp-2 text-sm text-muted">{description}</span>}
        </span>
      ),
    },
    { header: w.triggers.type, render: ({ type }) => w.triggers.types[type] },
    { header: w.triggers.state, render: (trigger) => <TriggerStatusBadge trigger={trigger} /> },
    {
      header: w.triggers.lastFired,
      hidesOnMobile: true,
      render: ({ last_fired: time }) => (time === null ? w.triggers.never : <Time at={time} />),
    },
    {
      header: w.triggers.nextRun,
      hidesOnMobile: true,
      render: ({ next_run: time }) => (time === null ? '–' : <Time at={time} />),
    },
  ];
}

/** Page of all triggers in the project. */
export default function TriggersPage() {
  return (
    <Page title={w.triggers.title}>
      <Triggers />
    </Page>
  );
}
