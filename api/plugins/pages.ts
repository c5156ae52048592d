import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context.ts';
import { requestErrors } from '../errors.ts';
import type { RateLimitGroup, TakeAttempt } from './attempt-limits.ts';
import { isCrossSite } from './security.ts';

/** One request to a page. */
interface PageInput {
  readonly ctx: ApiContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An HTML page as data. A form from another site gets a 403. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  /** Path below the base URL, in router syntax. */
  readonly path: string;
  /** Rate-limit group, or a function that returns the groups of a request. */
  readonly rateLimit?: RateLimitGroup | ((request: FastifyRequest) => readonly RateLimitGroup[]);
  /** Reason for having no rate limit. */
  readonly noRateLimitReason?: string;
  readonly handle: (input: PageInput) => Promise<unknown>;
}

/** Returns the problems of a page declaration. */
export function findPageProblems(page: PageRoute): string[] {
  const declared = [page.rateLimit, page.noRateLimitReason].filter(Boolean).length;
  return declared === 1 ? [] : [`${page.method} ${page.path}: declare rateLimit or noRateLimitReason`];
}

const MAX_FORM_BYTES = 20_000;

/** Registers pages with a parser for HTML forms. */
export function mountPages(
  app: FastifyInstance,
  ctx: ApiContext,
  takeAttempt: TakeAttempt,
  pages: readonly PageRoute[],
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text))),
    );
    for (const { method, path, rateLimit = [], handle } of pages) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        if (method === 'POST' && isCrossSite(ctx, request, 'refuse-unknown')) throw requestErrors.crossSiteRequest();
        const groups = typeof rateLimit === 'function' ? rateLimit(request) : [rateLimit].flat();
        for (const group of groups) takeAttempt(request, group);
        return handle({ ctx, request, reply });
      };
      scope.route({ method, url: path, bodyLimit: MAX_FORM_BYTES, handler });
    }
  });
}
