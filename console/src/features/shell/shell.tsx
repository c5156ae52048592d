import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { isSignedOut } from '../../lib/api-error.ts';
import { storeScope } from '../../lib/last-scope.ts';
import { followProject } from '../../lib/live-changes.ts';
import { PHONE, useMediaQuery } from '../../lib/media-query.ts';
import { useIsOutdated } from '../../lib/release.ts';
import { ScopeContext, whoamiQuery } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { CommandPalette } from './command-palette.tsx';
import { OfflineNotice } from './live-indicator.tsx';
import { NewReleaseNotice } from './new-release-notice.tsx';
import { usePageScope } from './page-scope.ts';
import { PhoneBottomBar, PhoneTopBar } from './phone-bars.tsx';
import { SessionExpiredDialog } from './session-expired-dialog.tsx';
import { ShortcutsHelp } from './shortcuts-help.tsx';
import { Sidebar } from './sidebar.tsx';

const NoProject = lazy(() => import('./no-project.tsx'));
const UnknownProject = lazy(() => import('./unknown-project.tsx'));

/** Personal screens, which need no project. */
const PERSONAL_PATHS: readonly string[] = ['/settings/account', '/settings/sessions'];

/** Screens that work with a role on a single resource. All others need access to the project. */
const RESOURCE_SCREENS =
  /^\/(?:(?:approvals|runs|agents|tasks|knowledge|evals)(?!\/new)|(?:skills|connections\/\w+)\/[0-9a-f-]{36})/;

/** The frame of every screen: session, project, navigation and dialogs. */
export function Shell() {
  const user = useQuery(whoamiQuery);
  const { scope, isLoading, hasResourceAccessOnly, alternatives, error } = usePageScope(user.isSuccess);
  const { pathname } = useLocation();
  const isPersonal = PERSONAL_PATHS.includes(pathname);
  const hasScreen = scope && !(hasResourceAccessOnly && !RESOURCE_SCREENS.test(pathname));
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const togglePalette = useCallback(() => setIsPaletteOpen((current) => !current), []);
  const isOutdated = useIsOutdated();
  const isPhone = useMediaQuery(PHONE);
  useEffect(() => {
    if (!scope || !user.isSuccess) return;
    // The next visit must not start with a project that the user can't view.
    if (!hasResourceAccessOnly) storeScope(scope);
    followProject(scope);
  }, [scope, hasResourceAccessOnly, user.isSuccess]);
  if (isSignedOut(user.error) && !user.data) return <RedirectToSignIn />;
  const loadError = (!user.data && user.error) || error;
  return (
    <ScopeContext value={scope}>
      <a href="#content" className="absolute start-2 -top-16 z-50 rounded bg-surface px-3 py-2 focus:top-2">
        {w.shell.skip}
      </a>
      <div className="frame">
        {isPhone ? <PhoneTopBar onSearch={togglePalette} /> : <Sidebar onSearch={togglePalette} />}
        <div className="flex min-w-0 flex-col">
          {isPhone && <OfflineNotice />}
          {isOutdated && <NewReleaseNotice />}
          <main id="content" tabIndex={-1} className="min-w-0 flex-1">
            {loadError ? (
              <div className="p-4 md:p-6">
                <h1 className="sr-only">Holdfast</h1>
                <ErrorAlert error={loadError} onRetry={() => void user.refetch()} />
              </div>
            ) : user.isPending || isLoading ? (
              <Loading />
            ) : hasScreen || isPersonal ? (
              <Outlet key={scope?.project_id} />
            ) : (
              <Suspense fallback={<Loading />}>
                {alternatives ? <UnknownProject organizations={alternatives} /> : <NoProject />}
              </Suspense>
            )}
          </main>
        </div>
        {isPhone && <PhoneBottomBar />}
      </div>
      <CommandPalette isOpen={isPaletteOpen} onToggle={togglePalette} />
      <ShortcutsHelp />
      <SessionExpiredDialog />
    </ScopeContext>
  );
}

/**
 * Redirects to the sign-in page, which returns here. The effect runs once: a second run while the form loads would make
 * it return to the form itself.
 */
function RedirectToSignIn() {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    const { pathname, href } = router.state.location;
    if (pathname !== '/sign-in') void navigate({ to: '/sign-in', search: { to: href }, replace: true });
  }, [navigate, router]);
  return <Loading />;
}
