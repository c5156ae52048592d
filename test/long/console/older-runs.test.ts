import { expect, it } from 'vitest';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { describeConsole, openConsole } from '../../support/console.ts';

describeConsole('older runs', () => {
  it('load page by page to the end, however late the next page is requested', async () => {
    const world = await openConsole();
    const tenant = await world.tenant();
    const { message } = await play(world, [{ text: 'Said.' }]);
    const agent = await makeAgent(tenant);
    const task = await makeTask(tenant);
    for (let run = 0; run < 3; run++) {
      await agent.run(message);
      const ran = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: { text: 'A text.' } });
      expect(ran.status).toBe(200);
    }
    const { page, ...screen } = await world.open(tenant.userId);
    // Pages of one run, so that three runs need several pages.
    await page.route('**/task{_agent,}_run?**', (route) =>
      route.continue({ url: route.request().url().replace('page_limit=50', 'page_limit=1') }),
    );
    const refused: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('_run?') && answer.status() >= 400) refused.push(answer.status());
    });
    await screen.go('/runs?since=week');
    const older = page.getByRole('button', { name: 'Show older runs' });
    await older.waitFor();
    for (let turn = 0; turn < 10 && (await older.count()) > 0; turn++) {
      const before = await page.getByRole('row').count();
      await expect
        .poll(async () => {
          const isLoaded = (await page.getByRole('row').count()) > before;
          if (isLoaded || (await older.count()) === 0 || refused.length > 0) return true;
          // A late change event reloads the list, which cancels the request for the next page.
          await older.click({ timeout: 2000 }).catch(() => undefined);
          return false;
        })
        .toBe(true);
    }
    expect(refused).toEqual([]);
    // The table header and three runs of each kind.
    await expect.poll(() => page.getByRole('row').count()).toBe(7);
    await screen.close();
    await world.close();
  });
});
