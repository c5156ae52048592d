import type { Found } from '../../../../src/knowledge/sources/items.ts';
import type { CrawlConfig } from '../../../../src/knowledge/sources/kinds/web.ts';
import type { SyncRun } from '../../../../src/knowledge/sources/runs.ts';
import {
  addressOf,
  familyOf,
  isWithin,
  looksEndless,
  type Scope,
  siteOf,
} from '../../../../src/knowledge/sources/web/addresses.ts';

/** What a crawl was told. */
export function crawlOf(run: SyncRun): CrawlConfig {
  return run.plan.config as unknown as CrawlConfig;
}

/** What a crawl keeps to: the sites at which it begins. */
export function scopeOf({ urls, include_paths, exclude_paths }: CrawlConfig): Scope {
  const sites = urls.flatMap((text) => addressOf(text) ?? []).map(siteOf);
  return { sites: new Set(sites), includePaths: include_paths, excludePaths: exclude_paths };
}

/** An address as a crawl queues it. */
export function queued(url: URL, depth: number, hops = 0): Found {
  const family = familyOf(url);
  return { ref: url.href, depth, hops, lane: siteOf(url), ...(family && { family }) };
}

/** Files that are no documents, by the ending of their names. */
const NO_DOCUMENT =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|map|json-?ld|woff2?|ttf|otf|eot|mp[34]|m4[av]|wav|ogg|og[gv]|webm|avi|mov|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|iso|apk|deb|rpm)$/i;

/** The addresses among these that a crawl takes; whether some look as if there were no end of them. */
export function followed(
  texts: readonly string[],
  base: string,
  scope: Scope,
  depth: number,
): { readonly found: readonly Found[]; readonly isEndless: boolean } {
  const urls = texts
    .flatMap((text) => addressOf(text, base) ?? [])
    .filter((url) => isWithin(scope, url) && !NO_DOCUMENT.test(url.pathname));
  const good = urls.filter((url) => !looksEndless(url));
  return { found: good.map((url) => queued(url, depth)), isEndless: good.length < urls.length };
}
