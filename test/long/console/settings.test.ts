import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantRole } from '../../../src/access/grant-roles.ts';
import { makeTask } from '../../support/agents.ts';
import { Client, eventually, type Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { makeForwarder } from '../../support/forwarders.ts';
import { createPerson } from '../../support/identity.ts';
import { discoverIssuer, getIssuer, obtainTokens, REDIRECT } from '../../support/oauth.ts';

describeConsole('the settings pages of the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  /** Creates a user with a password and a role on the project only. */
  const viewer = async ({ projectId }: Tenant) => {
    const who = await createPerson(world);
    await grantRole(world.db, { resourceType: 'project', resourceId: projectId, userId: who.id, role: 'viewer' });
    return who;
  };

  it('sign another browser out, and revoke the access of an application', async () => {
    const tenant = await world.tenant();
    const who = await viewer(tenant);
    const made = await tenant.owner.post(`${tenant.project}/oauth_client`, {
      name: 'Importer',
      redirect_uris: [REDIRECT],
    });
    const config = await discoverIssuer(getIssuer(world.stack), made.body);
    const { tokens } = await obtainTokens(config, who, 'openid offline_access project:view');
    const program = new Client(world.stack.baseUrl, tokens.access_token);
    expect((await program.get(tenant.project)).status).toBe(200);
    const [screen, other] = [
      await world.open(who.id),
      await world.open(who.id, { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0' }),
    ];
    const { page } = screen;
    await other.go('/');
    await other.page.getByRole('button', { name: /^Project Test/ }).waitFor();
    await screen.go('/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await screen.accessible();
    await screen.picture('settings', { phone: true });
    await page.getByRole('main').getByRole('link', { name: 'Sessions and authorized apps' }).click();
    await page.getByText('current session').waitFor();
    await page.getByText('in every project you can reach: view').waitFor();
    await screen.accessible();
    await screen.picture('settings-sessions', { phone: true });
    await page.getByRole('button', { name: /^Sign out Firefox, Windows/ }).click();
    await screen.notification('Firefox, Windows signed out.');
    await page.getByRole('row').filter({ hasText: 'Firefox' }).waitFor({ state: 'detached' });
    await other.go('/runs');
    await other.page.getByLabel('Password').waitFor();
    await page.getByRole('button', { name: 'Revoke Importer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await screen.notification('Importer can no longer act for you.');
    await page.getByText('No authorized apps').waitFor();
    expect((await program.get(tenant.project)).status).toBe(401);
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await Promise.all([screen.close(), other.close()]);
  });

  it('change the profile, and the password after the current one is entered', async () => {
    const tenant = await world.tenant();
    const who = await viewer(tenant);
    const { page, ...screen } = await world.open(who.id);
    await screen.go('/settings/account');
    await page.getByLabel('Job title').fill('Operations');
    await page.getByLabel('Avatar').setInputFiles({
      name: 'ada.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    await screen.notification('Avatar saved.');
    await page.getByRole('button', { name: 'Save' }).click();
    await screen.notification('Saved.');
    const row = await world.db.selectFrom('users').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow();
    expect([row.job_role, row.avatar_url]).toEqual(['Operations', expect.any(String)]);
    await page.getByRole('button', { name: 'Remove avatar' }).click();
    await screen.notification('Avatar removed.');
    await page.getByText('no avatar').waitFor();
    const { avatar_url } = await world.db
      .selectFrom('users')
      .select('avatar_url')
      .where('id', '=', who.id)
      .executeTakeFirstOrThrow();
    expect(avatar_url).toBeNull();
    await page.getByLabel('Current password').fill('not my password');
    await page.getByLabel('New password').fill('another one of mine');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').getByText('must be your current password').waitFor();
    await screen.accessible();
    await screen.picture('settings-account', { phone: true });
    await page.getByLabel('Current password').fill(who.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await screen.notification('Password changed.');
    const signIn = (password: string) => who.browser.post('/identity/sign-in', { email: who.email, password });
    expect([(await signIn(who.password)).status, (await signIn('another one of mine')).status]).toEqual([401, 200]);
    await screen.close();
  });

  it('let users choose which mails they get, and say which are always sent', async () => {
    const tenant = await world.tenant();
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go('/settings/notifications');
    const approvals = page.getByLabel('Pending approvals');
    await approvals.waitFor();
    expect(await approvals.isChecked()).toBe(true);
    await screen.accessible();
    await screen.picture('settings-notifications', { phone: true });
    await approvals.click();
    await page.getByText('Saved.').waitFor();
    const muted = async () => (await tenant.owner.get('/user')).body.muted_mails;
    await eventually(muted, (kinds) => kinds.join() === 'approval_waiting');
    await page.getByLabel('Email language').selectOption('Deutsch');
    await eventually(
      async () => (await tenant.owner.get('/user')).body.language,
      (language) => language === 'de',
    );
    await page.reload();
    await approvals.waitFor();
    expect(await approvals.isChecked()).toBe(false);
    await page.getByText('Email confirmations').waitFor();
    await screen.close();
  });

  it('show a user without a project where they can go, and their account', async () => {
    const tenant = await world.tenant();
    const guest = await world.person(tenant, { org: 'member' }, 'Grace Hopper');
    const { page, ...screen } = await world.open(guest);
    await screen.go('/');
    await page.getByText('No projects yet').waitFor();
    await page.getByRole('table', { name: 'Organizations' }).getByText('Member').waitFor();
    await page.getByRole('button', { name: /^Grace Hopper/ }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByLabel('Current password').waitFor();
    await screen.close();
  });

  it('exclude a model, which then rejects a run with the rule, and limit spending', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant);
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    const run = async () => {
      await screen.go(`/tasks/${task.id}`);
      const form = page.getByRole('region', { name: 'Test', exact: true });
      await form.getByLabel('text').fill('this');
      await form.getByRole('button', { name: 'Run', exact: true }).click();
    };
    await screen.go('/settings/models');
    await page.getByRole('row').filter({ hasText: 'scripted' }).first().waitFor();
    await page.getByRole('button', { name: 'Exclude models' }).click();
    await dialog.getByLabel('Value').fill('no such model');
    await dialog.getByLabel('Reason').fill('not for customer data');
    await dialog.getByRole('button', { name: 'Exclude models' }).click();
    await dialog.getByRole('alert').getByText('must be the ID, name or alias of a model').waitFor();
    await dialog.getByLabel('Value').fill('scripted');
    await dialog.getByRole('button', { name: 'Exclude models' }).click();
    await screen.notification('scripted excluded.');
    await page.getByRole('table', { name: 'Exclusion rules' }).getByText('not for customer data').waitFor();
    await screen.accessible();
    await screen.picture('settings-models', { phone: true });
    await run();
    await page.getByText('excluded by a rule of the project: not for customer data').waitFor();
    await screen.go('/settings/models');
    await page.getByRole('button', { name: 'Remove rule for scripted' }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No exclusion rules').waitFor();
    const given = page.getByRole('row').filter({ hasText: 'TEST_MODEL_KEY' });
    await given.getByRole('cell', { name: 'from the server environment' }).waitFor();
    await page.getByRole('button', { name: 'Add key for OpenAI' }).click();
    // It has the form of a Google key and is refused before any provider is asked.
    await dialog.getByLabel('Key', { exact: true }).fill('AIza-nobody-s-key');
    await dialog.getByRole('button', { name: 'Add key' }).click();
    await dialog.getByRole('alert').getByText('looks like a key of Google').waitFor();
    await page.keyboard.press('Escape');

    await screen.go('/settings/budgets');
    await page.getByText('No budgets yet').waitFor();
    await page.getByRole('button', { name: 'Set budget' }).click();
    await dialog.getByLabel('Applies to').selectOption({ label: `Task: ${task.name}` });
    await dialog.getByLabel('Credits').fill('0');
    await dialog.getByRole('button', { name: 'Set budget' }).click();
    const row = page.getByRole('row').filter({ hasText: task.name });
    await row.getByText('Used up').waitFor();
    await screen.accessible();
    await screen.picture('settings-budgets', { phone: true });
    await run();
    await page.getByText('BUDGET_EXCEEDED').waitFor();
    await screen.go('/settings/budgets');
    await page.getByRole('button', { name: /^Change budget of Task/ }).click();
    await dialog.getByLabel('Credits').fill('500.5');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await row.getByText('500.5 credits left').waitFor();
    await page.getByRole('button', { name: /^Remove budget of Task/ }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No budgets yet').waitFor();
    expect(screen.foreign()).toEqual([]);
    await screen.close();
  });

  it('edit the organization and the project, and show the DNS record of a domain to copy', async () => {
    const tenant = await world.tenant();
    const { page, ...screen } = await world.open(tenant.userId);
    const read = async (path: string) => (await tenant.owner.get(path)).body;
    await screen.go('/settings/organization');
    await page.getByLabel('Contact email', { exact: true }).fill('accounts@acme.example');
    await page.getByLabel('Send low credit alerts').check();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await screen.notification('Saved.');
    const org = { contact_email: 'accounts@acme.example', low_credit_alerts: true };
    expect(await read(`/org/${tenant.orgId}`)).toMatchObject(org);
    await screen.accessible();
    await screen.picture('settings-organization', { phone: true });

    await page.getByRole('link', { name: 'Domains' }).click();
    const domain = `a${tenant.orgId.slice(-12)}.example`;
    await page.getByLabel('Domain').fill('co.uk');
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('alert').getByText('INVALID_DOMAIN').waitFor();
    await page.getByLabel('Domain').fill(domain);
    await page.getByRole('button', { name: 'Add domain' }).click();
    const card = page.getByRole('list', { name: 'Domains' }).getByRole('listitem').filter({ hasText: domain });
    const [{ verification }] = (
      await eventually(
        () => read(`/org/${tenant.orgId}/domains`),
        ({ results }) => results.length > 0,
      )
    ).results;
    await card.getByRole('button', { name: verification.value }).waitFor();
    await card.getByRole('button', { name: verification.name }).waitFor();
    await page.getByRole('button', { name: `Check now: ${domain}` }).click();
    await card.getByText('Not verified: ').waitFor();
    await screen.accessible();
    await screen.picture('settings-domains', { phone: true });
    await page.getByRole('button', { name: `Remove ${domain}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No domains yet').waitFor();
    await screen.go('/settings/partners');
    await page.getByRole('button', { name: 'Create partner' }).waitFor();
    await screen.accessible();

    await screen.go('/settings/project');
    await page.getByLabel('Chunks per search').fill('7');
    await page.getByLabel('Reranker').fill('No such model');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('must be the name of a reranker').waitFor();
    await page.getByLabel('Reranker').fill('');
    await page.getByRole('group', { name: 'Output' }).getByLabel('Secrets', { exact: true }).selectOption('mask');
    const spoken = page.getByRole('group', { name: 'Output' });
    await spoken.getByText('Enable them in each task and agent: Other languages, Length, Blocked topics').waitFor();
    expect(await spoken.getByLabel('Length', { exact: true }).count()).toBe(0);
    await page.getByLabel('Global instructions').fill('Be brief.\n\nBe kind.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await screen.notification('Saved.');
    expect(await read(`${tenant.project}/config`)).toMatchObject({
      knn: 7,
      chat_system_commands: ['Be brief.', 'Be kind.'],
      chat_guardrails: { input: [], output: ['secrets:mask'] },
    });
    await screen.accessible();
    await screen.picture('settings-project', { phone: true });
    expect([screen.foreign()]).toEqual([[]]);
    await screen.close();
  });

  it('create a forwarder, show its secret once, and list its delivery attempts', async () => {
    const tenant = await world.tenant();
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    await screen.go('/settings/forwarders');
    await page.getByRole('button', { name: 'Create forwarder' }).click();
    await dialog.getByLabel('Name').fill('Orders');
    await dialog.getByLabel('URL').fill('https://user@hooks.example.com/');
    await dialog.getByRole('button', { name: 'Create forwarder' }).click();
    await dialog.getByRole('alert').getByText('must not contain a user name').waitFor();
    await dialog.getByLabel('URL').fill('https://hooks.example.com/');
    await dialog.getByRole('button', { name: 'Create forwarder' }).click();
    expect(await dialog.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
    await dialog.getByLabel('I have saved the secret').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Orders' }).waitFor();
    const closed = await makeForwarder(tenant, 'webhook', { url: 'http://127.0.0.1:9/' });
    const { id: runId } = await closed.run();
    await closed.delivery(runId, ({ attempts }) =>
      attempts.some(({ outcome }: { outcome: string }) => outcome === 'failed'),
    );
    await screen.go(`/settings/forwarders/${closed.record.id}`);
    await page.getByRole('button', { name: /^Attempts: / }).click();
    await dialog.getByText('Attempt 1').waitFor();
    await dialog.getByText('Failed').first().waitFor();
    await screen.accessible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Pause' }).click();
    await screen.notification('Forward paused.');
    await page.getByText('New results are queued').waitFor();
    await screen.accessible();
    await screen.picture('settings-forwarder', { phone: true });
    await page.getByRole('button', { name: 'Resume' }).click();
    await screen.notification('Forward resumed.');
    await page.getByRole('button', { name: /^Redeliver/ }).click();
    await screen.notification('Redelivery started with the same ID.');
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByLabel(/to confirm$/).fill('Forward');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await screen.notification('Forward deleted.');
    await page.getByRole('link', { name: 'Orders' }).waitFor();
    await screen.picture('settings-forwarders', { phone: true });
    await screen.close();
  });

  it('work for a user with a role on one project only, and say who can do the rest', async () => {
    const [tenant, other] = [await world.tenant(), await world.tenant()];
    await other.owner.post(other.project, { name: 'Elsewhere' });
    const editor = await world.person(tenant, { project: 'editor' });
    await grantRole(world.db, { resourceType: 'project', resourceId: other.projectId, userId: editor, role: 'viewer' });
    const { page, ...screen } = await world.open(editor);
    await screen.go('/tasks');
    await page.getByRole('button', { name: /^Project / }).click();
    await page.getByRole('menuitemradio', { name: 'Test' }).click();
    await page.waitForURL(new RegExp(`project=${tenant.projectId}`));
    await page.getByRole('button', { name: /^Project / }).click();
    await screen.picture('project-menu');
    await page.getByRole('menuitemradio', { name: 'Elsewhere' }).click();
    await page.waitForURL(new RegExp(`project=${other.projectId}`));
    await screen.go('/settings/project');
    await page.getByText('Editors and owners of the project can change this.').waitFor();
    await screen.go(`/settings/models?project=${tenant.projectId}`);
    await page.getByRole('button', { name: 'Exclude models' }).click();
    expect(await page.getByRole('dialog').getByLabel('Scope').count()).toBe(0);
    await page.keyboard.press('Escape');
    await screen.go('/people');
    await page.getByRole('button', { name: 'Add member' }).waitFor();
    await screen.go('/settings/organization');
    await page.getByText('Members can view the organization').waitFor();
    await screen.go('/settings/domains');
    await page.getByText('Editors and owners of the organization can view its domains.').waitFor();
    await screen.accessible();
    await screen.close();
  });
});
