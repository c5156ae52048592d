import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantRole } from '../../../src/access/grant-roles.ts';
import { makeAgent, makeTask, play } from '../../support/agents.ts';
import { eventually, type Json, type Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole, type Screen } from '../../support/console.ts';
import { startScene, sum } from '../../support/scene.ts';

/** Records notifications. A browser without a screen allows none. */
const RECORD_NOTIFICATIONS = `window.shown = [];
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor(title, { body }) { window.shown.push([title, body]); }
  close() {}
};`;

/** Hides or shows the page as another tab does. */
const SET_HIDDEN = (isHidden: unknown) => {
  const { document } = globalThis as unknown as { document: EventTarget };
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

/** The page is never focused, left or reloaded here: its changes arrive by the stream. */
describeConsole('a console page that follows changes of others', () => {
  let world: ConsoleWorld;
  let tenant: Tenant;
  let screen: Screen;
  beforeAll(async () => {
    world = await openConsole();
    tenant = await world.tenant();
    screen = await world.open(tenant.userId);
  });
  afterAll(async () => {
    await screen.close();
    await world.close();
  });

  const ok = async (answer: Promise<{ status: number; body: Json }>): Promise<Json> => {
    const { status, body } = await answer;
    expect([status, body]).toEqual([200, body]);
    return body;
  };

  it('adds a new trigger with its name and a new agent to its lists at once', async () => {
    const { page } = screen;
    const task = await makeTask(tenant);
    await screen.go('/triggers');
    await page.getByRole('heading', { name: 'Triggers', level: 2 }).first().waitFor();
    const made = await ok(
      tenant.owner.post(`${tenant.project}/trigger/webhook`, {
        name: 'Made elsewhere',
        target_type: 'task',
        target_id: task.id,
        auth_method: 'none',
      }),
    );
    await page.getByText('Made elsewhere').first().waitFor();
    await ok(tenant.owner.post(`${tenant.project}/trigger/webhook/${made.id}`, { name: 'Renamed elsewhere' }));
    await page.getByText('Renamed elsewhere').first().waitFor();
    await page.getByText('Made elsewhere').waitFor({ state: 'detached' });

    await screen.go('/agents');
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    const agent = await makeAgent(tenant, { name: 'Fresh helper' });
    await page.getByRole('link', { name: 'Fresh helper' }).waitFor();
    await ok(tenant.owner.request('DELETE', agent.path));
    await page.getByRole('link', { name: 'Fresh helper' }).waitFor({ state: 'detached' });
  });

  it('reloads an untouched form, but not one that is being edited, which shows a notice', async () => {
    const { page } = screen;
    const agent = await makeAgent(tenant, { name: 'Edited by two', instruction: 'First words.' });
    await screen.go(`/agents/${agent.id}`);
    const instruction = page.getByLabel('Instructions');
    const says = (text: string) =>
      eventually(
        () => instruction.textContent(),
        (value) => value === text,
      );
    await says('First words.');
    await ok(tenant.owner.post(agent.path, { instruction: 'Second words.' }));
    await says('Second words.');

    await page.getByLabel('Name', { exact: true }).fill('Mine, half done');
    await ok(tenant.owner.post(agent.path, { instruction: 'Third words.' }));
    const news = page.getByRole('status').filter({ hasText: 'Someone else changed this' });
    await news.waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine, half done');
    expect(await instruction.textContent()).toBe('Second words.');
    await screen.accessible();
    await screen.picture('changed-elsewhere', { phone: true });

    await news.getByRole('button', { name: 'Load saved version' }).click();
    await says('Third words.');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Edited by two');
    await news.waitFor({ state: 'detached' });

    await page.getByLabel('Name', { exact: true }).fill('Saved here');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Saved here', level: 1 }).waitFor();
    expect(await news.count()).toBe(0);
  });

  it('shows what changed between loading the page and following the project', async () => {
    const { page } = screen;
    const agent = await makeAgent(tenant, { name: 'Read early', instruction: 'First words.' });
    let follow = () => {};
    const held = new Promise<void>((resolve) => {
      follow = resolve;
    });
    await page.route('**/changes?*', async (route) => {
      await held;
      await route.continue();
    });
    await screen.go(`/agents/${agent.id}`);
    const says = (text: string) =>
      eventually(
        () => page.getByLabel('Instructions').textContent(),
        (value) => value === text,
      );
    await says('First words.');
    await ok(tenant.owner.post(agent.path, { instruction: 'Second words.' }));
    follow();
    await says('Second words.');
    await page.unroute('**/changes?*');
  });

  it('reloads nothing when it starts to follow the project', async () => {
    const { page } = screen;
    const read: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET' && pathname.startsWith('/api/') && !pathname.endsWith('/changes'))
        read.push(pathname);
    });
    const begin = async () => {
      read.length = 0;
      await screen.go('/agents');
      return page.locator('meta[property="changes-position"]').getAttribute('content');
    };
    // With a busy database the position of the change log can be unknown, and the page must reload.
    await eventually(begin, (position) => position !== '');
    await page.getByText('Live', { exact: true }).waitFor();
    // The change arrives after all requests that the start of the stream could cause.
    await makeAgent(tenant, { name: 'Made while followed' });
    await page.getByRole('link', { name: 'Made while followed' }).waitFor();
    const again = read.filter((path, at) => read.indexOf(path) !== at && !path.endsWith('/task-agent'));
    expect(again).toEqual([]);
  });

  it('shows what changed while the page loaded for the first time', async () => {
    const { page } = screen;
    const task = await makeTask(tenant);
    const gate = crypto.randomUUID();
    const { message, key } = await play(world, [{ text: 'Late words.', gate }]);
    const begun = await tenant.owner.post(
      `${tenant.project}/task/${task.id}/run`,
      { task_input: { text: message } },
      { prefer: 'respond-async' },
    );
    await world.model.waitForRequests(key, 1);
    const path = `${tenant.project}/task/${task.id}/run/${begun.body.id}`;
    const read = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      const response = await route.fetch();
      read.resolve();
      await held.promise;
      await route.fulfill({ response });
    };
    await page.route(`**${path}`, hold, { times: 1 });
    await screen.go(`/runs/${begun.body.id}`);
    await read.promise;
    await world.model.open(gate);
    await eventually(
      async () => (await tenant.owner.get(path)).body.status,
      (status) => status === 'completed',
    );
    // Changes arrive in order: a page that shows this has received the end of the run.
    await ok(tenant.owner.post(tenant.project, { name: 'Renamed meanwhile' }));
    await page.getByText('Renamed meanwhile').first().waitFor();
    held.resolve();
    await page.getByText('Late words.').waitFor();
  });

  it('notifies of a pending request while its tab is hidden, and counts it in the title', async () => {
    const own = await world.tenant();
    const { page, ...hidden } = await world.open(own.userId);
    await page.clock.install();
    await page.addInitScript(RECORD_NOTIFICATIONS);
    await hidden.go('/settings/notifications');
    await page.getByRole('checkbox', { name: 'Notify me of new requests' }).check();
    await page.evaluate(SET_HIDDEN, true);
    await startScene(world, own, [sum('6*7')]);
    await page.clock.fastForward('01:00');
    await expect.poll(() => page.evaluate('window.shown')).toEqual([['Holdfast', '1 pending approval']]);
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);
    // The same request is no news a minute later.
    const polled = page.waitForResponse('**/changes');
    await page.clock.fastForward('01:00');
    await polled;
    expect(await page.evaluate('window.shown')).toHaveLength(1);
    await page.evaluate(SET_HIDDEN, false);
    await page.getByText('Live', { exact: true }).waitFor();
    await hidden.close();
  });

  it('lets a member leave an organization after typing its name, and names those who cannot', async () => {
    const { page } = screen;
    const other = await world.tenant();
    await grantRole(world.db, {
      resourceType: 'organization',
      resourceId: other.orgId,
      userId: tenant.userId,
      role: 'viewer',
    });
    const { name } = await ok(other.owner.get(`/org/${other.orgId}`));
    await screen.go('/settings/account');
    await page.getByRole('button', { name: `Leave ${name}` }).click();
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name: 'Leave', exact: true });
    expect(await button.isDisabled()).toBe(true);
    await screen.accessible();
    await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
    await button.click();
    await screen.notification(`You left ${name}.`);
    await page.getByRole('button', { name: `Leave ${name}` }).waitFor({ state: 'detached' });
    const own = (await ok(tenant.owner.get(`/org/${tenant.orgId}`))).name;
    await page.getByRole('button', { name: `Leave ${own}` }).click();
    await dialog.getByLabel(`Type ${own} to confirm`).fill(own);
    await button.click();
    await dialog.getByText('LAST_OWNER').waitFor();
  });
});
