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
import { AccessButton } from '../people/access-button.tsx';
import { DeleteClientDialog, RotateSecretDialog } from './client-dialogs.tsx';
import { CreateClientDialog } from './create-client-dialog.tsx';
import { type OAuthClient, oauthClientsQuery } from './queries.ts';

const route = getRouteApi('/in/settings/keys');

interface ClientAction {
  readonly type: 'rotate' | 'delete';
  readonly client: OAuthClient;
}

/** Lists the OAuth clients of the project. */
export function ClientList() {
  const { cursor } = route.useSearch();
  const canView = useHasPermission('project', 'view_oauth_clients');
  const { data, error, refetch } = useQuery({ ...oauthClientsQuery(useScope(), cursor), enabled: canView === true });
  const [isCreating, setIsCreating] = useState(false);
  const [action, setAction] = useState<ClientAction>();
  const canCreate = useHasPermission('project', 'create_oauth_client') === true;
  const createButton = data && canCreate && (
    <Button onClick={() => setIsCreating(true)}>{w.settings.createClient}</Button>
  );
  const close = () => setAction(undefined);
  const isEmpty = data?.results.length === 0;
  return (
    <Section title={w.settings.clients} hint={w.settings.clientsHint} actions={!isEmpty && createButton}>
      {error && <ErrorAlert error={error} permissionHint={w.settings.clientRoles} onRetry={() => void refetch()} />}
      {canView === false && <p className="text-muted">{w.settings.clientRoles}</p>}
      {!data && !error && canView !== false && <Loading lineCount={3} />}
      {isEmpty && (
        <EmptyState isSmall title={w.settings.noClients} action={createButton}>
          {w.settings.noClientsHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.settings.clients}
          columns={getColumns(canCreate ? setAction : undefined)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {isCreating && <CreateClientDialog onClose={() => setIsCreating(false)} />}
      {action?.type === 'delete' && <DeleteClientDialog client={action.client} onClose={close} />}
      {action?.type === 'rotate' && <RotateSecretDialog client={action.client} onClose={close} />}
    </Section>
  );
}

function getColumns(onAction: ((action: ClientAction) => void) | undefined): readonly Column<OAuthClient>[] {
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
      render: ({ grant_types, registration }) => {
        if (registration !== 'editor') return w.settings.connectedApp;
        return grant_types.includes('client_credentials') ? w.settings.machine : w.settings.app;
      },
    },
    { header: w.settings.clientId, render: ({ client_id }) => <CopyableId id={client_id} /> },
    { header: w.settings.created, hidesOnMobile: true, render: ({ created }) => <Time at={created} /> },
    getActionColumn(onAction),
  ];
}

function getActionColumn(onAction: ((action: ClientAction) => void) | undefined): Column<OAuthClient> {
  return {
    header: w.settings.actions,
    alignsEnd: true,
    render: (client) => (
      <span className="flex flex-wrap justify-end gap-1">
        <AccessButton resource={{ type: 'oauth_client', id: client.id, name: client.name }} isNamed />
        {onAction && client.token_endpoint_auth_method !== 'none' && (
          <Button
            isSmall
            aria-label={w.settings.rotateNamed({ name: client.name })}
            onClick={() => onAction({ type: 'rotate', client })}
          >
            {w.settings.rotate}
          </Button>
        )}
        {onAction && (
          <Button
            isSmall
            aria-label={w.settings.removeNamed({ name: client.name })}
            onClick={() => onAction({ type: 'delete', client })}
          >
            {w.settings.remove}
          </Button>
        )}
      </span>
    ),
  };
}
