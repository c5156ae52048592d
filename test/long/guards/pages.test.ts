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
import { addDocument, addPassage, addSourceRun, addSourceRunItem } from '../../support/knowledge.ts';
import { addTrigger, addTriggerEvent } from '../../support/triggers.ts';

/** The lists in envelopes, which all are read page by page. */
const LISTS = OPERATIONS.filter((op) =>
  Object.hasOwn((op.response.schemas[200] as Json)?.properties ?? {}, 'pagination'),
).filter(
  // The events of a run are numbered, and their numbers are their cursors.
  (op) => op.id !== 'task_agent_run.events',
);
/** Those whose cursors can't be made by anybody but the list. */
const SIGNED = LISTS.filter((op) => op.request.query?.properties.cursor !== ID_PAGE_QUERY.cursor);

/** What adds to a list when its example is sent under another name. Organizations are for administrators to make. */
const CREATED = OPERATIONS.filter((op) => {
  const named = ['name', 'display_name', 'domain', 'email_address'].some((field) =>
    Object.hasOwn(op.request.example ?? {}, field),
  );
  return named && op.method === 'POST' && LISTS.some(({ path }) => path === op.path) && op.path !== '/org';
});

/** The first of several pages of a list. */
interface Begun {
  readonly size: number;
  readonly shown: string[];
  readonly cursor: string;
  /** What stood in the list then. */
  readonly before: readonly string[];
}

/** Rules on models that nothing here asks; a list is added to by the next of them. */
const RULES = ['google', 'anthropic', 'demo', 'builtin'].map((provider) => ({ provider })).values();

let world: World;
let own: Fixture;
let elsewhere: readonly Fixture[];
let begun: Map<string, Begun>;

beforeAll(async () => {
  world = openWorld();
  const foreign = createFixture(world);
  own = await createFixture(world);
  elsewhere = [await createSibling(world, own), await foreign];
  await grow();
  await grow();
  begun = new Map();
  await runInLanes(LISTS, async (op) => void begun.set(op.id, await begin(op)));
});
afterAll(() => world.close());

/** Adds to every list: one more of everything, below the same parents. */
async function grow(): Promise<void> {
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
  // As short as the shortest name has to be.
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
    post(`${agent}/run`, { message: `Go ${world.model.marker(name)}` }),
    ...[project, task, agent, skill, server, integration, forwarder, document, collection, client].map((at) =>
      post(`${at}/iam/members/user:${guest.userId}`, { add: ['viewer'] }),
    ),
    addDelivery(world, tenant, ids.task_forwarder_id ?? ''),
    addDocument(world, tenant),
    addBudget(world, tenant),
    addPassage(world, tenant, ids.document_id ?? ''),
    addSourceRun(world, tenant, ids.knowledge_source_id ?? ''),
    addTrigger(world, tenant, { type: 'task', id: ids.task_id ?? '' }),
    addTriggerEvent(world, tenant, ids.schedule_trigger_id ?? ''),
    addSourceRunItem(world, ids.sync_run_id ?? ''),
    createSession(world, tenant.userId),
    post(`${project}/collection`, { title: 'Paged' }),
    ...[project, `/org/${tenant.orgId}`].map((at) => post(`${at}/model/exclude/by-provider`, rule)),
  ]);
  const { orgId: joined } = await world.tenant();
  await sql`insert into role_grants (resource_id, resource_type, subject_id, subject_type, role)
    values (${joined}, 'organization', ${tenant.userId}, 'user', 'viewer')`.execute(world.db);
  await sql`insert into task_serving (id, task_id, active_revisions)
    values (${newIdAfter(ids.task_id ?? '')}, ${ids.task_id ?? ''}, '[]')`.execute(world.db);
  // Calls with side effects of a run that waits, as they would stand there.
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

/** Makes a task that has run. */
async function runAnotherTask({ owner, project }: Tenant, name: string): Promise<void> {
  const fields = { name: `r${name}`, enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'x' };
  const { body } = await owner.post(`${project}/task`, fields);
  await owner.post(`${project}/task/${body.id}/run`, { task_input: {} });
}

/** A task on which the caller holds a role of their own. */
async function holdAnotherTask({ owner, project, userId }: Tenant, name: string): Promise<void> {
  const fields = { name: `h${name}`, enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'x' };
  const { body } = await owner.post(`${project}/task`, fields);
  await owner.post(`${project}/task/${body.id}/iam/members/user:${userId}`, { add: ['editor'] });
}

const keysOf = ({ body }: ApiResponse): string[] =>
  body.results.map(
    (row: Json) => row.id ?? row.turn ?? row.task_id ?? row.tool_call_id ?? row.member ?? row.resource_id ?? row.name,
  );

async function read(op: Operation, query: Record<string, string | number>, from = own): Promise<ApiResponse> {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return from.tenant.owner.get(`${toPath(op, from.ids)}?${text}`);
}

