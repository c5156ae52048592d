import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import { findStatedKind } from '../../../../src/knowledge/parsing/detect.ts';
import { findItem, type SourceItem } from '../../../../src/knowledge/sources/items.ts';
import { getSite, isInScope, parseAddress } from '../../../../src/knowledge/sources/web/addresses.ts';
import { decodePage, type PageFacts, readPage } from '../../../../src/knowledge/sources/web/page.ts';
import { readSitemap, SITEMAP_BYTES } from '../../../../src/knowledge/sources/web/sitemap.ts';
import type { Message } from '../../../../src/platform/messages.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { toTooLargeError } from '../failures.ts';
import type { FetchedContent, SyncContext, VisitResult } from '../kind.ts';
import { getCrawlConfig, selectAddresses, toQueuedItem, toScope } from './scope.ts';
import { USER_AGENT } from './site.ts';

/** Maximum size of a page in bytes. */
const MAX_PAGE_BYTES = 10 * 1024 * 1024;
/** Maximum number of redirects in a row. */
const MAX_REDIRECTS = 5;
/** Maximum depth of nested sitemaps. */
const MAX_SITEMAP_DEPTH = 3;
const ENDLESS_NOTE = 'some addresses were skipped because similar addresses seem to be endless';

/** Response to the request of an item. */
interface ItemResponse {
  readonly work: SyncContext;
  readonly item: SourceItem;
  readonly response: Response;
}

/** Follows a redirect within the crawl. A page that moved permanently loses its document. */
export function followRedirect({ work, item, response }: ItemResponse): VisitResult {
  const location = response.headers.get('location');
  const to = location === null ? undefined : parseAddress(location, item.ref);
  if (!to) return toFailedVisit('REDIRECT_INVALID', sourceFailures.redirect_invalid);
  if (item.hops >= MAX_REDIRECTS)
    return toFailedVisit('TOO_MANY_REDIRECTS', sourceFailures.redirects_over_limit({ limit: MAX_REDIRECTS }));
  if (to.href === item.ref) return toFailedVisit('TOO_MANY_REDIRECTS', sourceFailures.redirect_loop);
  if (item.is_map)
    return {
      state: 'passed',
      found: [{ ref: to.href, depth: item.depth, hops: item.hops + 1, lane: getSite(to), isMap: true }],
    };
  if (item.depth > 0 && !isInScope(toScope(getCrawlConfig(work.run)), to))
    return { state: 'skipped', problem: toRunError('LEADS_AWAY', sourceFailures.redirect_outside_crawl) };
  const next = { found: [toQueuedItem(to, item.depth, item.hops + 1)], leadsTo: to.href };
  if (item.document_id === null) return { state: 'passed', ...next };
  const problem = toRunError('MOVED', sourceFailures.page_moved({ address: to.href }));
  if (response.status === 301 || response.status === 308) return { state: 'gone', problem, ...next };
  // Temporary redirects often lead to a sign-in page or a maintenance notice.
  return { state: 'failed', problem: { ...problem, reason: 'MOVED_FOR_NOW' }, isTransient: false, found: next.found };
}

/** Reads a successful response. */
export async function readResponse(itemResponse: ItemResponse): Promise<VisitResult> {
  const { item, response, work } = itemResponse;
  const contentType = response.headers.get('content-type') ?? undefined;
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  if (item.is_map) return readSitemapPage(itemResponse);
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml')
    return readHtmlPage(itemResponse, contentType);
  const name = getFileName(item.ref);
  if (!findStatedKind({ mediaType: mediaType ?? null, name })) {
    const failure = mediaType
      ? sourceFailures.page_type_not_supported({ media_type: mediaType.slice(0, 100) })
      : sourceFailures.page_type_unknown;
    return { state: 'skipped', problem: toRunError('UNSUPPORTED_TYPE', failure) };
  }
  const limit = work.ctx.config.uploadLimit;
  if (Number(response.headers.get('content-length') ?? 0) > limit)
    return { state: 'failed', problem: toTooLargeError(limit), isTransient: false };
  const bytes = response.body ?? [];
  return { state: 'content', content: { ...getValidators(response), title: name, name, mediaType, bytes } };
}

