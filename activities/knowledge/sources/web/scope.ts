import type { DiscoveredItem } from '../../../../src/knowledge/sources/items.ts';
import type { CrawlConfig } from '../../../../src/knowledge/sources/kinds/web.ts';
import type { SyncRun } from '../../../../src/knowledge/sources/runs.ts';
import {
  getFamily,
  getSite,
  isInScope,
  isLikelyEndless,
  parseAddress,
  type Scope,
} from '../../../../src/knowledge/sources/web/addresses.ts';

/** Returns the configuration of a crawl. */
export function getCrawlConfig(run: SyncRun): CrawlConfig {
  return run.plan.config as unknown as CrawlConfig;
}

/** Returns the scope of a crawl: the sites of its start addresses. */
export function toScope({ urls, include_paths, exclude_paths }: CrawlConfig): Scope {
  const sites = urls.flatMap((text) => parseAddress(text) ?? []).map(getSite);
  return { sites: new Set(sites), includePaths: include_paths, excludePaths: exclude_paths };
}

/** Converts an address to a queued item. */
export function toQueuedItem(url: URL, depth: number, hops = 0): DiscoveredItem {
  const family = getFamily(url);
  return { ref: url.href, depth, hops, lane: getSite(url), ...(family && { family }) };
}

/** Extensions of files that are not documents. */
const NON_DOCUMENT_FILE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|map|json-?ld|woff2?|ttf|otf|eot|mp[34]|m4[av]|wav|ogg|og[gv]|webm|avi|mov|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|iso|apk|deb|rpm)$/i;

/** Selects the addresses in scope, and reports whether some are likely endless. */
export function selectAddresses(
  texts: readonly string[],
  base: string,
  scope: Scope,
  depth: number,
): { readonly found: readonly DiscoveredItem[]; readonly isEndless: boolean } {
  const urls = texts
    .flatMap((text) => parseAddress(text, base) ?? [])
    .filter((url) => isInScope(scope, url) && !NON_DOCUMENT_FILE.test(url.pathname));
  const finiteUrls = urls.filter((url) => !isLikelyEndless(url));
  return { found: finiteUrls.map((url) => toQueuedItem(url, depth)), isEndless: finiteUrls.length < urls.length };
}
