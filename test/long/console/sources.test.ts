import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, type Json, type Tenant } from '../../support/client.ts';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { addCollection, addWithheldRemovals } from '../../support/knowledge.ts';
import { Site, type SitePage } from '../../support/site-server.ts';

const html = (title: string, body: string, head = '') =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`;
const links = (...paths: readonly string[]) => paths.map((path) => `<a href="${path}">on</a>`).join(' ');

describeConsole('the console for knowledge sources', () => {
  let world: ConsoleWorld;
  const sites: Site[] = [];
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    await world.close();
  });

  async function open(pages: Readonly<Record<string, SitePage | string>>): Promise<Site> {
    const site = await Site.open(pages);
    sites.push(site);
    return site;
  }

  const sourcesOf = async ({ owner, project }: Tenant): Promise<Json[]> =>
    (await owner.get(`${project}/knowledge_source`)).body.results;

  it('creates a website source, syncs it, shows the result of each page, edits it, and deletes it with its documents', async () => {
    const tenant = await world.tenant();
    const collection = await addCollection(world, tenant, 'Handbook');
    const site = await open({
      '/': html('Home', links('/a', '/hidden', '/lost')),
      '/a': html('Holidays', 'Everybody has 30 days of holidays.'),
      '/hidden': html('Hidden', 'Not for robots.', '<meta name="robots" content="noindex">'),
      // A redirect to a missing page.
      '/lost': { status: 302 },
    });
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    await screen.go('/knowledge');
    await page.getByRole('link', { name: 'Sources' }).click();
    await page.getByText('No sources yet').waitFor();
    await page.getByRole('button', { name: 'Create source' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('The handbook');
    await dialog.getByLabel('Start URLs').fill('handbook');
    await dialog.getByLabel('Handbook').check();
    await screen.accessible();
    await dialog.getByRole('button', { name: 'Create source' }).click();
    // What is no address is said at the field, and nothing that was typed is lost.
    await dialog.getByText('must be an http or https address', { exact: false }).waitFor();
    await dialog.getByLabel('Start URLs').fill(site.url('/'));
    await dialog.getByRole('button', { name: 'Create source' }).click();
    await page.getByRole('heading', { name: 'The handbook', level: 1 }).waitFor();
    await page.getByText('No syncs yet').waitFor();
    expect(await sourcesOf(tenant)).toMatchObject([
      {
        kind: 'web',
        config: { urls: [site.url('/')], max_pages: 1000 },
        collection_ids: [collection.id],
        schedule: null,
      },
    ]);

    await page.getByRole('button', { name: 'Sync now' }).click();
    const run = page.getByRole('table', { name: 'Syncs' }).getByRole('row').nth(1);
    await run.getByText('Completed').waitFor();
    await run.getByText('Added: 2. Skipped: 1. Failed: 1.').waitFor();
    await page.getByRole('link', { name: 'Documents: 2' }).waitFor();
    await screen.accessible();
    await screen.picture('source', { phone: true });
    await run.getByRole('link').click();
    const things = dialog.getByRole('table', { name: 'Items' });
    await things.getByRole('row').filter({ hasText: '/lost' }).getByText('Failed').waitFor();
    expect(await things.getByRole('row').count()).toBe(2);
    await dialog.getByLabel('Items').selectOption('Skipped');
    await things.getByRole('row').filter({ hasText: '/hidden' }).getByText('Skipped').waitFor();
    await screen.accessible();
    await screen.picture('source-run', { phone: true });
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByLabel('Schedule').selectOption('Custom interval');
    await dialog.getByLabel('Interval', { exact: true }).fill('90');
    await screen.accessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await screen.notification('Saved. Applies from the next sync.');
    await page.getByText('Every 90 minutes').waitFor();
    expect(await sourcesOf(tenant)).toMatchObject([{ schedule: 'PT90M' }]);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByLabel('Schedule').selectOption('Every day');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Every day').waitFor();
    await page.getByRole('button', { name: 'Pause schedule' }).click();
    await page.getByText('Paused').waitFor();
    expect(await sourcesOf(tenant)).toMatchObject([{ schedule: 'P1D', paused: true, next_sync: null }]);
    await page.getByRole('link', { name: '← Sources' }).click();
    await page.getByRole('row').filter({ hasText: 'The handbook' }).getByText('Completed').waitFor();
    await screen.accessible();
    await screen.picture('sources', { phone: true });

    await page.getByRole('link', { name: 'The handbook' }).click();
    await page.getByRole('link', { name: 'Documents: 2' }).click();
    await page.getByRole('link', { name: 'Holidays' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByLabel('Also delete its documents (2)').check();
    await dialog.getByLabel(/to confirm$/).fill('The handbook');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await screen.notification('The handbook deleted.');
    await page.getByText('No sources yet').waitFor();
    expect(await sourcesOf(tenant)).toEqual([]);
    const documents = () => tenant.owner.get(`${tenant.project}/document`).then(({ body }) => body.results);
    expect(await eventually(documents, (left: Json[]) => left.length === 0)).toEqual([]);
    expect(screen.foreign()).toEqual([]);
    await screen.close();
  });

  it('asks what becomes of documents that a source lacks, and shows that it misses its freshness goal', async () => {
    const tenant = await world.tenant();
    const { owner, project } = tenant;
    const mailbox = { kind: 'imap', name: 'Mail', config: { host: 'mail.example', username: 'ada' }, secret: 'x' };
    const { id } = (await owner.post(`${project}/knowledge_source`, { ...mailbox, fresh_within: 'P1D' })).body;
    await addWithheldRemovals(world, tenant, id, 2);
    const aged = { last_complete_sync: new Date(Date.now() - 172_800_000) };
    await world.db.updateTable('knowledge_source_states').set(aged).where('source_id', '=', id).execute();
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    await screen.go('/knowledge/sources');
    await page.getByRole('row').filter({ hasText: 'Mail' }).getByText('Removals withheld').waitFor();
    await page.getByRole('link', { name: 'Mail', exact: true }).click();
    const question = page.getByRole('region', { name: 'Removals withheld' });
    await question.getByText('did not find 2 of 2 documents', { exact: false }).waitFor();
    await page.getByText('Late: removals wait for a decision').waitFor();
    await question.getByRole('row').nth(2).waitFor();
    await screen.accessible();
    await screen.picture('source-withheld', { phone: true });
    await question.getByRole('button', { name: 'Delete missing documents: 2' }).click();
    await screen.accessible();
    await dialog.getByLabel(/to confirm$/).fill('Mail');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    expect((await owner.get(`${project}/document`)).body.results).toEqual([]);
    await addWithheldRemovals(world, tenant, id, 1);
    await page.reload();
    await question.getByRole('button', { name: 'Keep documents' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await owner.get(`${project}/document`)).body.results).toHaveLength(1);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByLabel('Freshness goal', { exact: true }).fill('3');
    await dialog.getByLabel('Percent').fill('20');
    await dialog.getByLabel('Encryption').selectOption('STARTTLS');
    // Another server does not get the stored password.
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('the secret is not sent to another server', { exact: false }).waitFor();
    await dialog.getByLabel('Password').fill('y');
    await screen.accessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await screen.notification('Saved. Applies from the next sync.');
    expect(await sourcesOf(tenant)).toMatchObject([
      { fresh_within: 'P3D', removal_max_percent: 20, config: { encryption: 'starttls', mailboxes: ['INBOX'] } },
    ]);
    expect(screen.foreign()).toEqual([]);
    await screen.close();
  });

  it('crawls a website once, stops it, and crawls it again with the same settings', async () => {
    const tenant = await world.tenant();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const site = await open({
      '/': html('Home', links('/slow')),
      '/slow': { body: html('Slow', 'It takes its time.'), after: held },
    });
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    await screen.go('/knowledge/sources');
    await page.getByRole('button', { name: 'Crawl website' }).click();
    await dialog.getByLabel('Start URLs').fill(site.url('/'));
    await dialog.getByLabel('Max crawl depth').fill('1');
    await dialog.getByRole('button', { name: 'Crawl', exact: true }).click();
    await screen.notification('Crawl started.');
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    await eventually(
      async () => site.asked(),
      (asked) => asked.includes('/slow'),
    );
    const stopping = page.waitForResponse((answer) => answer.url().endsWith('/cancel'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const [{ id }] = await sourcesOf(tenant);
    const runs = () => tenant.owner.get(`${tenant.project}/knowledge_source/${id}/run`);
    await eventually(
      async () => (await runs()).body.results[0].status,
      (status) => status.startsWith('cancel'),
    );
    release();
    expect([200, 202]).toContain((await stopping).status());
    await dialog.getByText('Cancelled').first().waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Crawl again' }).click();
    expect(await dialog.getByLabel('Start URLs').inputValue()).toBe(site.url('/'));
    expect(await dialog.getByLabel('Max crawl depth').inputValue()).toBe('1');
    await dialog.getByRole('button', { name: 'Crawl', exact: true }).click();
    await dialog.getByText('Completed').first().waitFor();
    const documents = (await tenant.owner.get(`${tenant.project}/document?connection_id=${id}`)).body.results;
    expect(documents.map(({ title }: Json) => title).toSorted()).toEqual(['Home', 'Slow']);
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('says why a sync failed, and that another one is still running', async () => {
    const tenant = await world.tenant();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const site = await open({ '/robots.txt': { status: 500 }, '/': html('Home', 'x') });
    const slow = await open({ '/': { body: html('Home', 'x'), after: held } });
    const make = async (name: string, urls: string[]) =>
      (await tenant.owner.post(`${tenant.project}/knowledge_source`, { kind: 'web', name, config: { urls } })).body;
    const [closed, busy] = [await make('Closed', [site.url('/')]), await make('Busy', [slow.url('/')])];
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/knowledge/sources/${closed.id}`);
    await page.getByRole('button', { name: 'Sync now' }).click();
    const run = page.getByRole('table', { name: 'Syncs' }).getByRole('row').nth(1);
    await run.getByText('Failed').first().waitFor();
    await run.getByText('robots.txt', { exact: false }).first().waitFor();
    await screen.go(`/knowledge/sources/${busy.id}`);
    await page.getByText('No syncs yet').waitFor();
    // Somebody else begins one at the same moment, before the page has heard of it.
    await page.route('**/sync', async (route) => {
      await tenant.owner.post(`${tenant.project}/knowledge_source/${busy.id}/sync`);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByText('A sync is already running', { exact: false }).waitFor();
    await screen.accessible();
    release();
    await page.getByRole('table', { name: 'Syncs' }).getByText('Completed').waitFor();
    await screen.close();
  });

  it('shows a viewer the state of sources, and no buttons that would fail', async () => {
    const tenant = await world.tenant();
    const config = { urls: ['https://handbook.example.com/'] };
    const made = await tenant.owner.post(`${tenant.project}/knowledge_source`, { kind: 'web', name: 'Theirs', config });
    const viewer = await world.person(tenant, { project: 'viewer' });
    const { page, ...screen } = await world.open(viewer);
    await screen.go('/knowledge/sources');
    await page.getByText('Editors and owners of the project can create and change sources.').waitFor();
    await page.getByRole('link', { name: 'Theirs' }).click();
    await page.getByText('Editors and owners of the project can start and cancel syncs.').waitFor();
    await page.getByText('No syncs yet').waitFor();
    expect(await page.getByRole('button', { name: /^(Sync|Crawl|Edit|Delete|Create)/ }).count()).toBe(0);
    expect(made.status).toBe(200);
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });
});
