import type { FastifyInstance } from 'fastify';
import { GUIDE_PATH } from '../../src/platform/guide/render.ts';
import { MAX_QUERY_LENGTH } from '../../src/platform/guide/search.ts';
import { requestErrors } from '../errors.ts';
import type { TakeAttempt } from './attempt-limits.ts';

const DAY_MS = 86_400_000;

/** Serves the documentation at /docs/guide as pages without scripts. `?q=` searches it, limited per client network. */
export function serveGuide(app: FastifyInstance, takeAttempt: TakeAttempt): void {
  app.get(GUIDE_PATH, async (request, reply) => {
    const { q } = request.query as Readonly<Record<string, unknown>>;
    const query = typeof q === 'string' ? q.slice(0, MAX_QUERY_LENGTH).trim() : '';
    if (query !== '') takeAttempt(request, 'guide');
    const { loadGuide, renderIndex, renderResults } = await import('./guide-pages.ts');
    const guide = await loadGuide();
    const page =
      query === '' ? renderIndex(request, guide) : renderResults(request, guide, query, await guide.search(query));
    return reply.headers(page.headers).send(page.html);
  });
  app.get(`${GUIDE_PATH}/:name`, async (request, reply) => {
    const { loadGuide, renderGuidePage } = await import('./guide-pages.ts');
    const guide = await loadGuide();
    const page = guide.pages.get((request.params as { readonly name: string }).name);
    if (!page) throw requestErrors.routeNotFound();
    const { headers, html } = renderGuidePage(request, guide, page);
    return reply.headers(headers).send(html);
  });
  app.get(`${GUIDE_PATH}/pictures/:name`, async (request, reply) => {
    const { loadGuide, PICTURES_FOLDER } = await import('./guide-pages.ts');
    const { name } = request.params as { readonly name: string };
    if (!(await loadGuide()).pictures.has(name)) throw requestErrors.routeNotFound();
    return reply.sendFile(name, PICTURES_FOLDER, { maxAge: DAY_MS });
  });
}
