import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { setSourceMetadata } from '../../src/knowledge/metadata/fields.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { getToolResults, makeAgent, makeTask, play } from '../support/agents.ts';
import { type ApiResponse, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { addCollection } from '../support/knowledge.ts';
import { addChunkedDocument, makeCollection } from '../support/library.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;

const FIELDS = [
  { key: 'department', type: 'text', description: 'Responsible department' },
  { key: 'year', type: 'number', description: '' },
  { key: 'valid from', type: 'date', description: '' },
  { key: 'labels', type: 'list', description: '' },
];

beforeAll(async () => {
  world = openWorld();
  tenant = await makeTenant();
});
afterAll(() => world.close());

async function makeTenant(fields: readonly Json[] = FIELDS): Promise<Tenant> {
  const made = await world.tenant();
  expect((await setFields(fields, made)).body.fields).toEqual(fields);
  return made;
}

const setFields = (fields: readonly Json[], of = tenant) =>
  of.owner.post(`${of.project}/metadata_schema`, { fields: [...fields] });
const edit = (id: string, metadata: object, of = tenant) =>
  of.owner.post(`${of.project}/document/${id}`, { title: 'Terms', metadata });
const read = async (id: string, of = tenant): Promise<Json> =>
  (await of.owner.get(`${of.project}/document/${id}`)).body;
const problemsOf = ({ status, body }: ApiResponse) => [
  status,
  ...(body.detail as Json[]).map(({ loc, code }) => [loc.slice(1).join('.'), code]),
];

async function ok(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body;
}

/** A ready document with this metadata, which is also its text. */
async function add(metadata: object, { collections = [] as string[], of = tenant } = {}): Promise<string> {
  const text = `The harbour rules of ${JSON.stringify(metadata)}.`;
  const id = await addChunkedDocument(world, of, { title: 'Terms', texts: [text], collections });
  expect((await edit(id, metadata, of)).body.metadata).toEqual(metadata);
  return id;
}

describe('the metadata of a document', () => {
  it('is set by create, upload and edit, and each value has the type of its field', async () => {
    const { documents } = await ok(
      tenant.owner.post(`${tenant.project}/document/upload`, {
        metadata: { department: 'Sales', labels: ['a', 'b', 'a'] },
        texts: [
          { text: 'One.', metadata: { year: 2024 } },
          { text: 'Two.', metadata: { department: 'Law' } },
        ],
      }),
    );
    expect(documents.map(({ metadata }: Json) => metadata)).toEqual([
      { department: 'Sales', labels: ['a', 'b'], year: 2024 },
      { department: 'Law', labels: ['a', 'b'] },
    ]);
    const [{ id }] = documents;
    const day = '2026-03-01T02:00:00+02:00';
    expect((await edit(id, { 'valid from': day, year: null })).body.metadata).toEqual({
      department: 'Sales',
      labels: ['a', 'b'],
      'valid from': '2026-03-01',
    });
    expect((await tenant.owner.post(`${tenant.project}/document/${id}`, await read(id))).body.version).toBe(
      (await read(id)).version,
    );
  });

  it('is rejected with a 422 that names key and type for a value of another type or an unknown key', async () => {
    const id = await add({});
    const wrong = {
      department: 7,
      year: '2024',
      'valid from': '2026-02-30',
      labels: 'a',
      constructor: 1,
      'a"\'$.b': 1,
    };
    const response = await edit(id, wrong);
    expect(problemsOf(response)).toEqual([
      422,
      ['metadata.department', 'metadata_type'],
      ['metadata.year', 'metadata_type'],
      ['metadata.valid from', 'metadata_type'],
      ['metadata.labels', 'metadata_type'],
      ['metadata.constructor', 'unknown_metadata_key'],
      ['metadata.a"\'$.b', 'unknown_metadata_key'],
    ]);
    expect(response.body.detail[1].msg).toBe('must be a number: year is a number field');
    for (const value of ['\u0000', '\ud800', ' ', 'x'.repeat(2001)])
      expect(problemsOf(await edit(id, { department: value }))[0]).toBe(422);
    const digits = `{"title": "Terms", "metadata": {"year": 9007199254740993}}`;
    expect((await tenant.owner.post(`${tenant.project}/document/${id}`, digits)).status).toBe(422);
    const upload = await tenant.owner.post(`${tenant.project}/document/upload`, {
      texts: [{ text: 'One.' }, { text: 'Two.', metadata: { year: 'x' } }],
    });
    expect(problemsOf(upload)).toEqual([422, ['texts.1.metadata.year', 'metadata_type']]);
    expect((await read(id)).metadata).toEqual({});
  });

  it('comes from front matter and file properties where no caller sets it, also for fields that are added later', async () => {
    const own = await makeTenant([{ key: 'Department', type: 'text', description: '' }]);
    const front = '---\ndepartment: Law\nyear: 2023\ntags: [x, y]\nvalid from: 2026-01-02\n---\n\nPay on time.';
    const { documents } = await ok(
      own.owner.post(`${own.project}/document/upload`, { text: front, media_type: 'text/markdown' }),
    );
    const [{ id }] = documents;
    expect((await read(id, own)).metadata).toEqual({ Department: 'Law' });
    const html =
      '<html><head><meta name="author" content="Ann"><meta name="keywords" content="a, b"></head><body><p>Hello there.</p></body></html>';
    const page = (await ok(own.owner.post(`${own.project}/document/upload`, { text: html, media_type: 'text/html' })))
      .documents[0];
    const form = new FormData();
    form.append('data', '{}');
    form.append('files', new Blob([readFileSync(new URL('../corpora/formats/harbour.odt', import.meta.url))]), 'h.odt');
    const odt = (await ok(own.owner.post(`${own.project}/document/upload`, form))).documents[0];
    const more = [
      { key: 'Department', type: 'list', description: '' },
      { key: 'year', type: 'number', description: '' },
      { key: 'valid from', type: 'date', description: '' },
      { key: 'tags', type: 'list', description: '' },
      { key: 'author', type: 'text', description: '' },
      { key: 'keywords', type: 'list', description: '' },
      { key: 'generator', type: 'text', description: '' },
    ];
    await ok(setFields(more, own));
    expect((await read(id, own)).metadata).toEqual({
      Department: ['Law'],
      year: 2023,
      tags: ['x', 'y'],
      keywords: ['x', 'y'],
      'valid from': '2026-01-02',
    });
    expect((await read(page.id, own)).metadata).toEqual({ author: 'Ann', keywords: ['a', 'b'] });
    expect((await read(odt.id, own)).metadata).toEqual({ generator: 'ODFPY/1.4.1' });
    expect((await edit(id, { year: null, tags: ['z'] }, own)).body.metadata).toMatchObject({ tags: ['z'] });
    expect((await read(id, own)).metadata).not.toHaveProperty('year');
    // What a source states comes last.
    const stated = { department: ['Harbour'], author: 'Ben', generator: 'Wiki' };
    const write = (document: string) => (trx: Executor) => setSourceMetadata(trx, own.projectId, document, stated);
    await world.db.transaction().execute(write(page.id));
    const all = { Department: ['Harbour'], author: 'Ann', keywords: ['a', 'b'], generator: 'Wiki' };
    expect((await read(page.id, own)).metadata).toEqual(all);
    const { body } = await edit(page.id, { Department: ['Sales'], author: null }, own);
    expect(body.metadata).toEqual({ Department: ['Sales'], keywords: ['a', 'b'], generator: 'Wiki' });
  });
});

describe('the metadata schema', () => {
  it('is changed by editors, is audited, and rejects keys that are reserved, equal or invalid', async () => {
    const own = await world.tenant();
    const viewer = await own.member({ project: 'viewer' });
    const path = `${own.project}/metadata_schema`;
    const fields = [{ key: 'Größe', type: 'number' }];
    expect(getReason(await viewer.post(path, { fields }))).toBe('PERMISSION_CHECK_FAILED');
    await ok(own.owner.post(path, { fields }));
    expect((await ok(viewer.get(path))).fields).toEqual([{ key: 'Größe', type: 'number', description: '' }]);
    const keys = ['größe', 'Größe', '__proto__', ' a'].map((key) => ({ key, type: 'text' }));
    expect(problemsOf(await own.owner.post(path, { fields: keys }))).toEqual([
      422,
      ['fields.1.key', 'duplicate_metadata_key'],
      ['fields.2.key', 'reserved_metadata_key'],
      ['fields.3.key', 'reserved_metadata_key'],
    ]);
    for (const key of ['', 'a"b', 'a\u0000', 'a$b', 'x'.repeat(65)])
      expect((await own.owner.post(path, { fields: [{ key, type: 'text' }] })).status).toBe(422);
    const { results } = await ok(
      own.owner.get(`${own.project}/audit_event?event_type=project.metadata_schema_updated`),
    );
    expect(results).toHaveLength(1);
  });

  it('converts values to a new type, or changes nothing if one cannot be converted', async () => {
    const own = await makeTenant();
    const [one, two] = [
      await add({ department: '2024', year: 7, labels: ['x'] }, { of: own }),
      await add({ labels: ['x', 'y'] }, { of: own }),
    ];
    const retyped = (types: object) =>
      FIELDS.map((field) => ({ ...field, type: (types as Json)[field.key] ?? field.type }));
    const refused = await setFields(retyped({ labels: 'text' }), own);
    expect([refused.status, getReason(refused)]).toEqual([409, 'METADATA_NOT_CONVERTIBLE']);
    expect(JSON.stringify(refused.body)).toContain('labels');
    expect((await read(one, own)).metadata).toEqual({ department: '2024', year: 7, labels: ['x'] });
    await ok(setFields(retyped({ department: 'number', year: 'text' }), own));
    expect((await read(one, own)).metadata).toEqual({ department: 2024, year: '7', labels: ['x'] });
    await ok(setFields(FIELDS.slice(0, 3), own));
    expect((await read(two, own)).metadata).toEqual({});
  });
});

describe('a filter on metadata', () => {
  const found = async (filter: unknown, of = tenant): Promise<string[]> => {
    const path = `${of.project}/document?metadata=${encodeURIComponent(JSON.stringify(filter))}`;
    const { results } = await ok(of.owner.get(path));
    return results.map(({ id }: Json) => id).toSorted();
  };
  let own: Tenant;
  let collection: string;
  let [law, sales, plain] = ['', '', ''];

  beforeAll(async () => {
    own = await makeTenant();
    collection = await makeCollection(own);
    const options = { collections: [collection], of: own };
    law = await add({ department: 'Law', year: 2024, 'valid from': '2026-03-01', labels: ['a', 'b'] }, options);
    sales = await add({ department: 'Sales', year: 2020.5, 'valid from': '2025-12-31' }, options);
    plain = await add({}, options);
  });

  const cases = (): [unknown, string[]][] => [
    [{ key: 'department', equals: 'Law' }, [law]],
    [{ key: 'department', in: ['Law', 'Sales'] }, [law, sales]],
    [{ not: { key: 'department', equals: 'Law' } }, [sales, plain]],
    [{ key: 'year', gte: 2020.5, lt: 2024 }, [sales]],
    [{ key: 'year', gt: 2020.5 }, [law]],
    [{ not: { key: 'year', gt: 2020.5 } }, [sales, plain]],
    [{ key: 'valid from', gte: '2026-03-01T00:00:00Z' }, [law]],
    [{ key: 'valid from', equals: '2026-03-01T01:00:00+01:00' }, [law]],
    [{ key: 'valid from', lt: '2026-02-28T23:59:59.999Z' }, [sales]],
    [{ key: 'labels', contains: 'b' }, [law]],
    [{ key: 'labels', in: ['x', 'a'] }, [law]],
    [{ key: 'labels', exists: false }, [sales, plain]],
    [
      {
        or: [
          { key: 'year', equals: 2024 },
          { key: 'department', exists: false },
        ],
      },
      [law, plain],
    ],
    [{ and: [{ key: 'year', exists: true }, { not: { key: 'labels', contains: 'a' } }] }, [sales]],
  ];

  it('selects documents in lists and queries alike', async () => {
    for (const [filter, expected] of cases()) {
      expect(await found(filter, own), JSON.stringify(filter)).toEqual(expected.toSorted());
      const { results } = await ok(
        own.owner.post(`${own.project}/collection/${collection}/query`, {
          query: 'harbour rules',
          results_only: true,
          limit: 1 + expected.length,
          filters: { metadata: filter },
        }),
      );
      const ids = results.map(({ document_id }: Json) => document_id);
      expect(ids.toSorted(), JSON.stringify(filter)).toEqual(expected.toSorted());
    }
  });

  it('is rejected with a 422 if a key, operator or value is wrong, or if it is too large or deep', async () => {
    const query = (metadata: unknown) =>
      own.owner.post(`${own.project}/collection/${collection}/query`, {
        query: 'x',
        results_only: true,
        filters: { metadata },
      });
    const many = Array.from({ length: 10_000 }, () => ({ key: 'year', equals: 1 }));
    let deep: unknown = { key: 'year', equals: 1 };
    for (let level = 0; level < 30; level++) deep = { not: deep };
    const wrong: [unknown, string, string][] = [
      [{ and: many }, 'filters.metadata.and', 'filter_list_size'],
      [{ and: [{ and: many.slice(0, 90) }, { and: many.slice(0, 90) }] }, 'filters.metadata', 'filter_too_large'],
      [deep, 'filters.metadata', 'filter_too_deep'],
      [{}, 'filters.metadata.key', 'filter_key_missing'],
      [{ and: [] }, 'filters.metadata.and', 'filter_list_size'],
      [{ key: 'year' }, 'filters.metadata', 'filter_operator_missing'],
      [{ key: 'nope', equals: 1 }, 'filters.metadata.key', 'unknown_metadata_key'],
      [{ key: 'year', equals: '1' }, 'filters.metadata.equals', 'metadata_type'],
      [{ key: 'year', contains: '1' }, 'filters.metadata.contains', 'unknown_filter_operator'],
      [{ key: 'year', in: [1, 'x'] }, 'filters.metadata.in.1', 'metadata_type'],
      [{ key: 'year', like: 1 }, 'filters.metadata.like', 'unknown_filter_operator'],
      [{ key: 'year', exists: 1 }, 'filters.metadata.exists', 'invalid_exists'],
      [{ or: [{ key: 'year', gt: 1 }, 7] }, 'filters.metadata.or.1', 'invalid_filter'],
    ];
    for (const [filter, loc, code] of wrong) expect(problemsOf(await query(filter))).toEqual([422, [loc, code]]);
    for (const text of ['x', '[]', '{"key":"nope","exists":true}']) {
      const { status, body } = await own.owner.get(`${own.project}/document?metadata=${encodeURIComponent(text)}`);
      expect([status, body.detail[0].loc[0]]).toEqual([422, 'query']);
    }
  });

  it('is rejected with a 422 that names the field if it is misspelled or at the wrong place', async () => {
    const condition = { key: 'year', exists: true };
    const search = (path: string) => (fields: object) =>
      own.owner.post(`${own.project}/collection/${path}`, { query: 'x', results_only: true, ...fields });
    const one = search(`${collection}/query`);
    const several = search('query');
    const attach = (fields: object) =>
      own.owner.post(`${own.project}/task-agent`, {
        name: 'Misspelled',
        instruction: 'Help.',
        llm_model_id: 'scripted',
        collections: [{ collection_id: collection, ...fields }],
      });
    const list = (path: string) => (fields: object) =>
      own.owner.get(`${own.project}/document${path}?${new URLSearchParams(Object.entries(fields))}`);
    const wrong: [(fields: object) => Promise<ApiResponse>, object, string][] = [
      ...[one, several].flatMap((post): (typeof wrong)[number][] => [
        [post, { filter: { metadata: condition } }, 'filters'],
        [post, { filters_: { metadata: condition } }, 'filters'],
        [post, { metadata: condition }, 'filters.metadata'],
        [post, { document_id: law }, 'filters.document_ids'],
      ]),
      [several, { collection_id: [collection] }, 'collection_ids'],
      [several, { collections: [collection] }, 'collection_ids'],
      [attach, { fitlers: { metadata: condition } }, 'filters'],
      [attach, { tags: ['a'] }, 'filters.tags'],
      ...['', '/facets'].flatMap((path): (typeof wrong)[number][] => [
        [list(path), { metdata: JSON.stringify(condition) }, 'metadata'],
        [list(path), { collection_ids: collection }, 'collection_id'],
        [list(path), { tag: 'a' }, 'tag_id'],
      ]),
    ];
    for (const [send, fields, field] of wrong) {
      const { status, body } = await send(fields);
      const [{ loc, code, params }] = status === 422 ? body.detail : [{ loc: [] }];
      const found = [status, loc.at(-1), code, params];
      expect(found).toEqual([422, Object.keys(fields)[0], 'misspelled_field', { field }]);
    }
    // Within the filters, any unknown key is rejected.
    const inside = [
      await attach({ filters: { colour: ['a'] } }),
      await own.owner.post(`${own.project}/task`, {
        ...{ name: 'Misspelled', enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'Hello' },
        rag: { collection_id: collection, rag_config: { filters: { colour: ['a'] } } },
      }),
    ];
    for (const { status, body } of inside) expect([status, body.detail[0].loc.at(-1)]).toEqual([422, 'colour']);
    // Other unknown keys are ignored, as everywhere.
    expect((await one({ colour: 'blue', collection_id: collection })).status).toBe(200);
    expect((await list('')({ colour: 'blue' })).status).toBe(200);
  });

  it('restricts the context of a task, which fails if the field was removed', async () => {
    const other = await makeTenant();
    const docs = await makeCollection(other);
    await add({ department: 'Law' }, { collections: [docs], of: other });
    await add({ department: 'Sales' }, { collections: [docs], of: other });
    const rag = (metadata: unknown) => ({
      collection_id: docs,
      rag_config: { filters: { metadata }, include_sources: true },
    });
    const bad = await other.owner.post(`${other.project}/task`, {
      name: 'Bad filter',
      enabled: true,
      llm_model_id: 'scripted',
      system_prompt: 'Do it.',
      user_prompt: 'Do it.',
      rag: rag({ key: 'nope', exists: true }),
    });
    expect(problemsOf(bad)).toEqual([422, ['rag.rag_config.filters.metadata.key', 'unknown_metadata_key']]);
    const task = await makeTask(other, {
      user_prompt: 'harbour rules {text}',
      rag: rag({ key: 'department', equals: 'Law' }),
    });
    const run = () => other.owner.post(`${other.project}/task/${task.id}/run`, { task_input: { text: '' } });
    const { sources } = (await ok(run())).run_data;
    expect(sources).toHaveLength(1);
    expect(sources[0].text).toContain('Law');
    await ok(setFields(FIELDS.slice(1), other));
    expect((await ok(run())).error.reason).toBe('INVALID_FILTER');
  });

  it('of an attachment holds for all calls of an agent, whose model can add its own', async () => {
    const fixed = { metadata: { key: 'department', exists: true } };
    const agent = await makeAgent(own, {
      builtin_tools: [],
      collections: [{ collection_id: collection, filters: fixed }],
      approval_policy: { default: 'never' },
    });
    expect(agent.record.collections).toEqual([{ collection_id: collection, filters: fixed }]);
    const search = (filter?: unknown) => ({ name: 'search_library', arguments: { query: 'harbour rules', filter } });
    const calls = [
      search(),
      search({ key: 'year', lt: 2021 }),
      search({ key: 'year', lt: 'x' }),
      { name: 'read_document', arguments: { document_id: plain } },
      { name: 'read_document', arguments: { document_id: law } },
    ];
    const { key, message } = await play(world, [{ tool_calls: calls }, { text: 'Done.' }]);
    await agent.run(message);
    const results = (await getToolResults(world, key)).map((text) => JSON.parse(text.replace(/^error: /, '')) as Json);
    const documents = results.map(({ results: hits }) => hits?.map((hit: Json) => hit.document_id).toSorted());
    expect(documents.slice(0, 2)).toEqual([[law, sales].toSorted(), [sales]]);
    expect(results.slice(2).map(({ reason, document_id }) => reason ?? document_id)).toEqual([
      'INVALID_FILTER',
      'UNKNOWN_DOCUMENT',
      law,
    ]);
  });
});

describe('the facets of documents', () => {
  it('count values among the documents that the caller may view and that meet the filters', async () => {
    const own = await makeTenant();
    const [law] = [
      await add({ department: 'Law', year: 2024, labels: ['a', 'b'] }, { of: own }),
      await add({ department: 'Law', year: 2020, labels: ['b'] }, { of: own }),
      await add({ 'valid from': '2026-01-01' }, { of: own }),
    ];
    const facets = async (query = '', client = own.owner) =>
      (await ok(client.get(`${own.project}/document/facets${query}`))).facets;
    expect(await facets()).toEqual([
      { key: 'department', documents: 2, values: [{ value: 'Law', documents: 2 }], min: null, max: null },
      {
        key: 'year',
        documents: 2,
        values: [
          { value: 2020, documents: 1 },
          { value: 2024, documents: 1 },
        ],
        min: 2020,
        max: 2024,
      },
      {
        key: 'valid from',
        documents: 1,
        values: [{ value: '2026-01-01', documents: 1 }],
        min: '2026-01-01',
        max: '2026-01-01',
      },
      {
        key: 'labels',
        documents: 2,
        values: [
          { value: 'b', documents: 2 },
          { value: 'a', documents: 1 },
        ],
        min: null,
        max: null,
      },
    ]);
    const shelves = [await addCollection(world, own), await addCollection(world, own)];
    await add({ year: 2001 }, { of: own, collections: [shelves[0]!.id] });
    await add({ year: 2002 }, { of: own, collections: shelves.map(({ id }) => id) });
    const [, years] = await facets(`?${shelves.map(({ id }) => `collection_id=${id}`).join('&')}`);
    expect(years).toMatchObject({ documents: 2, min: 2001, max: 2002 });
    const filter = encodeURIComponent(JSON.stringify({ key: 'labels', contains: 'a' }));
    expect((await facets(`?metadata=${filter}`))[0].documents).toBe(1);
    const guest = await own.member({});
    await grantRole(world.db, {
      resourceType: 'document',
      resourceId: law,
      userId: guest.userId,
      role: 'viewer',
      projectId: own.projectId,
    });
    expect((await facets('', guest)).map(({ documents }: Json) => documents)).toEqual([1, 1, 0, 1]);
  });
});
