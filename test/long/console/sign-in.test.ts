import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignInLink } from '../../../src/identity/sign-in-links.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { createPerson } from '../../support/identity.ts';

describeConsole('signing in to the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  it('works with the link of `npm start` once, and then says so beside the form', async () => {
    const tenant = await world.tenant();
    const link = await createSignInLink(world.db, tenant.userId);
    const { page, ...screen } = await world.open();
    await screen.go(`/sign-in#link=${link}`);
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    expect(page.url()).not.toContain(link);
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    // In the same browser, the link leads to the same page again.
    await screen.go(`/sign-in#link=${link}`);
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    const stranger = await world.open();
    await stranger.go(`/sign-in#link=${link}`);
    await stranger.page.getByRole('alert').waitFor();
    expect(stranger.page.url()).toBe(`${world.origin}/sign-in`);
    expect(await stranger.page.getByRole('alert').textContent()).toContain('npm run sign-in');
    await stranger.picture('sign-in-link-used');
    await Promise.all([screen.close(), stranger.close()]);
  });

  it('takes address and password by keyboard only, names errors, and continues to the linked page', async () => {
    const who = await createPerson(world);
    const { page, ...screen } = await world.open();
    await screen.go('/approvals?status=approved');
    await page.waitForURL((url) => url.pathname === '/sign-in');
    await screen.accessible();
    await screen.picture('sign-in', { phone: true });
    await page.getByLabel('Email address').focus();
    await page.keyboard.type(who.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong email address or password.').waitFor();
    await page.getByLabel('Password').fill(who.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/approvals' && url.searchParams.get('status') === 'approved');
    expect(screen.foreign()).toEqual([]);
    await screen.close();
  });

  it('uses German if the browser does', async () => {
    const { page, ...screen } = await world.open(undefined, { locale: 'de-DE' });
    await screen.go('/sign-in');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await screen.close();
  });

  it('has pages for mail links in the chosen language and theme, or those that the browser prefers', async () => {
    const { page, ...screen } = await world.open(undefined, { locale: 'de-DE' });
    const readAppearance = () =>
      page.evaluate<string[]>(
        '[document.documentElement.lang, getComputedStyle(document.documentElement).colorScheme, document.querySelector("h1").textContent]',
      );
    const pages = [
      ['/auth/verify?token=none', 'Dieser Link gilt nicht', 'This link does not work'],
      ['/auth/reset-password?token=none', 'Neues Passwort wählen', 'Choose a new password'],
      ['/auth/forgot-password', 'Neues Passwort wählen', 'Choose a new password'],
      ['/auth/invite?org=none&code=none', 'Diese Einladung gilt nicht', 'This invitation does not work'],
      ['/auth/interaction/none', 'Diese Anfrage lässt sich nicht beantworten', 'This request cannot be answered'],
    ] as const;
    for (const [path, german] of pages) {
      await screen.go(path);
      expect(await readAppearance()).toEqual(['de', 'light dark', german]);
      await screen.accessible();
    }
    await page.goto(`${world.origin}/auth/reset-password?token=none`);
    await page.getByLabel('Neues Passwort').fill('kurz');
    await page.evaluate('document.querySelector("form").noValidate = true');
    await page.getByRole('button', { name: 'Passwort setzen' }).click();
    await page.getByRole('alert').filter({ hasText: 'Das Passwort braucht 10 bis 128 Zeichen.' }).waitFor();
    await screen.accessible();
    await screen.picture('reset-password', { phone: true });

    // The console's setting overrides the browser's preference.
    const who = await createPerson(world, world.origin);
    const link = await createSignInLink(world.db, who.id);
    await screen.context.request.post(`${world.origin}/identity/sign-in-by-link`, {
      data: { link },
      headers: { origin: world.origin },
    });
    await screen.go('/settings/account');
    const account = page.getByRole('button', { name: /Konto und Einstellungen/ });
    await account.click();
    await page.getByRole('menuitemradio', { name: 'Dunkel' }).click();
    await account.click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Account and preferences' }).waitFor();
    for (const [path, , english] of pages) {
      await screen.go(path);
      expect(await readAppearance()).toEqual(['en', 'dark', english]);
    }
    await screen.close();
  });
});
