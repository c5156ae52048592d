import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { createSignInLink } from '../src/identity/sign-in-links.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import { ENTRIES } from '../src/platform/local/launch.ts';
import { findChromium } from '../test/support/chromium.ts';
import {
  BASELINE_LIST_SCRIPT,
  COUNT_FRAMES_SCRIPT,
  countBurstFrames,
  EVENT_COUNT,
  LISTED_RUNS,
  RECORD_CHANGE_SCRIPT,
  RECORDED,
  recordWhen,
  SCROLL_MS,
  SCROLL_SCRIPT,
} from './console-scripts.ts';
import { median } from './measure.ts';
import type { Scenarios } from './scenarios.ts';
import type { Product } from './servers.ts';

/** Performance of the console in a browser on the same machine. */
export interface ConsoleCost {
  /** Load time of a static page of the same server. */
  readonly plain: LoadTimes;
  /** Milliseconds until the approval queue shows its first request. */
  readonly inbox: LoadTimes;
  /** Milliseconds from the response to a decision until a second viewer sees the receipt. */
  readonly seen: number;
  /** Milliseconds from the choice of a status until the list of 50,000 runs shows only its runs. */
  readonly filtered: number;
  /** Frames per second of the run view while 10,000 events arrive, and while scrolling. */
  readonly burst: Smoothness;
  readonly scrolling: Smoothness;
  /** Frames of an idle page of the same server, and of a hand-written list. */
  readonly baseline: { readonly still: Smoothness; readonly scrolling: Smoothness };
  /** Maximum number of rows in the page. */
  readonly mounted: number;
}

/** Load times in a new browser, and in a profile that visited before. */
interface LoadTimes {
  readonly cold: number;
  readonly warm: number;
}

export interface Smoothness {
  readonly perSecond: number;
  /** Longest frame in milliseconds. */
  readonly longest: number;
}

const VIEW = { viewport: { width: 1280, height: 800 }, locale: 'en-GB' } as const;
/** A browser caches compiled scripts at their second use at the earliest. */
const WARM_UP_LOADS = 3;
/** A page of the same server without scripts. */
const FAILED_FIRST_ROW = 'tbody tr:first-child .text-danger';
const PLAIN_PAGE_PATH = '/auth/forgot-password';

/** Builds the console if its build is outdated. An API process serves the build that exists at its start. */
export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, [ENTRIES.console, '--if-stale']);
}

/** Measures the console in a real browser. */
export async function measureConsole(product: Product, scenarios: Scenarios, repeats: number): Promise<ConsoleCost> {
  const { executablePath, env } = await findChromium();
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  const start = { executablePath, env: { ...process.env, ...env }, args };
  const db = openDatabase(product.databaseUrl, 2, (error) => console.error(error));
  const browser = await chromium.launch(start);
  const profile = mkdtempSync(join(tmpdir(), 'holdfast-bench-profile-'));
  const used = await chromium.launchPersistentContext(profile, { ...start, ...VIEW });
  try {
    const bench = new ConsoleBench(product, scenarios, db, browser, used);
    await scenarios.park();
    const plain = await bench.loads(PLAIN_PAGE_PATH, 'form', repeats);
    const inbox = await bench.loads('/approvals', '[data-row]', repeats);
    const seen: number[] = [];
    for (let n = 0; n < repeats; n++) seen.push(await bench.decisionSeen());
    await used.close();
    const filtered = await bench.filterRuns(repeats);
    return {
      plain,
      inbox,
      seen: median(seen),
      filtered,
      baseline: await bench.measureBaselineFrames(),
      ...(await bench.longRun()),
    };
  } finally {
    await used.close();
    await browser.close();
    await db.destroy();
    rmSync(profile, { recursive: true, force: true });
  }
}

class ConsoleBench {
  readonly #product: Product;
  readonly #scenarios: Scenarios;
  readonly #db: Db;
  readonly #browser: Browser;
  /** A browser with a profile. */
  readonly #used: BrowserContext;
  readonly #origin: string;

  constructor(product: Product, scenarios: Scenarios, db: Db, browser: Browser, used: BrowserContext) {
    this.#product = product;
    this.#scenarios = scenarios;
    this.#db = db;
    this.#browser = browser;
    this.#used = used;
    this.#origin = product.baseUrl.replace('127.0.0.1', 'localhost');
  }

