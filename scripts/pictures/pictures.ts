import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import type { DevFile } from '../../src/platform/local/dev-file.ts';
import { findChromium } from '../../test/support/chromium.ts';
import { QUESTIONS } from './conversations.ts';
import type { PictureIds } from './seed.ts';

/** Variants of each picture by the ending of its name. */
const VARIANTS: Readonly<Record<string, BrowserContextOptions>> = {
  '': {},
  '-dark': { colorScheme: 'dark' },
  '-phone': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  '-german': { locale: 'de-DE' },
};
const OPTIONS = {
  viewport: { width: 1280, height: 800 },
  locale: 'en-US',
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
} as const;
const WEBP = { quality: 65, effort: 6 } as const;

/** Writes pictures of the main screens: light, dark, on a phone and in German. */
export async function takePictures(origin: string, dev: DevFile, ids: PictureIds, folder: string): Promise<void> {
  const { executablePath, env } = await findChromium();
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args });
  try {
    for (const [ending, options] of Object.entries(VARIANTS)) {
      const page = await openPage(browser, origin, dev, options);
      for (const screen of listScreens(ids))
        writeFileSync(join(folder, `${screen.name}${ending}.webp`), await takePicture(page, origin, screen));
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
}

/** A pictured screen. */
interface Screen {
  /** Beginning of the file names. */
  readonly name: string;
  readonly path: string;
  /** Brings the pictured part into view. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const listScreens = ({ agent, task, run, request }: PictureIds): readonly Screen[] => [
  { name: 'home', path: '/' },
  { name: 'inbox', path: `/approvals/${request}` },
  { name: 'run', path: `/runs/${run}` },
  { name: 'comparison', path: `/runs/${run}?tab=compare` },
  { name: 'agent', path: `/agents/${agent}` },
  { name: 'policy', path: `/agents/${agent}`, prepare: showPolicy },
  { name: 'playground', path: `/agents/${agent}`, prepare: askAgent },
  { name: 'task', path: `/tasks/${task}` },
  { name: 'reports', path: '/reports?days=30' },
];

const showPolicy = (page: Page) => page.locator('#policy').evaluate((element) => element.scrollIntoView());

/** Asks the agent in its playground, and waits for the answer. */
async function askAgent(page: Page): Promise<void> {
  const playground = page.locator('#playground');
  await playground.getByRole('textbox').fill(QUESTIONS[0].says);
  await playground.getByRole('textbox').press('Enter');
  await playground.getByText('was delivered').waitFor();
  await playground.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
}

async function openPage(browser: Browser, origin: string, dev: DevFile, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...OPTIONS, ...options });
  const data = { email: dev.user_email, password: dev.user_password };
  const answer = await context.request.post(`${origin}/identity/sign-in`, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(await answer.text());
  return context.newPage();
}

/** Maximum number of attempts to see a page that no longer changes. */
const MAX_ATTEMPTS = 20;
const ATTEMPT_DELAY_MS = 300;

async function takePicture(page: Page, origin: string, { path, prepare }: Screen): Promise<Buffer> {
  await page.goto(origin + path);
  await page.locator('main h1').first().waitFor();
  await prepare?.(page);
  let picture = await page.screenshot();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await page.waitForTimeout(ATTEMPT_DELAY_MS);
    const next = await page.screenshot();
    if (next.equals(picture) && attempt > 0) break;
    picture = next;
  }
  return sharp(picture).webp(WEBP).toBuffer();
}
