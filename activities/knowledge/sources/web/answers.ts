import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import { saidKind } from '../../../../src/knowledge/parsing/detect.ts';
import { findItem, type SourceItem } from '../../../../src/knowledge/sources/items.ts';
import { addressOf, isWithin, siteOf } from '../../../../src/knowledge/sources/web/addresses.ts';
import { decoded, type PageFacts, readPage } from '../../../../src/knowledge/sources/web/page.ts';
import { readSitemap, SITEMAP_BYTES } from '../../../../src/knowledge/sources/web/sitemap.ts';
import type { Message } from '../../../../src/platform/messages.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import type { Content, SyncWork, Visit } from '../kind.ts';
import { tooLarge } from '../problems.ts';
import { crawlOf, followed, queued, scopeOf } from './scope.ts';
import { ROBOT } from './site.ts';

/** Bytes of a page; a longer one is none that people read. */
const MOST_PAGE_BYTES = 10 * 1024 * 1024;
/** Redirects that lead from one address to the next. */
const MOST_HOPS = 5;
/** Sitemaps that name sitemaps that name sitemaps. */
const MOST_MAP_DEPTH = 3;
const ENDLESS = 'some addresses were skipped because similar addresses seem to be endless';

/** An address that answered. */
export interface Answered {
  readonly work: SyncWork;
  readonly item: SourceItem;
  readonly response: Response;
}

/** A redirect leads on where the crawl may go; a page that has moved for good has no document any more. */
export function redirected({ work, item, response }: Answered): Visit {
  const location = response.headers.get('location');
  const to = location === null ? undefined : addressOf(location, item.ref);
  if (!to) return failed('REDIRECT_INVALID', sourceFailures.redirect_invalid);
  if (item.hops >= MOST_HOPS)
    return failed('TOO_MANY_REDIRECTS', sourceFailures.redirects_over_limit({ limit: MOST_HOPS }));
  if (to.href === item.ref) return failed('TOO_MANY_REDIRECTS', sourceFailures.redirect_loop);
  if (item.is_map)
    return {
      state: 'passed',
      found: [{ ref: to.href, depth: item.depth, hops: item.hops + 1, lane: siteOf(to), isMap: true }],
    };
  if (item.depth > 0 && !isWithin(scopeOf(crawlOf(work.run)), to))
    return { state: 'skipped', problem: toRunError('LEADS_AWAY', sourceFailures.redirect_outside_crawl) };
  const on = { found: [queued(to, item.depth, item.hops + 1)], leadsTo: to.href };
  if (item.document_id === null) return { state: 'passed', ...on };
  const problem = toRunError('MOVED', sourceFailures.page_moved({ address: to.href }));
  if (response.status === 301 || response.status === 308) return { state: 'gone', problem, ...on };
  // It may be back tomorrow; a sign-in page or a notice of maintenance has come in the place of many a page.
  return { state: 'failed', problem: { ...problem, reason: 'MOVED_FOR_NOW' }, mayPass: false, found: on.found };
}

/** What an address answered that is there. */
export async function received(answered: Answered): Promise<Visit> {
  const { item, response, work } = answered;
  const stated = response.headers.get('content-type') ?? undefined;
  const bare = stated?.split(';')[0]?.trim().toLowerCase();
  if (item.is_map) return mapped(answered);
  if (bare === 'text/html' || bare === 'application/xhtml+xml') return page(answered, stated);
  const name = nameOf(item.ref);
  if (!saidKind({ mediaType: bare ?? null, name })) {
    const failure = bare
      ? sourceFailures.page_type_not_supported({ media_type: bare.slice(0, 100) })
      : sourceFailures.page_type_unknown;
    return { state: 'skipped', problem: toRunError('UNSUPPORTED_TYPE', failure) };
  }
  const most = work.ctx.config.uploadLimit;
  if (Number(response.headers.get('content-length') ?? 0) > most)
    return { state: 'failed', problem: tooLarge(most), mayPass: false };
  const bytes = response.body ?? [];
  return { state: 'content', content: { ...contentOf(response), title: name, name, mediaType: bare, bytes } };
}

