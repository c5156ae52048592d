import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/modules.ts';
import { listOperationScopes, type Operation } from '../../../api/operation.ts';
import { listRolesWith, listScopes, type Permission } from '../../../src/access/permissions.ts';
import { SECURABLES } from '../../../src/access/securables/index.ts';
import { isId } from '../../../src/platform/ids.ts';
import {
  type Credential,
  createClientCredential,
  createTaskToken,
  createUserCredentials,
  KINDS,
} from '../../guards/credentials.ts';
import {
  createFixture,
  createSibling,
  type Fixture,
  getExample,
  listSlots,
  probe,
  runInLanes,
  send,
  toPath,
} from '../../guards/fixture.ts';
import { digestRows } from '../../guards/rows.ts';
import { type ApiResponse, type Json, openWorld, type World } from '../../support/client.ts';
import { assignValues, listPairs, listSwaps, selectShare } from '../../support/walk-plan.ts';

type Ids = Readonly<Record<string, string>>;

/** A credential with the roles of its subject by organization or project. */
interface Holder {
  readonly name: string;
  readonly credential: Credential;
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

const GUARDED = OPERATIONS.filter((op) => op.auth.permission !== 'public');
/** Operations for users only, whatever a client's project may do. */
const PERSONAL = [
  'identity.api_key.list',
  'identity.api_key.revoke',
  'user.grant.list',
  'user.grant.withdraw',
  'user.password.change',
  'user.read',
  'user.session.end',
  'user.session.list',
];
/**
 * Shared values: members, partners and provider keys of the installation, models, the catalog, file names and rules.
 */
const NAMED = [
  'rule_type',
  'value',
  'variable',
  'slug',
  'file_name',
  'model_id_or_name',
  'member',
  'partner_id',
  'catalog_skill_id',
  'catalog_revision_id',
  'task_short_id',
  'task_agent_short_id',
];

let world: World;
let own: Fixture;
let sibling: Fixture;
let foreign: Fixture;
let holders: Holder[];
let publicTask: string;
let before: unknown;

beforeAll(async () => {
  world = openWorld();
  [own, foreign] = await Promise.all([createFixture(world), createFixture(world)]);
  sibling = await createSibling(world, own);
  const { tenant } = own;
  const { orgId, projectId } = tenant;
  const [owner, editor, token] = await Promise.all([
    createUserCredentials(world, tenant, { org: 'owner' }),
    createUserCredentials(world, tenant, { project: 'editor' }),
    createTaskToken(world, tenant),
  ]);
  const client = await createClientCredential(world, tenant, editor[0]?.client);
  publicTask = token.taskId;
  const holder = (whose: string, roles: Holder['roles']) => (credential: Credential) => ({
    name: `${credential.kind} of ${whose}`,
    credential,
    roles,
  });
  holders = [
    ...owner.map(holder('an owner of the organization', { [orgId]: ['owner'] })),
    ...editor.map(holder('an editor of the project', { [projectId]: ['editor'] })),
    holder('the project', { [orgId]: ['client'], [projectId]: ['editor'] })(client),
    // It is tested on other tasks, which it cannot access; a separate test covers its own.
    holder('a public task', { [orgId]: [] })(token),
  ];
  before = await takeSnapshot();
});
afterAll(() => world.close());

/** Snapshot of the other tenant and the sibling project. */
async function takeSnapshot(): Promise<unknown> {
  const of = ({ tenant, ids }: Fixture, also: string[]) =>
    digestRows(world.db, [...Object.values(ids).filter(isId), ...also, tenant.projectId]);
  return [await of(foreign, [foreign.tenant.userId]), await digestRows(world.db, [sibling.tenant.projectId])];
}

/** Operations that also need the scope of a delivered run. A probe of the others names no delivery. */
const OF_DELIVERED_RUNS = ['forward_delivery.read'];

/** Whether the permission table allows the holder at that path, whose lower ids may belong elsewhere. */
function isAllowed(op: Operation, { credential, roles }: Holder, ids: Ids): boolean {
  const { scopes, subject } = credential;
  if (subject.type === 'task_token') return false;
  const needed = listOperationScopes(op);
  if (scopes !== null && needed !== null && !needed.some((scope) => scopes.includes(scope))) return false;
  if (scopes !== null && OF_DELIVERED_RUNS.includes(op.id) && !scopes.includes('task:view')) return false;
  if (subject.type === 'project' && PERSONAL.includes(op.id)) return false;
  if (op.auth.permission === 'authenticated') return true;
  if (op.auth.permission.startsWith('system:')) return false;
  const inProject = listSlots(op).includes('project_id');
  const held = [...(roles[ids.org_id ?? ''] ?? []), ...((inProject && roles[ids.project_id ?? '']) || [])];
  const allows = (permission: Permission) => listRolesWith(permission).some((role) => held.includes(role));
  const home = [own, sibling, foreign].find(({ tenant }) => tenant.projectId === ids.project_id)?.tenant.orgId;
  if (inProject && (home !== ids.org_id || !allows('project:view'))) return false;
  return allows(op.auth.permission as Permission);
}

/** Whether all ids of the path belong together. */
function isWhole(op: Operation, ids: Ids): boolean {
  const place = [own, sibling, foreign].find(({ tenant }) =>
    listSlots(op).includes('project_id') ? tenant.projectId === ids.project_id : tenant.orgId === ids.org_id,
  );
  return listSlots(op).every((slot) => NAMED.includes(slot) || place?.ids[slot] === ids[slot]);
}

/** Formats a response briefly. */
const short = ({ status, text }: ApiResponse) => `${status} ${text.slice(0, 300)}`;

/** Returns what is wrong with a response for a refused caller, or an allowed one with a missing id. */
function findProblem(answer: ApiResponse, status: 403 | 404): string | undefined {
  const reason = status === 403 ? 'PERMISSION_CHECK_FAILED' : 'RESOURCE_NOT_FOUND';
  if (answer.status === status && answer.body?.detail?.reason === reason) return undefined;
  return `${short(answer)} instead of ${status}`;
}

/** Sends the most harmful request: with a body that is valid for the path. */
function sendAttack(client: Credential['client'], op: Operation, ids: Ids): Promise<ApiResponse> {
  return send(client, op, ids, op.request.body === null ? undefined : getExample(op));
}

/** Replaces ids of the path in the response's text by their slot names, so that other differences show. */
function maskIds(answer: ApiResponse, ids: Ids): string {
  const text = Object.entries(ids).reduce((rest, [name, id]) => rest.replaceAll(id, `{${name}}`), answer.text);
  return `${answer.status} ${text}`;
}

/** Slots of an operation's path that belong to one tenant. */
const listTenantSlots = (op: Operation) => listSlots(op).filter((slot) => !NAMED.includes(slot));

/** Credentials with roles in the organization: more can go wrong with them. */
const strongest = () => holders.filter(({ roles }) => roles[own.tenant.orgId]);

const generateIds = (slots: readonly string[]) => Object.fromEntries(slots.map((slot) => [slot, randomUUID()]));

describe('every kind of credential', () => {
  it('is tested', () => {
    expect(new Set(holders.map(({ credential }) => credential.kind))).toEqual(new Set(KINDS));
  });

  it.each([
    ['its own project', 0],
    ['a sibling project', 1],
    ['a foreign organization', 2],
  ])('has access in %s exactly as the table says', async (name, place) => {
    const byKind = [...Map.groupBy(holders, ({ credential }) => credential.kind).values()];
    const { ids } = [own, sibling, foreign][place] as Fixture;
    // Kinds of credentials alternate between operations, and roles between kinds. All kinds are tried where they
    // differ.
    const cases = GUARDED.flatMap((op, nth) => {
      const ofAll = byKind.map((ofKind, kind) => ofKind[(nth + kind + place) % ofKind.length] as Holder);
      const isSpecial = place === 0 && PERSONAL.includes(op.id);
      return (isSpecial ? ofAll : selectShare(ofAll, 2, nth + place)).map((holder) => ({ op, holder }));
    });
    const faults: string[] = [];
    await runInLanes(cases, async ({ holder, op }) => {
      const { client, kind } = holder.credential;
      // There its task is a model (openai.test.ts).
      if (kind === 'task token' && op.path.startsWith('/v1/')) return;
      const say = (found: string | undefined) => found && faults.push(`${holder.name}, ${name}: ${op.id} ${found}`);
      if (!isAllowed(op, holder, ids)) return say(findProblem(await sendAttack(client, op, ids), 403));
      const { answer, admitted } = await probe(client, op, ids);
      return say(admitted.includes(answer.status) ? undefined : `is not admitted: ${short(answer)}`);
    });
    expect(faults).toEqual([]);
  });

  it('that is a task’s token has access at its own task to what the operation declares, and nothing else', async () => {
    const credential = holders.find(({ credential }) => credential.kind === 'task token')?.credential;
    if (!credential) throw new Error('the token does not walk');
    const { client } = credential;
    const run = await client.post(`${own.tenant.project}/task/${publicTask}/run`, { task_input: { text: 'x' } });
    const ids = { ...own.ids, task_id: publicTask, task_run_id: run.body.id };
    const opened = await runInLanes(GUARDED, async (op) => {
      const answer = op.auth.taskToken ? (await probe(client, op, ids)).answer : await sendAttack(client, op, ids);
      return findProblem(answer, 403) && op.id;
    });
    // The OpenAI API is authorized as the operation of the model that a request names.
    const ofModels = GUARDED.filter(({ path }) => path.startsWith('/v1/')).map(({ id }) => id);
    const ofTask = ['task_run.create', 'task_run.events', 'task_run.file', 'task_run.read'];
    expect(opened.toSorted()).toEqual([...ofModels, ...ofTask].toSorted());
    expect(GUARDED.flatMap((op) => (op.auth.taskToken ? op.id : [])).toSorted()).toEqual(opened.toSorted());
  });

  it('with one scope has access to what this scope opens, and with all others to the rest', async () => {
    const scoped = GUARDED.filter((op) => listOperationScopes(op) !== null);
    const needed = [...new Set(scoped.map((op) => listOperationScopes(op)?.join() ?? ''))];
    const faults: string[] = [];
    const whole = strongest().filter(({ credential }) => credential.cutDown);
    const cases = needed.flatMap((scopes, nth) =>
      selectShare([...whole.entries()], 1, nth).map(([turn, holder]) => ({
        holder,
        turn,
        scopes: scopes.split(',').filter(Boolean),
      })),
    );
    await runInLanes(cases, async ({ holder, turn, scopes }) => {
      const others = listScopes().filter((scope) => !scopes.includes(scope));
      for (const some of [others, ...scopes.map((scope) => [scope])]) {
        const credential = await holder.credential.cutDown?.(some);
        if (credential === undefined) continue;
        const cut = { ...holder, credential };
        for (const [nth, op] of scoped.entries()) {
          if (listOperationScopes(op)?.join() !== scopes.join()) continue;
          // All credentials in their own tenant; elsewhere one after the other, since no scope allows anything.
          const away = [sibling, foreign].filter((_, place) => (nth + place) % whole.length === turn);
          for (const { ids } of [own, ...away]) {
            const { answer, admitted } = await probe(credential.client, op, ids);
            const right = isAllowed(op, cut, ids) ? admitted.includes(answer.status) : !findProblem(answer, 403);
            if (!right) faults.push(`${holder.name} with ${some}: ${op.id} ${short(answer)}`);
          }
        }
      }
    });
    expect(faults).toEqual([]);
  });
});

describe('a path with some ids of another tenant', () => {
  it('is a 403 above and a 404 below the caller’s visibility, and reveals nothing about existence', async () => {
    const swaps = GUARDED.flatMap((op, nth) => {
      const slots = listTenantSlots(op);
      // Each slot alone, and one of the swaps of several slots.
      const select = (of: readonly string[]) => {
        const { alone = [], several = [] } = Object.groupBy(listSwaps(of), ({ length }) =>
          length === 1 ? 'alone' : 'several',
        );
        return [...alone, ...selectShare(several, 1, nth)];
      };
      // An organization's own operations reach all of its projects.
      const below = slots.filter((slot) => slots.includes('project_id') && slot !== 'org_id');
      return [
        ...select(slots).map((swapped) => ({ op, swapped, from: foreign })),
        ...select(below).map((swapped) => ({ op, swapped, from: sibling })),
      ];
    });
    const ofUsers = strongest().filter(({ credential }) => credential.subject.type === 'user');
    // More can go wrong with a credential that may use the operation in its own tenant. Those alternate.
    const cases = swaps.map((swap, nth) => {
      const able = strongest().filter((holder) => isAllowed(swap.op, holder, own.ids));
      const some = able.length > 0 ? able : ofUsers;
      return { ...swap, holder: some[nth % some.length] as Holder };
    });
    // A task's token is refused by all of them, as the table says.
    const kinds = new Set<string>(cases.map(({ holder }) => holder.credential.kind));
    expect(kinds).toEqual(new Set(KINDS.filter((kind) => kind !== 'task token')));
    for (const op of GUARDED.filter((candidate) => listTenantSlots(candidate).length > 1)) {
      const alone = cases.filter((tried) => tried.op === op && tried.swapped.length === 1);
      expect(
        alone.map(({ swapped }) => swapped[0]),
        op.id,
      ).toEqual(expect.arrayContaining(listTenantSlots(op)));
    }
    const faults: string[] = [];
    await runInLanes(cases, async ({ op, swapped, from, holder }) => {
      const { client } = holder.credential;
      const ids: Ids = { ...own.ids, ...Object.fromEntries(swapped.map((slot) => [slot, from.ids[slot] ?? ''])) };
      const enters = isAllowed(op, holder, ids);
      if (enters && isWhole(op, ids)) return;
      const answer = await sendAttack(client, op, ids);
      const say = (found: string) =>
        faults.push(
          `${holder.name}: ${op.id} with ${swapped} of the ${from === foreign ? 'foreign' : 'sibling'} ${found}`,
        );
      const found = findProblem(answer, enters ? 404 : 403);
      if (found) say(found);
      if (from === sibling) return;
      const invented: Ids = { ...own.ids, ...generateIds(swapped) };
      const nothing = maskIds(await sendAttack(client, op, invented), invented);
      if (nothing !== maskIds(answer, ids)) say(`shows that it exists: ${short(answer)}, not ${nothing}`);
    });
    expect(faults).toEqual([]);
  });

  it("is a 403 with the caller's own ids in the other slots, whatever roles they carry", async () => {
    const [owner] = holders;
    if (!owner) throw new Error('nobody walks');
    const { client, subject } = owner.credential;
    const { tenant } = own;
    for (const path of ['task/{task_id}', 'task-agent/{task_agent_id}', 'oauth_client/{oauth_client_id}']) {
      const at = path.replace(/\{(\w+)\}/, (_, slot: string) => own.ids[slot] ?? '');
      const given = await tenant.owner.post(`${tenant.project}/${at}/iam/members/user:${subject.id}`, {
        add: ['owner'],
      });
      expect(given.status, given.text).toBe(200);
    }
    const held: string[] = Object.values(SECURABLES).map(({ param }) => param);
    const places = GUARDED.flatMap((op) => listTenantSlots(op).map((slot) => ({ op, slot })));
    // Own ids in each slot; and over all operations, ids of other kinds in each kind of slot. All have the upper slots.
    const upper = (name: string) => places.filter(({ slot }) => slot === name).slice(0, held.length);
    const lower = places.filter(({ slot }) => slot !== 'org_id' && slot !== 'project_id');
    const cases = [
      ...places.filter(({ slot }) => held.includes(slot)).map((item) => ({ item, value: item.slot })),
      ...assignValues([...upper('org_id'), ...upper('project_id'), ...lower], held, ({ slot }) => slot).filter(
        ({ item, value }) => item.slot !== value,
      ),
    ];
    const faults: string[] = [];
    await runInLanes(cases, async ({ item: { op, slot }, value }) => {
      const id = own.ids[value] ?? '';
      const ids: Ids = { ...foreign.ids, [slot]: id };
      if (isAllowed(op, owner, ids)) return;
      const answer = await sendAttack(client, op, ids);
      const found = findProblem(answer, 403);
      if (found) faults.push(`${op.id} with ${slot} ${id}: ${found}`);
      const invented: Ids = { ...ids, ...generateIds(['org_id', 'project_id'].filter((name) => name !== slot)) };
      const nothing = maskIds(await sendAttack(client, op, invented), invented);
      if (nothing !== maskIds(answer, ids))
        faults.push(`${op.id} shows that it exists: ${short(answer)}, not ${nothing}`);
    });
    expect(faults).toEqual([]);
  });
});

/** Returns the name of a body field, also of a list item. */
const getFieldName = (at: readonly string[]) => at.findLast((part) => part !== '0') ?? '';

/** Returns the paths of a schema's identifier fields. */
function listIdentifierPaths(schema: Json, at: readonly string[] = []): string[][] {
  if (schema === null || typeof schema !== 'object') return [];
  const name = getFieldName(at);
  // The id of this installation at another service.
  if (name === 'client_id') return [];
  if (schema.type === 'string' || schema.format === 'uuid')
    return /(^|_)ids?$/.test(name) || schema.format === 'uuid' ? [[...at]] : [];
  if (schema.type === 'array') return listIdentifierPaths(schema.items, [...at, '0']);
  const below = Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
    listIdentifierPaths(value, [...at, key]),
  );
  return [...below, ...(schema.anyOf ?? []).flatMap((one: Json) => listIdentifierPaths(one, at))];
}

