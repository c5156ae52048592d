import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseSearch, pickSearchParams, stringifySearch } from '../lib/search-params.ts';
import { SCREEN_ROUTES } from './screen-routes.ts';
import { rootRoute, shellRoute } from './shell-route.ts';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: pickSearchParams('to'),
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in.tsx')),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../features/sign-in/forgot-password.tsx')),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('../features/sign-in/sign-up.tsx')),
});

const connectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connected',
  validateSearch: pickSearchParams('of', 'error', 'error_description'),
  component: lazyRouteComponent(() => import('../features/connections/consent-result-page.tsx')),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    signUpRoute,
    forgotPasswordRoute,
    connectedRoute,
    shellRoute.addChildren(SCREEN_ROUTES),
  ]),
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
