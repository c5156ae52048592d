import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConsoleWorld, describeConsole, openConsole } from '../../support/console.ts';
import { addChunkedDocument, makeCollection } from '../../support/library.ts';
import { pdf } from '../../support/pdf.ts';

describeConsole('the console for documents', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsole();
  });
  afterAll(() => world.close());

  it('defines metadata fields, and sets their values on uploads and documents', async () => {
    const tenant = await world.tenant();
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go('/knowledge/metadata');
    await page.getByText('No metadata fields yet').waitFor();
    const addField = async (name: string, type: string) => {
      await page.getByRole('button', { name: 'Add field' }).click();
      const row = page.getByRole('listitem').last();
      await row.getByLabel('Field', { exact: true }).fill(name);
      await row.getByLabel('Type').selectOption(type);
    };
    await addField('team', 'Text');
    await addField('year', 'Number');
    await addField('labels', 'List of texts');
    await screen.accessible();
    await screen.picture('metadata', { phone: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await screen.notification('Saved.');
    const schema = await tenant.owner.get(`${tenant.project}/metadata_schema`);
    expect(schema.body.fields.map(({ key, type }: { key: string; type: string }) => [key, type])).toEqual([
      ['team', 'text'],
      ['year', 'number'],
      ['labels', 'list'],
    ]);

    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.getByText('Metadata for the uploaded files').click();
    await page.getByLabel('team').fill('Law');
    await page.getByLabel('labels').fill('public\nshort');
    await page.getByLabel('Select files').setInputFiles(
      ['first', 'second'].map((name) => ({
        name: `${name}.md`,
        mimeType: 'text/markdown',
        buffer: Buffer.from(`# ${name}\n\nGoods may be returned.`),
      })),
    );
    await screen.notification('2 files uploaded.');
    const facets = page.getByRole('complementary', { name: 'Metadata' });
    await facets.getByText('public').waitFor();
    await page.getByRole('link', { name: 'second.md', exact: true }).click();
    await page.getByRole('button', { name: 'Edit details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('team').fill('Sales');
    await dialog.getByLabel('year').fill('2026');
    await dialog.getByLabel('labels').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await screen.notification('Saved.');
    await page.goBack();
    await facets.getByLabel('Law').check();
    await page.getByRole('link', { name: 'second.md', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'first.md', exact: true }).waitFor();
    await page.waitForURL(/metadata=/);
    await screen.accessible();
    await screen.picture('document-facets', { phone: true });
    await facets.getByLabel('Sales').check();
    await page.getByRole('link', { name: 'second.md', exact: true }).waitFor();
    const { body } = await tenant.owner.get(`${tenant.project}/document?title=second`);
    expect(body.results[0].metadata).toEqual({ team: 'Sales', year: 2026 });

    await page.getByRole('link', { name: 'Metadata', exact: true }).click();
    await page.getByRole('button', { name: 'Remove field labels' }).click();
    await page.getByText('Removes “labels” and its value in 1 document.').waitFor();
    await page.getByRole('button', { name: 'Save and change the values' }).click();
    await screen.notification('Saved.');
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('searches all visible collections or some, with facets and conditions', async () => {
    const tenant = await world.tenant();
    const fields = [
      { key: 'team', type: 'text' },
      { key: 'year', type: 'number' },
    ];
    await tenant.owner.post(`${tenant.project}/metadata_schema`, { fields });
    const [terms, manuals] = [
      await makeCollection(tenant, { title: 'Terms' }),
      await makeCollection(tenant, { title: 'Manuals' }),
    ];
    const add = async (title: string, collection: string, metadata: object) => {
      const texts = [`${title}: goods may be returned within 14 days of delivery.`];
      const id = await addChunkedDocument(world, tenant, { title, texts, collections: [collection], pages: [3] });
      await tenant.owner.post(`${tenant.project}/document/${id}`, { title, metadata });
    };
    await add('Sale', terms, { team: 'Law', year: 2020 });
    await add('Lease', terms, { team: 'Sales', year: 2025 });
    await add('Printer', manuals, { team: 'Law', year: 2025 });
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go('/knowledge/search');
    const found = page.getByRole('region', { name: /chunks? found/ });
    const expectFound = async (...titles: string[]) => {
      await page.getByRole('region', { name: new RegExp(`^${titles.length} chunks? found`) }).waitFor();
      expect((await found.getByRole('link').allTextContents()).sort()).toEqual(titles.sort());
    };
    await page.getByLabel('Question or search terms').fill('goods returned');
    await page.keyboard.press('Enter');
    await expectFound('Lease', 'Printer', 'Sale');
    expect(await found.locator('mark').first().textContent()).toBe('goods');
    const facets = page.getByRole('complementary', { name: 'Metadata' });
    await facets.getByLabel('Law').check();
    await expectFound('Printer', 'Sale');
    await screen.accessible();
    await screen.picture('knowledge-search', { phone: true });
    await page.getByLabel('Selected collections').check();
    await page.getByLabel('Terms', { exact: true }).check();
    await page.getByText('Filters', { exact: true }).click();
    const builder = page.getByRole('group', { name: 'Conditions on metadata' });
    await builder.getByLabel('Documents must match').waitFor();
    await builder.getByRole('button', { name: 'Remove condition 1' }).click();
    await builder.getByRole('button', { name: 'Add condition' }).click();
    await builder.getByLabel('Field').selectOption('year');
    await builder.getByLabel('Condition', { exact: true }).selectOption('is at least');
    await builder.getByLabel('Value').fill('2021');
    await screen.accessible();
    await screen.picture('filter-builder', { phone: true });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expectFound('Lease');
    await page.goBack();
    await expectFound('Printer', 'Sale');
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });

  it('edits chunks, turns them off, replaces the content, and compares versions', async () => {
    const tenant = await world.tenant();
    const text = '# Returns\n\nGoods may be returned within 14 days of delivery.';
    const { body } = await tenant.owner.post(`${tenant.project}/document/upload`, {
      title: 'Terms',
      text,
      media_type: 'text/markdown',
    });
    const id = body.documents?.[0].id ?? body.id;
    const { page, ...screen } = await world.open(tenant.userId);
    await screen.go(`/knowledge/documents/${id}`);
    const chunks = page.getByRole('region', { name: 'Chunks' });
    await page.getByRole('region', { name: 'Original' }).getByText('# Returns').waitFor();
    await page.getByRole('button', { name: 'Edit chunk 1' }).click();
    const field = page.getByLabel('Text of the chunk');
    await field.fill((await field.inputValue()).replace('14', '30'));
    expect(await page.getByRole('region', { name: 'Your change' }).locator('ins').allTextContents()).toEqual(['30']);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await chunks.getByText(/^Edited/).click();
    expect(await chunks.locator('del').allTextContents()).toEqual(['14']);
    await page.getByRole('button', { name: 'Turn off chunk 1' }).click();
    await chunks.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Turn on chunk 1' }).waitFor();
    const [chunk] = (await tenant.owner.get(`${tenant.project}/document/${id}/embeddings`)).body.results;
    expect(chunk).toMatchObject({ enabled: false, original_text: expect.stringContaining('14 days') });
    await screen.accessible();
    await screen.picture('document-chunks', { phone: true });

    await page.getByRole('button', { name: 'Replace content' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Or enter the new text').fill(text.replace('14 days of delivery', 'two weeks of delivery'));
    await dialog.getByRole('button', { name: 'Replace content' }).click();
    await screen.notification('New version accepted.');
    await page.getByRole('link', { name: 'Versions', exact: true }).click();
    const comparison = page.getByRole('figure', { name: 'Comparison of two versions' });
    await comparison.getByText('Changed', { exact: true }).waitFor();
    expect((await comparison.locator('ins').allTextContents()).join(' ')).toContain('two weeks');
    await page.getByRole('row').filter({ hasText: 'Version 2' }).getByText('You').waitFor();
    await screen.accessible();
    await screen.picture('document-versions', { phone: true });

    await page.getByRole('button', { name: 'Replace content' }).click();
    const file = pdf([[{ text: 'The first page.' }], [{ text: 'The second page.' }]]);
    await dialog
      .getByLabel('Select file')
      .setInputFiles({ name: 'terms.pdf', mimeType: 'application/pdf', buffer: file });
    await dialog.getByRole('button', { name: 'Replace content' }).click();
    await page.getByRole('row').filter({ hasText: 'Version 3' }).waitFor();
    await page.getByRole('link', { name: 'Chunks', exact: true }).click();
    const original = page.getByRole('region', { name: 'Original' });
    await original.getByText('Page 1 of 2').waitFor();
    await chunks.getByRole('link', { name: 'Page 1' }).click();
    await original.getByRole('button', { name: 'Next page' }).click();
    await original.getByText('Page 2 of 2').waitFor();
    await original.getByRole('img', { name: 'Page 2' }).locator('canvas').waitFor();
    await screen.picture('document-pdf');
    expect([screen.foreign(), screen.complaints()]).toEqual([[], []]);
    await screen.close();
  });
});
