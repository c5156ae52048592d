import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { newId } from '../../src/platform/ids.ts';
import {
  type ApiResponse,
  Client,
  eventually,
  type Json,
  openWorld,
  type Tenant,
  type World,
} from '../support/client.ts';
import { countStoredBytes } from '../support/files.ts';
import { addCollection, addDocument } from '../support/knowledge.ts';
import type { Step } from '../support/model-server.ts';
import { createZip, docx } from '../support/office-files.ts';
import { pdf } from '../support/pdf.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let foreign: Tenant;

beforeAll(async () => {
  world = openWorld();
  [tenant, foreign] = await Promise.all([world.tenant(), world.tenant()]);
});
afterAll(() => world.close());

async function ok(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body;
}

const at = (of: Tenant) => `${of.project}/document`;
const idsOf = async (path: string, of = tenant) => (await ok(of.owner.get(path))).results.map((row: Json) => row.id);

describe('a document', () => {
  it('has a warning for invisible characters that were removed', async () => {
    const text = 'Goods may\u200B be\u202E returned within\u00AD 14 days. \u{1F468}\u200D\u{1F4BB}';
    const { documents } = await ok(upload({ text }));
    expect(documents[0].warnings).toEqual(['Invisible characters were removed: 3.']);
    const { documents: plain } = await ok(upload({ text: 'Goods may be returned.' }));
    expect(plain[0].warnings).toEqual([]);
  });

  it('takes a missing title from its front matter, and has a warning for an assumed charset', async () => {
    const fixture = (name: string) => readFileSync(new URL(`../unit/documents/${name}`, import.meta.url));
    const response = await upload(
      form(['data', {}], ['files', fixture('front.md'), 'front.md'], ['files', fixture('gbk.csv'), 'gbk.csv']),
    );
    expect(response.status, response.text).toBe(200);
    const records = response.body.documents.map(({ id }: Json) => ok(tenant.owner.get(`${at(tenant)}/${id}`)));
    const [front, table] = await Promise.all<Json>(records);
    expect([front.title, front.warnings]).toEqual(['Caring for a wooden boat', []]);
    expect(table.warnings).toEqual([expect.stringContaining('read as GB18030')]);
    const { results: passages } = await ok(tenant.owner.get(`${at(tenant)}/${table.id}/embeddings`));
    expect(passages[0].text).toContain('客户: 张伟商店; 城市: 南京; 金额: 1250');
    const text = '---\ntitle: Winter storage\n---\n\nCover the boat.';
    const made = await ok(upload({ text, media_type: 'text/markdown' }));
    expect(made.documents[0].title).toBe('Winter storage');
  });

  it.each([
    ['formats/harbour.odt', 'Region: North; Sales Spring: 11; Sales Autumn: 21', []],
    ['formats/sales.ods', 'Name: Ann; Day: 2026-03-01; Pay: 1250.5', ['The sheet "Wages" is hidden; it was read.']],
    ['formats/piers.odp', 'Speaker notes: Mention the mayor', []],
    ['formats/keeper.epub', 'The storm came in March.', []],
    ['formats/lease.rtf', 'Pier: Eastpier; Fee: 210', []],
    ['formats/catalog.xml', 'length: 7.35 (unit: m)', []],
    ['formats/utf16.eml', 'Der Beitrag beträgt 40 Euro.', []],
    ['pdf/tables.pdf', 'Route: South line; 2024 Adult: 31; 2024 Child: 15; 2025 Adult: 33; 2025 Child: 16', []],
  ])('can be a file of many formats: %s', async (path, text, warnings) => {
    const bytes = readFileSync(new URL(`../corpora/${path}`, import.meta.url));
    const answer = await upload(form(['data', {}], ['files', bytes, path.split('/')[1]]));
    expect(answer.status, answer.text).toBe(200);
    const [document] = answer.body.documents;
    expect([document.status, document.warnings]).toEqual(['ready', warnings]);
    const { results } = await ok(tenant.owner.get(`${at(tenant)}/${document.id}/embeddings`));
    expect(results.map((chunk: Json) => chunk.text).join('\n')).toContain(text);
  });

  it('has the language that it states, else that of its text, and is indexed like its collection if that is unknown', async () => {
    const list = 'Winston-Salem, Kuala Lumpur, Addis Ababa, Buenos Aires, Santa Cruz, Los Angeles\n\n'.repeat(150);
    const german = 'Die Lieferung der bestellten Waren erfolgt innerhalb von drei Werktagen nach der Bestellung.\n\n';
    const { id: collection } = await addCollection(world, tenant);
    const made = async (body: object) => {
      const { documents } = await ok(upload({ ...body, collection_ids: [collection] }));
      return ok(tenant.owner.get(`${at(tenant)}/${documents[0].id}`));
    };
    for (const attribute of ['lang', 'xml:lang']) {
      const html = `<html ${attribute}="nl-BE"><body><p>4711</p></body></html>`;
      expect(await made({ text: html, media_type: 'text/html' })).toMatchObject({ language: 'nl' });
    }
    const front = '---\nlanguage: fr\n---\n\n4711';
    expect(await made({ text: front, media_type: 'text/markdown' })).toMatchObject({ language: 'fr' });
    for (const text of [`${list}${german.repeat(400)}`, german])
      expect(await made({ text })).toMatchObject({ language: 'de' });
    const unknown = await made({ text: 'Häuser 4712' });
    expect(unknown).toMatchObject({ language: null });
    const path = `${tenant.project}/collection/${collection}/query`;
    const { results } = await ok(tenant.owner.post(path, { query: 'Haus', results_only: true }));
    expect(results.find(({ document_id }: Json) => document_id === unknown.id)).toMatchObject({ coverage: 1 });
  });

  it('has the default language of its program only if its text shows no other', async () => {
    const german = 'Die Lieferung der bestellten Waren erfolgt innerhalb von drei Werktagen.';
    const odt = (language: string, text: string) =>
      createZip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': `<o:d><o:body><o:text><text:p>${text}</text:p></o:text></o:body></o:d>`,
        'styles.xml': `<o:d><style:default-style><style:text-properties fo:language="${language}"/></style:default-style></o:d>`,
      });
    const lang = (language: string) => `<w:rPr><w:lang w:val="${language}" w:eastAsia="zh-CN"/></w:rPr>`;
    const word = (text: string, styles: string) =>
      docx(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`, { 'word/styles.xml': `<w:styles>${styles}</w:styles>` });
    const defaults = `<w:docDefaults><w:rPrDefault>${lang('en-US')}</w:rPrDefault></w:docDefaults>`;
    const style = `<w:style w:type="paragraph" w:default="1" w:styleId="Normal">${lang('sk-SK')}</w:style>`;
    const files: readonly (readonly [string, Buffer, string])[] = [
      ['a.odt', await odt('it', '4713'), 'it'],
      ['b.odt', await odt('en', german), 'de'],
      ['a.docx', await word('4714', defaults), 'en'],
      ['b.docx', await word('4715', defaults + style), 'sk'],
      ['c.docx', await word(german, defaults), 'de'],
      ['a.pdf', pdf([[{ text: '4716' }]], { catalog: '/Lang (sv-SE)' }), 'sv'],
      ['b.pdf', pdf([[{ text: german }]], { catalog: '/Lang (en-US)' }), 'de'],
    ];
    const parts = files.map(([name, bytes]) => ['files', bytes, name] as const);
    const { documents } = await ok(upload(form(['data', {}], ...parts)));
    const records = documents.map(({ id }: Json) => ok(tenant.owner.get(`${at(tenant)}/${id}`)));
    expect((await Promise.all<Json>(records)).map(({ language }) => language)).toEqual(
      files.map(([, , language]) => language),
    );
  });

  it('is returned with its metadata, and is a 404 for users without access', async () => {
    const { id } = await addDocument(world, tenant);
    const record = await ok(tenant.owner.get(`${at(tenant)}/${id}`));
    const time = expect.stringMatching(/Z$/);
    expect(record).toEqual({
      id,
      title: 'Water',
      description: '',
      source: 'upload',
      connection_id: null,
      source_ref: null,
      strategy: 'auto',
      media_type: 'text/plain',
      size: 27,
      language: null,
      page_count: null,
      chunk_count: 1,
      warnings: [],
      status: 'ready',
      stage: 'embedding',
      progress: null,
      error: null,
      waiting_for: null,
      group_id: expect.any(String),
      collections: [],
      tags: [],
      metadata: {},
      created: time,
      modified: time,
    });
    for (const path of [`/${id}`, `/create/status/${record.group_id}`])
      expect((await foreign.owner.get(at(foreign) + path)).status).toBe(404);
    const response = await tenant.owner.get(`${at(tenant)}/${randomUUID()}`);
    expect([response.status, response.body.detail.resourceNotFoundError.field]).toEqual([404, 'document']);
  });

  it('is updated by editors and returns its version', async () => {
    const { id } = await addDocument(world, tenant);
    const path = `${at(tenant)}/${id}`;
    const before = await tenant.owner.get(path);
    const edit = { title: 'Steam', description: 'Above 100 degrees.' };
    const edited = await tenant.owner.post(path, edit, { 'if-match': before.headers.get('etag') ?? '' });
    expect([edited.status, edited.body]).toEqual([
      200,
      { ...before.body, ...edit, modified: expect.stringMatching(/Z$/) },
    ]);
    expect((await tenant.owner.get(path)).headers.get('etag')).toBe(edited.headers.get('etag'));
    const stale = await tenant.owner.post(path, edit, { 'if-match': before.headers.get('etag') ?? '' });
    expect([stale.status, getReason(stale)]).toEqual([409, 'STALE_VERSION']);
    const same = await tenant.owner.post(path, { title: 'Steam', strategy: 'auto', status: 'failed' });
    expect([same.status, same.body]).toEqual([200, edited.body]);
    expect(same.headers.get('etag')).toBe(edited.headers.get('etag'));
    const bad: [object, string][] = [
      [{}, 'title'],
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(301) }, 'title'],
      [{ title: 'x', description: 'x'.repeat(5001) }, 'description'],
      [{ title: 'x', strategy: 'fast' }, 'strategy'],
      [{ title: 'x', strategy: 'slow' }, 'strategy'],
    ];
    for (const [body, field] of bad) {
      const response = await tenant.owner.post(path, body);
      expect([response.status, response.body.detail[0].loc]).toEqual([422, ['body', field]]);
    }
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.post(path, edit)).status).toBe(403);
    expect((await viewer.delete(path)).status).toBe(403);
    const trail = `${tenant.project}/audit_event`;
    const { results } = await ok(tenant.owner.get(`${trail}?resource_id=${id}&event_type=document.updated`));
    expect(results).toHaveLength(1);
    const { payload } = await ok(tenant.owner.get(`${trail}/${results[0].id}`));
    expect(payload).toMatchObject({ changed: ['title', 'description'], after: { title: 'Steam' } });
  });

  it('belongs to the collections named in an update, if the editor may edit them', async () => {
    const [first, second] = [await addCollection(world, tenant), await addCollection(world, tenant)];
    const { id } = await addDocument(world, tenant);
    const path = `${at(tenant)}/${id}`;
    const held = async (body: object, client: Client = tenant.owner) => {
      const response = await client.post(path, { title: 'Held', ...body });
      return [response.status, response.body.collections ?? response.body.detail];
    };
    expect(await held({ collections: [first.id] })).toEqual([200, [first.id]]);
    expect(await held({})).toEqual([200, [first.id]]);
    expect(await idsOf(`${at(tenant)}?collection_id=${first.id}`)).toEqual([id]);
    expect(await held({ collections: [second.id, second.id.toUpperCase()] })).toEqual([200, [second.id]]);
    expect(await idsOf(`${at(tenant)}?collection_id=${first.id}`)).toEqual([]);

    const theirs = await addCollection(world, foreign);
    const unknown = { loc: ['body', 'collections', 1], type: 'unknown_resource' };
    expect(await held({ collections: [second.id, theirs.id] })).toMatchObject([422, [unknown]]);
    const guest = await world.tenant();
    await grantRole(world.db, {
      resourceType: 'document',
      resourceId: id,
      projectId: tenant.projectId,
      userId: guest.userId,
      role: 'editor',
    });
    const editor = new Client(world.stack.baseUrl, guest.key);
    expect(await held({ collections: [second.id] }, editor)).toEqual([200, [second.id]]);
    expect(await held({ collections: [second.id, first.id] }, editor)).toMatchObject([422, [unknown]]);
    expect(await held({ collections: [] }, editor)).toMatchObject([403, { reason: 'PERMISSION_CHECK_FAILED' }]);
    expect(await held({ collections: [] })).toEqual([200, []]);
    const trail = `${tenant.project}/audit_event`;
    const { results } = await ok(tenant.owner.get(`${trail}?resource_id=${id}&event_type=document.updated`));
    const { payload } = await ok(tenant.owner.get(`${trail}/${results[0].id}`));
    expect(payload).toMatchObject({ changed: ['collections'], before: { collections: [second.id] } });
  });

  it('is deleted with its bytes and removed from its collections, which stay', async () => {
    const collection = await addCollection(world, tenant);
    const { id } = await addDocument(world, tenant, { collections: [collection.id] });
    const path = `${at(tenant)}/${id}`;
    const record = await ok(tenant.owner.get(path));
    expect(record.collections).toEqual([collection.id]);
    expect(await ok(tenant.owner.delete(path))).toEqual({ ...record, deleted: true });
    const gone = [
      await tenant.owner.get(path),
      await tenant.owner.delete(path),
      await tenant.owner.post(path, { title: 'x' }),
      await tenant.owner.get(`${at(tenant)}/create/status/${record.group_id}`),
    ];
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await idsOf(at(tenant))).not.toContain(id);
    expect(await idsOf(`${at(tenant)}?collection_id=${collection.id}`)).toEqual([]);
    const count = (table: 'files' | 'collections', column: 'owner_id' | 'id', value: string) =>
      world.db
        .selectFrom(table)
        .select('id')
        .where(column as 'id', '=', value)
        .execute();
    expect(await count('files', 'owner_id', id)).toEqual([]);
    expect(await count('collections', 'id', collection.id)).toHaveLength(1);
  });

  it('reports a stopped ingestion as failed, and one that is stopping at its current step', async () => {
    const error = { reason: 'INGESTION_CANCELLED', message: 'somebody stopped it' };
    const stopped = await addDocument(world, tenant, {
      ingestion: { status: 'cancelled', error },
    });
    expect(await ok(tenant.owner.get(`${at(tenant)}/${stopped.id}`))).toMatchObject({ status: 'failed', error });
    const group_id = newId();
    const stopping = await addDocument(world, tenant, {
      document: { group_id },
      ingestion: { status: 'cancelling', stage: 'chunking', completed: new Date() },
    });
    const queued = await addDocument(world, tenant, {
      document: { group_id },
      ingestion: { status: 'queued', stage: null, completed: new Date() },
    });
    const group = await ok(tenant.owner.get(`${at(tenant)}/create/status/${group_id}`));
    expect(group).toMatchObject({
      group_id,
      status: 'processing',
      documents: [
        { id: stopping.id, status: 'chunking' },
        { id: queued.id, status: 'queued', stage: null },
      ],
    });
  });
});

describe('documents', () => {
  it('are found by each filter and by combinations of filters', async () => {
    const own = await world.tenant();
    const [collection, other] = [await addCollection(world, own), await addCollection(world, own)];
    const connection_id = newId();
    const plain = await addDocument(world, own);
    const web = await addDocument(world, own, {
      document: { title: '100%_sure', source: 'web', source_id: connection_id, source_ref: 'https://example.com/' },
      collections: [collection.id, other.id],
    });
    const failed = await addDocument(world, own, {
      collections: [other.id],
      document: { title: 'Steam', strategy: 'ocr_only' },
      ingestion: { status: 'cancelled' },
    });
    const found: [string, readonly { id: string }[]][] = [
      ['', [failed, web, plain]],
      ['title=TEAM', [failed]],
      ['title=0%25_s', [web]],
      ['title=%25', [web]],
      [`collection_id=${collection.id}`, [web]],
      [`collection_id=${randomUUID()}`, []],
      [`collection_id=${randomUUID()}&collection_id=${collection.id}&collection_id=${other.id}`, [failed, web]],
      [`connection_id=${connection_id.toUpperCase()}`, [web]],
      ['source=web', [web]],
      ['source=upload', [failed, plain]],
      ['strategy=ocr_only', [failed]],
      ['status=failed', [failed]],
      ['status=ready&strategy=auto', [web, plain]],
    ];
    for (const [query, rows] of found)
      expect(await idsOf(`${at(own)}?${query}`, own), query).toEqual(rows.map(({ id }) => id));
    for (const query of ['source=fax', 'strategy=slow', 'status=cancelled', 'collection_id=x', 'connection_id=x']) {
      const response = await own.owner.get(`${at(own)}?${query}`);
      expect([response.status, response.body.detail[0].loc.slice(0, 2)]).toEqual([422, ['query', query.split('=')[0]]]);
    }
  });

  it('are listed to a user who holds a role on one of them: that one only', async () => {
    const [shown] = [await addDocument(world, tenant), await addDocument(world, tenant)];
    const guest = await tenant.member({ org: 'member' });
    expect((await guest.get(at(tenant))).status).toBe(403);
    const grant = { resourceType: 'document', resourceId: shown.id, projectId: tenant.projectId };
    await grantRole(world.db, { ...grant, userId: guest.userId, role: 'viewer' });
    const seen = await ok(guest.get(at(tenant)));
    expect(seen.results.map((row: Json) => row.id)).toEqual([shown.id]);
    expect((await ok(guest.get(`${at(tenant)}/${shown.id}`))).id).toBe(shown.id);
    // For a project without a role below it, the response is the same as for a missing one.
    expect((await guest.get(at(foreign))).status).toBe(403);
    const creator = await tenant.member({ project: 'task_creator' });
    expect((await creator.get(at(tenant))).status).toBe(403);
  });
});

/** A form with fields and files in this order. */
function form(...parts: readonly (readonly [name: string, value: unknown, file?: string])[]): FormData {
  const made = new FormData();
  for (const [name, value, file] of parts) {
    if (file === undefined) made.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    else made.append(name, new Blob([value as string]), file);
  }
  return made;
}

const create = (body: unknown, headers?: Record<string, string>, client = tenant.owner) =>
  client.post(at(tenant), body, headers);
const upload = (body: unknown, headers?: Record<string, string>) =>
  tenant.owner.post(`${at(tenant)}/upload`, body, headers);
/** The counts of a group once all of its documents have ended. */
const ended = (groupId: string) =>
  eventually(
    async () => (await tenant.owner.get(`${at(tenant)}/create/status/${groupId}`)).body,
    (group) => ['ready', 'failed'].includes(group.status),
  );
const problemOf = ({ status, body }: ApiResponse) => [status, body.detail[0]?.loc, body.detail[0]?.type];
const textOf = (word: string) =>
  `# ${word}\n\nThe ${word} counted the ships every evening, and wrote down what was seen.`;

describe('creating documents', () => {
  it('returns a group at once that shows the progress of each until all are ready', async () => {
    const collection = await addCollection(world, tenant);
    const asked = {
      description: 'Of the coast.',
      text: textOf('keeper'),
      texts: [
        {
          title: 'Boats',
          text: '{"boats": ["Anna", "Berta"]}',
          description: 'All of them.',
          media_type: 'application/json',
        },
        { text: '\n\n  \nSecond line comes first\nThird' },
      ],
      media_type: 'text/markdown',
      collection_ids: [collection.id],
      collections: [collection.id.toUpperCase()],
      strategy: 'fast',
      tags: ['coast'],
    };
    const made = await create(asked);
    expect(made.status, made.text).toBe(200);
    const shared = {
      collections: [collection.id],
      strategy: 'fast',
      tags: ['coast'],
      source: 'text',
      connection_id: null,
    };
    expect(made.body).toMatchObject({
      group_id: expect.any(String),
      documents: [
        { ...shared, title: 'keeper', description: 'Of the coast.', media_type: 'text/markdown' },
        { ...shared, title: 'Boats', description: 'All of them.', media_type: 'application/json', size: 28 },
        { ...shared, title: 'Second line comes first', media_type: 'text/markdown' },
      ],
    });
    const group = await ended(made.body.group_id);
    expect(group).toMatchObject({ group_id: made.body.group_id, status: 'ready' });
    for (const document of group.documents) {
      expect(document).toMatchObject({ status: 'ready', stage: 'embedding', error: null, waiting_for: null });
      expect(await ok(tenant.owner.get(`${at(tenant)}/${document.id}`))).toEqual(document);
    }
    const trail = await ok(tenant.owner.get(`${tenant.project}/audit_event?resource_id=${made.body.group_id}`));
    expect(trail.results).toMatchObject([{ event_type: 'document.created', resource_type: 'document_group' }]);
  });

  it('accepts files in a form with parts in any order, and downloads return the same bytes', async () => {
    const data = { title: 'Keeper', strategy: 'auto' };
    for (const parts of [
      [
        ['files', textOf('keeper'), 'keeper.md'],
        ['data', data],
      ],
      [
        ['data', data],
        ['unknown', 'x'],
        ['files', textOf('keeper'), 'keeper.md'],
      ],
      [
        ['files', textOf('keeper'), 'keeper.md'],
        ['data', JSON.stringify(data), 'blob'],
      ],
      [
        ['files', '', ''],
        ['data', data],
        ['files', textOf('keeper'), 'keeper.md'],
      ],
    ] as const) {
      const made = await create(form(...parts));
      expect(made.status, made.text).toBe(200);
      expect(made.body.documents).toMatchObject([{ title: 'Keeper', source: 'upload' }]);
      const path = `${at(tenant)}/${made.body.documents[0].id}/download`;
      const whole = await tenant.owner.get(path);
      expect([whole.status, whole.text]).toEqual([200, textOf('keeper')]);
      expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="keeper.md"/);
      expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      const part = await tenant.owner.get(path, { range: 'bytes=2-7' });
      expect([part.status, part.text, part.headers.get('content-range')]).toEqual([
        206,
        'keeper',
        `bytes 2-7/${textOf('keeper').length}`,
      ]);
      expect((await foreign.owner.get(path.replace(tenant.project, foreign.project))).status).toBe(404);
    }
    const page = await create({ text: '<p>Words.</p>', title: 'Page', media_type: 'text/html' });
    const shown = await tenant.owner.get(`${at(tenant)}/${page.body.documents[0].id}/download?inline=true`);
    expect(shown.headers.get('content-disposition')).toMatch(/^attachment; filename="Page.html"/);
    const plain = await create({ text: 'Nothing but words.', title: 'a/b\\c' });
    const inline = await tenant.owner.get(`${at(tenant)}/${plain.body.documents[0].id}/download?inline=true`);
    expect(inline.headers.get('content-disposition')).toMatch(/^inline; filename="a b c.txt"/);
  });

  it('accepts at most a hundred files in one form', async () => {
    const own = await world.tenant();
    const files = Array.from({ length: 100 }, (_, at) => ['files', `File number ${at}.`, `${at}.txt`] as const);
    const over = await own.owner.post(at(own), form(['data', {}], ...files, ['files', 'One more.', 'more.txt']));
    expect([over.status, getReason(over)]).toEqual([413, 'BODY_TOO_COMPLEX']);
    const texts = await own.owner.post(at(own), form(['data', { text: 'One more.' }], ...files));
    expect(problemOf(texts)).toEqual([422, ['body', 'texts'], 'value_error']);
    const made = await own.owner.post(at(own), form(['data', {}], ...files), { 'idempotency-key': randomUUID() });
    // Ends the ingestion of a hundred files at once.
    await ok(own.owner.delete(own.project));
    expect(made.status, made.text).toBe(200);
    expect(made.body.documents.map(({ title }: Json) => title)).toEqual(files.map(([, , name]) => name));
  });

  it('rejects invalid files and stores nothing of them', async () => {
    const own = await world.tenant();
    const file = ['files', 'Some text.', 'a.txt'] as const;
    const bad: [unknown, (string | number)[], string][] = [
      [{}, ['body', 'files'], 'missing'],
      [{ title: 'x' }, ['body', 'files'], 'missing'],
      [{ text: ' ' }, ['body', 'text'], 'pattern'],
      [{ text: 'x', title: '' }, ['body', 'title'], ''],
      [{ text: 'x', description: 'x'.repeat(5001) }, ['body', 'description'], ''],
      [{ text: 'x', strategy: 'slow' }, ['body', 'strategy'], ''],
      [{ text: 'x', media_type: 'image/png' }, ['body', 'media_type'], ''],
      [{ texts: [{ title: 'x' }] }, ['body', 'texts', 0, 'text'], ''],
      [{ texts: [{ text: 'x' }, { text: 'y' }], title: 'x' }, ['body', 'title'], 'value_error'],
      [{ text: 'x', collection_ids: [randomUUID()] }, ['body', 'collection_ids', 0], 'unknown_resource'],
      [
        { text: 'x', collections: [(await addCollection(world, foreign)).id] },
        ['body', 'collections', 0],
        'unknown_resource',
      ],
      [form(file), ['body', 'data'], 'missing'],
      [form(['data', 'title=x'], file), ['body', 'data'], 'json_invalid'],
      [form(['data', '[]'], file), ['body'], ''],
      [form(['data', '{}']), ['body', 'files'], 'missing'],
      [form(['data', '{}'], ['file', 'x', 'a.txt']), ['body', 'file'], 'value_error'],
      [form(['data', { media_type: 'text/csv' }], file), ['body', 'media_type'], 'value_error'],
      [form(['data', '{}'], ['files', 'x', 'a\u{1}.txt']), ['body', 'files', 0, 'name'], 'value_error'],
      [form(['data', '{}'], file, ['files', 'x', '..']), ['body', 'files', 1, 'name'], 'value_error'],
      [form(['data', '{}'], ['files', 'x', '']), ['body', 'files', 0, 'name'], 'value_error'],
    ];
    for (const [body, loc, type] of bad) {
      for (const path of ['', '/upload']) {
        const response = await own.owner.post(at(own) + path, body);
        expect([response.status, response.body.detail[0]?.loc], response.text).toEqual([422, loc]);
        if (type === 'unknown_resource' || type === 'missing') expect(response.body.detail[0].type).toBe(type);
      }
    }
    expect(await idsOf(at(own), own)).toEqual([]);
    const tagged = await create({ text: 'x', tags: ['x'.repeat(16)] });
    expect([tagged.status, tagged.body.detail[0].loc]).toEqual([422, ['body', 'tags', 0]]);
    expect(
      await eventually(
        async () => countStoredBytes(world, own.orgId),
        (kept) => kept === 0,
      ),
    ).toBe(0);
  });

  it('rejects an upload as soon as it exceeds the limit, and stores nothing of it', async () => {
    const own = await world.tenant();
    const large = new FormData();
    large.append('data', '{}');
    large.append('files', new Blob([new Uint8Array(60_000_000)]), 'large.bin');
    const response = await own.owner.post(at(own), large);
    expect([response.status, response.body.detail.reason]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(countStoredBytes(world, own.orgId)).toBe(0);
    const long = await own.owner.post(at(own), { text: 'x'.repeat(11_000_000) });
    expect([long.status, getReason(long)]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(await idsOf(at(own), own)).toEqual([]);
  });

  it('happens once per Idempotency-Key, also for concurrent requests', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const text = textOf('mate');
    const responses = await Promise.all([1, 2, 3].map(() => create({ text }, headers)));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.group_id}`)).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    const other = await create({ text: textOf('cook') }, headers);
    expect([other.status, getReason(other)]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const again = await create(form(['data', {}], ['files', text, 'a.md']), { 'idempotency-key': randomUUID() });
    expect(again.body.group_id).not.toBe(responses[0]?.body.group_id);
    const group = await ended(responses[0]?.body.group_id);
    const repeat = await create({ text }, headers);
    expect([repeat.body, repeat.headers.get('idempotency-replayed')]).toEqual([group, 'true']);
  });

  it('requires permission to create documents in the project and to edit each named collection', async () => {
    const collection = await addCollection(world, tenant);
    const [viewer, editor] = await Promise.all(['viewer', 'editor'].map((role) => tenant.member({ project: role })));
    const body = { text: 'x', collection_ids: [collection.id] };
    expect((await create(body, {}, viewer)).status).toBe(403);
    expect((await create(body, {}, foreign.owner)).status).toBe(403);
    expect((await create(body, {}, editor)).status).toBe(200);
    const scoped = await createApiKey(world.db, {
      orgId: tenant.orgId,
      projectId: tenant.projectId,
      userId: tenant.userId,
      name: 'cut down',
      scopes: ['project:create_document', 'collection:view'],
    });
    const narrow = new Client(world.stack.baseUrl, scoped.value);
    const refused = await create(body, {}, narrow);
    expect([refused.status, refused.body.detail.permissionCheckFailedError.resource]).toEqual([
      403,
      { type: 'collection', id: collection.id },
    ]);
    expect((await create({ text: 'x' }, {}, narrow)).status).toBe(200);
  });

  it('returns 402 for an organization without credits', async () => {
    const poor = await world.tenant();
    await world.db
      .updateTable('organization_accounts')
      .set({ credits: '0' })
      .where('org_id', '=', poor.orgId)
      .execute();
    const response = await poor.owner.post(at(poor), { text: 'x' });
    expect([response.status, getReason(response)]).toEqual([402, 'INSUFFICIENT_CREDITS']);
  });
});

describe('uploading documents', () => {
  it('returns when all are ready or have failed, each with its reason', async () => {
    const made = await upload(
      form(
        ['data', { tags: ['mixed'] }],
        ['files', textOf('pilot'), 'pilot.md'],
        ['files', '%PDF-1.7 and nothing else', 'cut.pdf'],
        ['files', '', 'empty.txt'],
      ),
    );
    expect(made.status, made.text).toBe(200);
    expect(made.body).toMatchObject({
      status: 'failed',
      documents: [
        { title: 'pilot.md', status: 'ready', chunk_count: 1, error: null },
        { title: 'cut.pdf', status: 'failed', error: { reason: 'DAMAGED_FILE', message: expect.any(String) } },
        { title: 'empty.txt', status: 'failed', error: { reason: 'EMPTY_DOCUMENT', message: expect.any(String) } },
      ],
    });
    const [{ id }] = made.body.documents;
    const passages = await ok(tenant.owner.get(`${at(tenant)}/${id}/embeddings`));
    expect(passages).toMatchObject({
      results: [{ document_id: id, position: 0, heading_path: ['pilot'] }],
      pagination: { page_limit: 25 },
    });
    expect(passages.results[0].text).toContain('counted the ships');
    const one = `/embedding/${passages.results[0].id}`;
    expect(await ok(tenant.owner.get(`${at(tenant)}/${id}${one}`))).toEqual(passages.results[0]);
    const elsewhere = await tenant.owner.get(`${at(tenant)}/${made.body.documents[1].id}${one}`);
    expect([elsewhere.status, elsewhere.body.detail.resourceNotFoundError.field]).toEqual([404, 'embedding']);
  });

  it('waits no longer than requested, and a repeat with the same key waits for the same documents', async () => {
    const body = { text: textOf('helmsman') };
    const headers = { 'idempotency-key': randomUUID() };
    const queued = await upload(body, { ...headers, prefer: 'respond-async' });
    expect(queued.status, queued.text).toBe(202);
    const done = await upload(body, headers);
    expect([done.status, done.body.group_id, done.body.status]).toEqual([200, queued.body.group_id, 'ready']);
  });
});

/** An ingestion that can be retried. */
const FAILED = { ingestion: { status: 'failed', stage: 'parsing' } } as const;

describe('document ingestion', () => {
  /** Creates a document whose embeddings follow a script. Returns its path. */
  async function scripted(key: string, steps: readonly Step[]): Promise<string> {
    await world.model.script(key, steps, { by: 'call' });
    const made = await ok(create({ text: `${world.model.marker(key)} The tide was low.` }));
    return `${at(tenant)}/${made.documents[0].id}`;
  }
  const read = async (path: string) => (await tenant.owner.get(path)).body;
  const until = (path: string, fits: (document: Json) => boolean) => eventually(() => read(path), fits);
  const typesOf = async (path: string) => {
    const { results } = await ok(
      tenant.owner.get(`${tenant.project}/audit_event?resource_id=${path.split('/').at(-1)}`),
    );
    return results.map((event: Json) => event.event_type);
  };

  /** Sends the request twice under one key: the second time changes nothing. Returns the first response. */
  async function twice(path: string) {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await tenant.owner.post(path, undefined, headers);
    const repeat = await tenant.owner.post(path, undefined, headers);
    expect([repeat.status, repeat.headers.get('idempotency-replayed')], repeat.text).toEqual([first.status, 'true']);
    return first;
  }

  it('continues once with a retry after a failure, and a repeat under its key does not start another', async () => {
    const key = randomUUID();
    const path = await scripted(key, [{ status: 400, body: { error: { message: 'not like this' } } }, {}]);
    const failed = await until(path, ({ status }) => status === 'failed');
    expect(failed).toMatchObject({ stage: 'embedding', error: { reason: 'MODEL_REJECTED' } });
    const viewer = await tenant.member({ project: 'viewer' });
    for (const way of ['retry', 'cancel', 'pause', 'resume'])
      expect((await viewer.post(`${path}/${way}`)).status).toBe(403);
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all([1, 2].map(() => tenant.owner.post(`${path}/retry`, undefined, headers)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const ready = await until(path, ({ status }) => status === 'ready');
    expect(ready).toMatchObject({ id: failed.id, error: null, chunk_count: 1 });
    expect(await world.model.requests(key)).toHaveLength(2);
    expect((await tenant.owner.post(`${path}/retry`, undefined, headers)).body).toEqual(ready);
    for (const [way, reason] of [
      ['retry', 'DOCUMENT_NOT_FAILED'],
      ['cancel', 'RUN_ENDED'],
      ['pause', 'INGESTION_ENDED'],
      ['resume', 'INGESTION_ENDED'],
    ] as const) {
      const response = await tenant.owner.post(`${path}/${way}`);
      expect([response.status, getReason(response)]).toEqual([409, reason]);
    }
    expect(await typesOf(path)).toEqual(['document.retried', ...Array(4).fill('access.refused')]);
  });

  it('stops while it is paused, and continues when it is resumed', async () => {
    const key = randomUUID();
    const path = await scripted(key, [{ gate: key }]);
    await world.model.waitForRequests(key, 1);
    const paused = await twice(`${path}/pause`);
    expect([paused.status, paused.body.waiting_for?.kind], paused.text).toEqual([200, 'paused']);
    await world.model.open(key);
    expect((await ok(tenant.owner.post(`${path}/pause`))).waiting_for.kind).toBe('paused');
    expect((await read(path)).status).toBe('embedding');
    expect((await twice(`${path}/resume`)).status).toBe(200);
    await until(path, ({ status }) => status === 'ready');
    expect(await typesOf(path)).toEqual(['document.resumed', 'document.paused']);
  });

  it('stops when it is cancelled, and reports it; a retry continues', async () => {
    const key = randomUUID();
    const path = await scripted(key, [{ hang: true }, {}]);
    await world.model.waitForRequests(key, 1);
    const stopped = await twice(`${path}/cancel`);
    expect([stopped.status, stopped.body.status, stopped.body.error?.reason], stopped.text).toEqual([
      200,
      'failed',
      'INGESTION_CANCELLED',
    ]);
    await world.model.waitForAborts(key, 1);
    await ok(tenant.owner.post(`${path}/retry`));
    await until(path, ({ status }) => status === 'ready');
  });

  it('ends when its document is deleted during it, and nothing of the document returns', async () => {
    const key = randomUUID();
    const path = await scripted(key, [{ hang: true }]);
    await world.model.waitForRequests(key, 1);
    const id = path.split('/').at(-1) ?? '';
    expect(await ok(tenant.owner.delete(path))).toMatchObject({ id, deleted: true });
    await world.model.waitForAborts(key, 1);
    const left = () => world.db.selectFrom('chunks').select('id').where('document_id', '=', id).execute();
    expect(await eventually(left, (rows) => rows.length === 0)).toEqual([]);
    expect((await tenant.owner.post(`${path}/retry`)).status).toBe(404);
    expect(await idsOf(at(tenant))).not.toContain(id);
  });

  it('is published to users who may see the document, and to nobody else', async () => {
    const own = await world.tenant();
    const guest = await own.member({ project: 'task_creator' });
    const [shown, hidden] = [await addDocument(world, own, FAILED), await addDocument(world, own, FAILED)];
    const grant = { resourceType: 'document', resourceId: shown.id, projectId: own.projectId };
    await grantRole(world.db, { ...grant, userId: guest.userId, role: 'viewer' });
    const streams = [await own.owner.stream(`${own.project}/changes`), await guest.stream(`${own.project}/changes`)];
    for (const stream of streams) await stream.until(({ event }) => event === 'counts');
    for (const { id } of [hidden, shown]) await ok(own.owner.post(`${at(own)}/${id}/retry`));
    const [all, some] = await Promise.all(
      streams.map(async (stream) => {
        await stream.until(
          ({ event, data }) => event === 'document' && data.id === shown.id && data.status === 'ready',
        );
        stream.cut();
        return new Set(stream.events.filter(({ event }) => event === 'document').map(({ data }) => data.document_id));
      }),
    );
    expect(all).toEqual(new Set([hidden.id, shown.id]));
    expect(some).toEqual(new Set([shown.id]));
  });
});