/** The keys of a list from a cursor to its end. */
async function rest(op: Operation, size: number, cursor?: string): Promise<string[]> {
  const keys: string[] = [];
  for (let next = cursor ?? ''; ; ) {
    const answer = await read(op, { page_limit: size, cursor: next });
    expect(answer.status, `${op.id}: ${answer.text}`).toBe(200);
    keys.push(...keysOf(answer));
    if (!answer.body.pagination.has_next) return keys;
    next = answer.body.pagination.next_cursor;
  }
}

async function begin(op: Operation): Promise<Begun> {
  // Three pages of a long list say as much as thirty.
  const size = Math.max(1, Math.floor((await rest(op, 100)).length / 3));
  const first = await read(op, { page_limit: size });
  const shown = keysOf(first);
  const cursor = first.body.pagination.next_cursor;
  return { size, shown, cursor, before: [...shown, ...(cursor === null ? [] : await rest(op, 100, cursor))] };
}

/** A value that a filter takes, and that is not its default. */
function otherValue(schema: Json): string {
  if (Array.isArray(schema.anyOf)) {
    const others = schema.anyOf.filter((one: Json) => one.const !== schema.default);
    return otherValue(others[0]);
  }
  if (schema.const !== undefined) return String(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.find((value: unknown) => value !== schema.default);
  if (schema.type === 'array') return otherValue(schema.items);
  if (schema.type === 'boolean') return String(schema.default !== true);
  if (schema.type === 'integer' || schema.type === 'number') return String(schema.minimum ?? 1);
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z';
  if (schema.format === 'uuid' || schema.pattern !== undefined) return randomUUID();
  return 'x';
}

const malformed = { status: 400, body: { detail: { reason: 'MALFORMED_CURSOR' } } };
const begunOf = (op: Operation): Begun => begun.get(op.id) as Begun;

describe('a list in pages', () => {
  it('has something on several pages, in every list', () => {
    const short = LISTS.filter((op) => begunOf(op).before.length < 2 || typeof begunOf(op).cursor !== 'string');
    expect(
      short.map((op) => op.id),
      'grow() in test/long/guards/pages.test.ts adds nothing to these',
    ).toEqual([]);
    expect(SIGNED.length).toBeGreaterThan(15);
  });

  it('takes no cursor that was changed', () =>
    runInLanes(SIGNED, async (op) => {
      const { cursor } = begunOf(op);
      const first = cursor.startsWith('A') ? 'B' : 'A';
      for (const changed of [first + cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, randomUUID(), '1'])
        expect(await read(op, { cursor: changed }), `${op.id} ${changed}`).toMatchObject(malformed);
    }));

  it('takes no cursor of the same list at another place', () =>
    runInLanes(SIGNED, async (op) => {
      for (const fixture of elsewhere.filter(({ ids }) => toPath(op, ids) !== toPath(op, own.ids)))
        expect(await read(op, { cursor: begunOf(op).cursor }, fixture), op.id).toMatchObject(malformed);
    }));

  it('takes no cursor of another list', () =>
    runInLanes([...SIGNED.entries()], async ([index, op]) => {
      const other = SIGNED.at(index - 1) as Operation;
      expect(await read(op, { cursor: begunOf(other).cursor }), `${other.id} in ${op.id}`).toMatchObject(malformed);
    }));

  it('takes no cursor once a filter is another, and one with a page of any size', () =>
    runInLanes(SIGNED, async (op) => {
      const { cursor } = begunOf(op);
      for (const [name, schema] of Object.entries<Json>(op.request.query?.properties ?? {})) {
        if (['cursor', 'page_limit', 'limit'].includes(name)) continue;
        const answer = await read(op, { cursor, [name]: otherValue(schema) });
        expect(answer, `${op.id} with another ${name}`).toMatchObject(malformed);
      }
      for (const size of [1, 100]) expect((await read(op, { cursor, page_limit: size })).status, op.id).toBe(200);
    }));

  it('goes on where the page before ended, although rows were added meanwhile: none comes twice or is left out', async () => {
    await grow();
    await runInLanes(LISTS, async (op) => {
      const { size, shown, cursor, before } = begunOf(op);
      const all = [...shown, ...(await rest(op, size, cursor))];
      expect(new Set(all).size, op.id).toBe(all.length);
      const now = await rest(op, 100);
      // Other tests may take partners and skills of the catalogue away meanwhile; all else is this tenant's own.
      const stayed = before.filter((key) => now.includes(key));
      expect(
        all.filter((key) => stayed.includes(key)),
        op.id,
      ).toEqual(stayed);
      // Nobody adds to the catalogue but whoever runs the installation.
      if (op.path.startsWith('/skills') || op.path.endsWith('/catalog')) return;
      expect(
        now.some((key) => !before.includes(key)),
        `${op.id} was added to`,
      ).toBe(true);
    });
  });
});
