import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import type { Found, SourceItem } from '../../../../src/knowledge/sources/items.ts';
import { addressOf, siteOf } from '../../../../src/knowledge/sources/web/addresses.ts';
import { ALL_ALLOWED, ROBOTS_BYTES, readRobots } from '../../../../src/knowledge/sources/web/robots.ts';
import type { KnownSite } from '../../../../src/knowledge/sources/web/sites.ts';
import type { Message } from '../../../../src/platform/messages.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import type { ActivityContext } from '../../../context.ts';
import { type Failure, failureOf, toMessage } from '../problems.ts';

/** What a crawl calls itself, to servers and in robots.txt. */
export const ROBOT = 'Holdfast';

/** Reads what a site allows. A failure is one of which nobody can tell what is allowed, so that nothing is. */
export async function readSite(
  { http, config }: Pick<ActivityContext, 'http' | 'config'>,
  origin: string,
  signal: AbortSignal,
): Promise<KnownSite | Failure> {
  try {
    const { status, body } = await http.request({
      method: 'GET',
      url: `${origin}/robots.txt`,
      headers: { 'user-agent': ROBOT },
      timeoutMs: config.crawlTimeoutMs,
      maxBytes: ROBOTS_BYTES,
      signal,
    });
    if (status >= 200 && status < 300) return { rules: readRobots(new TextDecoder().decode(body), ROBOT) };
    // A server that is asked too often says nothing of what it allows.
    if (status < 500 && status !== 429) return { rules: ALL_ALLOWED };
    return unknown(sourceFailures.robots_status({ status }));
  } catch (error) {
    const { problem, mayPass } = failureOf(error);
    if (problem.reason === 'TOO_MANY_REDIRECTS') return { rules: ALL_ALLOWED };
    if (!mayPass) return { problem, mayPass };
    return unknown(sourceFailures.robots_not_readable({ cause: toMessage(problem) }));
  }
}

function unknown(cause: Message): Failure {
  return { problem: toRunError('ROBOTS_UNAVAILABLE', sourceFailures.robots_unavailable({ cause })), mayPass: true };
}

/** Sitemaps of a site at which a crawl begins: those that it names, or the usual one. */
export function sitemapsOf(known: KnownSite, item: SourceItem): Found[] {
  if (!('rules' in known) || item.depth > 0) return [];
  const { origin } = new URL(item.ref);
  const named = known.rules.sitemaps.length > 0 ? known.rules.sitemaps : [`${origin}/sitemap.xml`];
  return named.flatMap((text) => {
    const url = addressOf(text, origin);
    return url ? [{ ref: url.href, depth: 0, lane: siteOf(url), isMap: true }] : [];
  });
}
