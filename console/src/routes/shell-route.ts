import { createRootRoute, createRoute, retainSearchParams } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage } from '../features/shell/error-pages.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { pickSearchParams } from '../lib/search-params.ts';

export const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage });

/** Parent of all routes that need a session and a project. Navigation keeps the `project` search param. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'in',
  component: Shell,
  validateSearch: pickSearchParams('project'),
  search: { middlewares: [retainSearchParams(['project'])] },
});
