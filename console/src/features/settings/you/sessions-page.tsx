import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { del, post } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { formatUserAgent } from '../../../lib/user-agent.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorAlert, showErrorToast } from '../../../ui/error-alert.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { type Column, Pagination, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../settings-layout.tsx';
import { GrantList } from './grant-list.tsx';
import { type UserSession, userSessionsQuery } from './queries.ts';

const route = getRouteApi('/in/settings/sessions');

const invalidateSessions = () => void queryClient.invalidateQueries({ queryKey: ['user', 'session'] });

/** Page of the user's sessions and the applications with access. */
export default function SessionsPage() {
  return (
    <SettingsPage path="/settings/sessions" title={w.sessions.title}>
      <SessionList />
      <GrantList />
    </SettingsPage>
  );
}

function SessionList() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(userSessionsQuery(cursor));
  const [isConfirming, setIsConfirming] = useState(false);
  const hasOthers = data?.results.some(({ current }) => !current);
  const signOutOthersButton = hasOthers && (
    <Button onClick={() => setIsConfirming(true)}>{w.sessions.signOutOthers}</Button>
  );
  return (
    <Section title={w.sessions.browsers} hint={w.sessions.browsersHint} actions={signOutOthersButton}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data && (
        <Table caption={w.sessions.browsers} columns={getColumns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {isConfirming && <SignOutOthersDialog onClose={() => setIsConfirming(false)} />}
    </Section>
  );
}

const getSessionName = ({ user_agent }: UserSession) => (user_agent ? formatUserAgent(user_agent) : w.sessions.unknown);

function getColumns(): readonly Column<UserSession>[] {
  return [
    {
      header: w.sessions.browser,
      render: (session) => (
        <span className="flex flex-wrap items-center gap-2">
          <span title={session.user_agent ?? undefined} className="break-words">
            {getSessionName(session)}
          </span>
          {session.current && <StatusBadge tone="good">{w.sessions.here}</StatusBadge>}
        </span>
      ),
    },
    { header: w.sessions.address, render: ({ ip_address }) => <span className="break-words">{ip_address}</span> },
    { header: w.sessions.since, hidesOnMobile: true, render: ({ created }) => <Time at={created} /> },
    { header: w.sessions.until, hidesOnMobile: true, render: ({ expires_at }) => <Time at={expires_at} /> },
    {
      header: w.sessions.actions,
      alignsEnd: true,
      render: (session) => !session.current && <SignOutButton session={session} />,
    },
  ];
}

function SignOutButton({ session }: { readonly session: UserSession }) {
  const signOut = useMutation({
    mutationFn: () =>
      del('/api/v1/user/session/{user_session_id}', { params: { path: { user_session_id: session.id } } }),
    onSuccess: () => showToast(w.sessions.signedOut({ browser: getSessionName(session) })),
    onError: showErrorToast,
    // A session that no longer exists was signed out elsewhere.
    onSettled: invalidateSessions,
  });
  return (
    <Button
      isSmall
      isPending={signOut.isPending}
      aria-label={w.sessions.signOutNamed({ browser: getSessionName(session), address: session.ip_address ?? '' })}
      onClick={() => signOut.mutate()}
    >
      {w.sessions.signOut}
    </Button>
  );
}

function SignOutOthersDialog({ onClose }: { readonly onClose: () => void }) {
  const signOut = useMutation({
    mutationFn: () => post('/identity/sign-out-everywhere', { body: { keep_this: true } }),
    onSuccess: ({ ended }) => {
      showToast(w.sessions.othersSignedOut({ count: formatNumber(ended) }));
      invalidateSessions();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.sessions.signOutOthers}
      confirmLabel={w.sessions.signOutOthers}
      isPending={signOut.isPending}
      error={signOut.error}
      onConfirm={() => signOut.mutate()}
      onClose={onClose}
    >
      {w.sessions.othersHint}
    </ConfirmDialog>
  );
}
