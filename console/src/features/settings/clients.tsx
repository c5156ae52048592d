import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { w } from '../../words/index.ts';
import { WhoMay } from '../people/who-may.tsx';
import { DeleteClient, RotateSecret } from './client-acts.tsx';
import { MakeClient } from './make-client.tsx';
import { type OAuthClient, oauthClients } from './queries.ts';

const route = getRouteApi('/in/settings/keys');

interface Chosen {
  readonly act: 'rotate' | 'delete';
  readonly client: OAuthClient;
}

/** The OAuth clients of the project. */
export function Clients() {
  const { cursor } = route.useSearch();
  const maySee = useHasPermission('project', 'view_oauth_clients');
  const { data, error, refetch } = useQuery({ ...oauthClients(useScope(), cursor), enabled: maySee === true });
  const [making, setMaking] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const mayMake = useHasPermission('project', 'create_oauth_client') === true;
  const make = data && mayMake && <Button onClick={() => setMaking(true)}>{w.settings.makeClient}</Button>;
  const close = () => setChosen(undefined);
  return (
    <Section title={w.settings.clients} hint={w.settings.clientsHint} actions={make}>
      {error && <ErrorAlert error={error} permissionHint={w.settings.clientRoles} onRetry={() => void refetch()} />}
      {maySee === false && <p className="text-muted">{w.settings.clientRoles}</p>}
      {!data && !error && maySee !== false && <Loading lineCount={3} />}
      {data?.results.length === 0 && <EmptyState title={w.settings.noClients}>{w.settings.noClientsHint}</EmptyState>}
      {data && data.results.length > 0 && (
        <Table
          caption={w.settings.clients}
          columns={columns(mayMake ? setChosen : undefined)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {making && <MakeClient onClose={() => setMaking(false)} />}
      {chosen?.act === 'delete' && <DeleteClient of={chosen.client} onClose={close} />}
      {chosen?.act === 'rotate' && <RotateSecret of={chosen.client} onClose={close} />}
    </Section>
  );
}

function columns(onAct: ((chosen: Chosen) => void) | undefined): readonly Column<OAuthClient>[] {
  return [
    {
      header: w.settings.name,
      render: ({ name, scopes }) => (
        <span className="flex flex-col">
          <span className="break-words">{name}</span>
          <span className="text-sm break-words text-muted">{scopes ?? w.settings.allScopes}</span>
        </span>
      ),
    },
    {
      header: w.settings.kind,
      hidesOnMobile: true,
      render: ({ grant_types }) => (grant_types.includes('client_credentials') ? w.settings.machine : w.settings.app),
    },
    { header: w.settings.clientId, render: ({ client_id }) => <CopyableId id={client_id} /> },
    { header: w.settings.made, hidesOnMobile: true, render: ({ created }) => <Time at={created} /> },
    acts(onAct),
  ];
}

function acts(onAct: ((chosen: Chosen) => void) | undefined): Column<OAuthClient> {
  return {
    header: w.settings.acts,
    alignsEnd: true,
    render: (client) => (
      <span className="flex flex-wrap justify-end gap-1">
        <WhoMay of={{ type: 'oauth_client', id: client.id, name: client.name }} named />
        {onAct && client.token_endpoint_auth_method !== 'none' && (
          <Button
            isSmall
            aria-label={w.settings.rotateNamed(client.name)}
            onClick={() => onAct({ act: 'rotate', client })}
          >
            {w.settings.rotate}
          </Button>
        )}
        {onAct && (
          <Button
            isSmall
            aria-label={w.settings.removeNamed(client.name)}
            onClick={() => onAct({ act: 'delete', client })}
          >
            {w.settings.remove}
          </Button>
        )}
      </span>
    ),
  };
}
