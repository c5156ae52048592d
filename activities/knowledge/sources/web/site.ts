import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import type { DiscoveredItem, SourceItem } from '../../../../src/knowledge/sources/items.ts';
import { getSite, parseAddress } from '../../../../src/knowledge/sources/web/addresses.ts';
import { decodePage, readPage } from '../../../../src/knowledge/sources/web/page.ts';
import { ALL_ALLOWED, ROBOTS_BYTES, readRobots } from '../../../../src/knowledge/sources/web/robots.ts';
import type { KnownSite } from '../../../../src/knowledge/sources/web/sites.ts';
import type { Message } from '../../../../src/platform/messages.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import type { ActivityContext } from '../../../context.ts';
import { type Failure, toFailure, toMessage } from '../failures.ts';
import type { SyncContext } from '../kind.ts';

/** User agent of crawls, also in robots.txt. */
export const USER_AGENT = 'Holdfast';

/** Reads the robots.txt of a site. After a failure the rules are unknown and nothing is allowed. */
export async function readSite(
  { http, config }: Pick<ActivityContext, 'http' | 'config'>,
  origin: string,
  signal: AbortSignal,
): Promise<KnownSite | Failure> {
  try {
    const { status, body } = await http.request({
      method: 'GET',
      url: `${origin}/robots.txt`,
      headers: { 'user-agent': USER_AGENT },
      timeoutMs: config.crawlTimeoutMs,
      maxBytes: ROBOTS_BYTES,
      signal,
    });
    if (status >= 200 && status < 300) return { rules: readRobots(new TextDecoder().decode(body), USER_AGENT) };
    // A rate limit says nothing about the rules.
    if (status < 500 && status !== 429) return { rules: ALL_ALLOWED };
    return toUnavailableFailure(sourceFailures.robots_status({ status }));
  } catch (error) {
    const { problem, isTransient } = toFailure(error);
    if (problem.reason === 'TOO_MANY_REDIRECTS') return { rules: ALL_ALLOWED };
    if (!isTransient) return { problem, isTransient };
    return toUnavailableFailure(sourceFailures.robots_not_readable({ cause: toMessage(problem) }));
  }
}

/** Maximum size of the page for an address that does not exist. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** Returns the template digest of the page that a site returns for an address, null for an error. */
export async function readTemplate({ ctx, signal }: SyncContext, url: string): Promise<string | null> {
  try {
    const { status, body, headers } = await ctx.http.request({
      method: 'GET',
      url,
      headers: { 'user-agent': USER_AGENT },
      timeoutMs: ctx.config.crawlTimeoutMs,
      maxBytes: MAX_PAGE_BYTES,
      maxRedirects: 0,
      signal,
    });
    if (status !== 200) return null;
    return readPage(decodePage(body, headers['content-type']).text, USER_AGENT).templateSha256.toString('hex');
  } catch (error) {
    signal.throwIfAborted();
    toFailure(error);
    return null;
  }
}

function toUnavailableFailure(cause: Message): Failure {
  return { problem: toRunError('ROBOTS_UNAVAILABLE', sourceFailures.robots_unavailable({ cause })), isTransient: true };
}

/** Returns the sitemaps that robots.txt names, or the default one. */
export function getSitemaps(known: KnownSite, item: SourceItem): DiscoveredItem[] {
  if (!('rules' in known) || item.depth > 0) return [];
  const { origin } = new URL(item.ref);
  const addresses = known.rules.sitemaps.length > 0 ? known.rules.sitemaps : [`${origin}/sitemap.xml`];
  return addresses.flatMap((text) => {
    const url = parseAddress(text, origin);
    return url ? [{ ref: url.href, depth: 0, lane: getSite(url), isMap: true }] : [];
  });
}
