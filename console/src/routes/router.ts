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

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../features/sign-in/forgot-password.tsx')),
});

const signUp = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('../features/sign-in/sign-up.tsx')),
});

const connected = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connected',
  validateSearch: filters('of', 'error', 'error_description'),
  component: lazyRouteComponent(() => import('../features/connections/connected.tsx')),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([signIn, signUp, forgotPassword, connected, shellRoute.addChildren(SCREENS)]),
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
