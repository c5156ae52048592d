import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConsoleWorld, describeConsole, openConsole } from '../support/console.ts';
import { addCollection, addDocument } from '../support/knowledge.ts';
import { writtenAnswer } from '../support/library.ts';

/** Passages carry the marker, so that only the model that answers from them follows the script. */
const KEY = 'asked-in-the-console';
const RETURNS = `Goods may be returned within 14 days of delivery. [[script:${KEY}]]`;

describeConsole('knowledge in the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  it('takes files into a new collection, shows how far they are, and answers with what it cites', async () => {
    const tenant = await world.tenant();
    await world.model.script(KEY, [writtenAnswer('Within **14 days**.', ['p1', 'returned within 14 days'])], {
      by: 'call',
    });
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go('/knowledge');
    await page.getByText('There is no collection yet').waitFor();
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByLabel('Name').fill('Terms of sale');
    await page.getByRole('dialog').getByRole('button', { name: 'New collection' }).click();
    await page.getByRole('heading', { name: 'Terms of sale' }).waitFor();
    await page.getByLabel('Choose files').setInputFiles([
      { name: 'terms.md', mimeType: 'text/markdown', buffer: Buffer.from(`# Returns\n\n${RETURNS}`) },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 cut off') },
    ]);
    await screen.told('2 files are being read.');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('terms').getByText('Ready').waitFor();
    await row('broken').getByText('Failed').waitFor();
    await page.getByText('Documents: 2. Passages: 1.').waitFor();
    expect(await row('broken').textContent()).toMatch(/damaged|cut off|broken/i);
    await page.getByLabel('Question').fill('How long may goods be returned after delivery?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Where it says so').waitFor();
    expect(await page.locator('blockquote').textContent()).toBe('returned within 14 days');
    await screen.accessible();
    await screen.picture('knowledge', { phone: true });
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('says that the documents do not answer, and deletes one only when told twice', async () => {
    const tenant = await world.tenant();
    const { id } = await addCollection(world, tenant, 'Physics');
    const document = await addDocument(world, tenant, { collections: [id] });
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/knowledge/${id}`);
    await page.getByLabel('Question').fill('Who won the championship of 1954?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('The answer is not in the documents.').waitFor();
    await page.getByRole('button', { name: 'Delete: Water' }).click();
    await page.keyboard.press('Escape');
    expect((await tenant.owner.get(`${tenant.project}/document/${document.id}`)).status).toBe(200);
    await page.getByRole('button', { name: 'Delete: Water' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await screen.told('Water was deleted.');
    await page.getByText('There is no document yet').waitFor();
    expect((await tenant.owner.get(`${tenant.project}/document/${document.id}`)).status).toBe(404);
    await screen.close();
  });

  it('tells somebody who may not make collections so, and offers it to nobody else', async () => {
    const tenant = await world.tenant();
    const viewer = await world.person(tenant, { org: 'viewer', project: 'viewer' });
    const { page, ...screen } = await world.open(viewer);
    await screen.go('/knowledge');
    await page.getByText('Editors and owners of the project make collections.').waitFor();
    expect(await page.getByRole('button', { name: 'New collection' }).count()).toBe(0);
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });
});
