import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, play, type Receiver, startReceiver } from '../../support/agents.ts';
import type { Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole, signIn } from '../../support/console.ts';

const ALWAYS = { default: 'always', rules: [] };
const LIST_ROWS = "[...document.querySelectorAll('[data-row]')].map((row) => row.dataset.row)";
/** Keeps the page in the pause after a decision. */
const STOP_CLOCK = '{ const now = Date.now(); window.runningClock = Date.now; Date.now = () => now; }';
const START_CLOCK = 'Date.now = window.runningClock';
const sum = (expression: string) => ({ name: 'calculator', arguments: { expression } });

/** Approves the open request as soon as its arguments were seen. */
async function approveByKeys(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('button', { name: 'Approve', exact: true }).isEnabled()).toBe(true);
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
}

describeConsole('the console for approvals', () => {
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

  /** Starts a run of a new agent that waits before these calls. Returns its agent and requests. */
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

  it('shows approvals before the page’s scripts load, and not to the next user of the same browser', async () => {
    const [own, others] = await Promise.all([world.tenant(), world.tenant()]);
    await parked([sum('6*7')], ALWAYS, own);
    const { page, context, ...screen } = await world.open(own.userId);
    await screen.go('/approvals');
    await page.getByRole('checkbox').waitFor();
    await page.waitForURL('**project=**');
    const address = page.url();
    // The next page does not repeat late requests of this page.
    await page.goto('about:blank');
    const AHEAD = ['approval-request', 'project', 'whoami'];
    const asked: string[] = [];
    const allAsked = Promise.withResolvers<void>();
    // Without the stream nothing is loaded again.
    await page.route('**/api/v1/**', (route) => {
      // The snoozed requests are another list.
      if (!route.request().url().includes('snoozed=true'))
        asked.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
      if (AHEAD.every((name) => asked.includes(name))) allAsked.resolve();
      return route.request().url().endsWith('/changes') ? route.abort() : route.continue();
    });
    await page.route('**/assets/app-*.js', (route) => allAsked.promise.then(() => route.continue()));
    await page.goto(address);
    await page.getByRole('checkbox').waitFor();
    expect(asked.filter((name) => name !== 'changes').toSorted()).toEqual(AHEAD);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // Late requests of this page are still those of the first user.
    await page.goto('about:blank');
    await signIn(world, context, world.origin, others.userId);
    const refused = page.waitForResponse((answer) =>
      answer.url().includes(`${own.projectId}/task-agent/approval-request`),
    );
    await screen.go('/approvals');
    expect((await refused).status()).toBeGreaterThanOrEqual(403);
    await page.getByText('No pending approvals').waitFor();
    await page.waitForURL(`**project=${others.projectId}**`);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.getByRole('button', { name: 'Account and preferences' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    expect(await page.evaluate(`localStorage.getItem('holdfast.scope')`)).toBeNull();
    await screen.close();
  });

  it('edits arguments with the changes shown above the button, rejects with a reason, and cancels on Esc', async () => {
    const { agent, run, requests } = await parked([post('/edited', { pay: 1, note: 'x' }), sum('1+1')]);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${requests[0]!.id}`);
    await page.getByRole('button', { name: 'Edit…' }).waitFor();
    await page.getByText('revision v1', { exact: true }).waitFor();
    await page.keyboard.press('e');
    const editor = page.getByRole('textbox', { name: 'JSON' });
    // The key moves the focus to the editor.
    await page.keyboard.press('Control+a');
    await page.getByRole('textbox', { name: 'JSON' }).and(page.locator(':focus')).waitFor();
    const args = { method: 'POST', url: `${receiver.url}/edited`, body: { pay: 2 } };
    await editor.press('Control+a');
    await page.keyboard.insertText(JSON.stringify(args));
    await page.getByRole('figure', { name: 'Changes' }).waitFor();
    await screen.accessible();
    await screen.picture('approval-edit');
    await page.getByRole('button', { name: 'Approve with 2 changes' }).click();
    await receipt(page).getByText('succeeded').waitFor();
    await screen.go(`/approvals/${requests[1]!.id}`);
    await page.getByRole('button', { name: 'Reject…' }).waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('Reason').fill('Never mind');
    await page.keyboard.press('Escape');
    await page.getByLabel('Reason').waitFor({ state: 'detached' });
    expect((await agent.requests(run.id))[1]).toMatchObject({ status: 'pending' });
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByLabel('Reason').fill('Not this quarter');
    await page.getByLabel('Reason').press('Control+Enter');
    // The tool result can be visible too by now.
    await receipt(page).getByText('Not this quarter', { exact: true }).waitFor();
    expect(await agent.requests(run.id)).toMatchObject([
      { status: 'approved' },
      { status: 'rejected', decision_note: 'Not this quarter' },
    ]);
    await agent.resume(requests[1]!.id);
    const sent = receiver.received.filter((request) => request.path === '/edited');
    expect(sent.map((request) => JSON.parse(request.body))).toEqual([{ pay: 2 }]);
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('names the edited arguments after an approval, and shows in which arguments similar requests differ', async () => {
    const own = await world.tenant();
    const { requests } = await parked([post('/same', { pay: 1 }), post('/same', { pay: 2 }), sum('1+1')], ALWAYS, own);
    const { page, ...screen } = await world.open(own.userId);
    await screen.go('/approvals');
    await page.getByText(/body\.pay\W+1/).waitFor();
    await page.getByText(/body\.pay\W+2/).waitFor();
    await screen.go(`/approvals/${requests[2]!.id}`);
    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.getByRole('textbox', { name: /^expression/ }).fill('2+2');
    await page.getByRole('button', { name: 'Approve with 1 change' }).click();
    await screen.notification('2+2');
    await page.getByRole('heading', { name: /“2\+2”/ }).waitFor();
    await screen.close();
  });

  it('marks hidden characters in edited arguments and removes them', async () => {
    const { agent, requests } = await parked([post('/marked', { note: 'pay\u200B 1' })]);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${requests[0]!.id}`);
    await page.getByRole('button', { name: 'Edit…' }).click();
    const form = page.getByRole('region', { name: 'Edit arguments' });
    await form.getByText('1 hidden character').waitFor();
    await form.getByText('pay[U+200B] 1').waitFor();
    await form.getByRole('button', { name: 'Remove hidden characters' }).click();
    await form.getByText('pay[U+200B] 1').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Approve with 1 change/ }).click();
    await receipt(page).getByText('succeeded').waitFor();
    await agent.resume(requests[0]!.id);
    const sent = receiver.received.filter((request) => request.path === '/marked');
    expect(sent.map((request) => JSON.parse(request.body))).toEqual([{ note: 'pay 1' }]);
    await screen.close();
  });

  it('records one decision when two people press at the same time, and both see it', async () => {
    const { agent, requests } = await parked([post('/raced')]);
    const second = await world.person(tenant, { org: 'editor' }, 'Second');
    const screens = await Promise.all([world.open(tenant.userId), world.open(second)]);
    await Promise.all(screens.map((screen) => screen.go(`/approvals/${requests[0]!.id}`)));
    const buttons = screens.map(({ page }) => page.getByRole('button', { name: 'Approve' }));
    for (const button of buttons) await expect.poll(() => button.isEnabled()).toBe(true);
    const found = await Promise.all(buttons.map((button) => button.elementHandle()));
    // The later user presses a removed button or gets an error: both are correct.
    await Promise.all(found.map((button) => button?.dispatchEvent('click')));
    for (const { page } of screens) await receipt(page).getByText('Approved').first().waitFor();
    await agent.resume(requests[0]!.id);
    expect(receiver.received.filter((request) => request.path === '/raced')).toHaveLength(1);
    expect((await agent.requests(requests[0]!.task_agent_run_id))[0].decisions).toHaveLength(1);
    await Promise.all(screens.map((screen) => screen.close()));
  });

  it('says why a user cannot decide and who can, and keeps an Arabic name and its values in place', async () => {
    const { agent, requests } = await parked([sum('4+4')]);
    const [name, turned] = ['دفع_الفاتورة', '\u202Etxt.exe'];
    // A name from before the rejection of such characters.
    await sql`update agents set name = ${`Clerk of ${turned}`} where id = ${agent.id}`.execute(world.db);
    await sql`update approval_requests set tool_name = ${name}, tool_type = 'mcp',
      arguments = ${JSON.stringify({ إلى: 'مورد', amount: 100, file: turned })}::json where id = ${requests[0]!.id}`.execute(
      world.db,
    );
    const viewer = await world.person(tenant, { org: 'viewer' }, 'Viewer');
    const { page, ...screen } = await world.open(viewer);
    await screen.go(`/approvals/${requests[0]!.id}`);
    await page.getByText('You need one of these roles to decide.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    const said = (await page.locator('[data-sentence]').textContent()) ?? '';
    expect(said).toContain(`\u2068${name}\u2069`);
    expect(said).toContain('“[U+202E]txt.exe”');
    await page.getByRole('definition').getByText('[U+202E]txt.exe', { exact: true }).waitFor();
    await page.getByRole('definition').getByText('Agent “Clerk of [U+202E]txt.exe”, started by').waitFor();
    expect(await page.locator('main').textContent()).not.toContain('\u202E');
    await screen.accessible();
    await screen.picture('approval-arabic', { phone: true });
    await screen.close();
  });

  it('removes the buttons at the expiry time of the server’s clock', async () => {
    const { requests } = await parked([sum('2+2')]);
    await sql`update approval_requests set expires_at = now() + interval '8 seconds' where id = ${requests[0]!.id}`.execute(
      world.db,
    );
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${requests[0]!.id}`);
    await page.getByText('The deadline has passed.').or(receipt(page)).first().waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await screen.close();
  });

  it('replaces a request with its receipt in every open page when it is decided elsewhere', async () => {
    const { agent, requests } = await parked([sum('3+3')]);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${requests[0]!.id}`);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await agent.approve(requests[0]!.id);
    await receipt(page).getByText('Approved').first().waitFor();
    await screen.close();
  });

  it('enables approval only after the longest possible arguments were scrolled to their end', async () => {
    // A million characters of two bytes each.
    const text = Array.from({ length: 9900 }, (_, at) => `سطر ${at} ${'طويل'.repeat(22)}`).join('\n');
    expect(Buffer.byteLength(text)).toBeGreaterThan(1_800_000);
    const { requests } = await parked([post('/long', { text })]);
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/approvals/${requests[0]!.id}`);
    const approve = page.getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await page.getByText('Scroll to the end of the arguments').waitFor();
    const region = page.getByRole('region', { name: 'Arguments' });
    // A phone, a screen at 200 % zoom and a desktop: the arguments scroll between the sentence and the buttons.
    for (const [width, height] of [
      [390, 844],
      [640, 400],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await region.scrollIntoViewIfNeeded();
      const [area, bar] = await Promise.all([region.boundingBox(), page.locator('[data-decision-bar]').boundingBox()]);
      expect(area!.y).toBeGreaterThanOrEqual(0);
      expect(area!.height).toBeLessThanOrEqual(height / 2);
      expect(bar!.y + bar!.height).toBeLessThanOrEqual(height);
    }
    expect(await approve.isDisabled()).toBe(true);
    await region.press('End');
    for (let turn = 0; turn < 50 && (await approve.isDisabled()); turn++) {
      await page.getByText('End of arguments.').scrollIntoViewIfNeeded();
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    await expect.poll(() => approve.isEnabled()).toBe(true);
    expect(await page.getByText('سطر 9899 ').count()).toBeGreaterThan(0);
    await screen.close();
  });

  it('lists 400 requests in one queue: counted, paged, and decided one after the other by keyboard', async () => {
    const own = await world.tenant();
    const fifty = Array.from({ length: 50 }, (_, n) => sum(`${n}+0`));
    const runs = await Promise.all(Array.from({ length: 8 }, () => parked(fifty, ALWAYS, own)));
    const { page, ...screen } = await world.open(own.userId);
    await screen.go('/approvals');
    await page.getByText('400 waiting').waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(400\) /);
    await page.getByRole('checkbox').nth(49).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(50);
    await page.getByRole('link', { name: 'Next page' }).press('Enter');
    await page.locator('h1:focus').waitFor();
    await page.getByRole('link', { name: 'First page' }).waitFor();
    await page.getByRole('checkbox').nth(49).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    const [first, second, third, fourth] = await page.evaluate<string[]>(LIST_ROWS);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/approvals/${first}?**`);
    await page.evaluate(STOP_CLOCK);
    await approveByKeys(page);
    await page.waitForURL(`**/approvals/${second}?**`);
    await page.locator('[data-sentence]:focus').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    for (const key of ['a', 'Enter', 'r']) await page.keyboard.press(key);
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Reason').count()).toBe(0);
    await runs.find(({ requests }) => requests.some(({ id }) => id === third))?.agent.approve(third ?? '');
    await page.locator(`[data-row="${third}"]`).getByRole('checkbox', { disabled: true }).waitFor();
    await page.getByText('398 waiting').waitFor();
    await page.evaluate(START_CLOCK);
    await approveByKeys(page);
    await page.waitForURL(`**/approvals/${fourth}?**`);
    await page.locator('[data-row]').last().getByRole('link').click();
    await approveByKeys(page);
    await page.waitForURL(`**/approvals/${fourth}?**`);
    await page.getByText('396 waiting').waitFor();
    await screen.close();
  });

  it('decides several requests together within limits, after the next one of a group', async () => {
    const own = await world.tenant();
    const { agent, run } = await parked([sum('1'), sum('2'), post('/never'), sum('3'), sum('4')], ALWAYS, own);
    const { page, ...screen } = await world.open(own.userId);
    await screen.go('/approvals');
    const boxes = page.getByRole('checkbox');
    await boxes.nth(4).waitFor();
    await page.getByLabel('Group by').selectOption('tool');
    await page.waitForURL((url) => url.searchParams.get('group') === 'tool');
    const group = page.getByRole('region', { name: /^calculator · / });
    // The request of the other tool is between the second and the third by time.
    await group.getByRole('link').nth(1).click();
    await approveByKeys(page);
    await group.locator('[data-row]').nth(2).locator('[aria-current]').waitFor();
    await group.getByRole('button', { name: 'Select all' }).click();
    await page.getByText('3 selected').waitFor();
    await page.getByRole('checkbox', { name: /Send POST/ }).check();
    expect(await page.getByRole('button', { name: 'Decide selected…' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /Send POST/ }).uncheck();
    expect(await group.getByRole('checkbox', { checked: true }).count()).toBe(3);
    await screen.accessible();
    await page.getByRole('button', { name: 'Decide selected…' }).click();
    await page.getByRole('button', { name: 'Approve 3' }).waitFor();
    await screen.accessible();
    await screen.picture('approvals-together');
    await page.getByRole('button', { name: 'Approve 3' }).click();
    await page.getByRole('dialog').getByText('Approved', { exact: true }).nth(2).waitFor();
    const statuses = (await agent.requests(run.id)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...new Array(4).fill('approved'), 'pending']);
    // After the last listed request comes one that arrived meanwhile.
    await page.keyboard.press('Escape');
    await page.locator('[data-row]').filter({ hasText: 'Send POST' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Reject…' }).waitFor();
    await parked([sum('5')], ALWAYS, own);
    await page.getByRole('button', { name: '1 new request' }).waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('Reason').fill('Not needed');
    await page.getByLabel('Reason').press('Control+Enter');
    await page.getByRole('heading', { name: /“5”/ }).and(page.locator(':focus')).waitFor();
    await screen.close();
  });
});