/** Returns a body with an identifier at that path and the required fields around it. */
function insertId(body: Json, schema: Json, [part, ...rest]: readonly string[], id: string): Json {
  if (part === undefined) return id;
  const fits = (one: Json) => (part === '0' ? one.items : one.properties?.[part]) !== undefined;
  const inner = schema.anyOf?.find(fits) ?? schema;
  if (part === '0') return [insertId({}, inner.items, rest, id)];
  const needed = (inner.required ?? []).filter((name: string) => inner.properties[name].type === 'number');
  const least = Object.fromEntries(needed.map((name: string) => [name, 1]));
  return { ...least, ...body, [part]: insertId(body?.[part] ?? {}, inner.properties[part], rest, id) };
}

describe('an id of another tenant in a body or a query', () => {
  const strong = () =>
    strongest()
      .filter(({ credential }) => credential.kind !== 'task token')
      .slice(-2);
  /** Maximum number of ids of other kinds per field. */
  const MOST_OTHERS = 2;
  /** Whether a field is named like a slot of the fixture: `session_id`, `task_run_ids`. */
  const isFor = (field: string, slot: string) => {
    const one = field.replace(/s$/, '');
    return one === 'id' || slot.endsWith(one) || one.endsWith(slot);
  };

  /**
   * Foreign ids for an operation: of a project or of an organization. The catalog is
   * shared. A field gets all ids of its name, and some of the others, different ones for each field.
   */
  const theirs = (op: Operation, field: string, turn: number) => {
    const found = (listSlots(op).includes('project_id') ? [foreign, sibling] : [foreign]).flatMap(({ ids }) =>
      Object.entries(ids).filter(([name, id]) => isId(id) && own.ids[name] !== id && !name.startsWith('catalog_')),
    );
    const [fitting, others] = [true, false].map((fits) => found.filter(([name]) => isFor(field, name) === fits));
    return [...(fitting ?? []), ...selectShare(others ?? [], MOST_OTHERS, turn)].map(([, id]) => id);
  };

  it('is rejected', async () => {
    const takes = GUARDED.filter((op) => op.request.body !== null).flatMap((op) =>
      listIdentifierPaths(op.request.body).map((way) => ({ op, way })),
    );
    const fields = takes.map(({ op, way }) => `${op.id} ${way.join('.')}`);
    for (const known of [
      'task_agent_run.create session_id',
      'task_agent_run.create revision_id',
      'task_agent.update task_tools.0.task_id',
      'task_agent.update agent_tools.0.task_agent_id',
      'task_agent.update active_revision_id',
      'task.update active_revisions.0.task_revision_id',
    ])
      expect(fields).toContain(known);
    const cases = assignValues(
      takes.flatMap((take, turn) => theirs(take.op, getFieldName(take.way), turn).map((id) => ({ ...take, id }))),
      listPairs(strong(), [true, false]),
      ({ op, way }) => `${op.id} ${way}`,
    );
    const faults: string[] = [];
    /** Responses to ids that do not exist. All ids of a field are compared with the same one. */
    const invented = new Map<string, Promise<string>>();
    await runInLanes(cases, async ({ item: { op, way, id }, value: [holder, isWholeBody] }) => {
      const ask = async (named: string) => {
        const body = insertId(isWholeBody ? getExample(op) : {}, op.request.body, way, named);
        const answer = await send(holder.credential.client, op, own.ids, body);
        return { answer, response: maskIds(answer, { id: named }), body };
      };
      const { answer, response, body } = await ask(id);
      const say = (what: string) => faults.push(`${holder.name}: ${op.id} with ${JSON.stringify(body)} ${what}`);
      // A conflict would reveal that it exists.
      // A filter of several collections matches none of their documents.
      const isFilter = op.id === 'collections.query' && way.includes('document_ids');
      if (!isFilter && ![400, 403, 404, 422].includes(answer.status)) return say(short(answer));
      const key = `${holder.name} ${op.id} ${way} ${isWholeBody}`;
      const expected = invented.get(key) ?? ask(randomUUID()).then((other) => other.response);
      invented.set(key, expected);
      const nothing = await expected;
      return nothing === response ? undefined : say(`shows that it exists: ${short(answer)}, not ${nothing}`);
    });
    expect(faults).toEqual([]);
  });

  it('finds nothing', async () => {
    const takes = GUARDED.filter((op) => op.request.query !== null).flatMap((op) =>
      listIdentifierPaths(op.request.query).map((way) => ({ op, way })),
    );
    expect(takes.length).toBeGreaterThan(10);
    const cases = assignValues(
      takes.flatMap((take, turn) => theirs(take.op, getFieldName(take.way), turn).map((id) => ({ ...take, id }))),
      strong(),
      ({ op, way }) => `${op.id} ${way}`,
    );
    const faults: string[] = [];
    await runInLanes(cases, async ({ item: { op, way, id }, value: holder }) => {
      const ask = (named: string) => {
        const path = `${toPath(op, own.ids)}?${way[0]}=${named}`;
        const body = op.request.body === null ? undefined : getExample(op);
        return holder.credential.client.request(op.method, path, body);
      };
      const answer = await ask(id);
      // Attempts with their ids are recorded in the caller's tenant.
      const results = (answer.body?.results ?? []).filter((row: Json) => row.event_type !== 'access.refused');
      const empty = op.method === 'GET' && answer.status === 200 && results.length === 0;
      const say = (what: string) => faults.push(`${holder.name}: ${op.id} with ${way[0]} ${id} ${what}`);
      if (!empty && (answer.status < 400 || answer.status >= 500)) return say(short(answer));
      if (op.id.includes('.audit_event.')) return undefined;
      const invented = randomUUID();
      const nothing = maskIds(await ask(invented), { id: invented });
      // A report ends at the last quarter of an hour, which can pass between the requests.
      const isSame = nothing === maskIds(answer, { id }) || nothing === maskIds(await ask(id), { id });
      if (!isSame) say(`shows that it exists: ${short(answer)}, not ${nothing}`);
      return undefined;
    });
    expect(faults).toEqual([]);
  });

  it('is rejected as a member and as a project of an invite', async () => {
    const { orgId, projectId } = foreign.tenant;
    const [{ credential } = { credential: undefined }] = holders;
    const client = credential?.client;
    if (!client) throw new Error('nobody walks');
    for (const op of GUARDED.filter((candidate) => listSlots(candidate).includes('member'))) {
      for (const member of [`organization:${orgId}`, `project:${projectId}`]) {
        const found = findProblem(await sendAttack(client, op, { ...own.ids, member }), 404);
        expect(found, `${op.id} with ${member}`).toBeUndefined();
      }
    }
    for (const op of GUARDED.filter((candidate) => candidate.id.endsWith('.iam.test'))) {
      const body = { permissions: ['view'], member: `project:${projectId}` };
      expect(findProblem(await send(client, op, own.ids, body), 404), op.id).toBeUndefined();
    }
    const invite = { email_address: `${randomUUID()}@example.com`, project_roles: { [projectId]: ['viewer'] } };
    expect(findProblem(await client.post(`/org/${own.tenant.orgId}/invite`, invite), 404)).toBeUndefined();
  });
});

describe('all these requests', () => {
  it('change nothing of the other tenant or the sibling project', async () => {
    expect(await takeSnapshot()).toEqual(before);
  });
});
