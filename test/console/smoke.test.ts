import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, play } from '../support/agents.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../support/console.ts';

/** The screens of the navigation and of the settings. */
const SCREENS = [
  '/',
  '/approvals',
  '/runs',
  '/agents',
  '/tasks',
  '/knowledge',
  '/skills',
  '/connections',
  '/evals',
  '/reports',
  '/triggers',
  '/people',
  '/settings/account',
  '/settings/project',
  '/audit',
];

describeConsole('the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  it('shows every main screen to an owner without errors or requests to other hosts', async () => {
    const { userId } = await world.tenant();
    const { page, ...screen } = await world.open(userId);
    for (const path of SCREENS) {
      await screen.go(path);
      await page.locator('main h1').first().waitFor();
    }
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('decides an approval by keyboard from sign-in to the receipt and updates badge and title', async () => {
    const own = await world.tenant();
    const call = { name: 'calculator', arguments: { expression: '6*7' } };
    const { message } = await play(world, [{ tool_calls: [call] }, { text: 'All done.' }], {
      say: 'Close the quarter.',
    });
    const policy = { default: 'always', rules: [] };
    const agent = await makeAgent(own, { name: 'Bookkeeper', builtin_tools: ['calculator'], approval_policy: policy });
    const run = await agent.run(message);
    const requests = await agent.requests(run.id);
    const who = await world.withPassword(own, 'owner');
    const { page, ...screen } = await world.open();
    await screen.go('/approvals');
    await page.getByLabel('Email address').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(who.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(who.password);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).toMatch(/^\(1\) Inbox/);
    await page.getByRole('checkbox').waitFor();
    // The texts of the other screens load after a second. A busy machine may still load the first screen then.
    const scripts = await page.evaluate<number>(`(() => {
      const entries = performance.getEntriesByType('resource');
      const queue = entries.find(({ name }) => /approval-request\\?.*snoozed=false/.test(name));
      return entries
        .filter(({ name, startTime }) => startTime < queue.responseEnd && /\\/(?!later-)[^/]+\\.js$/.test(name))
        .reduce((sum, it) => sum + it.encodedBodySize, 0);
    })()`);
    expect(scripts, 'bytes of compressed JavaScript before the queue shows').toBeLessThanOrEqual(150 * 1024);
    await screen.accessible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/approvals/${requests[0]!.id}**`);
    await page.getByRole('heading', { name: 'Call calculator with expression “6*7”' }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    // No button has the focus at first, so that a stray Enter decides nothing.
    await page.locator('h2:focus').waitFor();
    await screen.accessible();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    // The buttons are gone: the focus moves to the outcome.
    await page.locator('[data-sentence]:focus').waitFor();
    await page.getByRole('region', { name: 'Receipt' }).getByText('succeeded').waitFor();
    await expect.poll(() => page.title()).toMatch(/^Inbox/);
    await screen.accessible();
    expect(await agent.resume(requests[0]!.id)).toMatchObject({ body: { status: 'completed' } });
    expect([screen.foreign(), screen.complaints().filter((line) => !line.includes('status of 401'))]).toEqual([[], []]);
    await screen.close();
  });
});
