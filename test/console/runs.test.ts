import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, play } from '../support/agents.ts';
import type { Tenant } from '../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../support/console.ts';

const HOSTILE = [
  '# Title',
  '![x](https://evil.example/a.png) <img src="https://evil.example/b.png"> <script src="https://evil.example/c.js"></script>',
  '[a bank](https://evil.example/login) [run](javascript:alert(1))',
  '<iframe src="https://evil.example"></iframe>',
].join('\n\n');

describeConsole('runs in the console', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
  });
  afterAll(() => world.close());

  const policy = { default: 'always', rules: [] };

  it('are stopped with a receipt of what had happened', async () => {
    const call = { name: 'calculator', arguments: { expression: '1+1' } };
    const { message } = await play(world, [{ tool_calls: [call] }, { text: 'Done.' }]);
    const agent = await makeAgent(tenant, { builtin_tools: ['calculator'], approval_policy: policy });
    const run = await agent.run(message);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/runs/${run.id}`);
    await page.getByRole('button', { name: 'Stop…' }).click();
    await page.getByRole('button', { name: 'Stop the run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Receipt of the stop' });
    await dialog.getByText('Did not happen any more').waitFor();
    await screen.accessible();
    await screen.picture('run-receipt');
    expect(await agent.read(run.id)).toMatchObject({ status: 'cancelled' });
    await screen.close();
  });

  it('ask nothing of other hosts, whatever a model writes', async () => {
    const { message } = await play(world, [{ text: HOSTILE }]);
    const agent = await makeAgent(tenant);
    const run = await agent.run(message);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/runs/${run.id}`);
    await page.getByText('(evil.example)').first().waitFor();
    expect(
      await page.locator('[data-conversation] img, [data-conversation] iframe, [data-conversation] script').count(),
    ).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    const link = page.getByRole('link', { name: /a bank/ });
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(screen.foreign()).toEqual([]);
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('of 10,000 events have few rows in the page, wherever it is scrolled to', async () => {
    const { message } = await play(world, [{ text: 'Short.' }]);
    const agent = await makeAgent(tenant, { name: 'Marathon' });
    const run = await agent.run(message);
    await sql`insert into run_events (run_id, seq, kind, turn, payload)
      select ${run.id}, 100 + n, case when n % 2 = 0 then 'tool_call' else 'tool_result' end, 1,
        jsonb_build_object('tool_call_id', md5((n / 2)::text)::uuid, 'tool_name', 'calculator', 'tool_type', 'builtin',
          'arguments', jsonb_build_object('expression', n::text), 'outcome', 'success', 'result', n::text)
      from generate_series(0, 9999) n`.execute(world.db);
    await sql`update agent_runs set event_seq = 10099 where id = ${run.id}`.execute(world.db);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/runs/${run.id}`);
    await page
      .getByRole('treeitem', { name: /calculator/ })
      .first()
      .waitFor();
    const tree = page.getByRole('tree');
    const mounted = () => page.getByRole('treeitem').count();
    expect(await mounted()).toBeLessThan(200);
    await tree.focus();
    await page.keyboard.press('End');
    await expect.poll(() => tree.evaluate((element) => element.scrollTop)).toBeGreaterThan(100_000);
    await page.locator('[role=treeitem][aria-selected=true]').waitFor();
    expect(await mounted()).toBeLessThan(200);
    await screen.close();
  });
});
