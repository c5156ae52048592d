import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { visibleProjectsQuery } from '../../../lib/visible-projects.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmByNameDialog } from '../../../ui/confirm-by-name-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorAlert, showErrorToast } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Table } from '../../../ui/table.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { organizations } from './queries.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly open: boolean;
}

/** Organizations of the person, and those that they may join. Shared by the page of somebody who has no project yet. */
export function Organizations() {
  const own = useQuery(organizations('active'));
  const open = useQuery(organizations('joinable'));
  const error = own.error ?? open.error;
  const rows: Row[] = [
    ...(open.data?.results ?? []).map(({ id, name }) => ({ id, name, open: true })),
    ...(own.data?.results ?? []).map(({ id, name }) => ({ id, name, open: false })),
  ];
  const read = own.data && open.data;
  return (
    <Section title={w.account.organizations} hint={w.account.organizationsHint}>
      {error && <ErrorAlert error={error} onRetry={() => void Promise.all([own.refetch(), open.refetch()])} />}
      {!read && !error && <Loading lineCount={2} />}
      {read && rows.length === 0 && (
        <EmptyState title={w.account.noOrganization}>{w.account.noOrganizationHint}</EmptyState>
      )}
      {read && rows.length > 0 && (
        <Table
          caption={w.account.organizations}
          getRowKey={({ id }) => id}
          rows={rows}
          columns={[
            { header: w.account.name, render: ({ name }) => <span className="break-words">{name}</span> },
            {
              header: w.account.state,
              render: (row) => (
                <StatusBadge tone={row.open ? 'info' : 'good'}>
                  {row.open ? w.account.open : w.account.belong}
                </StatusBadge>
              ),
            },
            {
              header: w.account.acts,
              alignsEnd: true,
              render: (row) => (row.open ? <Join of={row} /> : <Leave of={row} />),
            },
          ]}
        />
      )}
    </Section>
  );
}

function readPlacesAgain(): void {
  void queryClient.invalidateQueries({ queryKey: ['user', 'organization'] });
  void queryClient.invalidateQueries({ queryKey: visibleProjectsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['member', 'list'] });
}

/** Leaves an organization, once its name was typed. */
function Leave({ of: { id, name } }: { readonly of: Row }) {
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => post('/api/v1/org/{org_id}/leave', { params: { path: { org_id: id } } }),
    onSuccess: () => {
      setAsking(false);
      showToast(w.account.left(name));
      readPlacesAgain();
    },
  });
  return (
    <>
      <Button isSmall variant="danger" aria-label={w.account.leaveNamed(name)} onClick={() => setAsking(true)}>
        {w.account.leave}
      </Button>
      {asking && (
        <ConfirmByNameDialog
          title={w.account.leaveNamed(name)}
          name={name}
          confirmLabel={w.account.leave}
          isPending={leave.isPending}
          error={leave.error}
          onConfirm={() => leave.mutate()}
          onClose={() => setAsking(false)}
        >
          {w.account.leaveHint}
        </ConfirmByNameDialog>
      )}
    </>
  );
}

function Join({ of: { id, name } }: { readonly of: Row }) {
  const join = useMutation({
    mutationFn: () => post('/api/v1/org/{org_id}/join', { params: { path: { org_id: id } }, body: {} }),
    onSuccess: () => {
      showToast(w.account.joined(name));
      readPlacesAgain();
    },
    onError: showErrorToast,
  });
  return (
    <Button isSmall isPending={join.isPending} aria-label={w.account.joinNamed(name)} onClick={() => join.mutate()}>
      {w.account.join}
    </Button>
  );
}
