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
import { organizationsQuery } from './queries.ts';

interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly canJoin: boolean;
}

/** Lists the organizations of the user and those the user can join. */
export function OrganizationList() {
  const activeOrganizations = useQuery(organizationsQuery('active'));
  const joinableOrganizations = useQuery(organizationsQuery('joinable'));
  const error = activeOrganizations.error ?? joinableOrganizations.error;
  const rows: OrganizationRow[] = [
    ...(joinableOrganizations.data?.results ?? []).map(({ id, name }) => ({ id, name, canJoin: true })),
    ...(activeOrganizations.data?.results ?? []).map(({ id, name }) => ({ id, name, canJoin: false })),
  ];
  const isLoaded = activeOrganizations.data && joinableOrganizations.data;
  return (
    <Section title={w.account.organizations} hint={w.account.organizationsHint}>
      {error && (
        <ErrorAlert
          error={error}
          onRetry={() => void Promise.all([activeOrganizations.refetch(), joinableOrganizations.refetch()])}
        />
      )}
      {!isLoaded && !error && <Loading lineCount={2} />}
      {isLoaded && rows.length === 0 && (
        <EmptyState isSmall title={w.account.noOrganization}>
          {w.account.noOrganizationHint}
        </EmptyState>
      )}
      {isLoaded && rows.length > 0 && (
        <Table
          caption={w.account.organizations}
          getRowKey={({ id }) => id}
          rows={rows}
          columns={[
            { header: w.account.name, render: ({ name }) => <span className="break-words">{name}</span> },
            {
              header: w.account.state,
              render: (row) => (
                <StatusBadge tone={row.canJoin ? 'info' : 'good'}>
                  {row.canJoin ? w.account.open : w.account.belong}
                </StatusBadge>
              ),
            },
            {
              header: w.account.actions,
              alignsEnd: true,
              render: (row) => (row.canJoin ? <JoinButton organization={row} /> : <LeaveButton organization={row} />),
            },
          ]}
        />
      )}
    </Section>
  );
}

function invalidateOrganizations(): void {
  void queryClient.invalidateQueries({ queryKey: ['user', 'organization'] });
  void queryClient.invalidateQueries({ queryKey: visibleProjectsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['member', 'list'] });
}

/** Leaves an organization after the user repeats its name. */
function LeaveButton({ organization: { id, name } }: { readonly organization: OrganizationRow }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const leave = useMutation({
    mutationFn: () => post('/api/v1/org/{org_id}/leave', { params: { path: { org_id: id } } }),
    onSuccess: () => {
      setIsConfirming(false);
      showToast(w.account.leftOrganization({ name }));
      invalidateOrganizations();
    },
  });
  return (
    <>
      <Button
        isSmall
        variant="danger"
        aria-label={w.account.leaveNamed({ name })}
        onClick={() => setIsConfirming(true)}
      >
        {w.account.leave}
      </Button>
      {isConfirming && (
        <ConfirmByNameDialog
          title={w.account.leaveNamed({ name })}
          name={name}
          confirmLabel={w.account.leave}
          isPending={leave.isPending}
          error={leave.error}
          onConfirm={() => leave.mutate()}
          onClose={() => setIsConfirming(false)}
        >
          {w.account.leaveHint}
        </ConfirmByNameDialog>
      )}
    </>
  );
}

function JoinButton({ organization: { id, name } }: { readonly organization: OrganizationRow }) {
  const join = useMutation({
    mutationFn: () => post('/api/v1/org/{org_id}/join', { params: { path: { org_id: id } }, body: {} }),
    onSuccess: () => {
      showToast(w.account.joined({ name }));
      invalidateOrganizations();
    },
    onError: showErrorToast,
  });
  return (
    <Button isSmall isPending={join.isPending} aria-label={w.account.joinNamed({ name })} onClick={() => join.mutate()}>
      {w.account.join}
    </Button>
  );
}
