import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makeAgent } from '../../support/agents.ts';
import { startAuthServer } from '../../support/auth-server.ts';
import { type ConsoleWorld, describeConsole, openConsole, type Screen } from '../../support/console.ts';
import { ECHO_TOOL, startMcpServer } from '../../support/mcp-server.ts';
import { allowServer } from '../../support/mcp-tools.ts';
import { makeIntegration, openAccount } from '../../support/services.ts';
import { makeSkill } from '../../support/skills.ts';

/** A tool description with hostile markup. */
const HOSTILE = {
  name: 'بحث',
  title: 'ابحث في كل شيء',
  description: `# Read me\n\n![p](https://evil.example/pixel.png) <img src="https://evil.example/q.png"> <script>alert(1)</script>\n\n[safe](https://evil.example/x)\n\n${'Very long. '.repeat(3000)}`,
  inputSchema: { type: 'object', properties: { سؤال: { type: 'string' } } },
};

const NOTES_API = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { operationId: 'listNotes', summary: 'All notes', responses: { 200: { description: 'They are.' } } },
    },
  },
};

describeConsole('the console for connections and skills', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  /**
   * Takes screenshots that any user can see. API errors are expected. During typing in an editor, the browser tries to keep
   * the text color, which the page's policy blocks, and the editor renders the text again.
   */
  const sound = async (screen: Screen, name: string) => {
    await screen.accessible();
    await screen.picture(name, { phone: true });
    expect(screen.complaints().filter((said) => !/Failed to load resource|Applying inline style/.test(said))).toEqual(
      [],
    );
  };

  it('connects an MCP server by its address, and shows changed tools until they are accepted or rejected', async () => {
    const tenant = await world.tenant();
    await using mcp = await startMcpServer({ tools: [ECHO_TOOL, HOSTILE] });
    const screen = await world.open(tenant.userId);
    const { page } = screen;
    const dialog = page.getByRole('dialog');
    await screen.go('/connections');
    await page.getByText('No connections yet').waitFor();
    await page.getByRole('link', { name: 'Create connection' }).click();
    await page.getByRole('link', { name: 'GitHub' }).waitFor();
    await sound(screen, 'connections-kinds');
    await page.getByRole('link', { name: 'MCP server' }).click();
    await page.getByLabel('URL').fill('http://127.0.0.1:1/mcp');
    await page.getByLabel('Name').fill('Tools');
    await page.getByRole('button', { name: 'Load tools' }).click();
    await page.getByRole('alert').getByText('MCP_SERVER_FAILED').waitFor();
    await page.getByLabel('URL').fill(mcp.url);
    await page.getByRole('button', { name: 'Load tools' }).click();
    await page.getByText('Tools found: 2.').waitFor();
    await page.getByText(HOSTILE.name, { exact: true }).click();
    await page.getByText('[image: p]').waitFor();
    await sound(screen, 'connections-make');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
    const tools = page.getByRole('table', { name: 'Tools' });
    const row = (name: string) => tools.getByRole('row').filter({ hasText: name });
    await row('echo').getByText('Allowed').waitFor();
    await row(HOSTILE.title).getByText('Allowed').waitFor();

    const [, id = ''] = /mcp\/([\w-]+)/.exec(page.url()) ?? [];
    const refresh = () => tenant.owner.post(`${tenant.project}/task_mcp_server/${id}/refresh`);
    const deletes = { ...ECHO_TOOL, description: 'Deletes everything.' };
    mcp.script.tools = [deletes, HOSTILE];
    await page.getByRole('button', { name: 'Reload tools' }).click();
    await page.getByText('Changed: echo.').waitFor();
    await page.getByText('Changed tools: 1').waitFor();
    await page.getByRole('button', { name: 'Review changed tools (1)' }).click();
    await dialog.getByRole('region', { name: 'Description' }).getByText('+ Deletes everything.').waitFor();
    await dialog.getByText('− Says what it is given.').waitFor();
    await sound(screen, 'connections-change');
    // The tools change again during the decision: the displayed version is accepted.
    const properties = { message: { type: 'string' }, all: { type: 'boolean' } };
    mcp.script.tools = [{ ...deletes, inputSchema: { type: 'object', properties } }, HOSTILE];
    let isFirst = true;
    await page.route('**/task_mcp_tool/*', async (route) => {
      if (route.request().method() === 'POST' && isFirst) {
        isFirst = false;
        await refresh();
      }
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Accept change' }).click();
    await dialog.getByRole('alert').getByText('The tool changed again.').waitFor();
    await dialog.getByRole('region', { name: 'Parameters' }).getByText('"all"').waitFor();
    await dialog.getByRole('button', { name: 'Accept change' }).click();
    await screen.notification('echo allowed.');
    await row('echo').getByText('Allowed').waitFor();

    mcp.script.tools = [deletes, HOSTILE];
    await refresh();
    await screen.go('/connections');
    await page.getByRole('row').filter({ hasText: mcp.url }).getByText('Changed tools: 1').waitFor();
    await sound(screen, 'connections');
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    await page.getByRole('button', { name: 'Review echo' }).click();
    await dialog.getByRole('button', { name: 'Reject change' }).click();
    await row('echo').getByText('Rejected').waitFor();
    await page.getByRole('button', { name: `Show ${HOSTILE.title}` }).click();
    await dialog.getByText('[image: p]').waitFor();
    await sound(screen, 'connections-tool');
    expect(screen.foreign()).toEqual([]);
    await screen.close();
  });

  it('opens the OAuth consent in its own window and shows the result', async () => {
    const tenant = await world.tenant();
    await using mcp = await startMcpServer();
    await using auth = await startAuthServer();
    auth.protect(mcp);
    const made = await tenant.owner.post(`${tenant.project}/task_mcp_server`, { name: 'Guarded', server_url: mcp.url });
    const screen = await world.open(tenant.userId);
    const { page, context } = screen;
    await screen.go(`/connections/mcp/${made.body.id}`);
    await page.getByText('Authorization required').waitFor();
    await sound(screen, 'connections-consent');
    const opened = async (button: string) => {
      const [popup] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('button', { name: button, exact: true }).click(),
      ]);
      return popup;
    };

    auth.script.refuses = 'access_denied';
    await opened('Authorize');
    await page.getByRole('alert').getByText('Authorization was denied.').waitFor();
    auth.script.refuses = undefined;

    // A consent page without a redirect: the user closes it or returns too late.
    auth.script.authorizeAt = `${auth.origin}/asks`;
    const closed = await opened('Authorize');
    await closed.waitForURL(/\/asks/);
    await closed.close();
    await page.getByText('No response from the window.').waitFor();
    const late = await opened('Start over');
    await late.waitForURL(/\/asks/);
    const state = new URL(late.url()).searchParams.get('state') ?? '';
    await world.db
      .updateTable('connection_auth_sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', tenant.userId)
      .execute();
    await late.goto(`${world.origin}/api/v1/task_mcp_server/callback?state=${state}&code=x`).catch(() => undefined);
    await page.getByRole('alert').getByText('This authorization request expired').waitFor();

    auth.script.authorizeAt = undefined;
    const popup = await opened('Authorize');
    await page.getByText('Authorized. The connection is ready.').waitFor();
    if (!popup.isClosed()) await popup.waitForEvent('close');
    await page.getByText(/^\W*Connected$/).waitFor();
    await page.getByRole('button', { name: 'Review changed tools (1)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'echo' }).getByText('Allowed').waitFor();
    expect(screen.foreign().filter((url) => !url.startsWith(auth.origin))).toEqual([]);
    await screen.close();
  });

  it('shows the result to a user who returns to a page that no longer waits', async () => {
    const screen = await world.open();
    await screen.go('/connected');
    await screen.page.getByText('This address names no connection').waitFor();
    await screen.page.getByRole('link', { name: 'Open connections' }).waitFor();
    await screen.go('/connected?of=x&error=access_denied&error_description=They%20said%20no');
    await screen.page.getByRole('alert').getByText('They said no').waitFor();
    await sound(screen, 'connected');
    await screen.close();
  });

  it('creates an integration of a service and of an API, never shows a secret again, and deletes them', async () => {
    const tenant = await world.tenant();
    const account = await openAccount();
    const screen = await world.open(tenant.userId);
    const { page, context } = screen;
    const dialog = page.getByRole('dialog');
    // The test names the account at the service.
    await context.route(`${inject('servers').servicesUrl}/**/authorize*`, (route) =>
      route.continue({ url: `${route.request().url()}&account=${account.name}` }),
    );
    await screen.go('/connections/new?kind=github');
    await page.getByLabel('Name').fill('GitHub of the shop');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Authorization required').waitFor();
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await page.getByText(`Account: ${account.name}.`).waitFor();
    await page.getByLabel('github_of_the_shop__list_issues').first().waitFor();
    await sound(screen, 'connections-service');
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByText(/^\W*Disconnected$/).waitFor();

    await screen.go('/connections/new?kind=openapi');
    await page.getByLabel('OpenAPI document').selectOption('text');
    await page.getByLabel('Document content').fill('{"openapi": "1.0"}');
    await page.getByLabel('API base URL').fill('https://notes.example.com');
    await page.getByLabel('Authentication').selectOption('bearer');
    await page.getByLabel('Key or token').fill('canary-of-the-console');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByLabel('Document content').and(page.locator('[aria-invalid]')).waitFor();
    await sound(screen, 'connections-api');
    await page.getByLabel('Document content').fill(JSON.stringify(NOTES_API));
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Enabled tools: 0 of 1.').waitFor();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Save selection' }).click();
    await page.getByText('Enabled tools: 1 of 1.').waitFor();
    expect(await page.content()).not.toContain('canary-of-the-console');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByLabel(/to confirm$/).fill('Notes');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await screen.notification('Notes deleted.');
    await page.getByRole('link', { name: 'GitHub of the shop' }).waitFor();
    await screen.close();
  });

  it('names who has a missing permission, and shows where a connection is used', async () => {
    const tenant = await world.tenant();
    await using mcp = await startMcpServer();
    const server = await allowServer(tenant, mcp.url);
    const { id } = await makeIntegration(tenant, 'github', { name: 'GitHub' });
    await makeAgent(tenant, { name: 'Librarian', mcp_servers: [{ task_mcp_server_id: server.id }] });
    const viewer = await world.person(tenant, { org: 'viewer', project: 'viewer' });
    const { page, ...screen } = await world.open(viewer);
    await screen.go('/connections');
    await page.getByText('Editors and owners of the project can create connections.').waitFor();
    expect(await page.getByRole('link', { name: 'Create connection' }).count()).toBe(0);
    for (const path of [`mcp/${server.id}`, `service/${id}`]) {
      await screen.go(`/connections/${path}`);
      await page.getByText('Its editors and owners can change this connection.').waitFor();
      expect(await page.getByRole('button', { name: /^(Delete|Edit|Authorize|Disable|Enable)/ }).count()).toBe(0);
    }
    await screen.go(`/connections/mcp/${server.id}`);
    await page.getByRole('button', { name: 'Show echo' }).click();
    await page.getByRole('dialog').getByText('Says what it is given.').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: /allow/i }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Used by agents' }).getByRole('link', { name: 'Librarian' }).click();
    const matrix = page.getByRole('table', { name: 'Approval by tool' });
    await matrix.getByRole('rowheader', { name: 'MCP server · Tools', exact: true }).waitFor();
    await matrix.getByRole('rowheader', { name: /echo/ }).waitFor();
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });

  it('creates a skill with files, edits it, compares its revisions, and activates an older one', async () => {
    const tenant = await world.tenant();
    const screen = await world.open(tenant.userId);
    const { page } = screen;
    const dialog = page.getByRole('dialog');
    const files = page.getByRole('list', { name: 'Files' });
    const logo = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    await screen.go('/skills');
    await page.getByText('No skills yet').waitFor();
    await page.getByRole('link', { name: 'Create skill' }).click();
    await page.getByLabel('Name', { exact: true }).fill('House style');
    await page.getByLabel('Description').fill('How we write to customers.');
    await page.getByLabel('Text of SKILL.md').fill('# House style\n\nBe brief.');
    await page.getByLabel('Select files').setInputFiles([
      { name: 'examples.md', mimeType: 'text/markdown', buffer: Buffer.from('Dear Ada,') },
      { name: 'logo.png', mimeType: 'image/png', buffer: logo },
    ]);
    await page.getByLabel('Path').fill('../examples.md');
    await page.getByRole('button', { name: 'Create skill', exact: true }).click();
    await page.getByLabel('Path').and(page.locator('[aria-invalid]')).waitFor();
    await files.getByText('Contains errors').waitFor();
    await sound(screen, 'skill-new');
    await page.getByLabel('Path').fill('references/examples.md');
    await page.getByRole('button', { name: 'Create skill', exact: true }).click();
    await page.getByRole('heading', { name: 'House style', level: 1 }).waitFor();
    await files.getByRole('button', { name: 'logo.png' }).click();
    await page.getByText('Not a text file: image/png').waitFor();
    await files.getByRole('button', { name: 'references/examples.md' }).click();
    await page.getByLabel('Text of references/examples.md').getByText('Dear Ada,').waitFor();
    await sound(screen, 'skill');

    await files.getByRole('button', { name: 'SKILL.md' }).click();
    await page.getByLabel('Text of SKILL.md').fill('# House style\n\nBe kind.');
    await files.getByRole('button', { name: 'references/examples.md' }).click();
    await page.getByLabel('Text of references/examples.md').fill('Dearest Ada,');
    await page.getByLabel('Select files').setInputFiles({ name: 'seal.png', mimeType: 'image/png', buffer: logo });
    await page.getByLabel('Change note').fill('Kindness pays.');
    await page.getByRole('button', { name: 'Save as new revision' }).click();
    await screen.notification('Saved. The new revision is active.');
    await page.getByRole('link', { name: 'Revisions' }).click();
    await page.getByText('Kindness pays.').first().waitFor();
    const [, older = ''] = await page
      .getByLabel('From')
      .locator('option')
      .evaluateAll((all) => all.map((each) => (each as unknown as { value: string }).value));
    await page.getByLabel('From').selectOption(older);
    const differing = page.getByRole('region', { name: 'Compare' });
    await differing.getByRole('figure', { name: 'SKILL.md' }).getByText('− Be brief.').waitFor();
    await differing.getByRole('figure', { name: 'SKILL.md' }).getByText('+ Be kind.').waitFor();
    await differing.getByRole('figure', { name: 'references/examples.md' }).getByText('− Dear Ada,').waitFor();
    await differing.getByRole('figure', { name: 'references/examples.md' }).getByText('+ Dearest Ada,').waitFor();
    await differing.getByRole('figure', { name: 'seal.png' }).getByText('+ Not a text file: image/png').waitFor();
    expect(await differing.getByRole('figure').count()).toBe(3);
    await sound(screen, 'skill-revisions');
    await page.getByRole('button', { name: 'Activate v1', exact: true }).click();
    await screen.notification('Revision activated.');
    const [, id = ''] = /skills\/([\w-]+)/.exec(page.url()) ?? [];
    const { body: content } = await tenant.owner.get(`${tenant.project}/skill/${id}/content`);
    expect(content).toMatchObject({
      id: older,
      instructions: '# House style\n\nBe brief.',
      reference_docs: { 'references/examples.md': 'Dear Ada,' },
      assets: { 'logo.png': { content: logo.toString('base64') } },
    });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByLabel(/to confirm$/).fill('House style');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await screen.notification('House style deleted.');
    expect(screen.foreign()).toEqual([]);
    await screen.close();
  });

  it('shows on agents which requirements of a skill are unmet, imports a skill from an archive, and shows the catalog', async () => {
    const tenant = await world.tenant();
    const dependencies = [{ type: 'integration', integration_type: 'github', required: true }];
    const skill = await makeSkill(tenant, {
      display_name: 'Triage',
      capabilities: { schema_version: 1, dependencies },
    });
    await makeAgent(tenant, { name: 'Librarian', skills: [{ skill_id: skill.id }] });
    const archive = await fetch(tenant.owner.url(`${tenant.project}/skill/${skill.id}/export`), {
      headers: { authorization: `Bearer ${tenant.key}` },
    });
    const screen = await world.open(tenant.userId);
    const { page } = screen;
    await screen.go(`/skills/${skill.id}?tab=use`);
    const used = page.getByRole('region', { name: 'Used by agents' });
    await used.getByRole('link', { name: 'Librarian' }).waitFor();
    await used.getByText('Authorization required').waitFor();
    await sound(screen, 'skill-use');
    await page.getByRole('link', { name: 'Skills', exact: true }).click();
    await page.getByLabel('Select archive').setInputFiles({
      name: 'triage.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(await archive.arrayBuffer()),
    });
    await page.getByRole('alert').getByText('SKILL_ALREADY_EXISTS').waitFor();
    await page.getByRole('button', { name: 'Add as a new revision of the existing skill' }).click();
    await screen.notification('Skill Triage imported.');

    const viewer = await world.open(await world.person(tenant, { org: 'viewer', project: 'viewer' }));
    await viewer.go(`/skills/${skill.id}`);
    await viewer.page.getByText('Its editors and owners can change this skill.').waitFor();
    await viewer.page.getByRole('region', { name: 'Instructions' }).waitFor();
    expect(await viewer.page.getByRole('button', { name: /^(Save|Delete|Edit|Add file)/ }).count()).toBe(0);
    await viewer.go('/skills');
    await viewer.page.getByText('Editors and owners of the project can create skills.').waitFor();
    await viewer.page.getByRole('link', { name: 'Catalog' }).click();
    await viewer.page.getByRole('row').nth(1).getByRole('link').click();
    await viewer.page.getByRole('region', { name: 'Instructions' }).waitFor();
    await sound(viewer, 'skill-catalog');
    expect([screen.foreign(), viewer.foreign()]).toEqual([[], []]);
    await Promise.all([screen.close(), viewer.close()]);
  });
});
