import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestErrors } from '../errors.ts';

/** A route path with its methods. */
interface RoutePattern {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/**
 * Returns a function that creates the 404 or 405 of a request without a route. It covers the routes that are added
 * after this call.
 */
export function createRouteErrors(app: FastifyInstance): (request: FastifyRequest) => Error {
  const routes = new Map<string, RoutePattern>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    for (const routeMethod of [method].flat()) route.methods.add(routeMethod);
    routes.set(url, route);
  });
  return ({ url }) => {
    const [path = ''] = url.split('?');
    const matches = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    const methods = [...new Set(matches.flatMap((route) => [...route.methods]))];
    return methods.length === 0 ? requestErrors.routeNotFound() : requestErrors.methodNotAllowed(methods.toSorted());
  };
}

function toPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
}
