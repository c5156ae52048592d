import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { BrowserContext, BrowserContextOptions, ConsoleMessage, Page, Request, WebError } from 'playwright-core';
import { expect } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createSignInLink } from '../../src/identity/sign-in-links.ts';
import { createUser } from '../../src/identity/users.ts';
import { CHROMIUM_HINT, HAS_CHROMIUM } from './chromium.ts';
import { openWorld, type Tenant, type World } from './client.ts';
import { borrowContext, waitForNotification } from './contexts.ts';
import { createPerson, getPublicUrl, type Person } from './identity.ts';
import { describeWithRequirement } from './requirements.ts';
import type { StackInfo } from './stack.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
/** Folder of screenshots, which are not committed. */
const PICTURES = join(ROOT, 'console/screenshots');

/**
 * A block of tests in a real Chromium. Without one, the tests are skipped, and the title names what would run them.
 * With `CI`, a skipped test fails the run.
 */
export function describeConsole(name: string, tests: () => void): void {
  describeWithRequirement({ met: HAS_CHROMIUM, name: `a Chromium: ${CHROMIUM_HINT}` }, name, tests);
}

/** Screen sizes. */
const SIZES = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

/** A page of the console in its own browser context. */
export interface Screen {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens an address of the console. */
  go(path: string): Promise<void>;
  /** Waits until the page has shown this notification. */
  notification(text: string): Promise<void>;
  /** Returns requested addresses of other hosts. */
  foreign(): readonly string[];
  /** Returns errors of the browser: policy violations, exceptions, logged errors. */
  complaints(): readonly string[];
  /**
   * Takes screenshots of the page: `<name>-light.png`, `<name>-dark.png` and optionally `<name>-phone.png`, which must
   * not scroll horizontally, and both sizes in German. Only in a run of named files.
   */
  picture(name: string, options?: { readonly phone?: boolean }): Promise<void>;
  /** Checks WCAG 2.2 AA with axe in both themes. */
  accessible(): Promise<void>;
  close(): Promise<void>;
}

/** Context of a console test file: the stack and the browser. */
export interface ConsoleWorld extends World {
  /** Address of the console for browsers. */
  readonly origin: string;
  /** Opens a page in a new context, optionally signed in as a user. */
  open(userId?: string, options?: BrowserContextOptions): Promise<Screen>;
  /** Creates a user of the tenant's organization with these roles. */
  person(tenant: Tenant, roles: { org?: string; project?: string }, name?: string): Promise<string>;
  /** Creates a user with this role who signs in with a form. */
  withPassword(tenant: Tenant, role: string): Promise<Person>;
}

/** Opens the context of the shared stack, or of another, with the browser. */
export async function openConsole(stack?: StackInfo): Promise<ConsoleWorld> {
  const world = stack === undefined ? openWorld() : openWorld(stack);
  const origin = getPublicUrl(world.stack);
  const open = new Set<BrowserContext>();
  return {
    ...world,
    origin,
    open: (userId, options) => openScreen(world, origin, open, userId, options),
    async person(tenant, roles, name = 'Member') {
      const id = await createUser(world.db, {
        email: `${crypto.randomUUID()}@example.com`,
        name,
        administrator: false,
      });
      const given = { organization: [tenant.orgId, roles.org], project: [tenant.projectId, roles.project] } as const;
      for (const [resourceType, [resourceId, role]] of Object.entries(given)) {
        const type = resourceType as keyof typeof given;
        if (role) await grantRole(world.db, { resourceType: type, resourceId, userId: id, role });
      }
      return id;
    },
    async withPassword({ orgId }, role) {
      const who = await createPerson(world, origin);
      await grantRole(world.db, { resourceType: 'organization', resourceId: orgId, userId: who.id, role });
      return who;
    },
    async close() {
      // Contexts of failed tests.
      await Promise.all([...open].map((context) => context.close()));
      await world.close();
    },
  };
}

const OPTIONS = {
  viewport: SIZES.desk,
  locale: 'en-GB',
  colorScheme: 'light',
  // Animations cost CPU.
  reducedMotion: 'reduce',
} as const;

async function openScreen(
  world: World,
  origin: string,
  open: Set<BrowserContext>,
  userId: string | undefined,
  options: BrowserContextOptions = {},
): Promise<Screen> {
  const { context, release: giveBack } = await borrowContext(origin, { ...OPTIONS, ...options });
  open.add(context);
  // A busy machine is slow. The test's timeout ends waits for missing elements.
  context.setDefaultTimeout(90_000);
  const foreign: string[] = [];
  const complaints: string[] = [];
  const onRequest = (request: Request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) foreign.push(request.url());
  };
  const onMessage = (message: ConsoleMessage) => {
    // The page that keeps the context's process has no icon, so the browser requests one.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError) => complaints.push(String(error.error()));
  context.on('request', onRequest).on('console', onMessage).on('weberror', onError);
  if (userId !== undefined) await signIn(world, context, origin, userId);
  const page = await context.newPage();
  return {
    page,
    context,
    go: async (path) => void (await page.goto(origin + path)),
    notification: (text) => waitForNotification(page, text),
    foreign: () => foreign,
    complaints: () => complaints,
    async picture(name, { phone = false } = {}) {
      if (process.env.PICTURES !== '1') return;
      await takePictures(page, name, phone);
      if (phone) await takeGerman(page, origin, name);
    },
    accessible: () => expectAccessible(page),
    async close() {
      context.off('request', onRequest).off('console', onMessage).off('weberror', onError);
      await giveBack();
      open.delete(context);
    },
  };
}

