import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toGroupReader, toPersonReader, toStoredReaders } from '../../src/knowledge/readers.ts';
import { findRunError } from '../../src/knowledge/sources/runs.ts';
import { newId } from '../../src/platform/ids.ts';
import { getToolResults, makeAgent, makeTask, play } from '../support/agents.ts';
import { type Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { addSourceRun, addWithheldRemovals } from '../support/knowledge.ts';
import { addChunkedDocument, makeCollection } from '../support/library.ts';
import { getReason, NEVER } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let source: string;
let collection: string;
type Person = Client & { readonly userId: string };
let ann: Person;
let ben: Person;
/** IDs of the documents. Ann and Ben may each read one of two near-identical ones, and both the open one. */
const documents: Record<'ann' | 'ben' | 'group' | 'open', string> = { ann: '', ben: '', group: '', open: '' };
const SALARY = 'The salary of the harbour master is';

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  ann = await tenant.member({ project: 'viewer' });
  ben = await tenant.member({ project: 'owner' });
  source = (
    await tenant.owner.post(`${tenant.project}/knowledge_source`, {
      kind: 'web',
      name: 'Intranet',
      config: { urls: ['https://intranet.example/'] },
    })
  ).body.id;
  const add = async (title: string, text: string, readers: readonly string[] | null) => {
    const id = await addChunkedDocument(world, tenant, { title, texts: [text, `${text} Page two.`] });
    const source_readers = toStoredReaders(readers, source);
    const update = world.db.updateTable('documents').set({ source_readers, source_id: source, group_id: group });
    await update.where('id', '=', id).execute();
    return id;
  };
  const group = newId();
  documents.ann = await add('Salaries', `${SALARY} 4,100.`, [toPersonReader(await emailOf(ann))]);
  documents.ben = await add('Salaries', `${SALARY} 4,200.`, [toPersonReader((await emailOf(ben)).toUpperCase())]);
  documents.group = await add('Salaries', `${SALARY} 4,300.`, [toGroupReader('Pay@Example.com')]);
  documents.open = await add('Notice', `${SALARY} public.`, null);
  collection = await makeCollection(tenant, { document_embedding_instance_ids: Object.values(documents) });
});
afterAll(() => world.close());