async function readHtmlPage(
  { work, item, response }: ItemResponse,
  contentType: string | undefined,
): Promise<VisitResult> {
  const bytes = await readBody(response, MAX_PAGE_BYTES);
  if (!bytes) return { state: 'failed', problem: toTooLargeError(MAX_PAGE_BYTES), isTransient: false };
  const { text, isUtf8 } = decodePage(bytes, contentType);
  const facts = readPage(text, USER_AGENT);
  const crawl = getCrawlConfig(work.run);
  const robots = [...facts.robots, ...getRobotsDirectives(response)];
  const hasDirective = (word: string) => robots.includes(word) || robots.includes('none');
  const base = parseAddress(facts.base ?? '', item.ref)?.href ?? item.ref;
  const isDeep = item.depth >= crawl.max_crawl_depth;
  const links = hasDirective('nofollow') || isDeep ? [] : facts.links;
  const { found, isEndless } = selectAddresses(links, base, toScope(crawl), item.depth + 1);
  const result = { found, notes: isEndless ? [ENDLESS_NOTE] : [] };
  const canonical = await findCanonical(work, item, facts, base);
  if (canonical) {
    const problem = toRunError('NOT_CANONICAL', sourceFailures.page_not_canonical({ address: canonical.href }));
    const next = { ...result, found: [toQueuedItem(canonical, item.depth), ...found], leadsTo: canonical.href };
    return item.document_id === null ? { state: 'passed', ...next } : { state: 'gone', problem, ...next };
  }
  if (hasDirective('noindex')) {
    const problem = toRunError('NOINDEX', sourceFailures.page_noindex);
    return { ...result, state: item.document_id === null ? 'skipped' : 'gone', problem };
  }
  // Stored bytes carry their encoding, because only the server states it.
  const storedBytes = isUtf8 ? bytes : Buffer.from(`\uFEFF${text}`);
  const content = {
    ...getValidators(response),
    title: facts.title ?? item.ref,
    name: toHtmlFileName(item.ref),
    mediaType: 'text/html',
  };
  const { sha256, templateSha256 } = facts;
  return { ...result, state: 'content', content: { ...content, bytes: [storedBytes], sha256, templateSha256 } };
}

/** Returns the canonical address of a page if it is another one on the site that does not point back here. */
async function findCanonical(
  work: SyncContext,
  item: SourceItem,
  facts: PageFacts,
  base: string,
): Promise<URL | undefined> {
  const url = facts.canonical === null ? undefined : parseAddress(facts.canonical, base);
  if (!url || url.href === item.ref || getSite(url) !== getSite(new URL(item.ref))) return undefined;
  const other = await findItem(work.ctx.db, work.run, url.href);
  return other?.leads_to === item.ref ? undefined : url;
}

function getRobotsDirectives(response: Response): string[] {
  const header = response.headers.get('x-robots-tag')?.toLowerCase() ?? '';
  // Parts that name another robot do not apply.
  return header
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => /^(?:([\w-]+)\s*:\s*)?([\w-]+)/.exec(part)?.slice(1) ?? [])
    .filter((word): word is string => word !== undefined);
}

async function readSitemapPage({ work, item, response }: ItemResponse): Promise<VisitResult> {
  const unreadSitemap = (why: string): VisitResult => ({ state: 'passed', notes: [`the sitemap ${item.ref} ${why}`] });
  const bytes = await readBody(response, SITEMAP_BYTES);
  if (!bytes) return unreadSitemap('is too large');
  const map = await readSitemap(bytes).catch(() => undefined);
  if (!map) return unreadSitemap('cannot be unpacked');
  const crawl = getCrawlConfig(work.run);
  const { found, isEndless } = selectAddresses(map.pages, item.ref, toScope(crawl), Math.min(1, crawl.max_crawl_depth));
  const nestedMaps = item.depth < MAX_SITEMAP_DEPTH ? map.maps : [];
  const maps = nestedMaps.flatMap((text) => {
    const url = parseAddress(text, item.ref);
    return url ? [{ ref: url.href, depth: item.depth + 1, lane: getSite(url), isMap: true }] : [];
  });
  return { state: 'passed', found: [...maps, ...found], notes: isEndless ? [ENDLESS_NOTE] : [] };
}

/** Returns the body, undefined if it exceeds the limit. */
async function readBody(response: Response, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function getValidators({ headers }: Response): Pick<FetchedContent, 'etag' | 'lastModified'> {
  return { etag: toStorableHeader(headers.get('etag')), lastModified: toStorableHeader(headers.get('last-modified')) };
}

/** Returns a header value that the next visit can send, null if it is too long. */
const toStorableHeader = (text: string | null) => (text !== null && text.length <= 500 ? text : null);

function toFailedVisit(reason: string, failure: Message): VisitResult {
  return { state: 'failed', problem: toRunError(reason, failure), isTransient: false };
}

function getFileName(ref: string): string {
  const part = new URL(ref).pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(part) || 'index';
  } catch {
    return part;
  }
}

const toHtmlFileName = (ref: string) => `${getFileName(ref).replace(/\.x?html?$/i, '')}.html`;
