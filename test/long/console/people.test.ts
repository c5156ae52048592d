import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantRole } from '../../../src/access/grant-roles.ts';
import { makeAgent, makeTask } from '../../support/agents.ts';
import { Client } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { startScene, sum } from '../../support/scene.ts';

describeConsole('the console for people and credentials', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  it('creates an API key, shows its value once, and revokes it after its name is typed', async () => {
    const tenant = await world.tenant();
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    await screen.go('/settings');
    await page.getByRole('main').getByRole('link', { name: 'API keys and OAuth clients' }).click();
    await page.getByRole('button', { name: 'Create API key' }).click();
    await dialog.getByLabel('Name').fill('Nightly import');
    await dialog.getByLabel('Scopes').fill('project:view');
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    const value = await dialog.getByLabel('Secret', { exact: true }).inputValue();
    expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    await screen.accessible();
    await page.keyboard.press('Escape');
    await dialog.getByLabel('I have saved the secret').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'Nightly import' }).waitFor();
    expect(await page.content()).not.toContain(value);
    const holder = new Client(tenant.owner.base, value);
    expect((await holder.get(tenant.project)).status).toBe(200);
    await screen.accessible();
    await screen.picture('settings-keys', { phone: true });

    await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
    const revoke = dialog.getByRole('button', { name: 'Revoke' });
    await dialog.getByLabel(/to confirm$/).fill('Nightly');
    expect(await revoke.isDisabled()).toBe(true);
    await dialog.getByLabel(/to confirm$/).fill('Nightly import');
    await revoke.press('Enter');
    await screen.notification('Nightly import revoked.');
    // The row went with the button that had been pressed there.
    await page.locator('h1:focus').waitFor();
    expect((await holder.get(tenant.project)).status).toBe(401);
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('shows an invalid scope at its field, creates an OAuth client with its secret, and deletes it', async () => {
    const tenant = await world.tenant();
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    await screen.go('/settings/keys');
    await page.getByRole('button', { name: 'Create OAuth client' }).click();
    await dialog.getByLabel('Name').fill('Importer');
    await dialog.getByLabel('Scopes').fill('task:vieww');
    await dialog.getByRole('button', { name: 'Create OAuth client' }).click();
    await dialog.getByRole('alert').getByText('task:vieww').waitFor();
    await dialog.getByLabel('Scopes').fill('task:view');
    await dialog.getByRole('button', { name: 'Create OAuth client' }).click();
    expect(await dialog.getByLabel('Secret', { exact: true }).inputValue()).not.toBe('');
    await dialog.getByLabel('I have saved the secret').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: 'Importer' })
      .getByText('Machine to machine (acts as this project)')
      .waitFor();
    await page.getByRole('button', { name: 'Delete Importer' }).click();
    await dialog.getByLabel(/to confirm$/).fill('Importer');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await screen.notification('Importer deleted.');
    expect((await tenant.owner.get(`${tenant.project}/oauth_client`)).body.results).toEqual([]);
    await screen.close();
  });

  it('invites a user by email, sends the invite again and withdraws it', async () => {
    const tenant = await world.tenant();
    const email = `${randomUUID()}@example.com`;
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    await screen.go('/people?of=invites');
    await page.getByText('No pending invites').waitFor();
    await page.getByRole('button', { name: 'Invite user' }).click();
    await dialog.getByLabel('Email address').fill(email);
    await dialog.getByLabel('Role in this project').selectOption('viewer');
    await dialog.getByText('Only the email contains the link').waitFor();
    await dialog.getByRole('button', { name: 'Send invite' }).click();
    await screen.notification(`Invite for ${email} created. This installation sends no email`);
    const { results } = (await tenant.owner.get(`/org/${tenant.orgId}/invite`)).body;
    expect(results).toMatchObject([
      { email_address: email, roles: ['member'], project_roles: { [tenant.projectId]: ['viewer'] } },
    ]);
    const again = page.waitForResponse((answer) => answer.url().endsWith('/resend'));
    await page.getByRole('button', { name: `Resend to ${email}` }).click();
    expect((await again).status()).toBe(200);
    await screen.accessible();
    await screen.picture('people-invites', { phone: true });
    await page.getByRole('button', { name: `Revoke invite for ${email}` }).click();
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await screen.notification(`Invite for ${email} revoked.`);
    await page.getByText('No pending invites').waitFor();
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('leads from a member that is missing to an invite of the typed address', async () => {
    const tenant = await world.tenant();
    const email = `${randomUUID()}@example.com`;
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    await screen.go('/people');
    await page.getByRole('button', { name: 'Add member' }).click();
    await dialog.getByLabel('Member').selectOption({ label: 'New user, by email…' });
    await dialog.getByLabel('Email address').fill(email);
    await screen.accessible();
    await dialog.getByRole('button', { name: 'Invite by email' }).click();
    await dialog.getByRole('heading', { name: 'Invite user' }).waitFor();
    expect(await dialog.getByLabel('Email address').inputValue()).toBe(email);
    await dialog.getByRole('button', { name: 'Send invite' }).click();
    await screen.notification(`Invite for ${email} created.`);
    const { results } = (await tenant.owner.get(`/org/${tenant.orgId}/invite`)).body;
    expect(results).toMatchObject([{ email_address: email, roles: ['member'] }]);
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('changes roles, says which role grants a permission, and removes a user by name', async () => {
    const tenant = await world.tenant();
    const grace = await world.person(tenant, { org: 'viewer', project: 'viewer' }, 'Grace Hopper');
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    const rolesAt = async (path: string) => (await tenant.owner.get(`${path}/iam/members/user:${grace}`)).body.roles;
    await screen.go('/people');
    await page.getByRole('button', { name: 'View permissions of Grace Hopper' }).click();
    const here = dialog.getByRole('region', { name: 'In this project' });
    const right = (name: string) => here.getByRole('row').filter({ hasText: name }).first();
    await right('View').getByText('Viewer in the organization; Viewer in this project').waitFor();
    await right('Create agents').getByText('requires Editor').waitFor();
    await screen.accessible();
    await screen.picture('people-why', { phone: true });
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: 'This project' }).click();
    await page.getByRole('button', { name: 'Change role of Grace Hopper' }).click();
    await dialog.getByLabel('Role in this project').selectOption('editor');
    await dialog.getByLabel('Task creator').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await screen.notification('Roles of Grace Hopper changed.');
    expect(await rolesAt(tenant.project)).toEqual(['editor', 'task_creator']);
    await page.getByRole('row').filter({ hasText: 'Grace Hopper' }).getByText('Editor, Task creator').waitFor();
    await screen.accessible();
    await screen.picture('people', { phone: true });

    await page.getByRole('button', { name: 'Remove Grace Hopper' }).click();
    await dialog.getByLabel(/to confirm$/).fill('Grace Hopper');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await screen.notification('Grace Hopper removed.');
    expect((await tenant.owner.get(`${tenant.project}/iam/members/user:${grace}`)).status).toBe(404);
    expect(await rolesAt(`/org/${tenant.orgId}`)).toEqual(['viewer']);
    expect(screen.foreign()).toEqual([]);
    await screen.close();
  });

  it('shows the audit trail with filters from its address, the changes, and that its chain is intact', async () => {
    const tenant = await world.tenant();
    await tenant.owner.post(`${tenant.project}/collection`, { title: 'Terms' });
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go('/audit?of=org');
    await page.getByLabel('Event type').fill('collection.created');
    await page.keyboard.press('Enter');
    await page.waitForURL(/event_type=collection\.created/);
    await page.getByRole('row').nth(1).waitFor();
    // The field is still there for the next filter, and follows the address.
    await page.getByLabel('Event type').and(page.locator(':focus')).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel('Event type').inputValue()).toBe('');
    await page.goForward();
    await expect.poll(() => page.getByLabel('Event type').inputValue()).toBe('collection.created');
    await page.getByRole('button', { name: 'Verify hash chain' }).click();
    await page.getByText('No event was changed or is missing.').waitFor();
    await screen.accessible();
    await screen.picture('settings-audit', { phone: true });
    await page.getByRole('link', { name: 'Details:' }).first().click();
    await page.getByRole('dialog').getByText('Changes').waitFor();
    await screen.accessible();
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('names who has a missing permission, and shows no buttons that would fail', async () => {
    const tenant = await world.tenant();
    const viewer = await world.person(tenant, { org: 'viewer', project: 'viewer' });
    const { page, ...screen } = await world.open(viewer);
    await screen.go('/people');
    await page.getByText('Editors and owners can change roles').waitFor();
    expect(await page.getByRole('button', { name: /^(Change role|Remove)/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Invites' }).click();
    await page.getByText('Editors and owners can invite users.').waitFor();
    await screen.go('/audit');
    await page.getByText('Owners can view the audit log.').waitFor();
    await screen.go('/settings/credits');
    await page.getByText('Owners of the organization can view its ledger.').waitFor();
    await screen.accessible();
    const [agent, task] = [await makeAgent(tenant), await makeTask(tenant)];
    for (const [place, says] of [
      [`/agents/${agent.id}`, 'You can view this agent. Its editors and owners can change it.'],
      [`/tasks/${task.id}`, 'You can view this task. Its editors and owners can change it.'],
      [`/agents/${agent.id}?tab=triggers`, 'Editors and owners of the project can change triggers.'],
      ['/agents/new', 'Editors and owners of the project can create agents.'],
      ['/skills/new', 'Editors and owners of the project can create skills.'],
      ['/connections/new', 'Editors and owners of the project can create connections.'],
    ] as const) {
      await screen.go(place);
      await page.getByText(says).waitFor();
      expect(await page.getByRole('button', { name: /^(Save|Run|Activate|Add|Create|Start)/ }).count(), place).toBe(0);
    }
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('leads a user with a role on one agent to it and its requests, and sends no request that fails', async () => {
    const tenant = await world.tenant();
    const { run, agent, requests } = await startScene(world, tenant, [sum('6*7')], { fields: { name: 'Theirs' } });
    await makeAgent(tenant, { name: 'Not theirs' });
    const holder = await world.person(tenant, {});
    const on = { resourceType: 'task_agent', resourceId: agent.id, projectId: tenant.projectId };
    await grantRole(world.db, { ...on, userId: holder, role: 'viewer' });
    const { page, ...screen } = await world.open(holder);
    await screen.go('/');
    await page.getByRole('heading', { name: 'Your access' }).waitFor();
    await screen.accessible();
    await page.getByRole('link', { name: 'Theirs' }).click();
    await page.getByText('You can view this agent.').waitFor();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.locator(`a[href*="${requests[0].id}"]`).first().waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.locator(`a[href*="${run.id}"]`).first().waitFor();
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('table').getByRole('link', { name: 'Theirs', exact: true }).waitFor();
    expect(await page.getByText('Not theirs').count()).toBe(0);
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByText('You need a role in this project').waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { name: 'Your access' }).waitFor();
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });
});
