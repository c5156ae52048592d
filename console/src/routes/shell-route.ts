import { createRootRoute, createRoute, retainSearchParams } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage } from '../features/shell/error-pages.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { queryClient } from '../lib/query-client.ts';
import { pickSearchParams } from '../lib/search-params.ts';
import { whoamiQuery } from '../lib/session.ts';
import { visibleProjectsQuery } from '../lib/visible-projects.ts';

export const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage });

/** Parent of all routes that need a session and a project. Navigation keeps the `project` search param. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'in',
  component: Shell,
  // The index has requested both. The first render waits for scripts, and finds these responses then.
  loader: () => {
    void queryClient.prefetchQuery(whoamiQuery);
    void queryClient.prefetchQuery(visibleProjectsQuery);
  },
  shouldReload: false,
  validateSearch: pickSearchParams('project'),
  search: { middlewares: [retainSearchParams(['project'])] },
});
