import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import axe from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { grantRole } from '../../src/access/giving.ts';
import { mintSignInLink } from '../../src/identity/sign-in-links.ts';
import { createUser } from '../../src/identity/users.ts';
import { stateOfBuild } from '../../src/platform/console/build.ts';
import { openWorld, type Tenant, type World } from './client.ts';
import { addressOf, type Person, person } from './identity.ts';
import type { StackInfo } from './stack.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
/** Where pictures of the screens go; nothing of it is committed. */
const PICTURES = join(ROOT, 'console/screenshots');
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const CHROMIUM = [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));

/**
 * A block of tests in a real Chromium. Where there is none they are skipped, and the name of the block says why; a machine
 * that decides about changes (CI) fails them instead.
 */
export function describeConsole(name: string, tests: () => void): void {
  if (CHROMIUM !== undefined || process.env.CI) describe(name, tests);
  else describe.skip(`${name} (skipped: no Chromium; apt-get install chromium, or name one by CHROMIUM)`, tests);
}

/** The sizes in which screens are looked at. */
const SIZES = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

/** A page of the console in a browser of its own. */
export interface Screen {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Goes to an address of the console. */
  go(path: string): Promise<void>;
  /** Addresses of other hosts that anything in the browser asked for. */
  foreign(): readonly string[];
  /** What the browser complained of: refused by the policy of the page, thrown, logged as an error. */
  complaints(): readonly string[];
  /**
   * Keeps a picture of the page as it is: `<name>-light.png`, `<name>-dark.png` and, where asked for, `<name>-phone.png`;
   * in a run of named files only.
   */
  picture(name: string, options?: { readonly phone?: boolean }): Promise<void>;
  /** Holds the page to WCAG 2.2 AA as far as axe can, in both themes. */
  accessible(): Promise<void>;
  close(): Promise<void>;
}

/** What a file of tests of the console works with: the stack's world and one browser. */
export interface ConsoleWorld extends World {
  /** Where browsers reach the console. */
  readonly origin: string;
  /** Opens a browser of its own, signed in as the user where one is named. */
  open(userId?: string, options?: BrowserContextOptions): Promise<Screen>;
  /** A user of the tenant's organization with these roles. */
  person(tenant: Tenant, roles: { org?: string; project?: string }, name?: string): Promise<string>;
  /** Somebody with this role in the tenant's organization, who signs in by a form. */
  withPassword(tenant: Tenant, role: string): Promise<Person>;
}

/** Opens the world of the shared stack, or of another, with a browser; the console is built first where it has to be. */
export async function openConsole(stack?: StackInfo): Promise<ConsoleWorld> {
  if (CHROMIUM === undefined)
    throw new Error('no Chromium was found: apt-get install chromium, or name one by CHROMIUM');
  await built();
  const world = stack === undefined ? openWorld() : openWorld(stack);
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  const origin = addressOf(world.stack);
  return {
    ...world,
    origin,
    open: (userId, options) => openScreen(world, browser, origin, userId, options),
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
      await browser.close();
      await world.close();
    },
  };
}

async function openScreen(
  world: World,
  browser: Browser,
  origin: string,
  userId: string | undefined,
  options: BrowserContextOptions = {},
): Promise<Screen> {
  const context = await browser.newContext({
    viewport: SIZES.desk,
    locale: 'en-GB',
    colorScheme: 'light',
    // What pulses while something is waited for is drawn sixty times a second, by a processor.
    reducedMotion: 'reduce',
    ...options,
  });
  // A busy machine takes its time; what never comes ends with the test.
  context.setDefaultTimeout(90_000);
  const foreign: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) foreign.push(request.url());
  });
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  if (userId !== undefined) await signIn(world, context, origin, userId);
  const page = await context.newPage();
  return {
    page,
    context,
    go: async (path) => void (await page.goto(origin + path)),
    foreign: () => foreign,
    complaints: () => complaints,
    picture: (name, { phone = false } = {}) => takePictures(page, name, phone),
    accessible: () => expectAccessible(page),
    close: () => context.close(),
  };
}

/** Signs a browser in without a password, which would cost a fifth of a second of a core. */
export async function signIn(world: World, context: BrowserContext, origin: string, userId: string): Promise<void> {
  const link = await mintSignInLink(world.db, userId);
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
  if (process.env.PICTURES !== '1') return;
  mkdirSync(PICTURES, { recursive: true });
  const take = async (kind: string) => {
    await page.evaluate(WITHOUT_MARKERS);
    await page.screenshot({ path: join(PICTURES, `${name}-${kind}.png`), fullPage: false });
  };
  const before = page.viewportSize() ?? SIZES.desk;
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await take(theme);
  }
  if (!phone) return;
  await page.setViewportSize(SIZES.phone);
  await take('phone');
  await page.setViewportSize(before);
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What of it a theme decides. */
const BY_COLOUR = ['color-contrast', 'link-in-text-block'];
/** The page is looked at in both themes: whole in one, and in the other for its colours. */
const LOOKS = [
  { theme: 'dark', only: { type: 'rule', values: BY_COLOUR } },
  { theme: 'light', only: { type: 'tag', values: TAGS } },
] as const;

async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  for (const { theme, only } of LOOKS) {
    await page.emulateMedia({ colorScheme: theme });
    const told = await page.evaluate(async ({ type, values }) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      const { violations } = await run({ runOnly: { type, values: [...values] }, resultTypes: ['violations'] });
      return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.slice(0, 5).map(({ html }) => html) }));
    }, only);
    expect(told, `${theme}: ${page.url()}`).toEqual([]);
  }
}

/** Builds the console where its build is not of these sources; of several files of tests that want it one does. */
async function built(): Promise<void> {
  const claim = join(tmpdir(), 'console-is-built');
  while (stateOfBuild() !== 'current') {
    try {
      mkdirSync(claim);
    } catch {
      await sleep(200);
      continue;
    }
    try {
      await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/console.ts'), '--if-stale']);
    } finally {
      rmSync(claim, { recursive: true, force: true });
    }
  }
}
