import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantRole } from '../../../src/access/grant-roles.ts';
import { makeAgent, makeTask } from '../../support/agents.ts';
import type { Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { addCollection, addDocument } from '../../support/knowledge.ts';

describeConsole('the access page of a resource', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  /** Grants a role on an agent to a user. */
  async function onAgent({ projectId }: Tenant, agentId: string, userId: string, role: string): Promise<void> {
    const on = { resourceType: 'task_agent', resourceId: agentId, projectId };
    await grantRole(world.db, { ...on, userId, role });
  }

  it('grants, explains, changes and revokes roles of users and groups, and shows inherited roles', async () => {
    const tenant = await world.tenant();
    const grace = await world.person(tenant, { org: 'member' }, 'Grace Hopper');
    await world.person(tenant, { org: 'member', project: 'viewer' }, 'Ada Lovelace');
    await world.person(tenant, { org: 'editor' }, 'Alan Turing');
    const agent = await makeAgent(tenant, { name: 'Shared helper' });
    const members = `${tenant.project}/task-agent/${agent.id}/iam/members`;
    const rolesOf = async (member: string) => (await tenant.owner.get(`${members}/${member}`)).body.roles;
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await screen.go(`/agents/${agent.id}`);
    await page.getByRole('navigation', { name: 'Agent sections' }).getByRole('link', { name: 'Access' }).click();
    await row('Ada Lovelace').getByText('Viewer from this project').waitFor();
    await row('Alan Turing').getByText('Editor from the organization').waitFor();
    // Membership of the organization alone grants nothing here.
    expect(await row('Grace Hopper').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Change role of Ada Lovelace' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Add member' }).click();
    await dialog.getByLabel('Member').selectOption({ label: 'Grace Hopper' });
    await dialog.getByLabel('Role', { exact: true }).selectOption('viewer');
    await screen.accessible();
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await screen.notification('Grace Hopper added.');
    await row('Grace Hopper').getByText('Viewer assigned directly').waitFor();
    expect(await rolesOf(`user:${grace}`)).toEqual(['viewer']);

    const group = `organization:${tenant.orgId}`;
    await page.getByRole('button', { name: 'Add member' }).click();
    await dialog.getByLabel('Member').selectOption(group);
    await dialog.getByLabel('Role', { exact: true }).selectOption('editor');
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await row('All members of an organization').getByText('Editor assigned directly').waitFor();
    expect(await rolesOf(group)).toEqual(['editor']);
    await screen.accessible();
    await screen.picture('who-may-what', { phone: true });

    await page.getByRole('button', { name: 'View permissions of Ada Lovelace' }).click();
    const right = (name: string) => dialog.getByRole('row').filter({ hasText: name }).first();
    const { name } = (await tenant.owner.get(`/org/${tenant.orgId}`)).body;
    await right('View').getByText(`Viewer in this project; Editor assigned directly, through ${name}`).waitFor();
    await right('Run').getByText(`Editor assigned directly, through ${name}`).waitFor();
    await right('Override the release gate').getByText('requires Owner').waitFor();
    await screen.accessible();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Change role of Grace Hopper' }).click();
    await dialog.getByLabel('Role', { exact: true }).selectOption('owner');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row('Grace Hopper').getByText('Owner assigned directly').waitFor();
    expect(await rolesOf(`user:${grace}`)).toEqual(['owner']);
    await page.getByRole('button', { name: 'Remove Grace Hopper' }).click();
    await dialog.getByLabel(/to confirm$/).fill('Grace Hopper');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await screen.notification('Grace Hopper removed.');
    expect((await tenant.owner.get(`${members}/user:${grace}`)).status).toBe(404);
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('exists for every resource type that roles are granted on', async () => {
    const tenant = await world.tenant();
    const made = async (path: string, body: object) => {
      const { status, body: record, text } = await tenant.owner.post(`${tenant.project}/${path}`, body);
      if (status !== 200) throw new Error(text);
      return record;
    };
    const [task, collection] = [await makeTask(tenant), await addCollection(world, tenant, 'Terms')];
    const skill = await made('skill', { display_name: 'Replies', slug: 'replies', instructions: 'Be brief.' });
    const forwarder = await made('task_forwarder', {
      type: 'email',
      name: 'To the office',
      config: { to: ['office@example.com'] },
    });
    const client = await made('oauth_client', { name: 'Importer' });
    const document = await addDocument(world, tenant, { collections: [collection.id] });
    const { page, ...screen } = await world.open(tenant.userId);
    for (const [address, button, title] of [
      [`/tasks/${task.id}?tab=access`, undefined, 'On this task'],
      [`/skills/${skill.id}?tab=access`, undefined, 'On this skill'],
      [`/knowledge/${collection.id}`, 'Access', 'On this collection'],
      [`/knowledge/documents/${document.id}`, 'Access', 'On this document'],
      [`/settings/forwarders/${forwarder.id}`, 'Access', 'On this forwarder'],
      ['/settings/keys', `Access to ${client.name}`, 'On this OAuth client'],
    ] as const) {
      await screen.go(address);
      if (button) await page.getByRole('button', { name: button, exact: true }).click();
      const part = page.getByRole('region', { name: title });
      await part.getByRole('row').filter({ hasText: 'Owner from the organization' }).waitFor();
      await screen.accessible();
    }
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('offers an editor only the role of viewer, warns about changing the own role, and hides users without visibility', async () => {
    const tenant = await world.tenant();
    const agent = await makeAgent(tenant, { name: 'Theirs' });
    const [editor, other] = [await world.person(tenant, {}, 'Editor'), await world.person(tenant, {}, 'Second')];
    await onAgent(tenant, agent.id, editor, 'editor');
    await onAgent(tenant, agent.id, other, 'editor');
    const newcomer = await world.person(tenant, { org: 'member' }, 'Newcomer');
    const { page, ...screen } = await world.open(editor);
    const dialog = page.getByRole('dialog');
    await screen.go(`/agents/${agent.id}?tab=access`);
    await page.getByText('You can assign the viewer role').waitFor();
    await page.getByText('You cannot view the members there').waitFor();
    await page.getByRole('button', { name: 'Change role of Editor' }).waitFor();
    expect(await page.getByRole('button', { name: 'Change role of Second' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Add member' }).click();
    expect(await dialog.getByLabel('Role', { exact: true }).getByRole('option').allTextContents()).toEqual(['Viewer']);
    await dialog.getByLabel('Member').selectOption('id');
    await dialog.getByLabel('User ID').fill('nobody');
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await dialog.getByText('This is not a user ID.').waitFor();
    await dialog.getByLabel('User ID').fill(newcomer);
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await screen.notification('Newcomer added.');

    await page.getByRole('button', { name: 'Change role of Editor' }).click();
    await dialog.getByText('This is your own role').waitFor();
    await dialog.getByLabel('Role', { exact: true }).selectOption('viewer');
    await dialog.getByRole('button', { name: 'Save' }).click();
    // From then on they may only view.
    await page.getByText('Editors and owners can change roles').waitFor();
    await page.getByRole('button', { name: 'Add member' }).waitFor({ state: 'detached' });
    const { roles } = (await tenant.owner.get(`${tenant.project}/task-agent/${agent.id}/iam/members/user:${editor}`))
      .body;
    expect(roles).toEqual(['viewer']);
    await screen.close();
  });

  it('says why the last owner of an organization cannot be removed, and changes nothing', async () => {
    const tenant = await world.tenant();
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    await screen.go('/people?of=organization');
    await page.getByRole('button', { name: /^Change role/ }).click();
    await dialog.getByText('This is your own role').waitFor();
    await dialog.getByLabel('Role in the organization').selectOption('viewer');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Make another member an owner first', { exact: false }).first().waitFor();
    const { roles } = (await tenant.owner.get(`/org/${tenant.orgId}/iam/members/user:${tenant.userId}`)).body;
    expect(roles).toEqual(['owner']);
    await screen.close();
  });

  it('shows changes of others at once', async () => {
    const tenant = await world.tenant();
    const task = await makeTask(tenant);
    const grace = await world.person(tenant, { org: 'member' }, 'Grace Hopper');
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/tasks/${task.id}?tab=access`);
    await page.getByRole('row').filter({ hasText: 'Owner from the organization' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await tenant.owner.post(`${tenant.project}/task/${task.id}/iam/members/user:${grace}`, { add: ['viewer'] });
    await page.getByRole('row').filter({ hasText: 'Grace Hopper' }).waitFor();
    await screen.close();
  });

  it('updates live for a user with a role on one agent only', async () => {
    const tenant = await world.tenant();
    const agent = await makeAgent(tenant, { name: 'Theirs' });
    const holder = await world.person(tenant, {}, 'Holder');
    await onAgent(tenant, agent.id, holder, 'viewer');
    const { page, ...screen } = await world.open(holder);
    await screen.go(`/agents/${agent.id}`);
    await page.getByRole('heading', { name: 'Theirs', level: 1 }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    expect((await tenant.owner.post(agent.path, { name: 'Theirs still' })).status).toBe(200);
    await page.getByRole('heading', { name: 'Theirs still', level: 1 }).waitFor();
    expect(screen.complaints()).toEqual([]);
    // The role is revoked: the stream ends, and the page says so and stops reconnecting.
    const members = `${agent.path}/iam/members/user:${holder}`;
    expect((await tenant.owner.post(members, { remove_all: true })).status).toBe(200);
    await page.getByText('Live updates unavailable').waitFor();
    await screen.close();
  });
});
