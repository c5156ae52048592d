import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';
import { requestErrors } from '../errors.ts';
import type { Door, Doorkeeper } from './doors.ts';
import { isCrossSite } from './security.ts';

/** One request to a page. */
export interface PageInput {
  readonly ctx: ApiContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A page for people's browsers as data. A form that a page of another site sends is refused before anything else: 403. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  /** The full literal path below the base address, as the router has it. */
  readonly path: string;
  /** The door it stands at, or the doors by what the request asks for. */
  readonly door?: Door | ((request: FastifyRequest) => readonly Door[]);
  /** Why it stands at none. */
  readonly doorFree?: string;
  readonly handle: (input: PageInput) => Promise<unknown>;
}

/** What is wrong with the declaration of a page, as sentences. */
export function pageProblems(page: PageRoute): string[] {
  const stated = [page.door, page.doorFree].filter(Boolean).length;
  return stated === 1 ? [] : [`${page.method} ${page.path}: name its door, or say why it needs none`];
}

/** Most bytes of a form a person fills in. */
const FORM_LIMIT = 20_000;

/** Mounts pages, which read what HTML forms send. */
export function mountPages(app: FastifyInstance, ctx: ApiContext, keep: Doorkeeper, pages: readonly PageRoute[]): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text))),
    );
    for (const { method, path, door = [], handle } of pages) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        if (method === 'POST' && isCrossSite(ctx, request, 'refuse-unknown')) throw requestErrors.crossSiteRequest();
        const doors = typeof door === 'function' ? door(request) : [door].flat();
        for (const one of doors) keep(request, one);
        return handle({ ctx, request, reply });
      };
      scope.route({ method, url: path, bodyLimit: FORM_LIMIT, handler });
    }
  });
}
