import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, play, type Receiver, startReceiver } from '../support/agents.ts';
import type { Tenant } from '../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../support/console.ts';

const ALWAYS = { default: 'always', rules: [] };
const sum = (expression: string) => ({ name: 'calculator', arguments: { expression } });

describeConsole('approvals in the console', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  let receiver: Receiver;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await world.close();
  });

  /** A run of a new agent that waits before these calls; answers its agent and its requests. */
  async function parked(calls: object[], policy: object = ALWAYS, at = tenant) {
    const { message } = await play(world, [{ tool_calls: calls as never }, { text: 'All done.' }], {
      say: 'Close the quarter.',
    });
    const fields = { name: 'Bookkeeper', builtin_tools: ['calculator', 'http_request'], approval_policy: policy };
    const agent = await makeAgent(at, fields);
    const run = await agent.run(message);
    return { agent, run, requests: await agent.requests(run.id) };
  }

  const post = (path: string, body: object = { pay: 1 }) => ({
    name: 'http_request',
    arguments: { method: 'POST', url: receiver.url + path, body },
  });
  const receipt = (page: Page) => page.getByRole('region', { name: 'Receipt' });

  it('lose their buttons when the time is over, by the clock of the server', async () => {
    const { requests } = await parked([sum('2+2')]);
    await sql`update approval_requests set expires_at = now() + interval '8 seconds' where id = ${requests[0]!.id}`.execute(
      world.db,
    );
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${requests[0]!.id}`);
    await page.getByText('The time to decide is over.').or(receipt(page)).first().waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await screen.close();
  });

  it('turn into their receipt where others decide, in front of whoever looks at them', async () => {
    const { agent, requests } = await parked([sum('3+3')]);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${requests[0]!.id}`);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await agent.approve(requests[0]!.id);
    await receipt(page).getByText('Approved').first().waitFor();
    await screen.close();
  });

  it('can be approved only after long arguments were shown to their end', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `line ${at} of <b>text</b> that somebody has to read`);
    const { requests } = await parked([post('/long', { text: lines.join('\n') })]);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${requests[0]!.id}`);
    const approve = page.getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await page.getByText('Read the arguments to their end').waitFor();
    for (let turn = 0; turn < 50 && (await approve.isDisabled()); turn++) {
      await page.getByText('This is the end of the arguments.').scrollIntoViewIfNeeded();
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    await expect.poll(() => approve.isEnabled(), { timeout: 60_000 }).toBe(true);
    expect(await page.getByText('line 2999 of').count()).toBeGreaterThan(0);
    await screen.close();
  });

  it('are decided together within bounds, one call each, with what came of each', async () => {
    const own = await world.tenant();
    const { agent, run } = await parked([sum('1'), sum('2'), post('/never')], ALWAYS, own);
    const { page, ...screen } = await world.open(own.userId);
    await screen.go('/approvals');
    const boxes = page.getByRole('checkbox');
    await boxes.nth(2).waitFor();
    await page.getByRole('checkbox', { name: /expression “1”/ }).check();
    await page.getByRole('checkbox', { name: /Send POST/ }).check();
    expect(await page.getByRole('button', { name: 'Decide together…' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /Send POST/ }).uncheck();
    await page.getByRole('checkbox', { name: /expression “2”/ }).check();
    await page.getByRole('button', { name: 'Decide together…' }).click();
    await page.getByRole('button', { name: 'Approve 2' }).waitFor();
    await screen.accessible();
    await screen.picture('approvals-together');
    await page.getByRole('button', { name: 'Approve 2' }).click();
    await expect.poll(() => page.getByRole('dialog').getByText('Approved', { exact: true }).count()).toBe(2);
    const statuses = (await agent.requests(run.id)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['approved', 'approved', 'pending']);
    await screen.close();
  });
});
