import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { eventually } from './client.ts';

let connected: Promise<Browser> | undefined;

/** Connects to the Chromium of the run. Each test process has one connection. */
async function connectChromium(): Promise<Browser> {
  const answer = await fetch(inject('chromium'));
  if (!answer.ok) throw new Error(await answer.text());
  const { chromium } = await import('playwright-core');
  return chromium.connect(await answer.text());
}

/** A browser context without a session and stored data. */
interface BorrowedContext {
  readonly context: BrowserContext;
  /** Closes its pages and clears its data. */
  release(): Promise<void>;
}

/** Unused contexts by their options, each with a page that keeps its process. */
const free = new Map<string, { readonly context: BrowserContext; readonly keeper: Page }[]>();

/** Keeps notifications, which disappear after some seconds, until a test takes them. */
const KEEP_NOTIFICATIONS = `globalThis.news = [];
new MutationObserver((records) => {
  for (const { addedNodes } of records)
    for (const node of addedNodes)
      if (node instanceof Element)
        for (const said of node.querySelectorAll(node.closest('[aria-live=polite]') ? 'p' : 'section[aria-live=polite] p'))
          news.push(said.textContent);
}).observe(document, { childList: true, subtree: true });`;

/**
 * Lends a context for pages of an origin. A reused context has the console's scripts cached and compiled, which is most
 * of the cost of a page.
 */
export async function borrowContext(origin: string, options: BrowserContextOptions): Promise<BorrowedContext> {
  const kind = JSON.stringify([origin, options]);
  const unused = free.get(kind) ?? [];
  free.set(kind, unused);
  const { context, keeper } = unused.pop() ?? (await makeContext(origin, options));
  return {
    context,
    async release() {
      await Promise.all(context.pages().map((page) => page === keeper || page.close()));
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.clearCookies();
      await keeper.evaluate('localStorage.clear()');
      unused.push({ context, keeper });
    },
  };
}

/** Waits for a notification since the page was loaded, and takes it. */
export async function waitForNotification(page: Page, text: string): Promise<void> {
  const take = (part: string) => {
    const { news } = globalThis as unknown as { news: string[] };
    const at = news.findIndex((one) => one.includes(part));
    return at >= 0 && news.splice(at, 1).length === 1;
  };
  await eventually(
    () => page.evaluate(take, text),
    (taken) => taken,
  );
}

async function makeContext(origin: string, options: BrowserContextOptions) {
  connected ??= connectChromium();
  const context = await (await connected).newContext(options);
  await context.addInitScript(KEEP_NOTIFICATIONS);
  const keeper = await context.newPage();
  await keeper.goto(`${origin}/favicon.svg`);
  return { context, keeper };
}
