/** Which addresses a crawl takes, and what they are called. Pure. */

/** Characters of an address. */
export const LONGEST_ADDRESS = 2000;
/** Parts of a path, and how often one of them may come again: links that are written wrongly lengthen paths without end. */
const MOST_PARTS = 20;
const MOST_REPEATS = 3;
const MOST_PARAMETERS = 8;

/** Parameters that say who follows a link, and nothing of what is there. */
const TRACKING =
  /^(utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|mc_[ce]id|_ga|_gl|igshid|phpsessid|jsessionid|sid|sessionid|session_id)$/i;
const SESSION_IN_PATH = /;jsessionid=[^/?#]*/gi;

/** An address of the web in the form in which it is known; undefined where it is none. */
export function addressOf(text: string, base?: string): URL | undefined {
  if (text.length > LONGEST_ADDRESS * 2 || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  url.pathname = url.pathname.replaceAll(SESSION_IN_PATH, '');
  for (const name of new Set(url.searchParams.keys())) if (TRACKING.test(name)) url.searchParams.delete(name);
  if (url.search === '') url.search = '';
  return url.href.length <= LONGEST_ADDRESS ? url : undefined;
}

/** What a crawl keeps to. */
export interface Scope {
  /** Sites by {@link siteOf}. */
  readonly sites: ReadonlySet<string>;
  /** Beginnings of paths that are taken; all where there are none. */
  readonly includePaths: readonly string[];
  /** Beginnings of paths that are not. */
  readonly excludePaths: readonly string[];
}

/** The site of an address: its host and port, with and without `www.` alike. */
export function siteOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/** Whether a crawl takes an address that a page links to. */
export function isWithin({ sites, includePaths, excludePaths }: Scope, url: URL): boolean {
  const begins = (prefix: string) => url.pathname.startsWith(prefix);
  return (
    sites.has(siteOf(url)) && (includePaths.length === 0 || includePaths.some(begins)) && !excludePaths.some(begins)
  );
}

/** Whether an address looks as if somebody's program had made it up, and as if there were no end of such. */
export function looksEndless(url: URL): boolean {
  const parts = url.pathname.split('/').filter(Boolean);
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return (
    parts.length > MOST_PARTS ||
    [...counts.values()].some((count) => count > MOST_REPEATS) ||
    [...url.searchParams].length > MOST_PARAMETERS
  );
}

/** Addresses with the same path and another query, and addresses alike but for two or more numbers, that a run visits. */
const MOST_QUERIES = 50;
const MOST_NUMBERS = 100;

/** What an address has in common with others of which there may be no end, such as the months of a calendar. */
export function familyOf(url: URL): { readonly name: string; readonly most: number } | undefined {
  const place = url.origin + url.pathname;
  if (url.search !== '') return { name: `${place}?`, most: MOST_QUERIES };
  const numbers = url.pathname.match(/\d+/g) ?? [];
  return numbers.length < 2 ? undefined : { name: place.replaceAll(/\d+/g, '#'), most: MOST_NUMBERS };
}
