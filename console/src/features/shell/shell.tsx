import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { isSignedOut } from '../../lib/api-error.ts';
import { storeScope } from '../../lib/last-scope.ts';
import { followProject } from '../../lib/live-changes.ts';
import { ScopeContext, whoamiQuery } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { Header } from './header.tsx';
import { KeysHelp } from './keys-help.tsx';
import { Palette } from './palette.tsx';
import { SessionOver } from './session-over.tsx';
import { useShownScope } from './shown-scope.ts';

const NoProject = lazy(() => import('./no-project.tsx'));

/** Screens that are the person's own: they need no project. */
const OWN: readonly string[] = ['/settings/account', '/settings/sessions'];

/** Screens of single things, and lists that show whoever sees no more of a project what they were given; others tell of all of it. */
const OF_THINGS =
  /^\/(?:(?:approvals|runs|agents|tasks|knowledge|evals)(?!\/new)|(?:skills|connections\/\w+)\/[0-9a-f-]{36})/;

/** What is around every screen: who is signed in, the project, the ways to everything else. */
export function Shell() {
  const person = useQuery(whoamiQuery);
  const { scope, looking, within, error } = useShownScope(person.isSuccess);
  const { pathname } = useLocation();
  const isOwn = OWN.includes(pathname);
  const isShown = scope && !(within && !OF_THINGS.test(pathname));
  useEffect(() => {
    if (!scope || !person.isSuccess) return;
    // A project that is not seen is none to begin with next time.
    if (!within) storeScope(scope);
    followProject(scope);
  }, [scope, within, person.isSuccess]);
  if (isSignedOut(person.error) && !person.data) return <ToSignIn />;
  const failure = (!person.data && person.error) || error;
  return (
    <ScopeContext value={scope}>
      <a href="#content" className="absolute start-2 -top-16 z-50 rounded bg-raised px-3 py-2 focus:top-2">
        {w.shell.skip}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        {failure ? (
          <div className="mx-auto max-w-7xl p-4">
            <h1 className="sr-only">Holdfast</h1>
            <ErrorAlert error={failure} onRetry={() => void person.refetch()} />
          </div>
        ) : person.isPending || looking ? (
          <Loading />
        ) : isShown || isOwn ? (
          <Outlet key={scope?.project_id} />
        ) : (
          <Suspense fallback={<Loading />}>
            <NoProject />
          </Suspense>
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
