import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { pickSearchParams } from '../lib/search-params.ts';
import { loadAllWords } from '../words/index.ts';
import { shellRoute } from './shell-route.ts';

/**
 * Creates the route of a screen inside the shell. `loadScreen` imports the screen's module, which exports the screen as
 * `default`.
 */
export function createScreenRoute<const P extends string, const N extends string = never>(
  path: P,
  searchParamNames: readonly N[],
  loadScreen: () => Promise<{ default: ComponentType }>,
) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: pickSearchParams(...searchParamNames),
    component: lazyRouteComponent(hasFirstTexts(path) ? loadScreen : () => loadAllWords().then(loadScreen)),
  });
}

/** Whether the first texts include those of the screen: home and inbox. */
const hasFirstTexts = (path: string) => path === '/' || path.startsWith('/approvals');
