import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/modules.ts';
import type { Operation } from '../../../api/operation.ts';
import { ID_PAGE_QUERY } from '../../../api/plugins/pagination.ts';
import { newIdAfter } from '../../../src/platform/ids.ts';
import {
  createEvalSet,
  createFixture,
  createSibling,
  type Fixture,
  getExample,
  runInLanes,
  toPath,
} from '../../guards/fixture.ts';
import { type ApiResponse, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { addBudget } from '../../support/credits.ts';
import { addDelivery } from '../../support/forwarders.ts';
import { createSession } from '../../support/identity.ts';
import {
  addDocument,
  addPassage,
  addSourceRun,
  addSourceRunItem,
  addWithheldRemovals,
} from '../../support/knowledge.ts';
import { addTrigger, addTriggerEvent } from '../../support/triggers.ts';

/** List operations, all of them paginated. */
const LISTS = OPERATIONS.filter((op) =>
  Object.hasOwn((op.response.schemas[200] as Json)?.properties ?? {}, 'pagination'),
).filter(
  // Events of a run are numbered, and their numbers are the cursors.
  (op) => op.id !== 'task_agent_run.events',
);
/** Lists with signed cursors. */
const SIGNED = LISTS.filter((op) => op.request.query?.properties.cursor !== ID_PAGE_QUERY.cursor);

/**
 * The operations that add to a list with their example under another name. Only administrators create organizations.
 */
const CREATED = OPERATIONS.filter((op) => {
  const named = ['name', 'display_name', 'domain', 'email_address'].some((field) =>
    Object.hasOwn(op.request.example ?? {}, field),
  );
  return named && op.method === 'POST' && LISTS.some(({ path }) => path === op.path) && op.path !== '/org';
});

/** The first of several pages of a list. */
interface FirstPage {
  readonly size: number;
  readonly shown: string[];
  readonly cursor: string;
  /** The keys of the list at that time. */
  readonly before: readonly string[];
}

/** Rules on unused models, one more per addition. */
const RULES = ['google', 'anthropic', 'demo', 'builtin'].map((provider) => ({ provider })).values();

let world: World;
let own: Fixture;
let otherFixtures: readonly Fixture[];
let firstPages: Map<string, FirstPage>;

beforeAll(async () => {
  world = openWorld();
  const foreign = createFixture(world);
  own = await createFixture(world);
  otherFixtures = [await createSibling(world, own), await foreign];
  await addRows();
  await addRows();
  firstPages = new Map();
  await runInLanes(LISTS, async (op) => void firstPages.set(op.id, await readFirstPage(op)));
});
afterAll(() => world.close());

/** Adds one row to every list, below the same parents. */
async function addRows(): Promise<void> {
  const { tenant, ids } = own;
  const { owner, project } = tenant;
  const [task, agent, client] = [
    `${project}/task/${ids.task_id}`,
    `${project}/task-agent/${ids.task_agent_id}`,
    `${project}/oauth_client/${ids.oauth_client_id}`,
  ];
  const skill = `${project}/skill/${ids.skill_id}`;
  const server = `${project}/task_mcp_server/${ids.task_mcp_server_id}`;
  const integration = `${project}/integration/${ids.integration_id}`;
  const forwarder = `${project}/task_forwarder/${ids.task_forwarder_id}`;
  const document = `${project}/document/${ids.document_id}`;
  const collection = `${project}/collection/${ids.collection_id}`;
  // The minimum length of a name.
  const name = `p-${randomUUID().slice(0, 8)}`;
  await world.model.script(name, [{ tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }]);
  const post = async (path: string, body: unknown) => {
    const { status, text } = await owner.post(path, body);
    if (status !== 200) throw new Error(`${path} could not be added to: ${status} ${text}`);
  };
  const addCase = (set: string, row: Readonly<Record<string, string>>) => {
    const form = new FormData();
    form.set('file', new Blob([`${Object.keys(row)}\n${Object.values(row)}\n`]), 'cases.csv');
    return post(`${set}/case/import`, form);
  };
  const guest = await tenant.member({ org: 'member' });
  const rule = RULES.next().value;
  await Promise.all([
    ...CREATED.map((op) => {
      const own = { name, tool_name: name, domain: `${name}.example`, email_address: `${name}@example.com` };
      const body = Object.entries(getExample(op, ids)).map(([field, value]) => [
        field,
        own[field as keyof typeof own] ?? value,
      ]);
      return post(toPath(op, ids), Object.fromEntries(body));
    }),
    post(`${task}/run`, { task_input: { text: 'x' } }),
    runAnotherTask(tenant, name),
    holdAnotherTask(tenant, name),
    post(`${task}/share`, {}),
    post(`${agent}/share`, {}),
    createEvalSet(tenant, task, 'task'),
    createEvalSet(tenant, agent, 'task_agent'),
    addCase(`${task}/eval/set/${ids.eval_set_id}`, { text: name }),
    addCase(`${agent}/eval/set/${ids.task_agent_eval_set_id}`, { message: name }),
    post(agent, { instruction: name }),
    post(`${agent}/approval-request/${ids.approval_request_id}/comment`, { text: name }),
    post(`${agent}/run`, { message: `Go ${world.model.marker(name)}` }),
    ...[project, task, agent, skill, server, integration, forwarder, document, collection, client].map((at) =>
      post(`${at}/iam/members/user:${guest.userId}`, { add: ['viewer'] }),
    ),
    addDelivery(world, tenant, ids.task_forwarder_id ?? ''),
    addDocument(world, tenant),
    addBudget(world, tenant),
    addPassage(world, tenant, ids.document_id ?? ''),
    addVersion(ids.document_id ?? ''),
    addSourceRun(world, tenant, ids.knowledge_source_id ?? ''),
    addTrigger(world, tenant, { type: 'task', id: ids.task_id ?? '' }),
    addTriggerEvent(world, tenant, ids.schedule_trigger_id ?? ''),
    addSourceRunItem(world, ids.sync_run_id ?? ''),
    addWithheldRemovals(world, tenant, ids.knowledge_source_id ?? '', 2),
    createSession(world, tenant.userId),
    post(`${project}/collection`, { title: 'Paged' }),
    ...[project, `/org/${tenant.orgId}`].map((at) => post(`${at}/model/exclude/by-provider`, rule)),
  ]);
  const { orgId: joined } = await world.tenant();
  await sql`insert into role_grants (resource_id, resource_type, subject_id, subject_type, role)
    values (${joined}, 'organization', ${tenant.userId}, 'user', 'viewer')`.execute(world.db);
  await sql`insert into task_serving (id, task_id, active_revisions)
    values (${newIdAfter(ids.task_id ?? '')}, ${ids.task_id ?? ''}, '[]')`.execute(world.db);
  // Calls with side effects of a waiting run, as stored.
  const changed = { id: randomUUID(), provider_call_id: name };
  await sql`with call as (insert into tool_calls
      select (jsonb_populate_record(c, ${JSON.stringify(changed)}::jsonb || jsonb_build_object('position', c.position + 1))).*
      from tool_calls c where c.run_id = ${ids.run_id ?? ''} order by c.position desc limit 1 returning id, run_id)
    insert into effects (tool_call_id, run_id, tool_name, request_digest, status)
    select id, run_id, 'calculator', 'x', 'done' from call`.execute(world.db);
  await sql`insert into agent_turns
    select (jsonb_populate_record(t, jsonb_build_object('turn', t.turn + 1))).*
    from agent_turns t where t.run_id = ${ids.run_id ?? ''} order by t.turn desc limit 1`.execute(world.db);
}

/** A version of a document before the oldest one. */
async function addVersion(documentId: string): Promise<void> {
  const columns = 'media_type, size, sha256, page_count, chunk_count, created_by_type, created_by, published';
  await sql`insert into document_versions (id, document_id, edition, ${sql.raw(columns)})
    select gen_random_uuid(), document_id, edition - 1, ${sql.raw(columns)}
    from document_versions where document_id = ${documentId} order by edition limit 1`.execute(world.db);
}

/** Creates a task with a run. */
async function runAnotherTask({ owner, project }: Tenant, name: string): Promise<void> {
  const fields = { name: `r${name}`, enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'x' };
  const { body } = await owner.post(`${project}/task`, fields);
  await owner.post(`${project}/task/${body.id}/run`, { task_input: {} });
}

/** A task on which the caller has a direct role. */
async function holdAnotherTask({ owner, project, userId }: Tenant, name: string): Promise<void> {
  const fields = { name: `h${name}`, enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'x' };
  const { body } = await owner.post(`${project}/task`, fields);
  await owner.post(`${project}/task/${body.id}/iam/members/user:${userId}`, { add: ['editor'] });
}

const listKeys = ({ body }: ApiResponse): string[] =>
  body.results.map(
    (row: Json) =>
      row.id ??
      row.turn ??
      row.task_id ??
      row.tool_call_id ??
      row.member ??
      row.resource_id ??
      row.document_id ??
      row.name ??
      row.position,
  );

async function read(op: Operation, query: Record<string, string | number>, from = own): Promise<ApiResponse> {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return from.tenant.owner.get(`${toPath(op, from.ids)}?${text}`);
}

/** Returns the keys of a list from a cursor to its end. */
async function rest(op: Operation, size: number, cursor?: string): Promise<string[]> {
  const keys: string[] = [];
  for (let next = cursor ?? ''; ; ) {
    const answer = await read(op, { page_limit: size, cursor: next });
    expect(answer.status, `${op.id}: ${answer.text}`).toBe(200);
    keys.push(...listKeys(answer));
    if (!answer.body.pagination.has_next) return keys;
    next = answer.body.pagination.next_cursor;
  }
}

async function readFirstPage(op: Operation): Promise<FirstPage> {
  // Three pages of a long list are enough.
  const size = Math.max(1, Math.floor((await rest(op, 100)).length / 3));
  const first = await read(op, { page_limit: size });
  const shown = listKeys(first);
  const cursor = first.body.pagination.next_cursor;
  return { size, shown, cursor, before: [...shown, ...(cursor === null ? [] : await rest(op, 100, cursor))] };
}

/** Returns a valid filter value that is not the default. */
function getOtherValue(schema: Json): string {
  if (Array.isArray(schema.anyOf)) {
    const others = schema.anyOf.filter((one: Json) => one.const !== schema.default);
    return getOtherValue(others[0]);
  }
  if (schema.const !== undefined) return String(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.find((value: unknown) => value !== schema.default);
  if (schema.type === 'array') return getOtherValue(schema.items);
  if (schema.type === 'boolean') return String(schema.default !== true);
  if (schema.type === 'integer' || schema.type === 'number') return String(schema.minimum ?? 1);
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z';
  if (schema.format === 'uuid' || schema.pattern !== undefined) return randomUUID();
  return 'x';
}

const malformed = { status: 400, body: { detail: { reason: 'MALFORMED_CURSOR' } } };
const getFirstPage = (op: Operation): FirstPage => firstPages.get(op.id) as FirstPage;

describe('a paginated list', () => {
  it('has several pages in every operation', () => {
    const short = LISTS.filter(
      (op) => getFirstPage(op).before.length < 2 || typeof getFirstPage(op).cursor !== 'string',
    );
    expect(
      short.map((op) => op.id),
      'grow() in test/long/guards/pages.test.ts adds nothing to these',
    ).toEqual([]);
    expect(SIGNED.length).toBeGreaterThan(15);
  });

  it('rejects a modified cursor', () =>
    runInLanes(SIGNED, async (op) => {
      const { cursor } = getFirstPage(op);
      const first = cursor.startsWith('A') ? 'B' : 'A';
      for (const changed of [first + cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, randomUUID(), '1'])
        expect(await read(op, { cursor: changed }), `${op.id} ${changed}`).toMatchObject(malformed);
    }));

  it('rejects a cursor of the same list in another scope', () =>
    runInLanes(SIGNED, async (op) => {
      for (const fixture of otherFixtures.filter(({ ids }) => toPath(op, ids) !== toPath(op, own.ids)))
        expect(await read(op, { cursor: getFirstPage(op).cursor }, fixture), op.id).toMatchObject(malformed);
    }));

  it('rejects a cursor of another list', () =>
    runInLanes([...SIGNED.entries()], async ([index, op]) => {
      const other = SIGNED.at(index - 1) as Operation;
      expect(await read(op, { cursor: getFirstPage(other).cursor }), `${other.id} in ${op.id}`).toMatchObject(
        malformed,
      );
    }));

  it('rejects a cursor after a filter change, and accepts one with another page size', () =>
    runInLanes(SIGNED, async (op) => {
      const { cursor } = getFirstPage(op);
      for (const [name, schema] of Object.entries<Json>(op.request.query?.properties ?? {})) {
        // A filter by metadata names fields of the project, which has none.
        if (['cursor', 'page_limit', 'limit', 'metadata'].includes(name)) continue;
        const answer = await read(op, { cursor, [name]: getOtherValue(schema) });
        expect(answer, `${op.id} with another ${name}`).toMatchObject(malformed);
      }
      for (const size of [1, 100]) expect((await read(op, { cursor, page_limit: size })).status, op.id).toBe(200);
    }));

  it('continues after the previous page although rows were added: no row is repeated or missing', async () => {
    await addRows();
    await runInLanes(LISTS, async (op) => {
      const { size, shown, cursor, before } = getFirstPage(op);
      const all = [...shown, ...(await rest(op, size, cursor))];
      expect(new Set(all).size, op.id).toBe(all.length);
      const now = await rest(op, 100);
      // Other tests may delete partners and catalog skills; all else is this tenant's own.
      const stayed = before.filter((key) => now.includes(key));
      expect(
        all.filter((key) => stayed.includes(key)),
        op.id,
      ).toEqual(stayed);
      // Only the operator of the installation adds to the catalog.
      if (op.path.startsWith('/skills') || op.path.endsWith('/catalog')) return;
      expect(
        now.some((key) => !before.includes(key)),
        `${op.id} was added to`,
      ).toBe(true);
    });
  });
});
