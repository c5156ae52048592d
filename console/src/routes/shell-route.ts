import { createRootRoute, createRoute, retainSearchParams } from '@tanstack/react-router';
import { LostPage, StoppedPage } from '../features/shell/lost.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { pickSearchParams } from '../lib/search-params.ts';

export const rootRoute = createRootRoute({ notFoundComponent: LostPage, errorComponent: StoppedPage });

/** Parent of all routes that need a session and a project. Navigation keeps the `project` search param. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'in',
  component: Shell,
  validateSearch: pickSearchParams('project'),
  search: { middlewares: [retainSearchParams(['project'])] },
});
