import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { filters } from '../lib/search.ts';
import { shellRoute } from './shell.ts';

/**
 * A screen inside the shell: its path, the names of what its address carries after `?`, and its module, which is loaded when
 * it is needed and exports the screen as `default`.
 */
export function page<const P extends string, const N extends string = never>(
  path: P,
  names: readonly N[],
  screen: () => Promise<{ default: ComponentType }>,
) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: filters(...names),
    component: lazyRouteComponent(screen),
  });
}
