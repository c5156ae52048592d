import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignInLink } from '../../../src/identity/sign-in-links.ts';
import { toSignInUrl } from '../../../src/platform/local/sign-in-link.ts';
import { eventually } from '../../support/client.ts';
import { type ConsoleWorld, openConsole } from '../../support/console.ts';
import { FIREFOX_HINT, type FirefoxPage, HAS_FIREFOX, startFirefox } from '../../support/firefox.ts';
import { describeWithRequirement } from '../../support/requirements.ts';
import { startScene, sum } from '../../support/scene.ts';

/** Screens with what browsers draw differently: charts, editors, dialogs, tables. */
const SCREENS = ['/', '/runs', '/agents/new', '/knowledge/documents', '/reports', '/settings/models'];

describeWithRequirement({ met: HAS_FIREFOX, name: `a Firefox: ${FIREFOX_HINT}` }, 'the console in Firefox', () => {
  let world: ConsoleWorld;
  let page: FirefoxPage;
  beforeAll(async () => {
    world = await openConsole();
    page = await startFirefox(world.origin);
  });
  afterAll(async () => {
    await page[Symbol.asyncDispose]();
    await world.close();
  });

  it('shows its screens without errors, and decides a request by keyboard', async () => {
    const tenant = await world.tenant();
    const { requests } = await startScene(world, tenant, [sum('6*7')]);
    const until = (condition: string) => eventually(() => page.evaluate<boolean>(condition), Boolean);
    await page.open(toSignInUrl(world.origin, await createSignInLink(world.db, tenant.userId)));
    await until('document.title.includes("Home")');
    for (const path of SCREENS) {
      await page.open(world.origin + path);
      await until('document.querySelector("main h1") !== null && document.querySelector("[data-skeleton]") === null');
    }
    await page.open(`${world.origin}/approvals`);
    await until('document.querySelector("[data-row]") !== null');
    await page.press('j', 'Enter');
    await until(`location.pathname === "/approvals/${requests[0]?.id}"`);
    await until('document.querySelector("[data-button=approve]:enabled") !== null');
    await page.press('a');
    await until('document.activeElement?.matches("[data-button=approve]")');
    await page.press('Enter');
    await until('document.querySelector("[aria-label=Receipt]")?.textContent.includes("succeeded")');
    expect(page.complaints).toEqual([]);
  });
});
