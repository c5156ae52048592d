import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Failure } from '../../lib/failure.ts';
import { followProject } from '../../lib/live.ts';
import { keepScope } from '../../lib/places.ts';
import { ScopeContext, whoami } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { Header } from './header.tsx';
import { KeysHelp } from './keys-help.tsx';
import { Palette } from './palette.tsx';
import { SessionOver } from './session-over.tsx';
import { useShownScope } from './shown-scope.ts';

/** What is around every screen: who is signed in, the project, the ways to everything else. */
export function Shell() {
  const person = useQuery(whoami);
  const { scope, looking, error } = useShownScope(person.isSuccess);
  useEffect(() => {
    if (!scope || !person.isSuccess) return;
    keepScope(scope);
    followProject(scope);
  }, [scope, person.isSuccess]);
  if (person.error instanceof Failure && person.error.status === 401 && !person.data) return <ToSignIn />;
  const failure = (!person.data && person.error) || error;
  return (
    <ScopeContext value={scope}>
      <a href="#content" className="absolute start-2 -top-16 z-50 rounded bg-raised px-3 py-2 focus:top-2">
        {w.shell.skip}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        {failure ? (
          <div className="p-4">
            <Failed error={failure} onRetry={() => void person.refetch()} />
          </div>
        ) : person.isPending || looking ? (
          <Loading />
        ) : scope ? (
          <Outlet key={scope.project_id} />
        ) : (
          <Empty title={w.shell.noProject}>{w.shell.noProjectHint}</Empty>
        )}
      </main>
      <Palette />
      <KeysHelp />
      <SessionOver />
    </ScopeContext>
  );
}

/**
 * Asks who is not signed in to do so, and comes back here. Once: each render of its own would begin it anew, and one that comes
 * while the form is still being loaded would have the person come back to the form.
 */
function ToSignIn() {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    const { pathname, href } = router.state.location;
    if (pathname !== '/sign-in') void navigate({ to: '/sign-in', search: { to: href }, replace: true });
  }, [navigate, router]);
  return <Loading />;
}
