import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeScope } from '../../../../../src/platform/pages/messages/scopes/describe.ts';
import { del } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { type Grant, grantsQuery } from './queries.ts';

/** Lists the applications that the user granted access. */
export function GrantList() {
  const { data, error, refetch } = useQuery(grantsQuery);
  const [withdrawnGrant, setWithdrawnGrant] = useState<Grant>();
  return (
    <Section title={w.sessions.grants} hint={w.sessions.grantsHint}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={2} />}
      {data?.length === 0 && (
        <EmptyState isSmall title={w.sessions.noGrants}>
          {w.sessions.noGrantsHint}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Table
          caption={w.sessions.grants}
          columns={getColumns(setWithdrawnGrant)}
          rows={data}
          getRowKey={({ client_id }) => client_id}
        />
      )}
      {withdrawnGrant && <WithdrawGrantDialog grant={withdrawnGrant} onClose={() => setWithdrawnGrant(undefined)} />}
    </Section>
  );
}

function getColumns(onWithdraw: (grant: Grant) => void): readonly Column<Grant>[] {
  return [
    {
      header: w.sessions.program,
      render: ({ client_name, project, organization }) => (
        <span className="flex flex-col">
          <span className="break-words">{client_name}</span>
          <span className="text-sm break-words text-muted">{w.sessions.of({ project, organization })}</span>
        </span>
      ),
    },
    { header: w.sessions.permissions, render: ({ scopes }) => <ScopeList scopes={scopes} /> },
    { header: w.sessions.granted, hidesOnMobile: true, render: ({ granted }) => <Time at={granted} /> },
    {
      header: w.sessions.actions,
      alignsEnd: true,
      render: (grant) => (
        <Button
          isSmall
          aria-label={w.sessions.revokeNamed({ name: grant.client_name })}
          onClick={() => onWithdraw(grant)}
        >
          {w.sessions.revoke}
        </Button>
      ),
    },
  ];
}

/** Number of scopes above which the list is collapsed. */
const MAX_OPEN_SCOPES = 4;

/** Lists the scopes of an application in the words of the consent page. */
function ScopeList({ scopes }: { readonly scopes: readonly string[] }) {
  const list = (
    <ul className="list-disc ps-4 text-sm">
      {scopes.map((scope) => (
        <li key={scope} title={scope} className="break-words">
          {describeScope(w.server.scopes, scope)}
        </li>
      ))}
    </ul>
  );
  if (scopes.length <= MAX_OPEN_SCOPES) return list;
  return (
    <details>
      <summary className="cursor-pointer text-sm">{w.sessions.allScopes({ n: scopes.length })}</summary>
      {list}
    </details>
  );
}

function WithdrawGrantDialog({
  grant: { client_id, client_name },
  onClose,
}: {
  readonly grant: Grant;
  readonly onClose: () => void;
}) {
  const withdraw = useMutation({
    mutationFn: () => del('/api/v1/user/grant/{client_id}', { params: { path: { client_id } } }),
    onSuccess: () => {
      showToast(w.sessions.revoked({ name: client_name }));
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['user', 'grant'] }),
  });
  return (
    <ConfirmDialog
      title={w.sessions.revokeNamed({ name: client_name })}
      confirmLabel={w.sessions.revoke}
      isPending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    >
      {w.sessions.revokeHint}
    </ConfirmDialog>
  );
}
