import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Send } from '../../../ui/icons.ts';
import { Loading } from '../../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../settings-layout.tsx';
import { CreateForwarderDialog } from './create-forwarder-dialog.tsx';
import type { ForwarderType } from './draft.ts';
import { ForwarderStatusBadge } from './forwarder-status-badge.tsx';
import { type Forwarder, forwardersQuery } from './queries.ts';

const route = getRouteApi('/in/settings/forwarders');

/** Lists the forwarders of the project. */
export default function ForwardersPage() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(forwardersQuery(useScope(), cursor));
  const canCreate = useHasPermission('project', 'create_forwarder');
  const [isCreating, setIsCreating] = useState(false);
  const createButton = data && canCreate && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {w.forwarders.create}
    </Button>
  );
  const isEmpty = data?.results.length === 0;
  return (
    <SettingsPage path="/settings/forwarders" title={w.forwarders.title} acts={!isEmpty && createButton}>
      <p className="text-muted">{w.forwarders.explained}</p>
      {canCreate === false && <p className="text-muted">{w.forwarders.cannotEdit}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {isEmpty && (
        <EmptyState icon={Send} title={w.forwarders.none} action={createButton}>
          {w.forwarders.noneHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table caption={w.forwarders.title} columns={getColumns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {isCreating && <CreateForwarderDialog onClose={() => setIsCreating(false)} />}
    </SettingsPage>
  );
}

function getColumns(): readonly Column<Forwarder>[] {
  return [
    {
      header: w.forwarders.name,
      render: ({ id, name, type }) => (
        <span className="flex flex-col">
          <Link to="/settings/forwarders/$forwarderId" params={{ forwarderId: id }} className="break-words link">
            {name}
          </Link>
          <span className="text-sm text-muted">{w.forwarders.types[type as ForwarderType] ?? type}</span>
        </span>
      ),
    },
    { header: w.forwarders.state, render: (forwarder) => <ForwarderStatusBadge forwarder={forwarder} /> },
    {
      header: w.forwarders.lastDelivered,
      hidesOnMobile: true,
      render: ({ last_delivered }) => (last_delivered === null ? w.forwarders.never : <Time at={last_delivered} />),
    },
  ];
}
