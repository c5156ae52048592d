import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { findLostControls } from '../../support/narrow-screen.ts';

describeConsole('the guide in a browser', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
  });
  afterAll(() => world.close());

  it('opens in a new tab from a screen, the account menu and the command palette', async () => {
    const { page, context, ...screen } = await world.open(tenant.userId);
    await screen.go('/settings/models');
    const openedBy = async (open: () => Promise<void>) => {
      const [opened] = await Promise.all([context.waitForEvent('page'), open()]);
      await opened.waitForLoadState();
      const { pathname } = new URL(opened.url());
      await opened.close();
      return pathname;
    };
    const help = page.getByRole('link', { name: 'Help (opens in a new tab)' });
    expect(await openedBy(() => help.click())).toBe('/docs/guide/models');
    const menu = page.getByRole('button', { name: 'Account and preferences' });
    await menu.click();
    expect(await openedBy(() => page.getByRole('menuitem', { name: 'Documentation' }).click())).toBe('/docs/guide');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to…' }).fill('Documentation');
    await page.getByRole('option', { name: 'Documentation', selected: true }).waitFor();
    expect(await openedBy(() => page.keyboard.press('Enter'))).toBe('/docs/guide');
    await screen.accessible();
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('is accessible, fits narrow screens, and is searched by keyboard', async () => {
    const { page, ...screen } = await world.open();
    await screen.go('/docs/guide/models');
    await screen.accessible();
    await screen.picture('guide-page');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('MAIN');
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('webhook signature');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Authentication', exact: true }).waitFor();
    await screen.accessible();
    await screen.picture('guide-search');
    await page.getByRole('link', { name: 'Holdfast documentation' }).click();
    await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor();
    await screen.accessible();
    await screen.picture('guide-index');
    for (const path of ['', '/architecture', '/permissions', '/settings', '?q=rate+limit']) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await screen.go(`/docs/guide${path}`);
      expect([path, await findLostControls(page)]).toEqual([path, []]);
    }
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });
});
