import Type from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { checkFiling } from '../../../src/knowledge/documents/filing.ts';
import { CRAWL_FIELDS, checkAddresses } from '../../../src/knowledge/sources/kinds/web.ts';
import { ensureScrapeSource, findScrapeSource } from '../../../src/knowledge/sources/queries.ts';
import { listSourceRuns } from '../../../src/knowledge/sources/runs.ts';
import { envelope, mapPage } from '../../../src/platform/db/pagination.ts';
import { Problems } from '../../../src/platform/errors.ts';
import { given } from '../../../src/platform/given.ts';
import type { Caller } from '../../caller.ts';
import type { Change } from '../../change.ts';
import { operation } from '../../operation.ts';
import { Envelope, SHORT_PAGE_QUERY } from '../../plugins/pagination.ts';
import { acceptSync } from './accept.ts';
import { scrapeRun } from './parents.ts';
import { KnowledgeSource, SCRAPE, SOURCE_FIELDS, SourceRun, sourceRecord, sourceRunRecord } from './schemas.ts';

const TAG = 'Web scrape';
const { urls, ...CRAWL } = CRAWL_FIELDS;

const enable = operation(
  {
    id: 'scrape.enable',
    method: 'POST',
    path: SCRAPE,
    tag: TAG,
    summary: 'Make the source that scrapes of the project go by, where there is none yet',
    auth: { permission: 'project:create_document' },
    request: { idempotent: false },
    response: { schemas: { 200: KnowledgeSource } },
    audit: { event: 'knowledge_source.created' },
  },
  async ({ caller, change }) =>
    sourceRecord(await scrapeSource(caller, change), hasPermission(caller.grants, 'project:edit')),
);

const start = operation(
  {
    id: 'scrape.start',
    method: 'POST',
    path: `${SCRAPE}/start`,
    tag: TAG,
    summary: 'Crawl websites from some addresses on; answers the run at once',
    description:
      'A crawl keeps to the sites of the addresses, to robots.txt with its delays, and to one visit of a site at a time. Pages of earlier runs on these sites are looked at again: those that are gone are deleted here.',
    auth: { permission: 'project:create_document' },
    request: {
      body: Type.Object({
        urls: Type.Array(urls.items, { ...urls, minItems: 1 }),
        max_crawl_depth: Type.Optional(CRAWL.max_crawl_depth),
        max_pages: Type.Optional(CRAWL.max_pages),
        include_paths: Type.Optional(CRAWL.include_paths),
        exclude_paths: Type.Optional(CRAWL.exclude_paths),
        collection_ids: Type.Optional(SOURCE_FIELDS.collection_ids),
        strategy: Type.Optional(SOURCE_FIELDS.strategy),
      }),
      idempotent: true,
      example: { urls: ['https://docs.example.com/'], max_crawl_depth: 2 },
    },
    response: { schemas: { 200: SourceRun }, errors: { 409: ['SYNC_RUNNING'] } },
    audit: { event: 'knowledge_source.created' },
  },
  async (input) => {
    const { ctx, caller, body, change, request } = input;
    const { collection_ids, strategy, ...crawl } = body;
    const problems = new Problems();
    await problems.of(() => checkAddresses(crawl.urls, ['urls']));
    await problems.of(() => checkFiling(ctx.db, caller, 'collection_ids', collection_ids ?? []));
    problems.refuse();
    if (request.earlierRun !== undefined) change.none();
    const run = await acceptSync(input, async () => {
      const source = await scrapeSource(caller, change);
      return { ...source, ...given({ collection_ids, strategy }), config: { ...source.config, ...given(crawl) } };
    });
    return sourceRunRecord(run, hasPermission(caller.grants, 'project:edit'));
  },
);

/** The source that scrapes of the project go by, made where there is none. */
function scrapeSource({ orgId, projectId, subject }: Caller, change: Change) {
  return change(async (trx) => {
    const { source, isNew } = await ensureScrapeSource(trx, { orgId, projectId, by: subject });
    const note = { resource: { type: 'knowledge_source', id: source.id }, name: source.name, payload: { kind: 'web' } };
    return { result: source, audited: isNew ? note : 'unchanged' };
  });
}

const read = operation(
  {
    id: 'scrape.read_run',
    method: 'GET',
    path: `${SCRAPE}/run/{sync_run_id}`,
    tag: TAG,
    summary: 'How a scrape stands',
    auth: { permission: 'project:view' },
    request: { parents: { sync_run_id: scrapeRun } },
    response: { schemas: { 200: SourceRun } },
  },
  ({ caller, parents }) => sourceRunRecord(parents.sync_run_id, hasPermission(caller.grants, 'project:edit')),
);

const list = operation(
  {
    id: 'scrape.list_runs',
    method: 'GET',
    path: `${SCRAPE}/runs`,
    tag: TAG,
    summary: 'Scrapes of the project',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(SHORT_PAGE_QUERY) },
    response: { schemas: { 200: Envelope(SourceRun) } },
  },
  async ({ ctx, caller, page }) => {
    const source = await findScrapeSource(ctx.db, caller.projectId);
    if (!source) return envelope([], page.limit, () => '');
    return mapPage(await listSourceRuns(ctx.db, source.id, page), (row) =>
      sourceRunRecord(row, hasPermission(caller.grants, 'project:edit')),
    );
  },
);

export const SCRAPE_OPERATIONS = [enable, start, read, list];
