import { createRootRoute, createRoute, retainSearchParams } from '@tanstack/react-router';
import { LostPage, StoppedPage } from '../features/shell/lost.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { filters } from '../lib/search.ts';

export const rootRoute = createRootRoute({ notFoundComponent: LostPage, errorComponent: StoppedPage });

/** Everything that needs a person who is signed in, and a project. The project stays in the address from page to page. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'in',
  component: Shell,
  validateSearch: filters('project'),
  search: { middlewares: [retainSearchParams(['project'])] },
});