async function emailOf({ userId }: Person): Promise<string> {
  return (await world.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
}

const nameOf = (id: string) => Object.entries(documents).find(([, one]) => one === id)?.[0] ?? id;
const path = (rest: string) => `${tenant.project}/${rest}`;
/** The documents that a search finds, by name. */
async function found(client: Client, body: object = {}): Promise<string[]> {
  const fields = { query: SALARY, results_only: true, limit: 50, ...body };
  const response = await client.post(path(`collection/${collection}/query`), fields);
  expect(response.status, response.text).toBe(200);
  return [...new Set<string>(response.body.results.map((row: Json) => nameOf(row.document_id)))].toSorted();
}
const listed = async (client: Client): Promise<string[]> => {
  const { body } = await client.get(path(`document?collection_id=${collection}`));
  return body.results.map(({ id }: Json) => nameOf(id)).toSorted();
};

describe('a document that its source restricts', () => {
  it('is ranked, listed and counted only for people whom the source lets read it, project owners too', async () => {
    expect([await found(ann), await found(ben), await found(tenant.owner)]).toEqual([
      ['ann', 'open'],
      ['ben', 'open'],
      ['open'],
    ]);
    for (const mode of [{ passage_context: 'section' }, { filters: { document_ids: [documents.ben, documents.open] } }])
      expect(await found(ann, mode)).toEqual('filters' in mode ? ['open'] : ['ann', 'open']);
    expect([await listed(ann), await listed(ben), await listed(tenant.owner)]).toEqual([
      ['ann', 'open'],
      ['ben', 'open'],
      ['open'],
    ]);
    const several = await ann.post(path('collection/query'), { query: SALARY, results_only: true, limit: 50 });
    expect(new Set(several.body.results.map((row: Json) => nameOf(row.document_id)))).toEqual(new Set(['ann', 'open']));
    const { group_id } = (await ann.get(path(`document/${documents.ann}`))).body;
    const group = await ann.get(path(`document/group/${group_id}`));
    if (group.status === 200) expect(group.text).not.toContain(documents.ben);
  });

  it('answers like a missing one to others, whatever they want to do with it', async () => {
    const missing = await ann.get(path(`document/${randomUUID()}`));
    const chunk = await world.db
      .selectFrom('chunks')
      .select('id')
      .where('document_id', '=', documents.ben)
      .executeTakeFirstOrThrow();
    for (const rest of ['', '/download', '/embeddings', `/embedding/${chunk.id}`, '/version', '/ingestion']) {
      const hidden = await ann.get(path(`document/${documents.ben}${rest}`));
      expect(hidden.status, rest).toBe(404);
      if (rest === '') expect(getReason(hidden)).toBe(getReason(missing));
    }
    expect((await ann.post(path(`document/${documents.ben}/query?query=salary&results_only=true`))).status).toBe(404);
    expect((await tenant.owner.delete(path(`document/${documents.ben}`))).status).toBe(404);
    expect((await tenant.owner.post(path(`document/${documents.ben}`), { title: 'Mine' })).status).toBe(404);
    expect((await ben.get(path(`document/${documents.ben}/download`))).status).toBe(200);
  });

  it('is not named by runs and withheld removals of its source to people who may not view documents', async () => {
    const run = await addSourceRun(world, tenant, source);
    await addWithheldRemovals(world, tenant, source, 1);
    const creator = await tenant.member({ project: 'task_creator' });
    const items = path(`knowledge_source/${source}/run/${run.id}/item`);
    for (const hidden of [path('document'), items, path(`knowledge_source/${source}/withheld_removal`)]) {
      const refusal = await creator.get(hidden);
      expect(refusal.status, hidden).toBe(403);
      expect(getReason(refusal)).toBe('PERMISSION_CHECK_FAILED');
      const { status, body } = await ann.get(hidden);
      expect([status, body.results.length > 0], hidden).toEqual([200, true]);
    }
    expect((await creator.get(path(`knowledge_source/${source}/run/${run.id}`))).status).toBe(200);
  });

  it('that could not be read is named in no run: neither in its items for others nor in its error', async () => {
    const run = await addSourceRun(world, tenant, source);
    const ref = 'https://intranet.example/severance-of-ada.pdf';
    const readers = toStoredReaders([toPersonReader(await emailOf(ann))], source);
    const problem = JSON.stringify({ reason: 'SERVER_FAILED', message: 'the server responded with status 503' });
    await sql`insert into source_items (source_id, ref, project_id, run_id, state, readers)
      values (${source}, ${ref}, ${tenant.projectId}, ${run.id}, 'settled', ${readers})`.execute(world.db);
    await sql`insert into source_run_items (id, run_id, ref, outcome, problem)
      values (${newId()}, ${run.id}, ${ref}, 'failed', ${problem})`.execute(world.db);
    await sql`update source_runs set added = 0, failed = 1 where id = ${run.id}`.execute(world.db);
    const at = path(`knowledge_source/${source}/run/${run.id}`);
    const refsOf = async (client: Client) =>
      (await client.get(`${at}/item?outcome=failed`)).body.results.map((item: Json) => item.ref);
    expect([await refsOf(ann), await refsOf(ben), await refsOf(tenant.owner)]).toEqual([[ref], [], []]);
    expect(await findRunError(world.db, run.id)).toEqual(JSON.parse(problem));
  });

  it('that was removed and erased is named in the items of its runs only for those who could read it', async () => {
    const run = await addSourceRun(world, tenant, source);
    const ref = 'https://intranet.example/warning-of-ben.pdf';
    const readers = toStoredReaders([toPersonReader(await emailOf(ann))], source);
    await sql`insert into source_items (source_id, ref, project_id, run_id, state, readers)
      values (${source}, ${ref}, ${tenant.projectId}, ${run.id}, 'settled', ${readers})`.execute(world.db);
    // The document's row is gone, as after its erasure.
    await sql`insert into source_run_items (id, run_id, ref, outcome, document_id)
      values (${newId()}, ${run.id}, ${ref}, 'removed', ${newId()})`.execute(world.db);
    const at = path(`knowledge_source/${source}/run/${run.id}/item?outcome=removed`);
    const refsOf = async (client: Client) => (await client.get(at)).body.results.map((item: Json) => item.ref);
    expect([await refsOf(ann), await refsOf(ben), await refsOf(tenant.owner)]).toEqual([[ref], [], []]);
  });

  it('is counted in no facet of others', async () => {
    const fields = [{ key: 'pay', type: 'number', description: '' }];
    expect((await tenant.owner.post(path('metadata_schema'), { fields })).status).toBe(200);
    for (const [name, pay] of [
      ['ann', 4100],
      ['ben', 4200],
      ['open', 1],
    ] as const)
      await sql`update documents set metadata = ${JSON.stringify({ pay })}::jsonb where id = ${documents[name]}`.execute(
        world.db,
      );
    const facets = async (client: Client) => (await client.get(path('document/facets'))).body.facets[0];
    expect(await facets(ann)).toMatchObject({ documents: 2, min: 1, max: 4100 });
    expect(await facets(ben)).toMatchObject({ documents: 2, min: 1, max: 4200 });
    expect(await facets(tenant.owner)).toMatchObject({ documents: 1, max: 1 });
  });

  it('is found by members of a group of its source, until they leave it', async () => {
    const add = async (email: string, name: string) =>
      world.db
        .insertInto('source_group_members')
        .values({ source_id: source, project_id: tenant.projectId, name, email: email.toLowerCase() })
        .execute();
    await add(await emailOf(ann), 'pay@example.com');
    expect(await found(ann)).toEqual(['ann', 'group', 'open']);
    expect(await found(ben)).toEqual(['ben', 'open']);
    await world.db.deleteFrom('source_group_members').where('source_id', '=', source).execute();
    expect(await found(ann)).toEqual(['ann', 'open']);
  });

  it('is not found with a mail address that nobody verified', async () => {
    const verify = (email_verified: boolean) =>
      world.db.updateTable('users').set({ email_verified }).where('id', '=', ann.userId).execute();
    await verify(false);
    expect(await found(ann)).toEqual(['open']);
    await verify(true);
    expect(await found(ann)).toEqual(['ann', 'open']);
  });

  it('is found by everyone who holds the role restricted_reader, which owners grant', async () => {
    const auditor = await tenant.member({ project: 'viewer' });
    const editor = await tenant.member({ project: 'editor' });
    const grant = (client: Client) =>
      client.post(path(`iam/members/user:${auditor.userId}`), { add: ['restricted_reader'] });
    expect((await grant(editor)).status).toBe(403);
    expect(await found(auditor)).toEqual(['open']);
    const granted = await grant(tenant.owner);
    expect(granted.status, granted.text).toBe(200);
    expect(await found(auditor)).toEqual(['ann', 'ben', 'group', 'open']);
  });

  it('reaches agents and tasks only for the person who runs them', async () => {
    const agent = await makeAgent(tenant, {
      builtin_tools: [],
      collections: [{ collection_id: collection }],
      approval_policy: NEVER,
    });
    const rag = { collection_id: collection, rag_param: 'question', rag_config: { include_sources: true } };
    const task = await makeTask(tenant, { user_prompt: '{question}', rag });
    const calls = [
      { name: 'search_library', arguments: { query: SALARY, limit: 20 } },
      { name: 'read_document', arguments: { document_id: documents.ben } },
    ];
    for (const [person, seesBen] of [
      [ben, true],
      [tenant.owner, false],
    ] as const) {
      const { key, message } = await play(world, [{ tool_calls: calls }, { text: 'Done.' }]);
      expect((await person.post(`${agent.path}/run`, { message })).status).toBe(200);
      const results = await getToolResults(world, key);
      for (const result of results) expect(result.includes('4,200'), result).toBe(seesBen);
      for (const result of results) expect(result).not.toContain('4,100');
      const run = await person.post(path(`task/${task.id}/run`), { task_input: { question: SALARY } });
      const texts = JSON.stringify(run.body.run_data.sources);
      expect([texts.includes('4,200'), texts.includes('4,100')]).toEqual([seesBen, false]);
    }
  });

  it('hides the answers that quote it once the source withdraws it, also from their sender', async () => {
    const headers = { prefer: 'respond-async' };
    const fields = { query: SALARY, results_only: true };
    const asked = await ann.post(path(`collection/${collection}/query`), fields, headers);
    expect(asked.status).toBe(202);
    const one = path(`collection/${collection}/query/${asked.body.id}`);
    await expect.poll(async () => (await ann.get(one)).body.completed, { timeout: 60_000 }).not.toBeNull();
    // Owners read the queries of others, but not what their results contain.
    expect((await ben.get(one)).status).toBe(404);
    const readers = (to: string[]) =>
      world.db.updateTable('documents').set({ source_readers: to }).where('id', '=', documents.ann).execute();
    await readers([]);
    expect((await ann.get(one)).status).toBe(404);
    await readers([toPersonReader(await emailOf(ann))]);
    expect((await ann.get(one)).status).toBe(200);
  });
});
