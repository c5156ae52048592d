import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { formatRoles } from '../../lib/roles.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert, showErrorToast } from '../../ui/error-alert.tsx';
import { Users } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { ServerText } from '../../ui/reason-text.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { type Column, Pagination, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { type Invite, invitesQuery } from './queries.ts';
import { useCanInvite } from './use-can-invite.ts';
import { WithdrawInviteDialog } from './withdraw-invite-dialog.tsx';

const route = getRouteApi('/in/people');

/** Lists invites and their status. */
export function InviteList() {
  const scope = useScope();
  const { cursor, show } = route.useSearch();
  const canView = useHasPermission('organization', 'view_members');
  const query = invitesQuery(scope, show === 'all' ? 'all' : 'pending', cursor);
  const { data, error, refetch } = useQuery({ ...query, enabled: canView === true });
  const canInvite = useCanInvite();
  const [isInviting, setIsInviting] = useState(false);
  const [withdrawnInvite, setWithdrawnInvite] = useState<Invite>();
  const isEmpty = data?.results.length === 0;
  const inviteButton = canInvite && (
    <Button variant="primary" onClick={() => setIsInviting(true)}>
      {w.people.invite}
    </Button>
  );
  return (
    <section aria-label={w.people.invites} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        {!isEmpty && inviteButton}
        {canInvite === false && <p className="text-muted">{w.people.cannotInvite}</p>}
        {canView && show !== 'all' && (
          <Link to="/people" search={{ of: 'invites', show: 'all' }} className="link">
            {w.people.showAccepted}
          </Link>
        )}
      </div>
      {error && <ErrorAlert error={error} permissionHint={w.people.membersRoles} onRetry={() => void refetch()} />}
      {canView === false && <p className="text-muted">{w.people.invitesRoles}</p>}
      {!data && !error && canView !== false && <Loading lineCount={4} />}
      {isEmpty && (
        <EmptyState icon={Users} title={w.people.noInvites} action={inviteButton}>
          {w.people.noInvitesHint}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <Table
          caption={w.people.invites}
          columns={getColumns(canInvite === true, setWithdrawnInvite)}
          rows={data.results}
          getRowKey={({ id }) => id}
        />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {withdrawnInvite && (
        <WithdrawInviteDialog invite={withdrawnInvite} onClose={() => setWithdrawnInvite(undefined)} />
      )}
    </section>
  );
}

const STATUS_TONES: Readonly<Record<string, Tone>> = { pending: 'info', accepted: 'good', expired: 'warn' };

function getColumns(canInvite: boolean, onWithdraw: (invite: Invite) => void): readonly Column<Invite>[] {
  return [
    {
      header: w.people.email,
      render: ({ email_address, roles, project_roles, delivery_error, delivery_error_code, delivery_error_params }) => (
        <span className="flex flex-col">
          <span className="break-all">{email_address}</span>
          <span className="text-sm text-muted">
            {formatRoles([...new Set([...roles, ...Object.values(project_roles).flat()])]) || w.ui.roles.member}
          </span>
          {delivery_error && (
            <span className="text-sm text-danger">
              <ServerText text={delivery_error} code={delivery_error_code} params={delivery_error_params} />
            </span>
          )}
        </span>
      ),
    },
    {
      header: w.people.state,
      render: ({ status }) => (
        <StatusBadge tone={STATUS_TONES[status] ?? 'quiet'}>
          {w.people.states[status as keyof typeof w.people.states] ?? status}
        </StatusBadge>
      ),
    },
    { header: w.people.expires, hidesOnMobile: true, render: ({ expires_at }) => <Time at={expires_at} /> },
    {
      header: w.people.actions,
      alignsEnd: true,
      render: (invite) =>
        canInvite &&
        invite.status !== 'accepted' && (
          <span className="flex flex-wrap justify-end gap-1">
            <ResendButton invite={invite} />
            <Button
              isSmall
              aria-label={w.people.revokeNamed({ address: invite.email_address })}
              onClick={() => onWithdraw(invite)}
            >
              {w.people.revoke}
            </Button>
          </span>
        ),
    },
  ];
}

function ResendButton({ invite: { id, email_address } }: { readonly invite: Invite }) {
  const { org_id } = useScope();
  const resend = useMutation({
    mutationFn: () =>
      post('/api/v1/org/{org_id}/invite/{org_invite_id}/resend', { params: { path: { org_id, org_invite_id: id } } }),
    onSuccess: ({ mail_delivery }) => {
      showToast(w.people.sent[mail_delivery]({ address: email_address }));
      void queryClient.invalidateQueries({ queryKey: ['invite', 'list'] });
    },
    onError: showErrorToast,
  });
  return (
    <Button
      isSmall
      isPending={resend.isPending}
      aria-label={w.people.resendNamed({ address: email_address })}
      onClick={() => resend.mutate()}
    >
      {w.people.resend}
    </Button>
  );
}
