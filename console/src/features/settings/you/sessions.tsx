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
import { SettingsPage } from '../parts.tsx';
import { Grants } from './grants.tsx';
import { type UserSession, userSessions } from './queries.ts';

const route = getRouteApi('/in/settings/sessions');

const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['user', 'session'] });

/** Where the person is signed in, and what they let programs do; both can be withdrawn. */
export default function Sessions() {
  return (
    <SettingsPage at="/settings/sessions" title={w.sessions.title}>
      <Browsers />
      <Grants />
    </SettingsPage>
  );
}

function Browsers() {
  const { cursor } = route.useSearch();
  const { data, error, refetch } = useQuery(userSessions(cursor));
  const [asking, setAsking] = useState(false);
  const others = data?.results.some(({ current }) => !current);
  const all = others && <Button onClick={() => setAsking(true)}>{w.sessions.signOutOthers}</Button>;
  return (
    <Section title={w.sessions.browsers} hint={w.sessions.browsersHint} actions={all}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lineCount={3} />}
      {data && (
        <Table caption={w.sessions.browsers} columns={columns()} rows={data.results} getRowKey={({ id }) => id} />
      )}
      {data && <Pagination pagination={data.pagination} cursor={cursor} />}
      {asking && <SignOutOthers onClose={() => setAsking(false)} />}
    </Section>
  );
}

const named = ({ user_agent }: UserSession) => (user_agent ? formatUserAgent(user_agent) : w.sessions.unknown);

function columns(): readonly Column<UserSession>[] {
  return [
    {
      header: w.sessions.browser,
      render: (session) => (
        <span className="flex flex-wrap items-center gap-2">
          <span title={session.user_agent ?? undefined} className="break-words">
            {named(session)}
          </span>
          {session.current && <StatusBadge tone="good">{w.sessions.here}</StatusBadge>}
        </span>
      ),
    },
    { header: w.sessions.address, render: ({ ip_address }) => <span className="break-words">{ip_address}</span> },
    { header: w.sessions.since, hidesOnMobile: true, render: ({ created }) => <Time at={created} /> },
    { header: w.sessions.until, hidesOnMobile: true, render: ({ expires_at }) => <Time at={expires_at} /> },
    { header: w.sessions.acts, alignsEnd: true, render: (session) => !session.current && <SignOut of={session} /> },
  ];
}

function SignOut({ of }: { readonly of: UserSession }) {
  const end = useMutation({
    mutationFn: () => del('/api/v1/user/session/{user_session_id}', { params: { path: { user_session_id: of.id } } }),
    onSuccess: () => showToast(w.sessions.signedOut(named(of))),
    onError: showErrorToast,
    // One that is no longer there was signed out elsewhere.
    onSettled: readAgain,
  });
  return (
    <Button
      isSmall
      isPending={end.isPending}
      aria-label={w.sessions.signOutNamed(named(of), of.ip_address ?? '')}
      onClick={() => end.mutate()}
    >
      {w.sessions.signOut}
    </Button>
  );
}

function SignOutOthers({ onClose }: { readonly onClose: () => void }) {
  const end = useMutation({
    mutationFn: () => post('/identity/sign-out-everywhere', { body: { keep_this: true } }),
    onSuccess: ({ ended }) => {
      showToast(w.sessions.othersOut(formatNumber(ended)));
      readAgain();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.sessions.signOutOthers}
      confirmLabel={w.sessions.signOutOthers}
      isPending={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      {w.sessions.othersHint}
    </ConfirmDialog>
  );
}
