import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { del, post } from '../../../lib/api.ts';
import { sayNumber } from '../../../lib/numbers.ts';
import { queries } from '../../../lib/query.ts';
import { sayBrowser } from '../../../lib/user-agent.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Failed, tellFailure } from '../../../ui/failed.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Section } from '../../../ui/section.tsx';
import { Status } from '../../../ui/status.tsx';
import { type Column, Paging, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { w } from '../../../words/index.ts';
import { SettingsPage } from '../parts.tsx';
import { Grants } from './grants.tsx';
import { type UserSession, userSessions } from './queries.ts';

const route = getRouteApi('/in/settings/sessions');

const readAgain = () => void queries.invalidateQueries({ queryKey: ['user', 'session'] });

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
    <Section title={w.sessions.browsers} hint={w.sessions.browsersHint} acts={all}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data && <Table caption={w.sessions.browsers} columns={columns()} rows={data.results} keyOf={({ id }) => id} />}
      {data && <Paging pagination={data.pagination} cursor={cursor} />}
      {asking && <SignOutOthers onClose={() => setAsking(false)} />}
    </Section>
  );
}

const named = ({ user_agent }: UserSession) => (user_agent ? sayBrowser(user_agent) : w.sessions.unknown);

function columns(): readonly Column<UserSession>[] {
  return [
    {
      name: w.sessions.browser,
      show: (session) => (
        <span className="flex flex-wrap items-center gap-2">
          <span title={session.user_agent ?? undefined} className="break-words">
            {named(session)}
          </span>
          {session.current && <Status tone="good">{w.sessions.here}</Status>}
        </span>
      ),
    },
    { name: w.sessions.address, show: ({ ip_address }) => <span className="break-words">{ip_address}</span> },
    { name: w.sessions.since, wide: true, show: ({ created }) => <Time at={created} /> },
    { name: w.sessions.until, wide: true, show: ({ expires_at }) => <Time at={expires_at} /> },
    { name: w.sessions.acts, end: true, show: (session) => !session.current && <SignOut of={session} /> },
  ];
}

function SignOut({ of }: { readonly of: UserSession }) {
  const end = useMutation({
    mutationFn: () => del('/api/v1/user/session/{user_session_id}', { params: { path: { user_session_id: of.id } } }),
    onSuccess: () => toast(w.sessions.signedOut(named(of))),
    onError: tellFailure,
    // One that is no longer there was signed out elsewhere.
    onSettled: readAgain,
  });
  return (
    <Button
      small
      busy={end.isPending}
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
      toast(w.sessions.othersOut(sayNumber(ended)));
      readAgain();
      onClose();
    },
  });
  return (
    <Confirm
      title={w.sessions.signOutOthers}
      act={w.sessions.signOutOthers}
      busy={end.isPending}
      error={end.error}
      onAct={() => end.mutate()}
      onClose={onClose}
    >
      {w.sessions.othersHint}
    </Confirm>
  );
}
