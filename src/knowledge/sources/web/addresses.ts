/** Normalizes and selects addresses of a crawl. Pure. */

/** Maximum length of an address. */
export const MAX_ADDRESS_LENGTH = 2000;
/** Limits against endless paths from broken links: segments, repeats of one segment, query parameters. */
const MAX_PATH_SEGMENTS = 20;
const MAX_SEGMENT_REPEATS = 3;
const MAX_PARAMETERS = 8;

/** Tracking parameters, which do not affect the content. */
const TRACKING =
  /^(utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|mc_[ce]id|_ga|_gl|igshid|phpsessid|jsessionid|sid|sessionid|session_id)$/i;
const SESSION_IN_PATH = /;jsessionid=[^/?#]*/gi;

/** Parses and normalizes a web address. Returns undefined for others. */
export function parseAddress(text: string, base?: string): URL | undefined {
  if (text.length > MAX_ADDRESS_LENGTH * 2 || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  url.pathname = url.pathname.replaceAll(SESSION_IN_PATH, '');
  for (const name of new Set(url.searchParams.keys())) if (TRACKING.test(name)) url.searchParams.delete(name);
  if (url.search === '') url.search = '';
  return url.href.length <= MAX_ADDRESS_LENGTH ? url : undefined;
}

/** Scope of a crawl. */
export interface Scope {
  /** Sites by {@link getSite}. */
  readonly sites: ReadonlySet<string>;
  /** Path prefixes to include. Empty for all. */
  readonly includePaths: readonly string[];
  /** Path prefixes to exclude. */
  readonly excludePaths: readonly string[];
}

/** Returns the site of an address: host and port without `www.`. */
export function getSite({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/** Whether an address is in the scope of a crawl. */
export function isInScope({ sites, includePaths, excludePaths }: Scope, url: URL): boolean {
  const begins = (prefix: string) => url.pathname.startsWith(prefix);
  return (
    sites.has(getSite(url)) && (includePaths.length === 0 || includePaths.some(begins)) && !excludePaths.some(begins)
  );
}

/** Whether an address is probably one of endlessly many generated ones. */
export function isLikelyEndless(url: URL): boolean {
  const parts = url.pathname.split('/').filter(Boolean);
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return (
    parts.length > MAX_PATH_SEGMENTS ||
    [...counts.values()].some((count) => count > MAX_SEGMENT_REPEATS) ||
    [...url.searchParams].length > MAX_PARAMETERS
  );
}

/** Addresses per run that differ only in the query, and those that differ only in numbers. */
const MAX_QUERIES_PER_PATH = 50;
const MAX_NUMBERED_PATHS = 100;

/** Returns the family of similar, possibly endless addresses, such as calendar months. */
export function getFamily(url: URL): { readonly name: string; readonly limit: number } | undefined {
  const location = url.origin + url.pathname;
  if (url.search !== '') return { name: `${location}?`, limit: MAX_QUERIES_PER_PATH };
  const numbers = url.pathname.match(/\d+/g) ?? [];
  return numbers.length < 2 ? undefined : { name: location.replaceAll(/\d+/g, '#'), limit: MAX_NUMBERED_PATHS };
}
