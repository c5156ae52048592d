import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { filters, parseSearch, stringifySearch } from '../lib/search.ts';
import { SCREENS } from './screens.ts';
import { rootRoute, shellRoute } from './shell.ts';

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: filters('to'),
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in.tsx')),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([signIn, shellRoute.addChildren(SCREENS)]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