async function page({ work, item, response }: Answered, stated: string | undefined): Promise<Visit> {
  const bytes = await wholeBody(response, MOST_PAGE_BYTES);
  if (!bytes) return { state: 'failed', problem: tooLarge(MOST_PAGE_BYTES), mayPass: false };
  const { text, isUtf8 } = decoded(bytes, stated);
  const facts = readPage(text, ROBOT);
  const crawl = crawlOf(work.run);
  const robots = [...facts.robots, ...headerWords(response)];
  const says = (word: string) => robots.includes(word) || robots.includes('none');
  const base = addressOf(facts.base ?? '', item.ref)?.href ?? item.ref;
  const isDeep = item.depth >= crawl.max_crawl_depth;
  const links = says('nofollow') || isDeep ? [] : facts.links;
  const { found, isEndless } = followed(links, base, scopeOf(crawl), item.depth + 1);
  const rest = { found, notes: isEndless ? [ENDLESS] : [] };
  const canonical = await canonicalOf(work, item, facts, base);
  if (canonical) {
    const problem = toRunError('NOT_CANONICAL', sourceFailures.page_not_canonical({ address: canonical.href }));
    const on = { ...rest, found: [queued(canonical, item.depth), ...found], leadsTo: canonical.href };
    return item.document_id === null ? { state: 'passed', ...on } : { state: 'gone', problem, ...on };
  }
  if (says('noindex')) {
    const problem = toRunError('NOINDEX', sourceFailures.page_noindex);
    return { ...rest, state: item.document_id === null ? 'skipped' : 'gone', problem };
  }
  // What the server alone says of the encoding is said within the bytes from here on.
  const kept = isUtf8 ? bytes : Buffer.from(`\uFEFF${text}`);
  const content = {
    ...contentOf(response),
    title: facts.title ?? item.ref,
    name: htmlName(item.ref),
    mediaType: 'text/html',
  };
  return { ...rest, state: 'content', content: { ...content, bytes: [kept], sha256: facts.sha256 } };
}

/** Where a page says it belongs, if that is elsewhere on the site, and not at a page that says it belongs here. */
async function canonicalOf(work: SyncWork, item: SourceItem, facts: PageFacts, base: string): Promise<URL | undefined> {
  const url = facts.canonical === null ? undefined : addressOf(facts.canonical, base);
  if (!url || url.href === item.ref || siteOf(url) !== siteOf(new URL(item.ref))) return undefined;
  const other = await findItem(work.ctx.db, work.run, url.href);
  return other?.leads_to === item.ref ? undefined : url;
}

function headerWords(response: Response): string[] {
  const header = response.headers.get('x-robots-tag')?.toLowerCase() ?? '';
  // A part that names another robot is none of ours.
  return header
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => /^(?:([\w-]+)\s*:\s*)?([\w-]+)/.exec(part)?.slice(1) ?? [])
    .filter((word): word is string => word !== undefined);
}

async function mapped({ work, item, response }: Answered): Promise<Visit> {
  const unread = (why: string): Visit => ({ state: 'passed', notes: [`the sitemap ${item.ref} ${why}`] });
  const bytes = await wholeBody(response, SITEMAP_BYTES);
  if (!bytes) return unread('is too large');
  const map = await readSitemap(bytes).catch(() => undefined);
  if (!map) return unread('cannot be unpacked');
  const crawl = crawlOf(work.run);
  const { found, isEndless } = followed(map.pages, item.ref, scopeOf(crawl), Math.min(1, crawl.max_crawl_depth));
  const further = item.depth < MOST_MAP_DEPTH ? map.maps : [];
  const maps = further.flatMap((text) => {
    const url = addressOf(text, item.ref);
    return url ? [{ ref: url.href, depth: item.depth + 1, lane: siteOf(url), isMap: true }] : [];
  });
  return { state: 'passed', found: [...maps, ...found], notes: isEndless ? [ENDLESS] : [] };
}

/** The bytes of an answer; undefined where it is longer. */
async function wholeBody(response: Response, most: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function contentOf({ headers }: Response): Pick<Content, 'etag' | 'lastModified'> {
  return { etag: short(headers.get('etag')), lastModified: short(headers.get('last-modified')) };
}

/** What is sent back with the next visit. */
const short = (text: string | null) => (text !== null && text.length <= 500 ? text : null);

function failed(reason: string, failure: Message): Visit {
  return { state: 'failed', problem: toRunError(reason, failure), mayPass: false };
}

function nameOf(ref: string): string {
  const part = new URL(ref).pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(part) || 'index';
  } catch {
    return part;
  }
}

const htmlName = (ref: string) => `${nameOf(ref).replace(/\.x?html?$/i, '')}.html`;
