import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmByNameDialog } from '../../ui/confirm-by-name-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { ClientList } from './client-list.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { type ApiKey, apiKeysQuery } from './queries.ts';
import { SettingsPage } from './settings-layout.tsx';

/** Page of the user's API keys and the project's OAuth clients. */
export default function KeysPage() {
  return (
    <SettingsPage path="/settings/keys" title={w.settings.keys}>
      <ApiKeyList />
      <ClientList />
    </SettingsPage>
  );
}

function ApiKeyList() {
  const { data, error, refetch } = useQuery(apiKeysQuery(useScope()));
  const [isCreating, setIsCreating] = useState(false);
  const [revokedKey, setRevokedKey] = useState<ApiKey>();
  const createButton = data && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {w.settings.createKey}
    </Button>
  );
  const isEmpty = data?.length === 0;
  return (
    <Section title={w.settings.apiKeys} hint={w.settings.apiKeysHint} actions={!isEmpty && createButton}>
      {error && <ErrorAlert error={error} permissionHint={w.settings.keyRoles} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {isEmpty && (
        <EmptyState isSmall title={w.settings.noKeys} action={createButton}>
          {w.settings.noKeysHint}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Table
          caption={w.settings.apiKeys}
          columns={getColumns(setRevokedKey)}
          rows={data}
          getRowKey={({ id }) => id}
        />
      )}
      {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} />}
      {revokedKey && <RevokeKeyDialog apiKey={revokedKey} onClose={() => setRevokedKey(undefined)} />}
    </Section>
  );
}

function getColumns(onRevoke: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  return [
    {
      header: w.settings.name,
      render: ({ name, scopes }) => (
        <span className="flex flex-col">
          <span className="break-words">{name}</span>
          <span className="text-sm break-words text-muted">{scopes?.join(' ') ?? w.settings.allScopes}</span>
        </span>
      ),
    },
    {
      header: w.settings.prefix,
      hidesOnMobile: true,
      render: ({ prefix }) => <code className="font-mono text-sm">{prefix}…</code>,
    },
    { header: w.settings.created, hidesOnMobile: true, render: ({ created }) => <Time at={created} /> },
    {
      header: w.settings.used,
      hidesOnMobile: true,
      render: ({ last_used }) => (last_used === null ? w.settings.never : <Time at={last_used} />),
    },
    {
      header: w.settings.actions,
      alignsEnd: true,
      render: (key) => (
        <Button isSmall aria-label={w.settings.revokeNamed({ name: key.name })} onClick={() => onRevoke(key)}>
          {w.settings.revoke}
        </Button>
      ),
    },
  ];
}

function RevokeKeyDialog({ apiKey: { id, name }, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const scope = useScope();
  const revoke = useMutation({
    mutationFn: () =>
      post(`${PROJECT}/api_key/{api_key_id}/revoke`, { params: { path: { ...scope, api_key_id: id } } }),
    onSuccess: () => {
      showToast(w.settings.revoked({ name }));
      void queryClient.invalidateQueries({ queryKey: ['api_key', 'list'] });
      onClose();
    },
  });
  return (
    <ConfirmByNameDialog
      title={w.settings.revokeNamed({ name })}
      name={name}
      confirmLabel={w.settings.revoke}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      {w.settings.revokeHint}
    </ConfirmByNameDialog>
  );
}
