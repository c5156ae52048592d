import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { SourceItem } from '../../../src/knowledge/sources/items.ts';
import { acquireLane, releaseLane } from '../../../src/knowledge/sources/lanes.ts';
import { getSite, parseAddress } from '../../../src/knowledge/sources/web/addresses.ts';
import { isAllowed } from '../../../src/knowledge/sources/web/robots.ts';
import { findSite, type KnownSite, storeSite } from '../../../src/knowledge/sources/web/sites.ts';
import { parseRetryAfterMs } from '../../../src/platform/http/backoff.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { toFailure, toStatusFailure } from './failures.ts';
import type { SourceVisitor, SyncContext, VisitResult } from './kind.ts';
import { followRedirect, readResponse } from './web/responses.ts';
import { checkSubstitute, readSample } from './web/samples.ts';
import { getCrawlConfig, toQueuedItem } from './web/scope.ts';
import { getSitemaps, readSite, USER_AGENT } from './web/site.ts';

/** Share of the timeout that a response may stay idle. */
const IDLE_TIMEOUT_SHARE = 0.25;
/** A lane lease exceeds the response timeout by this factor. */
const LANE_LEASE_FACTOR = 1.5;
/** Milliseconds before a busy lane is tried again. */
const LANE_RETRY_MS = 200;
/** Maximum pause between two visits. Sites that require a longer one are not crawled. */
const MAX_PAUSE_MS = 300_000;
/** Failed attempts before a site counts as unavailable. */
const MAX_SITE_ATTEMPTS = 2;

/** Visitor of websites, one page of a site at a time. */
export const webSource: SourceVisitor = {
  concurrency: 1,
  listsAllItems: false,
  maxItems: (run) => getCrawlConfig(run).max_pages,
  async list({ run }) {
    const urls = getCrawlConfig(run).urls.flatMap((text) => parseAddress(text) ?? []);
    return { found: urls.map((url) => toQueuedItem(url, 0)), next: null, knownLanes: [...new Set(urls.map(getSite))] };
  },
  async visit(work, item) {
    const { ctx } = work;
    const url = new URL(item.ref);
    const lane = getSite(url);
    if (!(await acquireLane(ctx.db, lane, ctx.config.crawlTimeoutMs * LANE_LEASE_FACTOR)))
      return { state: 'later', ms: LANE_RETRY_MS };
    let pauseMs = ctx.config.crawlDelayMs;
    const release = () => releaseLane(ctx.db, lane, pauseMs);
    try {
      const known = await findSite(ctx.db, work.run.id, url.origin);
      if (!known) return await releaseAfterRead(await firstVisit(work, item, url), release);
      const rejected = checkSiteRules(known, item, url);
      if (rejected) return await releaseAfterRead(rejected, () => releaseLane(ctx.db, lane, 0));
      if ('rules' in known) pauseMs = Math.max(pauseMs, (known.rules.delaySeconds ?? 0) * 1000);
      if (await readSample(work, url, known)) return await releaseAfterRead({ state: 'later', ms: 0 }, release);
      const response = await fetchItem(work, item);
      const retryMs = parseRetryAfterMs(Object.fromEntries(response.headers));
      if (response.status === 429 || response.status === 503)
        pauseMs = Math.max(pauseMs, Math.min(retryMs ?? 0, MAX_PAUSE_MS));
      const visit = await toVisitResult(work, item, response);
      return await releaseAfterRead(await checkSubstitute(work, item, known, visit), release);
    } catch (error) {
      await release();
      work.signal.throwIfAborted();
      return { state: 'failed', ...toFailure(error) };
    }
  },
};

/** Releases the lane once the bytes of the visit are read. */
async function releaseAfterRead(visit: VisitResult, release: () => Promise<void>): Promise<VisitResult> {
  if (visit.state !== 'content' || Array.isArray(visit.content.bytes)) {
    await release();
    return visit;
  }
  const { bytes } = visit.content;
  const read = async function* () {
    try {
      yield* bytes;
    } finally {
      await release();
    }
  };
  return { ...visit, content: { ...visit.content, bytes: read() } };
}

/** The first visit to a site reads its crawl rules. */
async function firstVisit(work: SyncContext, item: SourceItem, { origin }: URL): Promise<VisitResult> {
  const { ctx, run, signal } = work;
  const site = await readSite(ctx, origin, signal);
  const isOver = !('isTransient' in site) || !site.isTransient || item.attempts >= MAX_SITE_ATTEMPTS;
  if (!isOver) return { state: 'failed', ...site };
  const known: KnownSite = 'rules' in site ? site : { problem: site.problem };
  await storeSite(ctx.db, run.id, origin, known);
  return { state: 'later', ms: 0, found: getCrawlConfig(run).max_crawl_depth > 0 ? getSitemaps(known, item) : [] };
}

/** Returns why the rules forbid an address, undefined if they allow it. */
function checkSiteRules(known: KnownSite, item: SourceItem, url: URL): VisitResult | undefined {
  if ('problem' in known) return { state: 'failed', problem: known.problem, isTransient: false };
  const { delaySeconds } = known.rules;
  if ((delaySeconds ?? 0) * 1000 > MAX_PAUSE_MS) {
    const failure = sourceFailures.crawl_delay_too_long({ seconds: delaySeconds ?? 0 });
    return { state: 'failed', problem: toRunError('CRAWL_DELAY_TOO_LONG', failure), isTransient: false };
  }
  if (isAllowed(known.rules, url)) return undefined;
  if (item.is_map) return { state: 'passed' };
  return { state: 'skipped', problem: toRunError('ROBOTS_DISALLOWED', sourceFailures.robots_disallowed) };
}

function fetchItem({ ctx, signal }: SyncContext, item: SourceItem): Promise<Response> {
  const guardedFetch = ctx.http.fetch({
    idleTimeoutMs: ctx.config.crawlTimeoutMs * IDLE_TIMEOUT_SHARE,
    totalTimeoutMs: ctx.config.crawlTimeoutMs,
    maxBytes: Number.MAX_SAFE_INTEGER,
    maxRedirects: 0,
  });
  const conditions = item.document_id === null ? {} : toConditionalHeaders(item);
  return guardedFetch(item.ref, { redirect: 'manual', signal, headers: { 'user-agent': USER_AGENT, ...conditions } });
}

function toConditionalHeaders({ etag, last_modified }: SourceItem): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag };
  return last_modified === null ? {} : { 'if-modified-since': last_modified };
}

async function toVisitResult(work: SyncContext, item: SourceItem, response: Response): Promise<VisitResult> {
  const visit = await interpretResponse(work, item, response);
  if (visit.state !== 'content') await response.body?.cancel().catch(() => undefined);
  return visit;
}

async function interpretResponse(work: SyncContext, item: SourceItem, response: Response): Promise<VisitResult> {
  const { status } = response;
  if (status === 304) return { state: 'unchanged' };
  if (status >= 300 && status < 400) return followRedirect({ work, item, response });
  if (status >= 200 && status < 300) return readResponse({ work, item, response });
  if (item.is_map) return { state: 'passed' };
  const { problem, isTransient } = toStatusFailure(status);
  if (status === 404 || status === 410) return { state: 'gone', problem };
  return { state: 'failed', problem, isTransient };
}
