import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyId } from '../../ui/copyable.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Paging, Table } from '../../ui/table.tsx';
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
  const maySee = useMay('project', 'view_oauth_clients');
  const { data, error, refetch } = useQuery({ ...oauthClients(useScope(), cursor), enabled: maySee === true });
  const [making, setMaking] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const mayMake = useMay('project', 'create_oauth_client') === true;
  const make = data && mayMake && <Button onClick={() => setMaking(true)}>{w.settings.makeClient}</Button>;
  const close = () => setChosen(undefined);
  return (
    <Section title={w.settings.clients} hint={w.settings.clientsHint} acts={make}>
      {error && <Failed error={error} needs={w.settings.clientRoles} onRetry={() => void refetch()} />}
      {maySee === false && <p className="text-quiet">{w.settings.clientRoles}</p>}
      {!data && !error && maySee !== false && <Loading lines={3} />}
      {data?.results.length === 0 && <Empty title={w.settings.noClients}>{w.settings.noClientsHint}</Empty>}
      {data && data.results.length > 0 && (
        <Table
          caption={w.settings.clients}
          columns={columns(mayMake ? setChosen : undefined)}
          rows={data.results}
          keyOf={({ id }) => id}
        />
      )}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
      {making && <MakeClient onClose={() => setMaking(false)} />}
      {chosen?.act === 'delete' && <DeleteClient of={chosen.client} onClose={close} />}
      {chosen?.act === 'rotate' && <RotateSecret of={chosen.client} onClose={close} />}
    </Section>
  );
}

function columns(onAct: ((chosen: Chosen) => void) | undefined): readonly Column<OAuthClient>[] {
  return [
    {
      name: w.settings.name,
      show: ({ name, scopes }) => (
        <span className="flex flex-col">
          <span className="break-words">{name}</span>
          <span className="text-sm break-words text-quiet">{scopes ?? w.settings.allScopes}</span>
        </span>
      ),
    },
    {
      name: w.settings.kind,
      wide: true,
      show: ({ grant_types }) => (grant_types.includes('client_credentials') ? w.settings.machine : w.settings.app),
    },
    { name: w.settings.clientId, show: ({ client_id }) => <CopyId id={client_id} /> },
    { name: w.settings.made, wide: true, show: ({ created }) => <Time at={created} /> },
    acts(onAct),
  ];
}

function acts(onAct: ((chosen: Chosen) => void) | undefined): Column<OAuthClient> {
  return {
    name: w.settings.acts,
    end: true,
    show: (client) => (
      <span className="flex flex-wrap justify-end gap-1">
        <WhoMay of={{ type: 'oauth_client', id: client.id, name: client.name }} named />
        {onAct && client.token_endpoint_auth_method !== 'none' && (
          <Button
            small
            aria-label={w.settings.rotateNamed(client.name)}
            onClick={() => onAct({ act: 'rotate', client })}
          >
            {w.settings.rotate}
          </Button>
        )}
        {onAct && (
          <Button
            small
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
