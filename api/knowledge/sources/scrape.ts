import Type from 'typebox';
import { hasPermission } from '../../../src/access/permissions.ts';
import { checkCollections } from '../../../src/knowledge/documents/collections.ts';
import { assertAddresses, CRAWL_FIELDS } from '../../../src/knowledge/sources/kinds/web.ts';
import { ensureScrapeSource, findScrapeSource } from '../../../src/knowledge/sources/queries.ts';
import { listSourceRuns } from '../../../src/knowledge/sources/runs.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { mapPage, toPage } from '../../../src/platform/db/pagination.ts';
import { Problems } from '../../../src/platform/errors.ts';
import { omitUndefined } from '../../../src/platform/omit-undefined.ts';
import type { Caller } from '../../caller.ts';
import type { Change } from '../../change.ts';
import { operation } from '../../operation.ts';
import { Envelope, SHORT_PAGE_QUERY } from '../../plugins/pagination.ts';
import { startSync } from './accept.ts';
import { scrapeRun } from './parents.ts';
import { KnowledgeSource, SCRAPE, SOURCE_FIELDS, SourceRun, toSourceRecord, toSourceRunRecord } from './schemas.ts';

const TAG = 'Web scrape';
const { urls, ...CRAWL } = CRAWL_FIELDS;

const enable = operation(
  {
    id: 'scrape.enable',
    method: 'POST',
    path: SCRAPE,
    tag: TAG,
    summary: 'Enable web scrapes',
    description: 'Creates the scrape source of the project if there is none.',
    auth: { permission: 'project:create_document' },
    request: { idempotent: false },
    response: { schemas: { 200: KnowledgeSource } },
    audit: { event: 'knowledge_source.created' },
  },
  async ({ caller, change }) =>
    toSourceRecord(await ensureSource(caller, change), hasPermission(caller.grants, 'project:edit')),
);

const start = operation(
  {
    id: 'scrape.start',
    method: 'POST',
    path: `${SCRAPE}/start`,
    tag: TAG,
    summary: 'Start a scrape',
    description:
      'Crawls websites from the given URLs and returns the run immediately. A crawl stays on the sites of the URLs, follows robots.txt including its delays, and visits one page of a site at a time. It also revisits pages of earlier runs on these sites and deletes documents whose pages are gone.',
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
      checks: ({ ctx, caller, body }) => assertScrapeValid(ctx.db, caller, body),
      idempotent: true,
      example: { urls: ['https://docs.example.com/'], max_crawl_depth: 2 },
    },
    response: { schemas: { 200: SourceRun }, errors: { 409: ['SYNC_RUNNING'] } },
    audit: { event: 'knowledge_source.created' },
  },
  async (input) => {
    const { ctx, caller, body, change, request } = input;
    const { collection_ids, strategy, ...crawl } = body;
    await assertScrapeValid(ctx.db, caller, body);
    if (request.earlierRun !== undefined) change.none();
    const run = await startSync(input, async () => {
      const source = await ensureSource(caller, change);
      return {
        ...source,
        ...omitUndefined({ collection_ids, strategy }),
        config: { ...source.config, ...omitUndefined(crawl) },
      };
    });
    return toSourceRunRecord(run, hasPermission(caller.grants, 'project:edit'));
  },
);

interface ScrapeInput {
  readonly urls?: readonly string[];
  readonly collection_ids?: readonly string[];
}

/** Throws a 422 with all problems of a scrape that its schema does not find. */
async function assertScrapeValid(
  db: Executor,
  caller: Caller,
  { urls = [], collection_ids = [] }: ScrapeInput,
): Promise<void> {
  const problems = new Problems();
  await problems.run(() => assertAddresses(urls, ['urls']));
  await problems.runLast(() => checkCollections(db, caller, 'collection_ids', collection_ids));
}

/** Returns the scrape source of the project. Creates it if there is none. */
function ensureSource({ orgId, projectId, subject }: Caller, change: Change) {
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
    summary: 'Get a scrape',
    auth: { permission: 'project:view' },
    request: { parents: { sync_run_id: scrapeRun } },
    response: { schemas: { 200: SourceRun } },
  },
  ({ caller, parents }) => toSourceRunRecord(parents.sync_run_id, hasPermission(caller.grants, 'project:edit')),
);

const list = operation(
  {
    id: 'scrape.list_runs',
    method: 'GET',
    path: `${SCRAPE}/runs`,
    tag: TAG,
    summary: 'List scrapes',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(SHORT_PAGE_QUERY) },
    response: { schemas: { 200: Envelope(SourceRun) } },
  },
  async ({ ctx, caller, page }) => {
    const source = await findScrapeSource(ctx.db, caller.projectId);
    if (!source) return toPage([], page.limit, () => '');
    return mapPage(await listSourceRuns(ctx.db, source.id, page), (row) =>
      toSourceRunRecord(row, hasPermission(caller.grants, 'project:edit')),
    );
  },
);

export const SCRAPE_OPERATIONS = [enable, start, read, list];
