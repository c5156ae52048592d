import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openS3 } from '../../../src/files/blobs/s3.ts';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { GitServer } from '../../support/git-server.ts';
import { startImapServer } from '../../support/imap-server.ts';
import { addCollection } from '../../support/knowledge.ts';
import { LIES, LyingWebdav } from '../../support/lying-webdav.ts';
import { scrapeUntil } from '../../support/metrics.ts';
import { describeWithRequirement } from '../../support/requirements.ts';
import { s3Server, startS3Server } from '../../support/s3-server.ts';
import { getReason } from '../../support/scene.ts';
import { Site } from '../../support/site-server.ts';
import { Stack } from '../../support/stack.ts';
import { startWebdavServer } from '../../support/webdav-server.ts';

let stack: Stack;
let world: World;
/** Tenant of all sources that are created with a name. A scrape is the only one of its project. */
let common: Tenant;
/** The metadata service that returns credentials to a cloud machine. */
const METADATA = 'http://169.254.169.254/';
const folders = mkdtempSync(join(tmpdir(), 'holdfast-folders-'));
const sites: Site[] = [];
const repositories: GitServer[] = [];
let worker: ProductProcess;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'sources', {
    CRAWL_DELAY_MS: '0',
    // A quarter of the timeout without data counts as slow. A busy machine needs that much.
    CRAWL_TIMEOUT_MS: '12000',
    KNOWLEDGE_FOLDERS: folders,
    // Each project has its own parser processes, and a start costs more than a document. Few documents are parsed at
    // once, so that a project needs one or two, and those of several projects stay idle.
    WORKER_QUEUES: 'runs:100,ingestion:2,background:20',
    PARSERS_AT_ONCE: '6',
  });
  worker = stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  common = await world.tenant();
});
afterAll(async () => {
  for (const server of [...sites, ...repositories]) await server.close();
  await world.close();
  await stack.stop();
  rmSync(folders, { recursive: true });
});

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`;
const link = (href: string, rel = '') => `<a href="${href}"${rel && ` rel="${rel}"`}>on</a>`;

async function open(pages: Parameters<typeof Site.open>[0] = {}): Promise<Site> {
  const site = await Site.open(pages);
  sites.push(site);
  return site;
}

/** Waits for the end of a run and returns it. */
async function ended(tenant: Tenant, run: Json): Promise<Json> {
  const path = `${tenant.project}/knowledge_source/${run.knowledge_source_id}/run/${run.id}`;
  const read = async () => (await tenant.owner.get(path)).body;
  return eventually(read, ({ completed }) => completed !== null);
}

/** Starts a scrape and returns its run when it has ended. */
async function scrape(tenant: Tenant, body: object): Promise<Json> {
  const started = await tenant.owner.post(`${tenant.project}/scrape/start`, body);
  expect(started).toMatchObject({ status: 200, body: { kind: 'web', trigger_type: 'api' } });
  return ended(tenant, started.body);
}

async function sync(tenant: Tenant, sourceId: string): Promise<Json> {
  const headers = { 'idempotency-key': randomUUID() };
  const path = `${tenant.project}/knowledge_source/${sourceId}/sync`;
  const begun = await tenant.owner.post(path, undefined, headers);
  expect(begun).toMatchObject({ status: 200 });
  const repeat = await tenant.owner.post(path, undefined, headers);
  expect(repeat).toMatchObject({ status: 200, body: { id: begun.body.id } });
  return ended(tenant, begun.body);
}

async function makeSource(tenant: Tenant, kind: string, config: object, rest: object = {}): Promise<Json> {
  const made = await tenant.owner.post(`${tenant.project}/knowledge_source`, { kind, name: kind, config, ...rest });
  expect(made).toMatchObject({ status: 200 });
  return made.body;
}

/** Returns outcome and reason of a run's items, by path. */
async function outcomes(tenant: Tenant, run: Json, base = ''): Promise<Record<string, string>> {
  const path = `${tenant.project}/knowledge_source/${run.knowledge_source_id}/run/${run.id}/item`;
  const { results } = (await tenant.owner.get(path)).body;
  return Object.fromEntries(
    results.map(({ ref, outcome, problem }: Json) => [
      ref.replace(base, ''),
      problem === null ? outcome : `${outcome} ${problem.reason}`,
    ]),
  );
}

/** Returns the documents of a source by their path in it. */
async function documents(tenant: Tenant, sourceId: string, base = ''): Promise<Record<string, Json>> {
  const { results } = (await tenant.owner.get(`${tenant.project}/document?connection_id=${sourceId}`)).body;
  return Object.fromEntries(results.map((document: Json) => [document.source_ref.replace(base, ''), document]));
}

describe('a crawl', () => {
  it('fetches linked pages and pages of the sitemap once each, as robots.txt allows', async () => {
    const tenant = await world.tenant();
    const site = await open();
    site.pages.set('/robots.txt', {
      type: 'text/plain',
      body: `User-agent: *\nDisallow: /\n\nUser-agent: holdfast\nDisallow: /private\nAllow: /private/open\nSitemap: ${site.url('/maps.xml')}\n`,
    });
    const map = (kind: string, urls: string[]) =>
      `<?xml version="1.0"?><${kind}index>${urls.map((url) => `<${kind}><loc>${url}</loc></${kind}>`).join('')}</${kind}index>`;
    site.pages.set('/maps.xml', { type: 'text/xml', body: map('sitemap', [site.url('/map.xml.gz')]) });
    site.pages.set('/map.xml.gz', { type: 'application/gzip', body: gzipSync(map('url', [site.url('/listed')])) });
    site.pages.set(
      '/',
      page(
        'Home',
        [
          link('/a?utm_source=mail#top'),
          link('/a?print=1'),
          link('/private/x'),
          link('/private/open'),
          link('/old'),
          link('/unwanted', 'nofollow'),
          link('/hidden'),
          link('/picture.png'),
          link('/notes.txt'),
          link('/paper'),
          link('/data.bin'),
          link('/missing'),
          link('https://elsewhere.example/'),
          link('mailto:somebody@example.com'),
          link('javascript:void(0)'),
        ].join(' '),
      ),
    );
    site.pages.set('/a', page('A', link('/')));
    site.pages.set('/a?print=1', page('A', link('/'), '<link rel="canonical" href="/a">'));
    site.pages.set('/private/open', page('Open', 'Open to all.'));
    site.pages.set('/old', { status: 301, headers: { location: '/new' } });
    site.pages.set('/new', page('New', 'It moved here.'));
    site.pages.set('/hidden', page('Hidden', link('/below'), '<meta name="robots" content="noindex">'));
    site.pages.set('/below', page('Below', link('/too-deep')));
    site.pages.set('/too-deep', page('Too deep', ''));
    site.pages.set('/listed', page('Listed', 'Only the sitemap knows.'));
    site.pages.set('/notes.txt', { type: 'text/plain', body: 'Notes on this and that.' });
    site.pages.set('/paper', { type: 'application/pdf', body: '%PDF-1.4\n%%EOF' });
    site.pages.set('/data.bin', { type: 'application/octet-stream', body: Buffer.from([0, 1, 2]) });
    const run = await scrape(tenant, { urls: [site.url('/')], max_crawl_depth: 2 });
    expect(run).toMatchObject({ status: 'completed', is_error: false, error: null, failed: 0, added: 8 });
    expect(await outcomes(tenant, run, site.url())).toEqual({
      '/': 'added',
      '/paper': 'added',
      '/a': 'added',
      '/private/open': 'added',
      '/new': 'added',
      '/below': 'added',
      '/listed': 'added',
      '/notes.txt': 'added',
      '/private/x': 'skipped ROBOTS_DISALLOWED',
      '/hidden': 'skipped NOINDEX',
      '/data.bin': 'skipped UNSUPPORTED_TYPE',
      '/missing': 'skipped NOT_FOUND',
    });
    const found = await documents(tenant, run.knowledge_source_id, site.url());
    expect(found['/a']).toMatchObject({ title: 'A', source: 'web', group_id: run.id });
    expect(site.asked()).not.toContain('/unwanted');
    expect(site.asked()).not.toContain('/picture.png');
    expect(site.asked().filter((path) => path === '/a')).toHaveLength(1);
    expect(site.mostAtOnce).toBe(1);
    expect(site.requests.every(({ headers }) => headers['user-agent'] === 'Holdfast')).toBe(true);
  });

  it('fetches only changed pages again, and deletes removed pages but no unreachable ones', async () => {
    const tenant = await world.tenant();
    const site = await open({
      '/': page(
        'Home',
        ['/same', '/tagged', '/changes', '/goes', '/breaks', '/moves'].map((path) => link(path)).join(''),
      ),
      '/same': page('Same', 'As ever.'),
      '/tagged': { etag: '"1"', body: page('Tagged', 'As ever.') },
      '/changes': page('Changes', 'Before.'),
      '/goes': page('Goes', 'Not for long.'),
      '/breaks': page('Breaks', 'Works still.'),
      '/moves': page('Moves', 'Here still.'),
    });
    const first = await scrape(tenant, { urls: [site.url('/')] });
    expect(first).toMatchObject({ status: 'completed', added: 7 });
    const before = await documents(tenant, first.knowledge_source_id, site.url());
    site.pages.set('/same', page('Same', 'As ever.', '<meta name="token" content="another">'));
    site.pages.set('/changes', page('Changes', 'After.'));
    site.pages.set('/goes', { status: 410 });
    site.pages.set('/breaks', { status: 500 });
    site.pages.set('/moves', { status: 308, headers: { location: '/moved' } });
    site.pages.set('/moved', page('Moved', 'Here now.'));
    site.requests.length = 0;
    const second = await scrape(tenant, { urls: [site.url('/')] });
    expect(second).toMatchObject({ status: 'completed', added: 1, changed: 1, removed: 2, unchanged: 3, failed: 1 });
    expect(await outcomes(tenant, second, site.url())).toEqual({
      '/changes': 'changed',
      '/goes': 'removed NOT_FOUND',
      '/moves': 'removed MOVED',
      '/moved': 'added',
      '/breaks': 'failed SERVER_FAILED',
    });
    const after = await documents(tenant, second.knowledge_source_id, site.url());
    expect(Object.keys(after).toSorted()).toEqual(['/', '/breaks', '/changes', '/moved', '/same', '/tagged']);
    expect(after['/changes'].id).toBe(before['/changes'].id);
    expect(site.requests.find(({ path }) => path === '/tagged')?.headers['if-none-match']).toBe('"1"');
    expect((await tenant.owner.get(`${tenant.project}/document/${before['/goes'].id}`)).status).toBe(404);
  });

  it('replaces no document by a page that the site returns for every address, and asks if all pages are gone', async () => {
    const tenant = await world.tenant();
    const site = await open({ '/': page('Home', link('/a')), '/a': page('A', 'Rules.') });
    const first = await scrape(tenant, { urls: [site.url('/')] });
    expect(first).toMatchObject({ status: 'completed', added: 2 });
    const pages = [...site.pages];
    site.pages.clear();
    site.otherwise = (path) =>
      path === '/robots.txt'
        ? { status: 404 }
        : page('Maintenance', `Back soon. No ${path} at ${site.requests.length}.`);
    const hidden = await scrape(tenant, { urls: [site.url('/')] });
    expect(hidden).toMatchObject({ changed: 0, removed: 0, withheld: 2 });
    site.otherwise = () => ({ status: 404 });
    expect(await scrape(tenant, { urls: [site.url('/')] })).toMatchObject({ removed: 0, withheld: 2 });
    for (const [path, content] of pages) site.pages.set(path, content);
    expect(await scrape(tenant, { urls: [site.url('/')] })).toMatchObject({ unchanged: 2, withheld: 0 });
    expect(Object.keys(await documents(tenant, first.knowledge_source_id))).toHaveLength(2);
  });

  it('asks about known pages that change into one page, though the site has no page for other addresses', async () => {
    const tenant = await world.tenant();
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const links = names.map((name) => link(`/${name}`)).join('');
    const home = page('Home', links);
    const site = await open({ '/': home, '/index.html': home });
    for (const name of names) site.pages.set(`/${name}`, page(`About ${name}`, `Rules of ${name}.`));
    const first = await scrape(tenant, { urls: [site.url('/'), site.url('/index.html')] });
    expect(first).toMatchObject({ status: 'completed', added: 10 });
    const id = first.knowledge_source_id;
    const before = await documents(tenant, id, site.url());
    for (const name of names.slice(1)) site.pages.set(`/${name}`, page('Error', `No database for request 7${name}.`));
    // A new page is one, and so is a change of pages that were equal before.
    site.pages.set('/a', page('About a', 'Rules of a, improved.'));
    for (const path of ['/', '/index.html']) site.pages.set(path, page('Home of all', links));
    const hidden = await scrape(tenant, { urls: [site.url('/'), site.url('/index.html')] });
    expect(hidden).toMatchObject({ status: 'completed', changed: 3, removed: 0, withheld: 7 });
    const path = `${tenant.project}/knowledge_source/${id}`;
    const withheld = (await tenant.owner.get(`${path}/withheld_removal`)).body.results;
    expect(withheld.map(({ problem }: Json) => problem?.reason)).toEqual(names.slice(1).map(() => 'SAME_PAGE'));
    const read = async (name: string) =>
      (await tenant.owner.get(`${tenant.project}/document/${before[name].id}/embeddings`)).text;
    expect(await read('/h')).toContain('Rules of h.');
    for (const name of names) site.pages.set(`/${name}`, page(`About ${name}`, `Rules of ${name}.`));
    const healed = await scrape(tenant, { urls: [site.url('/'), site.url('/index.html')] });
    expect(healed).toMatchObject({ changed: 1, unchanged: 9, withheld: 0 });
    for (const name of names.slice(1, 4)) site.pages.set(`/${name}`, page('Removed', 'This page is gone.'));
    expect(await scrape(tenant, { urls: [site.url('/')] })).toMatchObject({ changed: 0, withheld: 3 });
    const { digest } = (await tenant.owner.get(path)).body.withheld_removals;
    const applied = await tenant.owner.post(`${path}/withheld_removal`, { digest, decision: 'apply' });
    expect(applied.status).toBe(200);
    await eventually(
      () => documents(tenant, id, site.url()),
      (left) => Object.keys(left).length === 7,
    );
  });

  it('ends for any hostile site and reports the problem of each page', async () => {
    const tenant = await world.tenant();
    const site = await open();
    site.pages.set('/robots.txt', { type: 'text/plain', bytes: 50 * 1024 * 1024 });
    const hostile = [
      '/redirects/1',
      '/self',
      '/away',
      '/metadata',
      '/drips',
      '/bare',
      '/large.txt',
      '/bomb',
      '/a/b/a/b/a/b/a/b',
    ];
    site.pages.set(
      '/',
      page('Home', [...hostile, '/calendar/2020/1', '/list?page=1'].map((path) => link(path)).join('')),
    );
    site.pages.set('/self', { status: 302, headers: { location: '/self' } });
    site.pages.set('/away', { status: 302, headers: { location: 'https://elsewhere.example/' } });
    site.pages.set('/metadata', { status: 302, headers: { location: `${METADATA}latest/` } });
    site.pages.set('/drips', { drips: true });
    site.pages.set('/bare', { status: 302 });
    site.pages.set('/large.txt', {
      type: 'text/plain',
      headers: { 'content-length': String(2 ** 30) },
      bytes: 2 ** 20,
    });
    site.pages.set('/bomb', {
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(30 * 2 ** 20, 32)),
    });
    site.otherwise = (path) => {
      const [, series, number = ''] = /^\/(redirects|calendar|list)[^\d]+(?:\d+\/)?(\d+)$/.exec(path) ?? [];
      const next = Number(number) + 1;
      if (series === 'redirects') return { status: 302, headers: { location: `/redirects/${next}` } };
      if (series === 'calendar') return page(`Month ${number}`, link(`/calendar/2020/${next}`));
      if (series === 'list') return { status: 404, body: '' };
      return undefined;
    };
    const run = await scrape(tenant, { urls: [site.url('/'), METADATA], max_crawl_depth: 3 });
    expect(run).toMatchObject({ status: 'completed', added: 4 });
    expect(await outcomes(tenant, run, site.url())).toEqual({
      '/': 'added',
      [METADATA]: 'failed ADDRESS_REFUSED',
      [`${METADATA}latest/`]: 'failed ADDRESS_REFUSED',
      '/redirects/6': 'failed TOO_MANY_REDIRECTS',
      '/self': 'failed TOO_MANY_REDIRECTS',
      '/away': 'skipped LEADS_AWAY',
      '/drips': 'failed TOO_SLOW',
      '/bare': 'failed REDIRECT_INVALID',
      '/large.txt': 'failed TOO_LARGE',
      '/bomb': 'failed TOO_LARGE',
      '/calendar/2020/1': 'added',
      '/calendar/2020/2': 'added',
      '/calendar/2020/3': 'added',
      '/list?page=1': 'skipped NOT_FOUND',
    });
    expect(run.notes.join()).toContain('endless');
    expect(site.asked()).not.toContain('/a/b/a/b/a/b/a/b');
  });
});

describe('a crawl in progress', () => {
  /** A site whose page `/slow` waits to be released. */
  async function heldSite(...paths: string[]) {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const pages = Object.fromEntries(paths.map((path) => [path, page(path, `This is ${path}.`)]));
    const site = await open({ '/': page('Home', paths.map((path) => link(path)).join('')), ...pages });
    site.pages.set('/slow', { body: page('/slow', 'At last.'), after: promise });
    return { site, release };
  }

  it('resumes after its worker is killed and creates each document once', async () => {
    const tenant = await world.tenant();
    const { site, release } = await heldSite('/a', '/b', '/slow', '/c', '/d');
    const { body: run } = await tenant.owner.post(`${tenant.project}/scrape/start`, { urls: [site.url('/')] });
    await site.heard('/slow');
    await worker.kill();
    release();
    worker = stack.startWorker();
    expect(await ended(tenant, run)).toMatchObject({ status: 'completed', added: 6, failed: 0 });
    const { results } = (await tenant.owner.get(`${tenant.project}/document?connection_id=${run.knowledge_source_id}`))
      .body;
    expect(results.map(({ source_ref }: Json) => source_ref).toSorted()).toEqual(
      ['/', '/a', '/b', '/c', '/d', '/slow'].map((path) => site.url(path)).toSorted(),
    );
    expect(site.asked().filter((path) => path === '/a')).toHaveLength(1);
  });

  it('runs alone on its source, can be stopped, keeps its results, and is returned for a repeated key', async () => {
    const tenant = await world.tenant();
    // A slow page is retried last, so nothing after it would be fetched first.
    const { site, release } = await heldSite('/a', '/b', '/slow');
    const start = (key: string) =>
      tenant.owner.post(`${tenant.project}/scrape/start`, { urls: [site.url('/')] }, { 'idempotency-key': key });
    const first = await start('once');
    await site.heard('/slow');
    const [second, repeat] = [await start('other'), await start('once')];
    expect([second.status, getReason(second), repeat.status, repeat.body.id]).toEqual([
      409,
      'SYNC_RUNNING',
      200,
      first.body.id,
    ]);
    const run = `${tenant.project}/knowledge_source/${first.body.knowledge_source_id}/run/${first.body.id}`;
    const once = { 'idempotency-key': 'stop' };
    const stopped = await tenant.owner.post(`${run}/cancel`, undefined, once);
    expect((await tenant.owner.post(`${run}/cancel`, undefined, once)).body).toMatchObject({ id: first.body.id });
    expect(stopped).toMatchObject({
      status: 200,
      body: { status: 'cancelled', added: 3, error: { reason: 'CANCELLED' } },
    });
    expect(getReason(await tenant.owner.post(`${run}/cancel`))).toBeUndefined();
    release();
    const again = await scrape(tenant, { urls: [site.url('/')] });
    expect(again).toMatchObject({ status: 'completed', added: 1, unchanged: 3 });
    expect(
      getReason(
        await tenant.owner.post(
          `${tenant.project}/knowledge_source/${again.knowledge_source_id}/run/${again.id}/cancel`,
        ),
      ),
    ).toBe('RUN_ENDED');
    const page = (await tenant.owner.get(`${tenant.project}/scrape/runs?page_limit=1`)).body;
    expect(page).toMatchObject({ results: [{ id: again.id }], pagination: { has_next: true, page_limit: 1 } });
    expect((await tenant.owner.get(`${tenant.project}/scrape/run/${first.body.id}`)).body).toMatchObject({
      status: 'cancelled',
    });
  });
});

describe('a site', () => {
  it('is not crawled while its robots.txt is unavailable, and never faster than it allows', async () => {
    const tenant = await world.tenant();
    const shut = await open({ '/robots.txt': { status: 503 }, '/': page('Home', '') });
    const denied = await scrape(tenant, { urls: [shut.url('/')] });
    expect(denied).toMatchObject({
      status: 'failed',
      is_error: true,
      error: { reason: 'ROBOTS_UNAVAILABLE' },
      failed: 1,
    });
    expect(new Set(shut.asked())).toEqual(new Set(['/robots.txt']));
    const slow = await open({
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 86400' },
      '/': page('Home', ''),
    });
    const waits = await scrape(tenant, { urls: [slow.url('/')] });
    expect(waits).toMatchObject({ status: 'failed', error: { reason: 'CRAWL_DELAY_TOO_LONG' } });
    const calm = await open({
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 0.3\nSitemap: /none' },
      '/': page('Home', link('/a')),
      '/a': page('A', ''),
    });
    expect(await scrape(tenant, { urls: [calm.url('/')] })).toMatchObject({ status: 'completed', added: 2 });
    const at = (path: string) => calm.requests.find((request) => request.path === path)?.at ?? 0;
    expect(at('/a') - at('/')).toBeGreaterThanOrEqual(300);
  });

  it('is crawled within the configured paths and page limit into the configured collections', async () => {
    const tenant = await world.tenant();
    const numbers = Array.from({ length: 30 }, (_, number) => `/docs/page-${number}`);
    const site = await open(Object.fromEntries(numbers.map((path) => [path, page(path, '')])));
    site.pages.set('/docs/', page('Docs', [...numbers, '/blog/x', '/docs/old/x'].map((path) => link(path)).join('')));
    const { id } = await addCollection(world, tenant);
    const order = { include_paths: ['/docs/'], exclude_paths: ['/docs/old/'], max_pages: 5, strategy: 'fast' };
    const run = await scrape(tenant, { urls: [site.url('/docs/')], ...order, collection_ids: [id] });
    expect(run).toMatchObject({ status: 'completed', added: 5, config: { max_pages: 5, max_crawl_depth: 3 } });
    expect(run.notes.join()).toContain('max_pages');
    expect(site.asked().filter((path) => !path.startsWith('/docs/page-'))).toEqual([
      '/robots.txt',
      '/docs/',
      '/sitemap.xml',
    ]);
    const found = await documents(tenant, run.knowledge_source_id);
    expect(
      Object.values(found).every(({ collections, strategy }) => collections[0] === id && strategy === 'fast'),
    ).toBe(true);
  });
});

describe('a folder', () => {
  const make = (name: string, files: Readonly<Record<string, string>>) => {
    const folder = join(folders, name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  };

  it('is synchronized as files are added, changed and deleted, and never read outside its root', async () => {
    const tenant = common;
    const folder = make('docs', {
      'a.txt': 'One.',
      'deep/b.txt': 'Two.',
      'deep/c.txt': 'Three.',
      'skip/d.txt': 'No.',
      'e.bin': 'x',
    });
    symlinkSync('/etc/passwd', join(folder, 'passwd.txt'));
    symlinkSync('/etc', join(folder, 'etc'));
    const source = await makeSource(tenant, 'folder', { folder, paths: ['**/*.txt', '!skip/**'] });
    const first = await sync(tenant, source.id);
    expect(first).toMatchObject({ status: 'completed', added: 3, failed: 0 });
    expect(first.notes.join()).toContain('skipped');
    writeFileSync(join(folder, 'a.txt'), 'One, but longer.');
    unlinkSync(join(folder, 'deep/b.txt'));
    const second = await sync(tenant, source.id);
    expect(second).toMatchObject({ status: 'completed', added: 0, changed: 1, removed: 1, unchanged: 1 });
    expect(await outcomes(tenant, second)).toEqual({ 'a.txt': 'changed', 'deep/b.txt': 'removed NOT_FOUND' });
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    const unmounted = await sync(tenant, source.id);
    expect(unmounted).toMatchObject({ status: 'completed', removed: 0, withheld: 2 });
    expect(Object.keys(await documents(tenant, source.id)).toSorted()).toEqual(['a.txt', 'deep/c.txt']);
    rmSync(folder, { recursive: true });
    symlinkSync('/etc', folder);
    const third = await sync(tenant, source.id);
    expect(third).toMatchObject({ status: 'failed', error: { reason: 'FOLDER_NOT_OPENED' } });
    expect(Object.keys(await documents(tenant, source.id)).toSorted()).toEqual(['a.txt', 'deep/c.txt']);
  });

  /** A synced folder of so many files, and a function that deletes or restores some of them. */
  async function folderOf(name: string, count: number, options: object = {}) {
    const tenant = common;
    const names = Array.from({ length: count }, (_, at) => `${String(at).padStart(2, '0')}.txt`);
    const folder = make(name, Object.fromEntries(names.map((file) => [file, `This is ${file}.`])));
    const source = await makeSource(tenant, 'folder', { folder }, options);
    expect(await sync(tenant, source.id)).toMatchObject({ status: 'completed', added: count, withheld: 0 });
    const path = `${tenant.project}/knowledge_source/${source.id}`;
    return {
      ...{ tenant, folder, source, path, names },
      remove(from: number, to: number) {
        for (const file of names.slice(from, to)) unlinkSync(join(folder, file));
      },
      read: async () => (await tenant.owner.get(path)).body,
      documentNames: async () => Object.keys(await documents(tenant, source.id)).toSorted(),
      decide: (digest: string, decision: string) => tenant.owner.post(`${path}/withheld_removal`, { digest, decision }),
    };
  }

  it('that lacks many documents keeps them until an editor decides about that very list', async () => {
    const { tenant, folder, source, path, names, remove, read, documentNames, decide } = await folderOf('many', 14);
    remove(0, 12);
    const run = await sync(tenant, source.id);
    expect(run).toMatchObject({ status: 'completed', removed: 0, withheld: 12 });
    const asked = await read();
    expect(asked.withheld_removals).toMatchObject({ documents: 12, of_documents: 14, sync_run_id: run.id });
    expect(await documentNames()).toEqual(names);
    const viewer = await tenant.member({ project: 'viewer' });
    const list = (await viewer.get(`${path}/withheld_removal?page_limit=5`)).body;
    expect(list.results.map(({ ref }: Json) => ref)).toEqual(names.slice(0, 5));
    expect(list).toMatchObject({ pagination: { has_next: true } });
    expect(list.results[0]).toMatchObject({ title: '00.txt', problem: { reason: 'NOT_FOUND' } });
    const { digest } = asked.withheld_removals;
    expect((await viewer.post(`${path}/withheld_removal`, { digest, decision: 'apply' })).status).toBe(403);
    // One of them comes back, so the list that was shown is not the current one.
    writeFileSync(join(folder, '00.txt'), 'It is back.');
    expect(await sync(tenant, source.id)).toMatchObject({ changed: 1, removed: 0, withheld: 11 });
    const stale = await decide(digest, 'apply');
    expect([stale.status, getReason(stale)]).toEqual([409, 'REMOVALS_CHANGED']);
    const current = (await read()).withheld_removals.digest;
    const both = await Promise.all([decide(current, 'apply'), decide(current, 'apply')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.map(getReason)).toContain('NO_WITHHELD_REMOVALS');
    expect(await documentNames()).toEqual(['00.txt', ...names.slice(12)]);
    expect(await read()).toMatchObject({ withheld_removals: null, document_count: 3 });
    const { rows } = await sql<{ payload: object }>`select payload from audit_events
      where event_type = 'knowledge_source.removals_decided' and resource_id = ${source.id}`.execute(world.db);
    expect(rows).toMatchObject([{ payload: { decision: 'apply', digest: current, documents: 11 } }]);
    expect(await sync(tenant, source.id)).toMatchObject({ removed: 0, withheld: 0, unchanged: 3 });
  });

  it('that lacks documents which an editor kept does not ask about them again', async () => {
    const options = { removal_max_documents: 1 };
    const { tenant, source, names, remove, read, documentNames, decide } = await folderOf('kept', 4, options);
    remove(0, 2);
    expect(await sync(tenant, source.id)).toMatchObject({ withheld: 2 });
    expect((await decide((await read()).withheld_removals.digest, 'keep')).status).toBe(200);
    remove(2, 3);
    expect(await sync(tenant, source.id)).toMatchObject({ status: 'completed', withheld: 0, removed: 1 });
    expect(await documentNames()).toEqual(names.filter((name) => name !== '02.txt'));
  });

  it('removes withheld documents after a second equal listing only where it allows that', async () => {
    const options = { removal_repeat_after: 'PT10M', removal_max_documents: 1 };
    const { tenant, source, names, remove, read, documentNames } = await folderOf('repeated', 6, options);
    const age = () =>
      sql`update knowledge_source_states set withheld_since = withheld_since - interval '11 minutes'
        where source_id = ${source.id}`.execute(world.db);
    remove(0, 2);
    expect(await sync(tenant, source.id)).toMatchObject({ withheld: 2 });
    expect(await sync(tenant, source.id)).toMatchObject({ withheld: 2, removed: 0 });
    await age();
    expect(await sync(tenant, source.id)).toMatchObject({ withheld: 0, removed: 2 });
    expect(await documentNames()).toEqual(names.slice(2));
    // A source that lists nothing at all is never emptied without a person.
    remove(2, 6);
    expect(await sync(tenant, source.id)).toMatchObject({ withheld: 4 });
    await age();
    expect(await sync(tenant, source.id)).toMatchObject({ withheld: 4, removed: 0 });
    expect(await read()).toMatchObject({ withheld_removals: { documents: 4, of_documents: 4 } });
  });

  it('that misses its freshness goal is late and says why', async () => {
    const { tenant, source, path, read } = await folderOf('fresh', 2, { fresh_within: 'PT1H' });
    const fresh = await read();
    expect(fresh).toMatchObject({ is_late: false, late_reason: null });
    expect(Date.parse(fresh.last_complete_sync)).toBeGreaterThan(Date.now() - 60_000);
    const late = async () =>
      (await tenant.owner.get(`${tenant.project}/knowledge_source?is_late=true`)).body.results.map(
        ({ id, late_reason }: Json) => [id, late_reason],
      );
    expect(await late()).toEqual([]);
    await sql`update knowledge_source_states set last_complete_sync = now() - interval '2 hours'
      where source_id = ${source.id}`.execute(world.db);
    expect(await late()).toEqual([[source.id, 'NOT_SCHEDULED']]);
    await scrapeUntil(
      `${stack.info.baseUrl}/-/metrics`,
      (found) => found.value('holdfast_knowledge_sources_late') === 1,
    );
    await tenant.owner.post(path, { config: { folder: join(folders, 'nowhere') } });
    expect(await sync(tenant, source.id)).toMatchObject({ status: 'failed' });
    expect(await late()).toEqual([[source.id, 'SYNC_FAILED']]);
    expect((await tenant.owner.post(path, { fresh_within: null })).body).toMatchObject({ is_late: false });
  });

  it('restricts the documents of a folder to the people and groups of its access files', async () => {
    const tenant = common;
    const [ann, ben] = [await tenant.member({ project: 'viewer' }), await tenant.member({ project: 'viewer' })];
    const emailOf = async ({ userId }: { userId: string }) =>
      (await world.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
    const folder = join(folders, 'restricted');
    mkdirSync(join(folder, 'pay'), { recursive: true });
    const write = (path: string, value: unknown) =>
      writeFileSync(join(folder, path), typeof value === 'string' ? value : JSON.stringify(value));
    write('open.txt', 'Open to all.');
    write('pay/ann.txt', 'Ann earns 4,100.');
    write('pay/ben.txt', 'Ben earns 4,200.');
    write('.access.json', { members: { 'pay@example.com': [await emailOf(ben)] } });
    const files = { 'ann.txt': { people: [await emailOf(ann)] } };
    write('pay/.access.json', { groups: ['pay@example.com'], files });
    const source = await makeSource(tenant, 'folder', { folder, permissions: 'source' });
    expect(source.config.permissions).toBe('source');
    expect(await sync(tenant, source.id)).toMatchObject({ status: 'completed', added: 3, failed: 0 });
    const seen = async (client: { get: typeof tenant.owner.get }) => {
      const { results } = (await client.get(`${tenant.project}/document?connection_id=${source.id}`)).body;
      return results.map(({ source_ref }: Json) => source_ref).toSorted();
    };
    expect([await seen(ann), await seen(ben), await seen(tenant.owner)]).toEqual([
      ['open.txt', 'pay/ann.txt'],
      ['open.txt', 'pay/ben.txt'],
      ['open.txt'],
    ]);
    // Permissions change without a change of any content.
    write('.access.json', { members: {} });
    write('pay/.access.json', { people: [await emailOf(ann)] });
    expect(await sync(tenant, source.id)).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
    expect([await seen(ann), await seen(ben)]).toEqual([['open.txt', 'pay/ann.txt', 'pay/ben.txt'], ['open.txt']]);
    write('pay/.access.json', '{ broken');
    expect(await sync(tenant, source.id)).toMatchObject({ notes: [expect.stringContaining('.access.json')] });
    expect(await seen(ann)).toEqual(['open.txt']);
    await tenant.owner.post(`${tenant.project}/knowledge_source/${source.id}`, { config: { permissions: 'project' } });
    await sync(tenant, source.id);
    expect(await seen(ben)).toEqual(['open.txt', 'pay/ann.txt', 'pay/ben.txt']);
  });

  it('is rejected unless a setting allows it', async () => {
    const tenant = common;
    for (const folder of ['/etc', `${folders}-beside`, 'relative', join(folders, '..')]) {
      const answer = await tenant.owner.post(`${tenant.project}/knowledge_source`, {
        kind: 'folder',
        name: 'x',
        config: { folder },
      });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'config', 'folder'] }] } });
      expect(answer.text).toContain('KNOWLEDGE_FOLDERS');
    }
  });
});

describe('a Git repository', () => {
  it('is read file by file from its branch, and changed files are read again after a commit', async () => {
    const tenant = common;
    const server = await GitServer.open({ user: 'reader', password: 'git-canary-55aa' });
    repositories.push(server);
    server.commit({
      'README.txt': 'Read me.',
      'docs/a.txt': 'A.',
      'docs/b.txt': 'B.',
      'src/code.ts': 'let x;',
      'docs/é ü.txt': 'Umlauts.',
    });
    server.link('docs/link.txt', '/etc/passwd');
    const config = { repository_url: server.url, branch: 'main', username: 'reader', paths: ['docs/**'] };
    const source = await makeSource(tenant, 'git', config, { secret: 'wrong' });
    expect(await sync(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason: 'ACCESS_DENIED' } });
    const path = `${tenant.project}/knowledge_source/${source.id}`;
    const edited = await tenant.owner.post(path, { secret: 'git-canary-55aa' });
    expect(edited).toMatchObject({ status: 200, body: { has_secret: true } });
    expect(edited.text).not.toContain('git-canary-55aa');
    expect(await sync(tenant, source.id)).toMatchObject({ status: 'completed', added: 3, failed: 0 });
    server.commit({ 'docs/a.txt': 'A, changed.', 'docs/b.txt': null, 'docs/c.txt': 'C.' });
    const second = await sync(tenant, source.id);
    expect(await outcomes(tenant, second)).toEqual({
      'docs/a.txt': 'changed',
      'docs/b.txt': 'removed NOT_FOUND',
      'docs/c.txt': 'added',
    });
    expect(second).toMatchObject({ unchanged: 1 });
    await tenant.owner.post(path, { config: { branch: 'none' } });
    expect(await sync(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason: 'BRANCH_MISSING' } });
  });
});

describe('a WebDAV folder', () => {
  it('is listed folder by folder, and only files with a changed version are read again', async () => {
    const tenant = common;
    const server = await startWebdavServer('dav-canary-91');
    try {
      server.write('a.txt', 'One.');
      server.write('deep/b & c #1.txt', 'Two.');
      server.write('deep/er/ü%20.txt', 'Three.');
      server.write('skip/d.txt', 'No.');
      const config = { folder_url: server.url, username: 'reader', paths: ['**/*.txt', '!skip/**'] };
      const source = await makeSource(tenant, 'webdav', config, { secret: 'wrong' });
      const path = `${tenant.project}/knowledge_source/${source.id}`;
      expect(await sync(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason: 'ACCESS_DENIED' } });
      const edited = await tenant.owner.post(path, { secret: 'dav-canary-91' });
      expect(edited.text).not.toContain('dav-canary-91');
      const first = await sync(tenant, source.id);
      expect(await outcomes(tenant, first)).toEqual({
        'a.txt': 'added',
        'deep/b & c #1.txt': 'added',
        'deep/er/ü%20.txt': 'added',
      });
      server.write('a.txt', 'One, but longer.');
      server.remove('deep/er');
      const second = await sync(tenant, source.id);
      expect(second).toMatchObject({ status: 'completed', unchanged: 1 });
      expect(await outcomes(tenant, second)).toEqual({
        'a.txt': 'changed',
        'deep/er/ü%20.txt': 'removed NOT_FOUND',
      });
      await tenant.owner.post(path, { config: { folder_url: `${server.url}/missing` }, secret: 'dav-canary-91' });
      expect(await sync(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason: 'NOT_FOUND' } });
    } finally {
      await server.close();
    }
  });
});

describe('a mailbox', () => {
  it('has a document for each message with its attachments, and loses those of removed messages', async () => {
    const tenant = common;
    const server = await startImapServer('imap-canary-4d');
    try {
      server.deliver('Holidays', 'Everybody has 30 days.', 'The attached list of holidays.');
      server.deliver('Canteen', 'Open at noon.');
      const config = { host: '127.0.0.1', port: server.port, encryption: 'none', username: 'reader' };
      const source = await makeSource(tenant, 'imap', config, { secret: 'wrong' });
      const path = `${tenant.project}/knowledge_source/${source.id}`;
      expect(await sync(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason: 'ACCESS_DENIED' } });
      const edited = await tenant.owner.post(path, { secret: 'imap-canary-4d' });
      expect(edited).toMatchObject({ status: 200, body: { config: { mailboxes: ['INBOX'], received_after: '' } } });
      expect(edited.text).not.toContain('imap-canary-4d');
      expect(await sync(tenant, source.id)).toMatchObject({ status: 'completed', added: 2, failed: 0 });
      const { 'INBOX/1': holidays } = await documents(tenant, source.id);
      expect(holidays).toMatchObject({ title: 'Holidays', source: 'imap' });
      const chunks = async () =>
        (await sql<{ text: string }>`select text from chunks where document_id = ${holidays.id}`.execute(world.db))
          .rows;
      const read = await eventually(chunks, (found) => found.length > 0);
      expect(read.map(({ text }) => text).join()).toContain('The attached list of holidays.');
      server.remove('Canteen');
      server.deliver('Parking', 'Behind the house.');
      const second = await sync(tenant, source.id);
      expect(second).toMatchObject({ status: 'completed', unchanged: 1 });
      expect(await outcomes(tenant, second)).toEqual({ 'INBOX/2': 'removed NOT_FOUND', 'INBOX/3': 'added' });
      await tenant.owner.post(path, { config: { mailboxes: ['INBOX', 'Nowhere'] } });
      expect(await sync(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason: 'MAILBOX_MISSING' } });
      await tenant.owner.post(path, { config: { mailboxes: ['INBOX'], received_after: '2999-01-01' } });
      expect(await sync(tenant, source.id)).toMatchObject({ status: 'completed', withheld: 2 });
      const elsewhere = { config: { host: '169.254.169.254' } };
      expect((await tenant.owner.post(path, elsewhere)).body).toMatchObject({ detail: [{ loc: ['body', 'secret'] }] });
      expect((await tenant.owner.post(path, { ...elsewhere, secret: 'x' })).status).toBe(200);
      expect(await sync(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason: 'ADDRESS_REFUSED' } });
    } finally {
      await server.close();
    }
  });
});

describe('a database', () => {
  it('has a document for each row of its query, which can neither write nor exceed its limits', async () => {
    const tenant = common;
    const url = new URL(stack.info.databaseUrl);
    await sql`create table articles (id int primary key, title text, body text)`.execute(world.db);
    await sql`insert into articles values (1, 'Holidays', '30 days.'), (2, 'Canteen', 'At noon.'), (3, null, null)`.execute(
      world.db,
    );
    const config = {
      ...{ host: url.hostname, port: Number(url.port), encryption: 'none', username: url.username },
      ...{ database: url.pathname.slice(1), key_column: 'id', title_column: 'title', content_column: 'body' },
      query: 'select id, title, body from articles where body is not null;',
    };
    const secret = decodeURIComponent(url.password) || 'unused';
    const source = await makeSource(tenant, 'postgres', config, { secret });
    const path = `${tenant.project}/knowledge_source/${source.id}`;
    expect(await sync(tenant, source.id)).toMatchObject({ status: 'completed', added: 2, failed: 0 });
    expect((await documents(tenant, source.id))['1']).toMatchObject({ title: 'Holidays', source: 'postgres' });
    await sql`update articles set body = '31 days.' where id = 1`.execute(world.db);
    await sql`delete from articles where id = 2`.execute(world.db);
    const second = await sync(tenant, source.id);
    expect(await outcomes(tenant, second)).toEqual({ '1': 'changed', '2': 'removed NOT_FOUND' });
    await tenant.owner.post(path, { config: { query: 'select * from articles', content_column: '' } });
    expect(await sync(tenant, source.id)).toMatchObject({ status: 'completed', added: 1, changed: 1 });
    const failsWith = async (change: object, reason: string) => {
      expect((await tenant.owner.post(path, { config: change, secret })).status).toBe(200);
      expect(await sync(tenant, source.id)).toMatchObject({ status: 'failed', error: { reason }, removed: 0 });
    };
    await failsWith({ max_rows: 1 }, 'TOO_MANY_FILES');
    await failsWith({ max_rows: 10, key_column: 'nothing' }, 'COLUMN_MISSING');
    await failsWith({ key_column: 'id', query: 'select 1 as id, title from articles' }, 'KEY_INVALID');
    await failsWith({ query: 'select 1 as id; commit; delete from articles' }, 'QUERY_FAILED');
    await failsWith({ query: "select nextval('source_items_n_seq') as id" }, 'QUERY_FAILED');
    await failsWith({ query: 'select id from articles', database: 'nowhere' }, 'ACCESS_DENIED');
    await failsWith({ host: '169.254.169.254' }, 'ADDRESS_REFUSED');
    const left = await sql<{ count: string }>`select count(*) from articles`.execute(world.db);
    expect(left.rows).toEqual([{ count: '2' }]);
    expect(Object.keys(await documents(tenant, source.id))).toHaveLength(2);
  });
});

describe('sources whose lists lie, flap and come partial', () => {
  /** Documents per user. A document is removed after each lie, so there are more documents than lies. */
  const CONTRACTS = 12;

  /** A user whose source has many documents that differ from those of the other only in a name. */
  async function userWithContracts(person: string) {
    const tenant = await world.tenant();
    const server = await LyingWebdav.open();
    const { id: collection } = await addCollection(world, tenant);
    const write = (number: number) =>
      server.files.set(`${number}.txt`, `Contract ${number} of ${person} ends in the year ${2000 + number}.`);
    for (let number = 10; number < 10 + CONTRACTS; number += 1) write(number);
    const source = await makeSource(tenant, 'webdav', { folder_url: server.url }, { collection_ids: [collection] });
    const stored = () => documents(tenant, source.id);
    return {
      ...{ person, tenant, server, source, write, stored },
      sync: () => sync(tenant, source.id),
      read: async () => (await tenant.owner.get(`${tenant.project}/knowledge_source/${source.id}`)).body,
      /** Documents that a search finds, once all of them are searchable. */
      async find(query: string): Promise<string[]> {
        await eventually(stored, (found) => Object.values(found).every(({ status }) => status === 'ready'));
        const body = { query, results_only: true, limit: 50 };
        const answer = await tenant.owner.post(`${tenant.project}/collection/${collection}/query`, body);
        return answer.body.results.map(({ document_id }: Json) => document_id);
      },
    };
  }

  it('replace no document by content that is returned for several items, until one of them is deleted', async () => {
    const { tenant, server, sync, stored } = await userWithContracts('Cleo');
    const write = (names: readonly string[], text: string) => {
      for (const name of names) server.files.set(name, text);
    };
    const equal = ['equal-1.txt', 'equal-2.txt'];
    try {
      write(equal, 'Terms.');
      expect(await sync()).toMatchObject({ status: 'completed', added: CONTRACTS + 2 });
      server.mode = 'page for every file';
      const lying = await sync();
      expect(lying).toMatchObject({
        status: 'failed',
        changed: 0,
        failed: CONTRACTS + 2,
        error: { reason: 'SAME_CONTENT' },
      });
      server.mode = 'honest';
      expect(await sync()).toMatchObject({ status: 'completed', unchanged: CONTRACTS + 2 });
      // Different changes are stored, and so are equal ones of files that were equal before.
      write(equal, 'Other terms.');
      write(['10.txt'], 'Contract 10 was cancelled.');
      expect(await sync()).toMatchObject({ status: 'completed', changed: 3, failed: 0 });
      const merged = ['11.txt', '12.txt'];
      write(merged, 'This contract was cancelled by both parties.');
      write(['13.txt'], 'Contract 13 was prolonged.');
      const partial = await sync();
      expect(partial).toMatchObject({ status: 'completed', changed: 1, failed: 2 });
      expect(await outcomes(tenant, partial)).toEqual({
        ...Object.fromEntries(merged.map((name) => [name, 'failed SAME_CONTENT'])),
        '13.txt': 'changed',
      });
      const { '11.txt': document } = await stored();
      expect((await tenant.owner.delete(`${tenant.project}/document/${document.id}`)).status).toBe(200);
      expect(await sync()).toMatchObject({ status: 'completed', added: 1, changed: 1, failed: 0 });
      expect(Object.keys(await stored())).toHaveLength(CONTRACTS + 2);
    } finally {
      await server.close();
    }
  });

  it('keep what is there and lose what was withdrawn, for two users with near-identical documents', async () => {
    const users = await Promise.all(['Ada', 'Bob'].map(userWithContracts));
    const counts = { deletedThoughThere: 0, foundThoughWithdrawn: 0, foundOfOthers: 0 };
    const play = async (user: (typeof users)[number], first: number) => {
      const { server } = user;
      const countDeleted = async () => {
        const stored = await user.stored();
        counts.deletedThoughThere += [...server.files.keys()].filter((name) => !stored[name]).length;
      };
      expect(await user.sync()).toMatchObject({ status: 'completed', added: CONTRACTS });
      // Each lie is served to one of the users, while the other has documents like his.
      for (const [index, lie] of LIES.entries()) {
        if (index % users.length !== first) continue;
        server.mode = lie;
        expect(await user.sync()).toMatchObject({ removed: 0, changed: 0 });
        await countDeleted();
        server.mode = 'honest';
        const [withdrawn, number] = [`${10 + index}.txt`, 10 + index];
        const { [withdrawn]: document } = await user.stored();
        server.files.delete(withdrawn);
        user.write(40 + index);
        expect(await user.sync()).toMatchObject({ status: 'completed', added: 1, removed: 1, withheld: 0 });
        expect(await user.read()).toMatchObject({ withheld_removals: null });
        await countDeleted();
        const found = await user.find(`Contract ${number} of ${user.person} ends in the year ${2000 + number}.`);
        expect(found.length).toBeGreaterThan(0);
        counts.foundThoughWithdrawn += found.filter((id) => id === document.id).length;
        const own = new Set(Object.values(await user.stored()).map(({ id }) => id));
        counts.foundOfOthers += found.filter((id) => !own.has(id)).length;
      }
    };
    try {
      await Promise.all(users.map((user, index) => play(user, index)));
      expect(counts).toEqual({ deletedThoughThere: 0, foundThoughWithdrawn: 0, foundOfOthers: 0 });
    } finally {
      for (const { server } of users) await server.close();
    }
  });
});

describeWithRequirement(s3Server(), 'a bucket', () => {
  it('is listed page by page, and only objects with a changed ETag are read again', async () => {
    const tenant = common;
    const server = await startS3Server();
    const bucket = openS3({ ...server.settings, prefix: '' });
    const put = (key: string, text: string) => bucket.write(key, Readable.from([Buffer.from(text)]));
    try {
      for (const name of ['a.txt', 'b & c (1).txt', 'deep/ü.txt']) await put(`docs/${name}`, `This is ${name}.`);
      await put('other/x.txt', 'Not this.');
      // A page of the listing contains a thousand keys.
      for (let from = 0; from < 1000; from += 50)
        await Promise.all(
          Array.from({ length: 50 }, (_, at) => put(`docs/${String(from + at).padStart(4, '0')}.bin`, 'x')),
        );
      const { endpoint, region, bucket: name, accessKeyId, secretAccessKey } = server.settings;
      const config = { endpoint, region, bucket: name, prefix: 'docs/', access_key_id: accessKeyId };
      const source = await makeSource(tenant, 's3', config, { secret: secretAccessKey });
      expect(await sync(tenant, source.id)).toMatchObject({ status: 'completed', added: 3, failed: 0 });
      await put('docs/a.txt', 'This is another a.');
      await bucket.remove('docs/deep/ü.txt');
      const second = await sync(tenant, source.id);
      expect(await outcomes(tenant, second)).toEqual({
        'docs/a.txt': 'changed',
        'docs/deep/ü.txt': 'removed NOT_FOUND',
      });
      await tenant.owner.post(`${tenant.project}/knowledge_source/${source.id}`, { secret: 'wrong' });
      const third = await sync(tenant, source.id);
      expect(third).toMatchObject({ status: 'failed', error: { reason: 'ACCESS_DENIED' } });
      expect(Object.keys(await documents(tenant, source.id))).toHaveLength(2);
    } finally {
      await bucket.close();
      await server.stop();
    }
  });
});

describe('a source', () => {
  it('is synced by its schedule, once for all missed times, unless it is paused', async () => {
    const tenant = await world.tenant();
    const site = await open({ '/': page('Home', 'Hello.') });
    const config = { urls: [site.url('/')] };
    const source = await makeSource(tenant, 'web', config, { schedule: 'PT1H' });
    const path = `${tenant.project}/knowledge_source/${source.id}`;
    expect(Date.parse(source.next_sync)).toBeGreaterThan(Date.now());
    const resting = await makeSource(tenant, 'web', config, { schedule: 'PT5M', paused: true });
    expect(resting.next_sync).toBeNull();
    await sql`update knowledge_source_states set next_sync = next_sync - interval '5 hours 10 minutes' where source_id = ${source.id}`.execute(
      world.db,
    );
    const runs = () => tenant.owner.get(`${path}/run`).then(({ body }) => body.results);
    const [run] = await eventually(runs, (found) => found.length > 0);
    expect(run).toMatchObject({ trigger_type: 'schedule' });
    expect(await ended(tenant, run)).toMatchObject({ status: 'completed', added: 1 });
    const after = (await tenant.owner.get(path)).body;
    expect(Date.parse(after.next_sync)).toBeGreaterThan(Date.now());
    expect(Date.parse(after.next_sync)).toBeLessThanOrEqual(Date.now() + 3_600_000);
    expect(await runs()).toHaveLength(1);
    const edited = await tenant.owner.post(path, { schedule: null });
    const newest = { last_run_id: run.id, last_run_status: 'completed' };
    expect(edited.body).toMatchObject({ schedule: null, next_sync: null, ...newest, document_count: 1 });
    const resumed = await tenant.owner.post(`${tenant.project}/knowledge_source/${resting.id}`, { paused: false });
    expect(Date.parse(resumed.body.next_sync)).toBeGreaterThan(Date.now());
  });

  it('is created again as often as it was deleted, also after the database caches its plans', async () => {
    const tenant = await world.tenant();
    const answers = new Set<number>();
    for (let round = 0; round < 70; round++) {
      const made = await tenant.owner.post(`${tenant.project}/scrape`);
      answers.add(made.status);
      answers.add((await tenant.owner.delete(`${tenant.project}/knowledge_source/${made.body.id}`)).status);
    }
    expect([...answers]).toEqual([200]);
  });

  it('is edited by users with the permission and returns its version', async () => {
    const tenant = await world.tenant();
    const source = await makeSource(tenant, 'web', { urls: ['https://example.com/'] });
    const path = `${tenant.project}/knowledge_source/${source.id}`;
    const { id } = await addCollection(world, tenant);
    const fields = { name: 'Handbook', strategy: 'fast', collection_ids: [id], config: { max_pages: 7 } };
    const edited = await tenant.owner.post(path, fields, { 'if-match': '"1"' });
    const config = { urls: ['https://example.com/'], max_pages: 7, max_crawl_depth: 3 };
    expect(edited).toMatchObject({ status: 200, body: { ...fields, config } });
    expect(edited.headers.get('etag')).toBe('"2"');
    expect((await tenant.owner.post(path, fields)).headers.get('etag')).toBe('"2"');
    expect((await tenant.owner.post(path, { name: 'x' }, { 'if-match': '"1"' })).status).toBe(409);
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.post(path, { name: 'x' })).status).toBe(403);
    expect((await viewer.get(path)).body).toMatchObject({ name: 'Handbook', has_secret: false });
  });

  it('is deleted with its secret: its documents are kept or deleted as requested, and a running sync stops', async () => {
    const tenant = await world.tenant();
    for (const [documentsThen, status] of [
      ['keep', 200],
      ['delete', 404],
    ] as const) {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      const site = await open({ '/': page('Home', link('/slow')), '/slow': { after: promise } });
      const source = await makeSource(tenant, 'web', { urls: [site.url('/')] });
      const path = `${tenant.project}/knowledge_source/${source.id}`;
      const run = (await tenant.owner.post(`${path}/sync`)).body;
      await site.heard('/slow');
      const { '/': document } = await documents(tenant, source.id, site.url());
      const gone = await tenant.owner.delete(`${path}?documents=${documentsThen}`);
      expect(gone).toMatchObject({ status: 200, body: { id: source.id, deleted: true } });
      expect((await tenant.owner.get(path)).status).toBe(404);
      expect((await tenant.owner.get(`${tenant.project}/document/${document.id}`)).status).toBe(status);
      const stateOf = async () => {
        const { rows } = await sql<{ status: string }>`select status from source_runs where id = ${run.id}`.execute(
          world.db,
        );
        return rows[0]?.status;
      };
      expect(await eventually(stateOf, (state) => state !== 'running' && state !== 'cancelling')).toBe('cancelled');
      release();
    }
  });

  it('rejects invalid settings before it is created', async () => {
    const tenant = await world.tenant();
    const refused = async (body: object, ...loc: (string | number)[]) => {
      const answer = await tenant.owner.post(`${tenant.project}/knowledge_source`, { name: 'x', ...body });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', ...loc] }] } });
    };
    const web = { kind: 'web', config: { urls: ['https://example.com/'] } };
    await refused({ kind: 'web', config: {} }, 'config', 'urls');
    await refused({ kind: 'web', config: { urls: ['ftp://example.com/'] } }, 'config', 'urls', 0);
    await refused({ kind: 'web', config: { urls: ['https://user:secret@example.com/'] } }, 'config', 'urls', 0);
    await refused({ kind: 'web', config: { ...web.config, bucket: 'abc' } }, 'config', 'bucket');
    await refused({ ...web, schedule: 'PT1M' }, 'schedule');
    await refused({ ...web, schedule: 'daily' }, 'schedule');
    await refused({ ...web, fresh_within: 'P2Y' }, 'fresh_within');
    await refused({ ...web, removal_repeat_after: 'PT1M' }, 'removal_repeat_after');
    await refused({ ...web, removal_max_documents: 1001 }, 'removal_max_documents');
    await refused({ ...web, removal_max_percent: 51 }, 'removal_max_percent');
    await refused({ ...web, secret: 'x' }, 'secret');
    await refused({ ...web, collection_ids: ['0190a000-0000-7000-8000-000000000000'] }, 'collection_ids', 0);
    await refused({ kind: 's3', config: { bucket: 'abc', access_key_id: 'a' } }, 'secret');
    await refused({ kind: 's3', config: { bucket: 'abc' }, secret: 'x' }, 'config', 'access_key_id');
    await refused(
      { kind: 'git', config: { repository_url: 'https://a:b@example.com/x.git' } },
      'config',
      'repository_url',
    );
    await refused({ kind: 'git', config: { repository_url: 'file:///etc' } }, 'config', 'repository_url');
    await refused({ kind: 'webdav', config: { folder_url: 'https://a.example/?x=1' } }, 'config', 'folder_url');
    const server = { host: 'mail.example', username: 'reader' };
    await refused({ kind: 'imap', config: server }, 'secret');
    await refused({ kind: 'imap', config: { ...server, username: '' }, secret: 'x' }, 'config', 'username');
    await refused({ kind: 'imap', config: { ...server, host: 'a b' }, secret: 'x' }, 'config', 'host');
    await refused(
      { kind: 'imap', config: { ...server, received_after: '2026-02-99' }, secret: 'x' },
      'config',
      'received_after',
    );
    const database = { ...server, database: 'wiki', query: 'select 1 as id', key_column: 'id' };
    await refused(
      { kind: 'postgres', config: { ...database, encryption: 'starttls' }, secret: 'x' },
      'config',
      'encryption',
    );
    await refused({ kind: 'postgres', config: { ...database, max_rows: 0 }, secret: 'x' }, 'config', 'max_rows');
    const scrapes = await tenant.owner.post(`${tenant.project}/scrape`);
    expect(scrapes).toMatchObject({
      status: 200,
      body: { kind: 'web', is_scrape: true, config: { urls: [], max_crawl_depth: 3 } },
    });
    expect((await tenant.owner.post(`${tenant.project}/scrape`)).body.id).toBe(scrapes.body.id);
    const empty = await tenant.owner.post(`${tenant.project}/knowledge_source/${scrapes.body.id}/sync`);
    expect([empty.status, getReason(empty)]).toEqual([409, 'NOTHING_TO_SYNC']);
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.post(`${tenant.project}/scrape/start`, { urls: ['https://example.com/'] })).status).toBe(403);
    const listed = await viewer.get(`${tenant.project}/knowledge_source?kind=web`);
    expect(listed.body.results).toMatchObject([{ id: scrapes.body.id }]);
    expect((await viewer.get(`${tenant.project}/knowledge_source?kind=s3`)).body.results).toEqual([]);
  });
});
