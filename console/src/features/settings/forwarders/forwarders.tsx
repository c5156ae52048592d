import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPermission } from '../../../lib/permissions.ts';
import { useScope } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../parts.tsx';
import type { ForwarderType } from './draft.ts';
import { MakeForwarder } from './make-forwarder.tsx';
import { type Forwarder, forwarders } from './queries.ts';
import { ForwarderState } from './state.tsx';

const route = getRouteApi('/in/settings/forwarders');

/** Where ends of runs go. */
export default function Forwarders() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(forwarders(useScope(), cursor));
  const mayMake = useHasPermission('project', 'create_forwarder');
  const [making, setMaking] = useState(false);
  const make = data && mayMake && (
    <Button variant="primary" onClick={() => setMaking(true)}>
      {w.forwarders.make}
    </Button>
  );
  return (
    <SettingsPage at="/settings/forwarders" title={w.forwarders.title} acts={make}>
      <p className="text-muted">{w.forwarders.explained}</p>
      {mayMake === false && <p className="text-muted">{w.forwarders.mayNot}</p>}
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={4} />}
      {data?.results.length === 0 && <EmptyState title={w.forwarders.none}>{w.forwarders.noneHint}</EmptyState>}
      {data && data.results.length > 0 && (
        <Table caption={w.forwarders.title} columns={columns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {making && <MakeForwarder onClose={() => setMaking(false)} />}
    </SettingsPage>
  );
}

function columns(): readonly Column<Forwarder>[] {
  return [
    {
      header: w.forwarders.name,
      render: ({ id, name, type }) => (
        <span className="flex flex-col">
          <Link
            to="/settings/forwarders/$forwarderId"
            params={{ forwarderId: id }}
            className="break-words text-accent underline"
          >
            {name}
          </Link>
          <span className="text-sm text-muted">{w.forwarders.types[type as ForwarderType] ?? type}</span>
        </span>
      ),
    },
    { header: w.forwarders.state, render: (forwarder) => <ForwarderState of={forwarder} /> },
    {
      header: w.forwarders.lastDelivered,
      hidesOnMobile: true,
      render: ({ last_delivered }) => (last_delivered === null ? w.forwarders.never : <Time at={last_delivered} />),
    },
  ];
}
