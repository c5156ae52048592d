import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { eventually } from './client.ts';

let connected: Promise<Browser> | undefined;

/** The Chromium of the run; a process of tests has one connection to it, which ends with the process. */
async function connectChromium(): Promise<Browser> {
  const answer = await fetch(inject('chromium'));
  if (!answer.ok) throw new Error(await answer.text());
  const { chromium } = await import('playwright-core');
  return chromium.connect(await answer.text());
}

/** A context of the browser: nobody is signed in, and nothing is stored. */
export interface LentContext {
  readonly context: BrowserContext;
  /** Closes its pages, and what they left is gone. */
  giveBack(): Promise<void>;
}

/** Contexts that nobody uses, by what they were made with, each with a page that keeps its process. */
const free = new Map<string, { readonly context: BrowserContext; readonly keeper: Page }[]>();

/**
 * Keeps the news of a page, which go by themselves after some seconds: nobody is to miss one who looks late.
 * What is taken from there was told.
 */
const KEEP_NOTIFICATIONS = `globalThis.news = [];
new MutationObserver((records) => {
  for (const { addedNodes } of records)
    for (const node of addedNodes)
      if (node instanceof Element)
        for (const said of node.querySelectorAll(node.closest('[aria-live=polite]') ? 'p' : 'section[aria-live=polite] p'))
          news.push(said.textContent);
}).observe(document, { childList: true, subtree: true });`;

/**
 * Lends a context for pages of an origin. What is lent again has the scripts of the console in its cache, and compiled:
 * to load and to compile them is most of what a page costs.
 */
export async function lendContext(origin: string, options: BrowserContextOptions): Promise<LentContext> {
  const kind = JSON.stringify([origin, options]);
  const unused = free.get(kind) ?? [];
  free.set(kind, unused);
  const { context, keeper } = unused.pop() ?? (await makeContext(origin, options));
  return {
    context,
    async giveBack() {
      await Promise.all(context.pages().map((page) => page === keeper || page.close()));
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.clearCookies();
      await keeper.evaluate('localStorage.clear()');
      unused.push({ context, keeper });
    },
  };
}

/** Waits until a page has told this since it was loaded; once told is taken once. */
export async function takeNotification(page: Page, text: string): Promise<void> {
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