  /** Returns the median load times. */
  async loads(path: string, selector: string, repeats: number): Promise<LoadTimes> {
    const cold: number[] = [];
    for (let n = 0; n < repeats; n++) {
      const context = await this.#signedIn();
      cold.push(await this.#load(context, path, selector));
      await context.close();
    }
    await this.#signIn(this.#used);
    const warm: number[] = [];
    for (let n = 0; n < WARM_UP_LOADS + repeats; n++) warm.push(await this.#load(this.#used, path, selector));
    return { cold: median(cold), warm: median(warm.slice(WARM_UP_LOADS)) };
  }

  /** Returns the milliseconds from navigation until the selector is visible. */
  async #load(context: BrowserContext, path: string, selector: string): Promise<number> {
    const page = await context.newPage();
    await page.addInitScript(recordWhen(selector, 'there'));
    // A locator would evaluate the scripts of Playwright in the page while it loads.
    await Promise.all([
      page.waitForEvent('console', (message) => message.text() === RECORDED),
      page.goto(this.#origin + path, { waitUntil: 'commit' }),
    ]);
    const took = await page.evaluate<number>('window.notedAt - performance.timeOrigin');
    await page.close();
    return took;
  }

  /** Two viewers open a request; a third person decides it. */
  async decisionSeen(): Promise<number> {
    const id = await this.#scenarios.park();
    const context = await this.#signedIn();
    const page = await context.newPage();
    await page.goto(`${this.#origin}/approvals/${id}`);
    await page.locator('[data-button=approve]').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.evaluate(recordWhen('[data-button=approve]', 'gone'));
    await this.#scenarios.approve(id);
    const answered = Date.now();
    await page.locator('[data-button=approve]').waitFor({ state: 'detached' });
    const gone = await page.evaluate<number>('window.notedAt');
    await context.close();
    return Math.max(0, gone - answered);
  }

  /** Returns the median milliseconds to filter a list of many runs by status. */
  async filterRuns(repeats: number): Promise<number> {
    const { run } = await this.#parkedRun();
    await sql`insert into agent_runs (id, org_id, project_id, agent_id, agent_revision_id, session_id, status, message,
        is_error, trigger_type, created_by_type, created_by, created, started, completed)
      select (lpad(to_hex(n), 12, '0') || '70008000' || substr(md5(n::text), 1, 12))::uuid, org_id, project_id, agent_id,
        agent_revision_id, session_id, case when n % 20 = 0 then 'failed' else 'completed' end, 'Run ' || n, n % 20 = 0,
        'api', created_by_type, created_by, created, created, created
      from agent_runs, generate_series(1, ${LISTED_RUNS}::int) n where id = ${run}`.execute(this.#db);
    // Autovacuum would do it within a minute.
    await sql`analyze agent_runs`.execute(this.#db);
    const context = await this.#signedIn();
    const page = await context.newPage();
    const times: number[] = [];
    for (let n = 0; n < repeats; n++) {
      await page.goto(`${this.#origin}/runs`);
      await page.locator('[data-row]').first().waitFor();
      await page.evaluate(recordWhen(FAILED_FIRST_ROW, 'there'));
      await page.evaluate(RECORD_CHANGE_SCRIPT);
      await page.getByLabel('Status').selectOption('failed');
      await page.locator(FAILED_FIRST_ROW).waitFor();
      times.push(await page.evaluate<number>('window.notedAt - window.changedAt'));
    }
    await context.close();
    return median(times);
  }

  /** Adds 10,000 events to a waiting run while a viewer watches it. */
  async longRun(): Promise<Pick<ConsoleCost, 'burst' | 'scrolling' | 'mounted'>> {
    const { run, seq } = await this.#parkedRun();
    const context = await this.#signedIn();
    const page = await context.newPage();
    await page.goto(`${this.#origin}/runs/${run}`);
    await page.getByText('Live', { exact: true }).first().waitFor();
    const steps = Number(await page.getByRole('treeitem').first().getAttribute('aria-setsize'));
    // The script sets a promise and must not wait for it here.
    await page.evaluate(`${countBurstFrames(steps + EVENT_COUNT / 2)}; undefined`);
    await sql`with written as (insert into run_events (run_id, seq, kind, turn, payload)
        select ${run}::uuid, ${seq}::int + n, case when n % 2 = 1 then 'tool_call' else 'tool_result' end, 1,
          jsonb_build_object('tool_call_id', md5(((n - 1) / 2)::text)::uuid, 'tool_name', 'calculator', 'tool_type', 'builtin',
            'arguments', jsonb_build_object('expression', n::text), 'outcome', 'success', 'result', n::text)
        from generate_series(1, ${EVENT_COUNT}::int) n)
      update agent_runs set event_seq = event_seq + ${EVENT_COUNT}::int where id = ${run}`.execute(this.#db);
    const burst = await page.evaluate<Smoothness>('window.burst');
    const mounted = await page.getByRole('treeitem').count();
    const scrolling = await this.#scroll(page);
    await context.close();
    return { burst, scrolling, mounted: Math.max(mounted, scrolling.mounted) };
  }

  /** Measures frames of an idle page and of a minimal long list on this machine. */
  async measureBaselineFrames(): Promise<ConsoleCost['baseline']> {
    const context = await this.#signedIn();
    const page = await context.newPage();
    await page.goto(this.#origin + PLAIN_PAGE_PATH);
    await page.evaluate(COUNT_FRAMES_SCRIPT);
    await page.waitForTimeout(SCROLL_MS);
    const still = await page.evaluate<Smoothness>('window.countedFrames()');
    await page.evaluate(BASELINE_LIST_SCRIPT);
    const scrolling = await this.#scroll(page);
    await context.close();
    return { still, scrolling };
  }

  async #scroll(page: Page): Promise<Smoothness & { mounted: number }> {
    await page.evaluate(COUNT_FRAMES_SCRIPT);
    const mounted = await page.evaluate<number>(SCROLL_SCRIPT);
    return { ...(await page.evaluate<Smoothness>('window.countedFrames()')), mounted };
  }

  async #parkedRun(): Promise<{ run: string; seq: number }> {
    const request = await this.#scenarios.park();
    const { rows } = await sql<{ run: string; seq: number }>`select r.id as run, r.event_seq as seq
      from approval_requests a join agent_runs r on r.id = a.run_id where a.id = ${request}`.execute(this.#db);
    const [found] = rows;
    if (!found) throw new Error('the run that waits is gone');
    return found;
  }

  async #signedIn(): Promise<BrowserContext> {
    const context = await this.#browser.newContext(VIEW);
    await this.#signIn(context);
    return context;
  }

  async #signIn(context: BrowserContext): Promise<void> {
    const link = await createSignInLink(this.#db, this.#product.owner.userId);
    const headers = { origin: this.#origin };
    const answer = await context.request.post(`${this.#origin}/identity/sign-in-by-link`, { data: { link }, headers });
    if (!answer.ok()) throw new Error(await answer.text());
  }
}
