/** Which addresses a crawl takes, and what they are called. Pure. */

/** Characters of an address. */
export const MAX_ADDRESS_LENGTH = 2000;
/** Parts of a path, and how often one of them may come again: links that are written wrongly lengthen paths without end. */
const MAX_PATH_SEGMENTS = 20;
const MAX_SEGMENT_REPEATS = 3;
const MAX_PARAMETERS = 8;

/** Parameters that say who follows a link, and nothing of what is there. */
const TRACKING =
  /^(utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|mc_[ce]id|_ga|_gl|igshid|phpsessid|jsessionid|sid|sessionid|session_id)$/i;
const SESSION_IN_PATH = /;jsessionid=[^/?#]*/gi;

/** An address of the web in the form in which it is known; undefined where it is none. */
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

/** What a crawl keeps to. */
export interface Scope {
  /** Sites by {@link getSite}. */
  readonly sites: ReadonlySet<string>;
  /** Beginnings of paths that are taken; all where there are none. */
  readonly includePaths: readonly string[];
  /** Beginnings of paths that are not. */
  readonly excludePaths: readonly string[];
}

/** The site of an address: its host and port, with and without `www.` alike. */
export function getSite({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/** Whether a crawl takes an address that a page links to. */
export function isInScope({ sites, includePaths, excludePaths }: Scope, url: URL): boolean {
  const begins = (prefix: string) => url.pathname.startsWith(prefix);
  return (
    sites.has(getSite(url)) && (includePaths.length === 0 || includePaths.some(begins)) && !excludePaths.some(begins)
  );
}

/** Whether an address looks as if somebody's program had made it up, and as if there were no end of such. */
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

/** Addresses with the same path and another query, and addresses alike but for two or more numbers, that a run visits. */
const MAX_QUERIES_PER_PATH = 50;
const MAX_NUMBERED_PATHS = 100;

/** What an address has in common with others of which there may be no end, such as the months of a calendar. */
export function getFamily(url: URL): { readonly name: string; readonly limit: number } | undefined {
  const location = url.origin + url.pathname;
  if (url.search !== '') return { name: `${location}?`, limit: MAX_QUERIES_PER_PATH };
  const numbers = url.pathname.match(/\d+/g) ?? [];
  return numbers.length < 2 ? undefined : { name: location.replaceAll(/\d+/g, '#'), limit: MAX_NUMBERED_PATHS };
}
