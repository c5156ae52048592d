import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgent, makeTask } from '../support/agents.ts';
import { type ApiResponse, Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { addDocument } from '../support/knowledge.ts';
import { makeCollection } from '../support/library.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let foreign: Tenant;

beforeAll(async () => {
  world = openWorld();
  [tenant, foreign] = await Promise.all([world.tenant(), world.tenant()]);
});
afterAll(() => world.close());

/** What a type of resource needs to be tagged in a test. */
interface Kind {
  readonly stem: string;
  readonly make: (of: Tenant) => Promise<{ readonly id: string }>;
  /** The required fields of its update. */
  readonly edit?: object;
  /** An update of a field other than its tags. */
  readonly other?: object;
}
const TASK: Kind = { stem: 'task', make: (of) => makeTask(of) };
const AGENT: Kind = { stem: 'task-agent', make: (of) => makeAgent(of) };
const DOCUMENT: Kind = { stem: 'document', make: (of) => addDocument(world, of), edit: { title: 'Water' } };
const COLLECTION: Kind = {
  stem: 'collection',
  make: async (of) => ({ id: await makeCollection(of) }),
  edit: { title: 'Library' },
  other: { title: 'Still tagged.' },
};
const KINDS = { tasks: TASK, agents: AGENT, documents: DOCUMENT, collections: COLLECTION };

const at = ({ stem }: Kind, of = tenant) => `${of.project}/${stem}`;
const unique = () => randomUUID().slice(0, 12);

async function ok(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body;
}

const makeTag = (kind: Kind, fields: object = {}, of = tenant) =>
  ok(of.owner.post(`${at(kind, of)}/tag`, { name: unique(), ...fields }));
const placesOf = ({ status, body, text }: ApiResponse) => {
  expect(status, text).toBe(422);
  return body.detail.map((problem: Json) => problem.loc);
};
const idsOf = async (path: string) => (await ok(tenant.owner.get(path))).results.map((row: Json) => row.id);

describe.each(Object.entries(KINDS))('tags of %s', (_word, kind) => {
  it('are created with a name alone, read as created, and updated field by field', async () => {
    const name = unique();
    const made = await makeTag(kind, { name });
    const time = expect.stringMatching(/Z$/);
    expect(made).toEqual({ id: expect.any(String), name, description: '', parent_id: null, created: time });
    const path = `${at(kind)}/tag/${made.id}`;
    expect(await ok(tenant.owner.get(path))).toEqual(made);
    const above = await makeTag(kind);
    const fields = { name: unique(), description: 'Invoices.', parent_id: above.id };
    expect(await ok(tenant.owner.post(path, fields))).toEqual({ ...made, ...fields });
    expect(await ok(tenant.owner.post(path, {}))).toEqual({ ...made, ...fields });
    const cleared = await ok(tenant.owner.post(path, { parent_id: null, description: '' }));
    expect(cleared).toEqual({ ...made, name: fields.name });
    const below = await makeTag(kind, { parent_id: made.id, description: 'Below.' });
    expect(await ok(tenant.owner.get(`${at(kind)}/tag/${below.id}`))).toMatchObject({ parent_id: made.id });
  });

  it('have unique names of at most 15 characters', async () => {
    const long = 'x'.repeat(16);
    const named = (name: unknown) => tenant.owner.post(`${at(kind)}/tag`, { name });
    expect(placesOf(await named(long))).toEqual([['body', 'name']]);
    expect(placesOf(await named(' '))).toEqual([['body', 'name']]);
    expect(placesOf(await tenant.owner.post(`${at(kind)}/tag`, { description: 'x' }))).toEqual([['body', 'name']]);
    const name = unique();
    const twice = await Promise.all([named(name), named(name)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(twice.map(getReason)).toContain('TAG_ALREADY_EXISTS');
    const other = await makeTag(kind);
    const renamed = await tenant.owner.post(`${at(kind)}/tag/${other.id}`, { name });
    expect([renamed.status, getReason(renamed)]).toEqual([409, 'TAG_ALREADY_EXISTS']);
    const again = await tenant.owner.post(`${at(kind)}/tag/${other.id}`, { name: other.name });
    expect(again.body).toEqual(other);
    expect(await makeTag(kind, { name }, foreign)).toMatchObject({ name });
    const [composed, spelled] = ['\u00e9', 'e\u0301'].map((end) => `${name.slice(0, 12)}${end}`);
    expect(await makeTag(kind, { name: spelled })).toMatchObject({ name: composed });
    for (const same of [composed, ` ${spelled}`]) expect(getReason(await named(same))).toBe('TAG_ALREADY_EXISTS');
    const task = await makeTask(tenant, { tags: [spelled, composed] });
    expect(task.tags).toEqual([composed]);
    const found = await ok(tenant.owner.get(`${tenant.project}/task?tag_id=${encodeURIComponent(spelled ?? '')}`));
    expect(found.results.map(({ id }: Json) => id)).toEqual([task.id]);
  });

  it('never form a cycle, even under concurrent moves', async () => {
    const [top, middle] = [await makeTag(kind), await makeTag(kind)];
    const move = (tag: Json, parentId: string) =>
      tenant.owner.post(`${at(kind)}/tag/${tag.id}`, { parent_id: parentId });
    await ok(move(middle, top.id));
    const bottom = await makeTag(kind, { parent_id: middle.id });
    for (const parent of [top, middle, bottom])
      expect(placesOf(await move(top, parent.id)), parent.name).toEqual([['body', 'parent_id']]);
    const [left, right] = [await makeTag(kind), await makeTag(kind)];
    const moved = await Promise.all([move(left, right.id), move(right, left.id)]);
    expect(moved.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('accept no parent of another type or project, and no deleted one', async () => {
    const [gone, other] = [await makeTag(kind), await makeTag(kind === TASK ? AGENT : TASK)];
    await ok(tenant.owner.delete(`${tenant.project}/tags/${gone.id}`));
    const theirs = await makeTag(kind, {}, foreign);
    const tag = await makeTag(kind);
    for (const parentId of [gone.id, other.id, theirs.id, randomUUID()]) {
      for (const path of [`${at(kind)}/tag`, `${at(kind)}/tag/${tag.id}`]) {
        const response = await tenant.owner.post(path, { name: unique(), parent_id: parentId });
        expect(placesOf(response), path).toEqual([['body', 'parent_id']]);
      }
    }
  });

  it('are added to and removed from many at once, idempotently, and find their resources', async () => {
    const tag = await makeTag(kind);
    const [one, two, three] = [await kind.make(tenant), await kind.make(tenant), await kind.make(tenant)];
    const apply = (way: string, entities: readonly string[]) =>
      ok(tenant.owner.post(`${at(kind)}/tag/${tag.id}/${way}`, { entities }));
    expect(await apply('add', [one.id, two.id.toUpperCase(), one.id])).toEqual(tag);
    expect(await apply('add', [two.id, three.id])).toEqual(tag);
    const newestFirst = [three.id, two.id, one.id];
    expect(await idsOf(`${at(kind)}?tag_id=${tag.id}`)).toEqual(newestFirst);
    expect(await idsOf(`${at(kind)}?tag_id=${tag.name}`)).toEqual(newestFirst);
    expect(await idsOf(`${at(kind)}?tag_id=${tag.id.toUpperCase()}&page_limit=2`)).toEqual(newestFirst.slice(0, 2));
    expect(await apply('remove', [one.id, three.id])).toEqual(tag);
    expect(await apply('remove', [one.id])).toEqual(tag);
    expect(await apply('remove', [])).toEqual(tag);
    expect(await idsOf(`${at(kind)}?tag_id=${tag.id}`)).toEqual([two.id]);
    expect((await ok(tenant.owner.get(`${at(kind)}/${two.id}`))).tags).toEqual([tag.name]);
    expect((await ok(tenant.owner.get(`${at(kind)}/${one.id}`))).tags).toEqual([]);
    const events = await ok(tenant.owner.get(`${tenant.project}/audit_event?resource_id=${tag.id}`));
    const types = ['tag.removed', 'tag.added', 'tag.added', 'tag.created'];
    expect(events.results.map((event: Json) => event.event_type)).toEqual(types);
  });

  it('cannot be added to a missing resource: of another type, deleted, or of another tenant', async () => {
    const [tag, mine] = [await makeTag(kind), await kind.make(tenant)];
    const [gone, theirs] = [await kind.make(tenant), await kind.make(foreign)];
    const other = await (kind === TASK ? AGENT : TASK).make(tenant);
    // Collections cannot be deleted.
    if (kind !== COLLECTION) await ok(tenant.owner.delete(`${at(kind)}/${gone.id}`));
    const absent = kind === COLLECTION ? [] : [gone.id];
    for (const way of ['add', 'remove']) {
      for (const id of [...absent, theirs.id, other.id, randomUUID()]) {
        const response = await tenant.owner.post(`${at(kind)}/tag/${tag.id}/${way}`, { entities: [mine.id, id] });
        expect(placesOf(response)).toEqual([['body', 'entities', 1]]);
      }
      const many = Array.from({ length: 101 }, () => mine.id);
      for (const body of [{}, { entities: many }, { entities: 'all' }])
        expect(placesOf(await tenant.owner.post(`${at(kind)}/tag/${tag.id}/${way}`, body))[0]).toContain('entities');
    }
    expect(await idsOf(`${at(kind)}?tag_id=${tag.id}`)).toEqual([]);
  });

  it('are listed newest first by type, and are a 404 for other types, other tenants and after deletion', async () => {
    const [first, second] = [await makeTag(kind), await makeTag(kind)];
    const other = kind === TASK ? AGENT : TASK;
    const page = await ok(tenant.owner.get(`${at(kind)}/tag?page_limit=1`));
    expect(page).toMatchObject({ results: [second], pagination: { has_next: true, page_limit: 1 } });
    const next = await ok(tenant.owner.get(`${at(kind)}/tag?page_limit=1&cursor=${page.pagination.next_cursor}`));
    expect(next.results).toEqual([first]);
    expect((await ok(tenant.owner.get(`${at(kind)}/tag`))).pagination.page_limit).toBe(100);
    expect(await idsOf(`${at(other)}/tag`)).not.toContain(second.id);
    const carrier = await kind.make(tenant);
    const below = await makeTag(kind, { parent_id: second.id });
    await ok(tenant.owner.post(`${at(kind)}/tag/${second.id}/add`, { entities: [carrier.id] }));
    expect((await foreign.owner.delete(`${foreign.project}/tags/${second.id}`)).status).toBe(404);
    expect(await ok(tenant.owner.delete(`${tenant.project}/tags/${second.id}`))).toEqual(second);
    expect((await ok(tenant.owner.get(`${at(kind)}/tag/${below.id}`))).parent_id).toBeNull();
    expect((await ok(tenant.owner.get(`${at(kind)}/${carrier.id}`))).tags).toEqual([]);
    expect(await idsOf(`${at(kind)}?tag_id=${second.id}`)).toEqual([]);
    const places = [
      `${at(kind)}/tag/${second.id}`,
      `${at(other)}/tag/${first.id}`,
      `${foreign.project}/${kind.stem}/tag/${first.id}`,
    ];
    for (const path of places) {
      const client = path.startsWith(foreign.project) ? foreign.owner : tenant.owner;
      const responses = [await client.get(path), await client.post(path, { name: unique() })];
      responses.push(await client.post(`${path}/add`, { entities: [] }));
      responses.push(await client.post(`${path}/remove`, { entities: [] }));
      for (const response of responses)
        expect([response.status, response.body.detail.resourceNotFoundError.field], path).toEqual([404, 'tag']);
    }
    expect((await tenant.owner.delete(`${tenant.project}/tags/${second.id}`)).status).toBe(404);
  });

  it('can be set on the resource by name or id: new names become tags, and the list replaces the previous one', async () => {
    const known = await makeTag(kind);
    const fresh = unique();
    const entity = await kind.make(tenant);
    const path = `${at(kind)}/${entity.id}`;
    const set = (tags: readonly string[]) => tenant.owner.post(path, { ...kind.edit, tags });
    expect((await ok(set([fresh, known.id.toUpperCase(), fresh]))).tags).toEqual([fresh, known.name]);
    expect(await idsOf(`${at(kind)}?tag_id=${fresh}`)).toEqual([entity.id]);
    expect((await ok(set([known.name, fresh]))).tags).toEqual([known.name, fresh]);
    const renamed = unique();
    await ok(tenant.owner.post(`${at(kind)}/tag/${known.id}`, { name: renamed }));
    expect((await ok(tenant.owner.get(path))).tags).toEqual([renamed, fresh]);
    const other = kind.other ?? { description: 'Still tagged.' };
    const stays = await ok(tenant.owner.post(path, { ...kind.edit, ...other }));
    expect(stays).toMatchObject({ tags: [renamed, fresh], ...other });
    const theirs = await makeTag(kind, {}, foreign);
    for (const bad of ['x'.repeat(16), theirs.id, randomUUID()])
      expect(placesOf(await set([renamed, bad]))).toEqual([['body', 'tags', 1]]);
    expect((await ok(tenant.owner.get(path))).tags).toEqual([renamed, fresh]);
    const raced = unique();
    const others = await Promise.all([kind.make(tenant), kind.make(tenant)]);
    await Promise.all(
      others.map(({ id }) => ok(tenant.owner.post(`${at(kind)}/${id}`, { ...kind.edit, tags: [raced] }))),
    );
    expect((await idsOf(`${at(kind)}?tag_id=${raced}`)).toSorted()).toEqual(others.map(({ id }) => id).toSorted());
    expect((await ok(set([]))).tags).toEqual([]);
  });

  it('are changed by editors and visible to viewers of the project', async () => {
    const tag = await makeTag(kind);
    const [viewer, editor] = await Promise.all(['viewer', 'editor'].map((role) => tenant.member({ project: role })));
    if (!(viewer instanceof Client && editor instanceof Client)) throw new Error('no members');
    expect((await viewer.get(`${at(kind)}/tag/${tag.id}`)).body).toEqual(tag);
    const refused = [
      await viewer.post(`${at(kind)}/tag`, { name: unique() }),
      await viewer.post(`${at(kind)}/tag/${tag.id}`, { name: unique() }),
      await viewer.post(`${at(kind)}/tag/${tag.id}/add`, { entities: [] }),
      await viewer.post(`${at(kind)}/tag/${tag.id}/remove`, { entities: [] }),
      await viewer.delete(`${tenant.project}/tags/${tag.id}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await editor.delete(`${tenant.project}/tags/${tag.id}`)).status).toBe(200);
  });
});

it.each([TASK, AGENT])('tags of a $stem are rejected together with the other problems of the body', async (kind) => {
  const { id } = await kind.make(tenant);
  const before = await idsOf(at(kind));
  const body = { name: unique(), llm_model_id: 'no-such-model', tags: [randomUUID(), 'x'.repeat(16)] };
  const expected = [
    ['body', 'tags', 0],
    ['body', 'tags', 1],
    ['body', 'llm_model_id'],
  ];
  for (const path of [at(kind), `${at(kind)}/${id}`])
    expect(placesOf(await tenant.owner.post(path, body))).toEqual(expect.arrayContaining(expected));
  expect(await idsOf(at(kind))).toEqual(before);
});
