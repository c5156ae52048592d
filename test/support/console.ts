import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { BrowserContext, BrowserContextOptions, ConsoleMessage, Page, Request, WebError } from 'playwright-core';
import { expect } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createSignInLink } from '../../src/identity/sign-in-links.ts';
import { createUser } from '../../src/identity/users.ts';
import { CHROMIUM_HINT, HAS_CHROMIUM } from './chromium.ts';
import { openWorld, type Tenant, type World } from './client.ts';
import { lendContext, told } from './contexts.ts';
import { addressOf, type Person, person } from './identity.ts';
import { describeNeeding } from './needing.ts';
import type { StackInfo } from './stack.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
/** Where pictures of the screens go; nothing of it is committed. */
const PICTURES = join(ROOT, 'console/screenshots');

/**
 * A block of tests in a real Chromium. Where there is none they are skipped, and the name of the block says what
 * would run them. With `CI` a skipped test fails the run.
 */
export function describeConsole(name: string, tests: () => void): void {
  describeNeeding({ met: HAS_CHROMIUM, name: `a Chromium: ${CHROMIUM_HINT}` }, name, tests);
}

/** The sizes in which screens are looked at. */
const SIZES = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

/** A page of the console in a context of its own: what others did in the browser is not there. */
export interface Screen {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Goes to an address of the console. */
  go(path: string): Promise<void>;
  /** Waits until the page has told this in its news, which go by themselves. */
  told(text: string): Promise<void>;
  /** Addresses of other hosts that anything in the browser asked for. */
  foreign(): readonly string[];
  /** What the browser complained of: refused by the policy of the page, thrown, logged as an error. */
  complaints(): readonly string[];
  /**
   * Keeps a picture of the page as it is: `<name>-light.png`, `<name>-dark.png` and, where asked for, `<name>-phone.png`, which
   * must not scroll sideways, and both sizes of what its address shows in German; in a run of named files only.
   */
  picture(name: string, options?: { readonly phone?: boolean }): Promise<void>;
  /** Holds the page to WCAG 2.2 AA as far as axe can, in both themes. */
  accessible(): Promise<void>;
  close(): Promise<void>;
}

/** What a file of tests of the console works with: the stack's world and the browser of the run. */
export interface ConsoleWorld extends World {
  /** Where browsers reach the console. */
  readonly origin: string;
  /** Opens a page in a context of its own, signed in as the user where one is named. */
  open(userId?: string, options?: BrowserContextOptions): Promise<Screen>;
  /** A user of the tenant's organization with these roles. */
  person(tenant: Tenant, roles: { org?: string; project?: string }, name?: string): Promise<string>;
  /** Somebody with this role in the tenant's organization, who signs in by a form. */
  withPassword(tenant: Tenant, role: string): Promise<Person>;
}

/** Opens the world of the shared stack, or of another, with the browser. */
export async function openConsole(stack?: StackInfo): Promise<ConsoleWorld> {
  const world = stack === undefined ? openWorld() : openWorld(stack);
  const origin = addressOf(world.stack);
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
      const who = await person(world, origin);
      await grantRole(world.db, { resourceType: 'organization', resourceId: orgId, userId: who.id, role });
      return who;
    },
    async close() {
      // Those of tests that failed.
      await Promise.all([...open].map((context) => context.close()));
      await world.close();
    },
  };
}

const OPTIONS = {
  viewport: SIZES.desk,
  locale: 'en-GB',
  colorScheme: 'light',
  // What pulses while something is waited for is drawn sixty times a second, by a processor.
  reducedMotion: 'reduce',
} as const;

async function openScreen(
  world: World,
  origin: string,
  open: Set<BrowserContext>,
  userId: string | undefined,
  options: BrowserContextOptions = {},
): Promise<Screen> {
  const { context, giveBack } = await lendContext(origin, { ...OPTIONS, ...options });
  open.add(context);
  // A busy machine takes its time; what never comes ends with the test.
  context.setDefaultTimeout(90_000);
  const foreign: string[] = [];
  const complaints: string[] = [];
  const onRequest = (request: Request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) foreign.push(request.url());
  };
  const onMessage = (message: ConsoleMessage) => {
    // The page that keeps the process of a context names no icon, so that the browser looks for one.
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
    told: (text) => told(page, text),
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

/** Signs a browser in without a password, which would cost a fifth of a second of a core. */
export async function signIn(world: World, context: BrowserContext, origin: string, userId: string): Promise<void> {
  const link = await createSignInLink(world.db, userId);
  const answer = await context.request.post(`${origin}/identity/sign-in-by-link`, {
    data: { link },
    headers: { origin },
  });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** The names of scripts that the model follows are nothing for a picture. */
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

/** Opens the address of a page in German, as the same person. */
async function takeGerman(page: Page, origin: string, name: string): Promise<void> {
  const { context, giveBack } = await lendContext(origin, { ...OPTIONS, locale: 'de-DE' });
  await context.addCookies(await page.context().cookies());
  const german = await context.newPage();
  await german.goto(page.url());
  await german.locator('h1').first().waitFor();
  await german.locator('[role=status] > .bg-line').first().waitFor({ state: 'detached' });
  await takePicture(german, `${name}-german`, true);
  await german.setViewportSize(SIZES.phone);
  await takePicture(german, `${name}-german-phone`, true);
  await expectNoSideways(german, `${name} in German`);
  await giveBack();
}

async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  await page.evaluate(WITHOUT_MARKERS);
  // What stays at the top of what is seen is to be at the top of the picture.
  if (fullPage) await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What of it a theme decides. */
const BY_COLOUR = ['color-contrast', 'link-in-text-block'];
/** The page is looked at in both themes: whole in one, and in the other for its colours. */
const LOOKS = [
  { theme: 'dark', only: { type: 'rule', values: BY_COLOUR } },
  { theme: 'light', only: { type: 'tag', values: TAGS } },
] as const;

/** Of the two builds of axe the one that a page takes in faster. */
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What is behind an open dialog is out of reach, and was looked at before. */
async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readFileSync(AXE, 'utf8'));
  // What the bar at the top hides a part of is not small.
  await page.evaluate('scrollTo(0, 0)');
  for (const { theme, only } of LOOKS) {
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
