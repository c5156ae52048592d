import { afterAll, beforeAll, expect, it } from 'vitest';
import { mintSignInLink } from '../../src/identity/sign-in-links.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../support/console.ts';
import { person } from '../support/identity.ts';

describeConsole('signing in to the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  it('is done by the link of `npm start`, which works once and then says so beside the form', async () => {
    const tenant = await world.tenant();
    const link = await mintSignInLink(world.db, tenant.userId);
    const { page, ...screen } = await world.open();
    await screen.go(`/sign-in#link=${link}`);
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    expect(page.url()).not.toContain(link);
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    const stranger = await world.open();
    await stranger.go(`/sign-in#link=${link}`);
    await stranger.page.getByRole('alert').waitFor();
    expect(stranger.page.url()).toBe(`${world.origin}/sign-in`);
    expect(await stranger.page.getByRole('alert').textContent()).toContain('npm run sign-in');
    await stranger.picture('sign-in-link-used');
    await Promise.all([screen.close(), stranger.close()]);
  });

  it('takes address and password with the keyboard alone, says what is wrong, and goes on where the link led', async () => {
    const who = await person(world);
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
    await page.getByText('The address or the password is wrong.').waitFor();
    await page.getByLabel('Password').fill(who.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/approvals' && url.searchParams.get('status') === 'approved');
    expect(screen.foreign()).toEqual([]);
    await screen.close();
  });

  it('speaks German where the browser does', async () => {
    const { page, ...screen } = await world.open(undefined, { locale: 'de-DE' });
    await screen.go('/sign-in');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await screen.close();
  });
});
