import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { grantRole } from '../../../src/access/grant-roles.ts';
import { makeAgent, play, startReceiver } from '../../support/agents.ts';
import type { Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { startExtraApi } from '../../support/identity.ts';
import { getInviteCode, waitForStoredMails } from '../../support/mail-server.ts';
import { discoverIssuer, startCodeFlow } from '../../support/oauth.ts';
import { ALWAYS, QUEUED, sum } from '../../support/scene.ts';

/** An application with its own address, whose callback returns a text. */
async function startApplication(text: string) {
  const receiver = await startReceiver({ body: text });
  return { url: `${receiver.url}/callback`, [Symbol.asyncDispose]: () => receiver.close() };
}

describeConsole('the console during errors', () => {
  let api: Awaited<ReturnType<typeof startExtraApi>>;
  let world: ConsoleWorld;
  let tenant: Tenant;
  /** An API process of these tests only, because they kill it. */
  const settings = { SIGN_UP: 'open' };
  beforeAll(async () => {
    api = await startExtraApi(inject('stack'), settings);
    world = await openConsole({ ...inject('stack'), baseUrl: `http://127.0.0.1:${api.port}` });
    tenant = await world.tenant();
  });
  afterAll(async () => {
    await world.close();
    await api.stop();
  });

  const alert = (page: Page) => page.getByRole('alert').first();

  it('says that the network is gone, and follows changes again when it is back', async () => {
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go('/runs');
    await page.getByText('Live', { exact: true }).waitFor();
    // The browser of the tests is shared, so it does not go offline itself. The server is still reachable.
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByText('Offline. Live updates stopped.').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await screen.close();
  });

  it('shows an error of the first second in German, once the texts of its codes are there', async () => {
    const { page, ...screen } = await world.open(tenant.userId, { locale: 'de-DE' });
    const body = { detail: 'Invalid cursor.', code: 'required', params: {} };
    await page.route('**/task-agent/approval-request?*', (route) => route.fulfill({ status: 400, json: body }));
    await screen.go('/approvals');
    await alert(page).getByText('Diese Angabe fehlt.').waitFor();
    await screen.close();
  });

  it('shows an error instead of the requested data, and recovers on a retry', async () => {
    const { page, ...screen } = await world.open(tenant.userId);
    const answers: readonly (readonly [string, (route: Route) => Promise<void>])[] = [
      [
        'The server failed to process the request. Try again.',
        (route) => route.fulfill({ status: 500, headers: { 'x-request-id': 'req-77' }, json: {} }),
      ],
      [
        'You do not have permission to do this.',
        (route) => route.fulfill({ status: 403, json: { detail: { reason: 'NO' } } }),
      ],
      ['Could not reach the server. Check your connection and try again.', (route) => route.abort()],
    ];
    for (const [said, answer] of answers) {
      await page.route('**/task-agent/approval-request?*', answer);
      await screen.go('/approvals');
      await alert(page).getByText(said).waitFor();
      await page.unroute('**/task-agent/approval-request?*');
      await alert(page).getByRole('button', { name: 'Try again' }).click();
      await page.getByText('No pending approvals').waitFor();
    }
    await page.route('**/api/v1/whoami', (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': 'req-78' }, json: {} }),
    );
    await screen.go('/approvals');
    await alert(page).getByText('req-78').first().waitFor();
    await screen.accessible();
    await screen.picture('trouble', { phone: true });
    await page.unroute('**/api/v1/whoami');
    await alert(page).getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No pending approvals').waitFor();
    await screen.close();
  });

  it('says beside the navigation that a page, a run or a project of an address is unknown', async () => {
    const own = await world.tenant();
    const { page, ...screen } = await world.open(await world.person(own, { org: 'viewer', project: 'viewer' }));
    const unknown = [
      ['/nope', 'Page not found'],
      ['/runs/xyz', 'Not found, or you do not have access.'],
      [`/runs?project=${randomUUID()}`, 'Project not found'],
    ] as const;
    for (const [path, text] of unknown) {
      await screen.go(path);
      await page.getByRole('main').getByText(text).first().waitFor();
      await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      await screen.accessible();
    }
    await page.getByRole('main').getByRole('button', { name: 'Test', exact: true }).click();
    await page.waitForURL(new RegExp(`/runs\\?project=${own.projectId}`));
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await screen.close();
  });

  it('keeps form input when the session ends, and continues after signing in again', async () => {
    const who = await world.withPassword(tenant, 'editor');
    const { page, ...screen } = await world.open(who.id);
    await screen.go('/agents/new');
    await page.getByLabel('Name').fill('Half written');
    await page.getByLabel('Instructions').fill('Do what was not yet said');
    await page.getByLabel('Model', { exact: true }).selectOption({ label: 'scripted (test)' });
    await world.db.deleteFrom('user_sessions').where('user_id', '=', who.id).execute();
    // What the console reads by itself may have been refused first: the dialog is over the button then.
    await page.getByRole('button', { name: 'Create agent' }).dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'Your session expired' });
    await dialog.waitFor();
    await screen.accessible();
    await screen.picture('session-ended', { phone: true });
    await dialog.getByLabel('Email address').fill(who.email);
    await dialog.getByLabel('Password').fill(who.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Instructions').textContent()).toBe('Do what was not yet said');
    // What was refused for the session's sake was no fault of the form.
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Half written' }).waitFor();
    await screen.close();
  });

  it('keeps two tabs with different organizations separate', async () => {
    const other = await world.tenant();
    await grantRole(world.db, {
      resourceType: 'organization',
      resourceId: other.orgId,
      userId: tenant.userId,
      role: 'editor',
    });
    await makeAgent(tenant, { name: 'Of the first' });
    await makeAgent(other, { name: 'Of the second' });
    const { page: first, context, ...screen } = await world.open(tenant.userId);
    const second = await context.newPage();
    await first.goto(`${world.origin}/agents?project=${tenant.projectId}`);
    await first.getByRole('link', { name: 'Of the first' }).waitFor();
    await second.goto(`${world.origin}/agents?project=${other.projectId}`);
    await second.getByRole('link', { name: 'Of the second' }).waitFor();
    // Without a project in its address each tab keeps its organization.
    await first.goto(`${world.origin}/agents`);
    await first.getByRole('link', { name: 'Of the first' }).waitFor();
    await second.goto(`${world.origin}/agents`);
    await second.getByRole('link', { name: 'Of the second' }).waitFor();
    expect(await second.getByRole('link', { name: 'Of the first' }).count()).toBe(0);
    await screen.close();
  });

  it('accepts mail links that a link scanner opened before', async () => {
    const email = `${randomUUID()}@example.com`;
    await tenant.owner.post(`/org/${tenant.orgId}/invite`, { email_address: email, roles: ['editor'] });
    const code = getInviteCode((await waitForStoredMails(world.stack.dataDir, email)).at(-1) ?? '');
    const invite = `${world.origin}/auth/invite?org=${tenant.orgId}&code=${code}`;
    const { page, ...screen } = await world.open();
    for (let visit = 0; visit < 2; visit++) expect((await fetch(invite)).status).toBe(200);
    await page.goto(invite);
    await screen.accessible();
    await screen.picture('invite', { phone: true });
    const signUp = page.locator('form', { has: page.getByRole('button', { name: 'Sign up and join' }) });
    await signUp.getByLabel('Name').fill('Grace Hopper');
    await signUp.getByLabel('Password').fill('a password of hers');
    await signUp.getByRole('button').click();
    await page.getByRole('link', { name: 'Go to the console' }).click();
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    await page.getByRole('button', { name: 'Account and preferences' }).click();
    // The page is left for a new one, which takes with it what was written before. A busy browser is still loading this
    // one.
    await page.waitForLoadState();
    const left = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await left;
    await page.getByRole('link', { name: 'Forgot' }).click();
    // The previous form has a field of the same name until the next one renders.
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').waitFor();
    const mail = (await waitForStoredMails(world.stack.dataDir, email, 2)).at(-1) ?? '';
    const path = /\/auth\/reset-password\?token=[\w-]+/.exec(mail)?.[0] ?? '';
    expect((await fetch(world.origin + path)).status).toBe(200);
    await page.goto(world.origin + path);
    await screen.accessible();
    await page.getByLabel('New password').fill('another of hers');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('link', { name: 'Go to the console' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill('another of hers');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    expect(screen.foreign()).toEqual([]);
    await screen.close();
  });

  it('asks whether an application can act for the user, and redirects back with a code', async () => {
    await using application = await startApplication('Back at the application.');
    const made = await tenant.owner.post(`${tenant.project}/oauth_client`, {
      name: 'Reports',
      redirect_uris: [application.url],
    });
    const who = await world.withPassword(tenant, 'viewer');
    const config = await discoverIssuer(new URL(`${world.origin}/auth`), made.body);
    const { page, ...screen } = await world.open();
    const { url } = await startCodeFlow(config, who, 'openid email project:view', { redirect_uri: application.url });
    await page.goto(url.href);
    await page.getByLabel('Password').waitFor();
    await screen.accessible();
    await screen.picture('oauth-sign-in', { phone: true });
    await page.getByLabel(/mail/).fill(who.email);
    await page.getByLabel('Password').fill(who.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Let Reports act for you?' }).waitFor();
    await screen.accessible();
    await screen.picture('oauth-consent', { phone: true });
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Back at the application.').waitFor();
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();
    expect([...new Set(screen.foreign())]).toEqual([page.url()]);
    await screen.close();
  });

  it('loses and repeats nothing of a stream when the API crashes and restarts', async () => {
    const gate = randomUUID();
    const chunks = ['Once ', 'upon ', 'a ', 'time', '.'];
    const { message } = await play(world, [{ chunks, gate_after_chunks: { count: 3, gate } }]);
    const agent = await makeAgent(tenant, { name: 'Teller' });
    const { body: run } = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
    const waiting = await play(world, [{ tool_calls: [sum('1+1')] }, { text: 'Done.' }]);
    const principal = await makeAgent(tenant, { builtin_tools: ['calculator'], approval_policy: ALWAYS });
    const asked = await principal.run(waiting.message);
    const [request] = await principal.requests(asked.id);
    const screens = await Promise.all([world.open(tenant.userId), world.open(tenant.userId)]);
    const [{ page }, { page: card }] = screens;
    await screens[0].go(`/runs/${run.id}`);
    await screens[1].go(`/approvals/${request.id}`);
    const said = page.locator('[data-conversation]');
    await said.getByText('Once upon a').waitFor();
    await card.getByRole('button', { name: 'Approve' }).waitFor();
    await api.process.kill();
    await page.getByText('Connection lost.').waitFor();
    await page.getByText('Offline. Live updates stopped.').waitFor();
    // Nothing is shown as decided that was not.
    await card.getByRole('button', { name: 'Approve' }).click();
    await alert(card).getByText('Could not reach the server.').waitFor();
    await world.model.open(gate);
    // The console of the restarted release, as the open page would load it.
    const released = '<!doctype html><script type="module" src="/assets/index-NextOne1.js"></script>';
    await page.route(`${world.origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: released }));
    api = await startExtraApi(inject('stack'), settings, api.port);
    await page.getByRole('treeitem', { name: 'End: Completed' }).waitFor();
    await expect.poll(() => said.textContent()).toBe('Once upon a time.');
    await page.getByRole('status').getByRole('button', { name: 'Reload' }).waitFor();
    await screens[0].accessible();
    await screens[0].picture('new-version', { phone: true });
    expect(await card.getByRole('button', { name: 'Reload' }).count()).toBe(0);
    await card.getByRole('button', { name: 'Approve' }).click();
    await card.getByRole('region', { name: 'Receipt' }).getByText('succeeded').waitFor();
    expect((await principal.requests(asked.id))[0].decisions).toHaveLength(1);
    await Promise.all(screens.map((screen) => screen.close()));
  });
});
