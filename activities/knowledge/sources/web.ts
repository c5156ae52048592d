import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { SourceItem } from '../../../src/knowledge/sources/items.ts';
import { leaveLane, takeLane } from '../../../src/knowledge/sources/lanes.ts';
import { addressOf, siteOf } from '../../../src/knowledge/sources/web/addresses.ts';
import { allows } from '../../../src/knowledge/sources/web/robots.ts';
import { findSite, type KnownSite, keepSite } from '../../../src/knowledge/sources/web/sites.ts';
import { parseRetryAfterMs } from '../../../src/platform/http/retry-after.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import type { ActingSource, SyncWork, Visit } from './kind.ts';
import { failureOf, failureOfStatus } from './problems.ts';
import { received, redirected } from './web/answers.ts';
import { crawlOf, queued } from './web/scope.ts';
import { ROBOT, readSite, sitemapsOf } from './web/site.ts';

/** Part of the time for an answer in which nothing may be heard of it. */
const SILENCE = 0.25;
/** A visitor has its lane for longer than an answer may take, by this factor. */
const WITH_LEISURE = 1.5;
/** Milliseconds before another look at a lane that somebody has taken. */
const TAKEN_MS = 200;
/** Longest pause between two visits that is kept; a site that wants more is not crawled. */
const LONGEST_PAUSE_MS = 300_000;
/** Visits that end in what may pass before it is said of a site that it does not. */
const LAST_ATTEMPT = 2;

/** Pages of websites, one at a time of each site. */
export const webSource: ActingSource = {
  together: 1,
  listsAll: false,
  most: (run) => crawlOf(run).max_pages,
  async list({ run }) {
    const urls = crawlOf(run).urls.flatMap((text) => addressOf(text) ?? []);
    return { found: urls.map((url) => queued(url, 0)), next: null, known: [...new Set(urls.map(siteOf))] };
  },
  async visit(work, item) {
    const { ctx } = work;
    const url = new URL(item.ref);
    const lane = siteOf(url);
    if (!(await takeLane(ctx.db, lane, ctx.config.crawlTimeoutMs * WITH_LEISURE)))
      return { state: 'later', ms: TAKEN_MS };
    let pauseMs = ctx.config.crawlDelayMs;
    const leave = () => leaveLane(ctx.db, lane, pauseMs);
    try {
      const known = await findSite(ctx.db, work.run.id, url.origin);
      if (!known) return await leaving(await firstVisit(work, item, url), leave);
      const refusal = refusalOf(known, item, url);
      if (refusal) return await leaving(refusal, () => leaveLane(ctx.db, lane, 0));
      if ('rules' in known) pauseMs = Math.max(pauseMs, (known.rules.delaySeconds ?? 0) * 1000);
      const response = await ask(work, item);
      const askedMs = parseRetryAfterMs(Object.fromEntries(response.headers));
      if (response.status === 429 || response.status === 503)
        pauseMs = Math.max(pauseMs, Math.min(askedMs ?? 0, LONGEST_PAUSE_MS));
      return await leaving(await answered(work, item, response), leave);
    } catch (error) {
      await leave();
      work.signal.throwIfAborted();
      return { state: 'failed', ...failureOf(error) };
    }
  },
};

/** A visit whose lane is left when its bytes are read. */
async function leaving(visit: Visit, leave: () => Promise<void>): Promise<Visit> {
  if (visit.state !== 'content' || Array.isArray(visit.content.bytes)) {
    await leave();
    return visit;
  }
  const { bytes } = visit.content;
  const read = async function* () {
    try {
      yield* bytes;
    } finally {
      await leave();
    }
  };
  return { ...visit, content: { ...visit.content, bytes: read() } };
}

/** The first visit to a site in a run is to what it allows. */
async function firstVisit(work: SyncWork, item: SourceItem, { origin }: URL): Promise<Visit> {
  const { ctx, run, signal } = work;
  const site = await readSite(ctx, origin, signal);
  const isOver = !('mayPass' in site) || !site.mayPass || item.attempts >= LAST_ATTEMPT;
  if (!isOver) return { state: 'failed', ...site };
  const known: KnownSite = 'rules' in site ? site : { problem: site.problem };
  await keepSite(ctx.db, run.id, origin, known);
  return { state: 'later', ms: 0, found: crawlOf(run).max_crawl_depth > 0 ? sitemapsOf(known, item) : [] };
}

/** Why an address is not asked; undefined where it may be. */
function refusalOf(known: KnownSite, item: SourceItem, url: URL): Visit | undefined {
  if ('problem' in known) return { state: 'failed', problem: known.problem, mayPass: false };
  const { delaySeconds } = known.rules;
  if ((delaySeconds ?? 0) * 1000 > LONGEST_PAUSE_MS) {
    const failure = sourceFailures.crawl_delay_too_long({ seconds: delaySeconds ?? 0 });
    return { state: 'failed', problem: toRunError('CRAWL_DELAY_TOO_LONG', failure), mayPass: false };
  }
  if (allows(known.rules, url)) return undefined;
  if (item.is_map) return { state: 'passed' };
  return { state: 'skipped', problem: toRunError('ROBOTS_DISALLOWED', sourceFailures.robots_disallowed) };
}

function ask({ ctx, signal }: SyncWork, item: SourceItem): Promise<Response> {
  const get = ctx.http.fetch({
    idleTimeoutMs: ctx.config.crawlTimeoutMs * SILENCE,
    totalTimeoutMs: ctx.config.crawlTimeoutMs,
    maxBytes: Number.MAX_SAFE_INTEGER,
    maxRedirects: 0,
  });
  const since = item.document_id === null ? {} : conditionsOf(item);
  return get(item.ref, { redirect: 'manual', signal, headers: { 'user-agent': ROBOT, ...since } });
}

function conditionsOf({ etag, last_modified }: SourceItem): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag };
  return last_modified === null ? {} : { 'if-modified-since': last_modified };
}

async function answered(work: SyncWork, item: SourceItem, response: Response): Promise<Visit> {
  const visit = await understood(work, item, response);
  if (visit.state !== 'content') await response.body?.cancel().catch(() => undefined);
  return visit;
}

async function understood(work: SyncWork, item: SourceItem, response: Response): Promise<Visit> {
  const { status } = response;
  if (status === 304) return { state: 'unchanged' };
  if (status >= 300 && status < 400) return redirected({ work, item, response });
  if (status >= 200 && status < 300) return received({ work, item, response });
  if (item.is_map) return { state: 'passed' };
  const { problem, mayPass } = failureOfStatus(status);
  if (status === 404 || status === 410) return { state: 'gone', problem };
  return { state: 'failed', problem, mayPass };
}