/** Signs a browser in without a password, whose hash costs 0.2 s of CPU. */
export async function signIn(world: World, context: BrowserContext, origin: string, userId: string): Promise<void> {
  const link = await createSignInLink(world.db, userId);
  const answer = await context.request.post(`${origin}/identity/sign-in-by-link`, {
    data: { link },
    headers: { origin },
  });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** Removes script markers from screenshots. */
const WITHOUT_MARKERS = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    if (data.includes('[[script:')) texts.currentNode.data = data.replaceAll(/ *\\[\\[script:[^\\]]*\\]\\]/g, '');
  }
})()`;

async function takePictures(page: Page, name: string, phone: boolean): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const before = page.viewportSize() ?? SIZES.desk;
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await takePicture(page, `${name}-${theme}`);
  }
  if (!phone) return;
  await page.setViewportSize(SIZES.phone);
  await takePicture(page, `${name}-phone`, true);
  await expectNoSideways(page, name);
  await page.setViewportSize(before);
}

async function expectNoSideways(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(beyond, `${name}: pixels that a phone has to scroll sideways`).toBeLessThanOrEqual(0);
}

/** Opens the page in German as the same user. */
async function takeGerman(page: Page, origin: string, name: string): Promise<void> {
  const { context, release: giveBack } = await borrowContext(origin, { ...OPTIONS, locale: 'de-DE' });
  await context.addCookies(await page.context().cookies());
  const german = await context.newPage();
  await german.goto(page.url());
  await german.locator('h1').first().waitFor();
  await german.locator('[data-skeleton]').first().waitFor({ state: 'detached' });
  await takePicture(german, `${name}-german`, true);
  await german.setViewportSize(SIZES.phone);
  await takePicture(german, `${name}-german-phone`, true);
  await expectNoSideways(german, `${name} in German`);
  await giveBack();
}

async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  await page.evaluate(WITHOUT_MARKERS);
  // Scrolls to the top, for sticky elements.
  if (fullPage) await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on the theme. */
const BY_COLOUR = ['color-contrast', 'link-in-text-block'];
/** Checks all rules in one theme, and colors in the other. */
const THEMES = [
  { theme: 'dark', only: { type: 'rule', values: BY_COLOUR } },
  { theme: 'light', only: { type: 'tag', values: TAGS } },
] as const;

/** The build of axe that loads faster. */
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Folder with a folder for each screen whose colors were checked in the dark theme by any process of the run. The
 * states of a screen share its colors.
 */
const DARK_SCREENS = join(tmpdir(), 'dark-screens');

/** Returns whether this is the first check of the screen in the run, or of a dialog on it. */
async function isNewScreen(page: Page): Promise<boolean> {
  const hasDialog = await page.locator('dialog[open]').count();
  const screen = `${new URL(page.url()).pathname.replaceAll(/[0-9a-f-]{36}/g, 'id')} ${hasDialog}`;
  mkdirSync(DARK_SCREENS, { recursive: true });
  try {
    // Paths can be longer than names of folders.
    mkdirSync(join(DARK_SCREENS, createHash('sha256').update(screen).digest('hex')));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Content behind an open dialog is inert and was checked before. */
async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readFileSync(AXE, 'utf8'));
  // Elements partly behind the header would count as too small.
  await page.evaluate('scrollTo(0, 0)');
  const themes = (await isNewScreen(page)) ? THEMES : THEMES.filter(({ theme }) => theme === 'light');
  for (const { theme, only } of themes) {
    await page.emulateMedia({ colorScheme: theme });
    const found = await page.evaluate(async ({ type, values }) => {
      const { axe: tool, document } = globalThis as unknown as {
        axe: typeof axe;
        document: { querySelector(selector: string): object | null };
      };
      const place = (document.querySelector('dialog[open]') ?? document) as axe.ElementContext;
      const { violations } = await tool.run(place, {
        runOnly: { type, values: [...values] },
        resultTypes: ['violations'],
        preload: false,
      });
      return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.slice(0, 5).map(({ html }) => html) }));
    }, only);
    expect(found, `${theme}: ${page.url()}`).toEqual([]);
  }
}
