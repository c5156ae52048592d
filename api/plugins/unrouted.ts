import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestErrors } from '../errors.ts';

/** A path that routes have, and the methods that it has there. */
interface Place {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/**
 * The refusal of a request that no route takes: of a known path it says which methods it has. It knows the routes that are
 * added after it was asked for.
 */
export function refusalsOfUnrouted(app: FastifyInstance): (request: FastifyRequest) => Error {
  const places = new Map<string, Place>();
  app.addHook('onRoute', ({ url, method }) => {
    const place = places.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) place.methods.add(one);
    places.set(url, place);
  });
  return ({ url }) => {
    const [path = ''] = url.split('?');
    const found = [...places.values()].filter(({ pattern }) => pattern.test(path));
    const methods = [...new Set(found.flatMap((place) => [...place.methods]))];
    return methods.length === 0 ? requestErrors.routeNotFound() : requestErrors.methodNotAllowed(methods.toSorted());
  };
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
}
