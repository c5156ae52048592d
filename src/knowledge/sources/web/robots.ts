/** Robots.txt by RFC 9309. Pure. */

/** Crawl rules of a site. */
export interface SiteRules {
  readonly rules: readonly Rule[];
  /** Seconds between two visits. Null if not set. */
  readonly delaySeconds: number | null;
  readonly sitemaps: readonly string[];
}

/** A rule of a group. */
interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
}

/** Rules without restrictions. */
export const ALL_ALLOWED: SiteRules = { rules: [], delaySeconds: null, sitemaps: [] };

/** Bytes to read, as the RFC requires; a truncated rule is ignored. */
export const ROBOTS_BYTES = 500 * 1024;
const MAX_RULES = 5000;
const MAX_SITEMAPS = 50;

interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  delaySeconds: number | null;
}

/** Parses the rules for one robot: the groups that name it, else those for all. */
export function readRobots(text: string, agent: string): SiteRules {
  const { groups, sitemaps } = parseRobots(text);
  const named = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const applicable = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  return {
    rules: applicable.flatMap(({ rules }) => rules).slice(0, MAX_RULES),
    delaySeconds: applicable.map((group) => group.delaySeconds).find((seconds) => seconds !== null) ?? null,
    sitemaps: sitemaps.slice(0, MAX_SITEMAPS),
  };
}

function parseRobots(text: string): { readonly groups: readonly Group[]; readonly sitemaps: readonly string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let isNaming = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const ruleValue = value.trim();
    const ruleName = key.toLowerCase();
    if (ruleName === 'sitemap' && ruleValue !== '') sitemaps.push(ruleValue);
    if (ruleName === 'user-agent') {
      if (!isNaming || !group) {
        group = { agents: [], rules: [], delaySeconds: null };
        groups.push(group);
      }
      group.agents.push(toProductName(ruleValue));
      isNaming = true;
    } else if (group && ['allow', 'disallow', 'crawl-delay'].includes(ruleName)) {
      isNaming = false;
      if (ruleName === 'crawl-delay') group.delaySeconds ??= parseSeconds(ruleValue);
      // An empty rule has no effect.
      else if (ruleValue !== '')
        group.rules.push({ allow: ruleName === 'allow', pattern: normalizeEncoding(ruleValue) });
    }
  }
  return { groups, sitemaps };
}

/** Returns the product name without its version. */
function toProductName(name: string): string {
  return name === '*' ? name : (/^[a-z_-]+/i.exec(name)?.[0] ?? name).toLowerCase();
}

function parseSeconds(text: string): number | null {
  return /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : null;
}

/** Whether an address may be visited. The longest matching rule decides; on a tie the allowing one. */
export function isAllowed({ rules }: Pick<SiteRules, 'rules'>, url: URL): boolean {
  const path = normalizeEncoding(url.pathname + url.search);
  if (path === '/robots.txt') return true;
  let best: Rule | undefined;
  for (const rule of rules) {
    const isBetter = !best || rule.pattern.length > best.pattern.length;
    const isPermissive = rule.allow && rule.pattern.length === best?.pattern.length;
    if ((isBetter || isPermissive) && matchesPattern(rule.pattern, path)) best = rule;
  }
  return best?.allow ?? true;
}

/** Whether a path matches a pattern: `*` matches anything, a final `$` the end. */
function matchesPattern(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  if (rest.length === 0) return !isAnchored || path === first;
  const last = rest.pop() ?? '';
  let at = first.length;
  // The earliest match leaves the most characters for later parts.
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return isAnchored ? path.length >= at + last.length && path.endsWith(last) : path.indexOf(last, at) >= 0;
}

/** Normalizes percent-encoding. */
function normalizeEncoding(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/g, (text) => encodeURI(text.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : code.toUpperCase();
    });
}
