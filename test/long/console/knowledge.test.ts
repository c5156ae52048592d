import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { addCollection, addDocument, addKnowledgeQuery } from '../../support/knowledge.ts';
import { toKnowledgeAnswer } from '../../support/library.ts';
import { pdf } from '../../support/pdf.ts';

/** Chunks contain the marker, so that only the model that answers from them follows the script. */
const KEY = 'asked-in-the-console';
/** Lines of the second page. The first has the beginning of the quote too. */
const TERMS = pdf([
  [{ text: 'Terms of sale: what is returned within a year is repaired.' }],
  [{ text: 'Goods may be returned within 14 ' }, { text: 'days of deli-' }, { text: `very. [[script:${KEY}]]` }],
]);

describeConsole('the console for knowledge', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  it('uploads files to a new collection, shows their progress, and answers with citations', async () => {
    const tenant = await world.tenant();
    await world.model.script(
      KEY,
      [toKnowledgeAnswer('Within **14 days**, or 30.', ['p1', 'returned within 14 days of delivery'], ['p1', '30'])],
      {
        by: 'call',
      },
    );
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go('/knowledge');
    await page.getByText('No collections yet').waitFor();
    await page.getByRole('button', { name: 'Create collection' }).click();
    await page.getByLabel('Name').fill('Terms of sale');
    await page.getByRole('dialog').getByRole('button', { name: 'Create collection' }).click();
    await page.getByRole('heading', { name: 'Terms of sale' }).waitFor();
    await page.getByLabel('Select files').setInputFiles([
      { name: 'terms.pdf', mimeType: 'application/pdf', buffer: TERMS },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 cut off') },
    ]);
    await screen.notification('2 files uploaded.');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('terms').getByText('Ready').waitFor();
    await row('broken').getByText('Failed').first().waitFor();
    await page.getByText('Documents: 2. Chunks: 1.').waitFor();
    await page.getByText('Content', { exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: 'Failed: 1' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Ready: 1' }).waitFor();
    expect(await row('broken').textContent()).toMatch(/damaged|cut off|broken/i);
    // Once, and not again in the server's words.
    expect((await row('broken').textContent())?.match(/is damaged/gi) ?? []).toHaveLength(1);
    await page.getByLabel('Question').fill('How long may goods be returned after delivery?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Citations', { exact: true }).waitFor();
    expect(await page.locator('blockquote').textContent()).toBe('returned within 14 days of delivery');
    await page.getByRole('region', { name: 'Not supported by the citations' }).getByText('contains: 30.').waitFor();
    await page.getByText('A quote was dropped').waitFor();
    await screen.accessible();
    await screen.picture('knowledge', { phone: true });
    await page.getByRole('region', { name: 'Ask these documents' }).getByRole('listitem').getByRole('link').click();
    const passage = page.getByRole('region', { name: 'Cited chunk' });
    await passage.getByText('Goods may be').waitFor();
    expect(await passage.locator('mark').textContent()).toBe('returned within 14 days of delivery');
    const original = page.getByRole('region', { name: 'Original' });
    await original.getByText('Page 2 of 2').waitFor();
    await original.getByText('Marked on this page: “returned within 14 days of delivery”').waitFor();
    await original.locator('mark').first().waitFor();
    const sheet = await original.getByRole('img', { name: 'Page 2' }).boundingBox();
    const boxes = await Promise.all((await original.locator('mark').all()).map((mark) => mark.boundingBox()));
    // In points from the top left of the page, like the lines.
    const points = boxes.map((box) => {
      const scale = 612 / sheet!.width;
      const [left, top] = [(box!.x - sheet!.x) * scale, (box!.y - sheet!.y) * scale];
      return { left, right: left + box!.width * scale, middle: top + (box!.height * scale) / 2 };
    });
    expect(points).toHaveLength(3);
    for (const [index, { left, right, middle }] of points.entries()) {
      // The first mark starts after "Goods may be ", which is 74.6 points wide.
      expect(Math.abs(left - (index === 0 ? 146.6 : 72))).toBeLessThan(2);
      expect(right - left).toBeGreaterThan(15);
      expect(Math.abs(middle - (792 - 760 + 11 * 1.3 * (index + 1) - 3))).toBeLessThan(3);
    }
    await screen.picture('citation-pdf');
    await screen.accessible();
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('takes a file dropped on the field, and ignores one dropped beside it', async () => {
    const tenant = await world.tenant();
    const { id } = await addCollection(world, tenant, 'Dropped');
    const { page, context, ...screen } = await world.open(tenant.userId);
    await screen.go(`/knowledge/${id}`);
    await page.getByLabel('Question').fill('Half asked');
    const folder = mkdtempSync(join(tmpdir(), 'dropped-'));
    const file = join(folder, 'held.md');
    writeFileSync(file, '# Held\n\nBy the mouse.');
    const mouse = await context.newCDPSession(page);
    const letGo = async (over: Locator) => {
      await over.scrollIntoViewIfNeeded();
      const box = await over.boundingBox();
      if (!box) throw new Error('there is nothing to let it go over');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const data = { items: [], files: [file], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await mouse.send('Input.dispatchDragEvent', { type, x, y, data });
    };
    try {
      await letGo(page.getByRole('heading', { level: 1 }));
      expect(await page.getByLabel('Question').inputValue()).toBe('Half asked');
      expect(await page.getByRole('row').filter({ hasText: 'held' }).count()).toBe(0);
      await letGo(page.getByLabel('Select files'));
      await page.getByRole('row').filter({ hasText: 'held' }).getByText('Ready').waitFor();
      expect(await page.getByLabel('Question').inputValue()).toBe('Half asked');
    } finally {
      rmSync(folder, { recursive: true });
    }
    await screen.close();
  });

  it('shows an answer that takes longer than its request, and the reason if there is none', async () => {
    const tenant = await world.tenant();
    const { id } = await addCollection(world, tenant, 'Physics');
    await addDocument(world, tenant, { collections: [id] });
    const { page, ...screen } = await world.open(tenant.userId);
    await page.route('**/query', (route) => {
      const headers = { ...route.request().headers(), prefer: 'respond-async' };
      return route.continue({ headers });
    });
    await screen.go(`/knowledge/${id}`);
    await page.getByLabel('Question').fill('Who won the championship of 1954?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('The documents do not contain the answer.').waitFor();
    const error = { reason: 'QUERY_TIMED_OUT', message: 'no answer came within 90 s' };
    const query = await addKnowledgeQuery(world, tenant, { collection_id: id }, { error: { ...error, status: 504 } });
    await page.route('**/query', (route) => {
      const record = { id: query, status: 'running', collection_id: id, document_id: null, completed: null };
      return route.fulfill({ status: 202, json: { ...record, error: null } });
    });
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('The query took too long. Make it more specific.').waitFor();
    await screen.close();
  });

  it('says that the documents contain no answer, and deletes one only after a confirmation', async () => {
    const tenant = await world.tenant();
    const { id } = await addCollection(world, tenant, 'Physics');
    const document = await addDocument(world, tenant, { collections: [id] });
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/knowledge/${id}`);
    await page.getByLabel('Question').fill('Who won the championship of 1954?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('The documents do not contain the answer.').waitFor();
    await page.getByRole('button', { name: 'Delete Water' }).click();
    await page.keyboard.press('Escape');
    expect((await tenant.owner.get(`${tenant.project}/document/${document.id}`)).status).toBe(200);
    await page.getByRole('button', { name: 'Delete Water' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await screen.notification('Water deleted.');
    await page.getByText('No documents yet').waitFor();
    expect((await tenant.owner.get(`${tenant.project}/document/${document.id}`)).status).toBe(404);
    await screen.close();
  });

  it('renames collections and documents, moves documents between collections, and shows the chunks of a document', async () => {
    const tenant = await world.tenant();
    const [first, second] = [
      await addCollection(world, tenant, 'Physics'),
      await addCollection(world, tenant, 'Chemistry'),
    ];
    const document = await addDocument(world, tenant, { collections: [first.id] });
    const { page, ...screen } = await world.open(tenant.userId);
    const dialog = page.getByRole('dialog');
    await screen.go(`/knowledge/${first.id}`);
    await page.getByRole('button', { name: 'Edit name and tags' }).click();
    await dialog.getByLabel('Name').fill('Natural sciences');
    await dialog.getByLabel('Tags').fill('school, physics');
    await screen.accessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Natural sciences', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'physics' }).waitFor();
    await page.getByRole('link', { name: 'school' }).waitFor();

    await page.getByRole('link', { name: 'Water', exact: true }).click();
    await page.getByRole('heading', { name: 'Water', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Chunks' }).getByText('Water boils at 100 degrees.').waitFor();
    await page.getByRole('link', { name: 'Details', exact: true }).click();
    await page.getByRole('button', { name: 'Edit details' }).click();
    await dialog.getByLabel('Name').fill('Boiling water');
    await dialog.getByLabel('Description').fill('From the school book.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Boiling water', level: 1 }).waitFor();
    await page.getByText('From the school book.').waitFor();
    const record = async () => (await tenant.owner.get(`${tenant.project}/document/${document.id}`)).body;
    expect(await record()).toMatchObject({ title: 'Boiling water', description: 'From the school book.' });

    const collections = page.getByRole('region', { name: 'Collections' });
    await collections.getByLabel('Add to collection').selectOption('Chemistry');
    await collections.getByRole('link', { name: 'Chemistry' }).waitFor();
    await collections.getByRole('button', { name: 'Remove from Natural sciences' }).click();
    await collections.getByRole('link', { name: 'Natural sciences' }).waitFor({ state: 'detached' });
    expect((await record()).collections).toEqual([second.id]);
    await screen.accessible();
    await screen.picture('document', { phone: true });
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await saved).url()).toContain(`/document/${document.id}/download`);

    await collections.getByRole('link', { name: 'Chemistry' }).click();
    await page.getByRole('button', { name: 'Remove Boiling water' }).click();
    await page.getByText('No documents yet').waitFor();
    expect((await record()).collections).toEqual([]);
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('lists all documents of the project with filters from its address, and queries a single one', async () => {
    const tenant = await world.tenant();
    await addDocument(world, tenant);
    await addDocument(world, tenant, {
      document: { title: 'Broken paper' },
      ingestion: {
        status: 'failed',
        is_error: true,
        error: { reason: 'DAMAGED_FILE', message: 'the file is damaged' },
      },
    });
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go('/knowledge');
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('Water').waitFor();
    await row('Broken paper').getByText('the file is damaged').first().waitFor();
    await page.getByRole('button', { name: 'Retry: Broken paper' }).waitFor();
    await screen.accessible();
    await screen.picture('documents', { phone: true });
    await page.getByLabel('Status').selectOption('Ready');
    await row('Broken paper').waitFor({ state: 'detached' });
    await page.waitForURL(/status=ready/);
    await page.getByLabel('Title contains').fill('nothing like it');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByText('No match.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row('Broken paper').waitFor();
    await page.getByRole('link', { name: 'Water', exact: true }).click();
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await page.getByLabel('Question').fill('Who won the championship of 1954?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('The documents do not contain the answer.').waitFor();
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('says that a user cannot create collections, and hides the button from those users', async () => {
    const tenant = await world.tenant();
    const viewer = await world.person(tenant, { org: 'viewer', project: 'viewer' });
    const { page, ...screen } = await world.open(viewer);
    await screen.go('/knowledge');
    await page.getByText('Editors and owners of the project can create collections.').waitFor();
    expect(await page.getByRole('button', { name: 'Create collection' }).count()).toBe(0);
    expect(screen.complaints()).toEqual([]);
    await screen.close();
  });
});
