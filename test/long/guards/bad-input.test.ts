import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS as ALL_OPERATIONS } from '../../../api/modules.ts';
import type { Operation } from '../../../api/operation.ts';
import { isIdentifier, listParameters } from '../../../api/path.ts';
import { applyMutation, dealMutations, listInvalidQueries, type Mutation } from '../../guards/bad-values.ts';
import {
  createFixture,
  type Fixture,
  getExample,
  listSlots,
  runInLanes,
  toParameter,
  toPath,
} from '../../guards/fixture.ts';
import { type ApiResponse, openWorld, type World } from '../../support/client.ts';
import { assignValues } from '../../support/walk-plan.ts';

let world: World;
let fixture: Fixture;
let before: unknown;

beforeAll(async () => {
  world = openWorld();
  fixture = await createFixture(world);
  before = await takeSnapshot();
});
afterAll(() => world.close());

/** Snapshot of the tenant's data: the number of rows per table, and a digest where rows can change. */
async function takeSnapshot(): Promise<unknown> {
  const { orgId, projectId, userId } = fixture.tenant;
  const part = (table: string, where: string, columns = '*') => `
    select '${table}' as name, count(*)::int as rows, md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as digest
    from (select ${columns} from ${table} where ${where}) x`;
  const parts = [
    part('organizations', `id in (select resource_id from role_grants where subject_id = '${userId}')`),
    part('organization_accounts', `org_id = '${orgId}'`),
    part('role_grants', `subject_id = '${userId}' or resource_id in ('${orgId}', '${projectId}')`),
    part('projects', `org_id = '${orgId}'`),
    part('avatars', `owner_id in ('${orgId}', '${projectId}')`),
    // Mails are sent and domains checked in the background.
    part('invites', `org_id = '${orgId}'`, 'id, email_address, roles, project_roles, status, expires_at'),
    part('organization_domains', `org_id = '${orgId}'`, 'id, domain, status'),
    part('tasks', `org_id = '${orgId}'`),
    part('task_revisions', `task_id in (select id from tasks where org_id = '${orgId}')`),
    part('task_active_revisions', `task_id in (select id from tasks where org_id = '${orgId}')`),
    part('task_runs', `org_id = '${orgId}'`),
    part('files', `org_id = '${orgId}'`),
    part('agents', `org_id = '${orgId}'`),
    part('agent_revisions', `agent_id in (select id from agents where org_id = '${orgId}')`),
    part('agent_runs', `project_id = '${projectId}'`),
    part('approval_requests', `project_id = '${projectId}'`),
    part('idempotency_keys', `caller = 'user:${userId}'`),
    // The last use of a key is recorded in the background.
    `select 'api_keys', count(*)::int, string_agg(id::text || coalesce(revoked_at::text, ''), '|' order by id) from api_keys where org_id = '${orgId}'`,
  ];
  const { rows } = await sql.raw(parts.join(' union all ')).execute(world.db);
  return rows;
}

/** Returns what is wrong with the response to bad input, or undefined. */
function findProblem(
  answer: ApiResponse,
  where: 'body' | 'query' | 'path',
  statuses: readonly number[],
): string | undefined {
  const { status, body } = answer;
  if (!statuses.includes(status)) return `${status} instead of ${statuses.join(' or ')}: ${answer.text.slice(0, 300)}`;
  if (status !== 422)
    return typeof body?.detail?.reason === 'string' ? undefined : `not the domain form: ${answer.text}`;
  const items = Array.isArray(body?.detail) ? body.detail : [];
  if (items.length === 0) return `not the validation form: ${answer.text}`;
  for (const { loc, msg, type } of items) {
    if (!Array.isArray(loc) || typeof msg !== 'string' || typeof type !== 'string')
      return `a broken item: ${answer.text}`;
    if (loc[0] !== where) return `says it is in the ${loc[0]}: ${answer.text}`;
    if (loc.some((part) => /^\d+$/.test(part) && typeof part === 'string'))
      return `names a place in a list as text: ${answer.text}`;
  }
  return undefined;
}

const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

const isOpenAi = ({ path }: { readonly path: string }) => path.startsWith('/v1/');
/** Operations with the errors of this API. Those of the OpenAI API have their own form. */
const OPERATIONS = ALL_OPERATIONS.filter((op) => !isOpenAi(op));
const WITH_BODY = OPERATIONS.filter((op) => op.request.body !== null);
const WITH_QUERY = OPERATIONS.filter((op) => op.request.query !== null);
/** Whether a slot of the fixture takes an identifier. */
const isSlotOfId = (slot: string) => isIdentifier(toParameter(slot));
const WITH_IDS = OPERATIONS.filter((op) => listSlots(op).some(isSlotOfId));

/** Rows of tests: each operation with its share of the invalid values. */
function withWrongBodies(operations: readonly Operation[]): [string, Operation, Mutation[]][] {
  const dealt = dealMutations(operations.map((op) => op.request.body));
  return operations.map((op, nth) => [op.id, op, dealt[nth] ?? []]);
}

describe('a body with one invalid value', () => {
  it.each(withWrongBodies(WITH_BODY))('is a 422 of %s that points to it', async (_id, op, wrong) => {
    const schema = op.request.body;
    const base = getExample(op);
    // Missing fields of a create are errors; the example of an update shows optional ones.
    expect(wrong.length).toBeGreaterThan(5);
    const faults = await runInLanes(wrong, async (mutation) => {
      const body = applyMutation(base, schema, mutation);
      // A missing body is tested below.
      if (mutation.path.length === 0 && (body === undefined || (body === null && op.request.bodyOptional)))
        return undefined;
      const text = JSON.stringify(body);
      const answer = await fixture.tenant.owner.request(op.method, toPath(op, fixture.ids), text);
      const found = findProblem(answer, 'body', [422]);
      return (
        found && `${mutation.path.join('.') || 'the body'} as ${mutation.what} (${short(mutation.value)}): ${found}`
      );
    });
    expect(faults).toEqual([]);
  });

  it('is a 400 if it is not JSON or has another content type', async () => {
    const faults = await runInLanes(WITH_BODY, async (op) => {
      const path = toPath(op, fixture.ids);
      const broken = await fixture.tenant.owner.request(op.method, path, '{"a":');
      const typed = await fixture.tenant.owner.request(op.method, path, '{}', { 'content-type': 'text/plain' });
      const found = findProblem(broken, 'body', [400]) ?? findProblem(typed, 'body', [400]);
      return found && `${op.id}: ${found}`;
    });
    expect(faults).toEqual([]);
  });

  it('is a 422 if it is required and missing', async () => {
    const faults = await runInLanes(
      WITH_BODY.filter((op) => !op.request.bodyOptional),
      async (op) => {
        const found = findProblem(
          await fixture.tenant.owner.request(op.method, toPath(op, fixture.ids)),
          'body',
          [422],
        );
        return found && `${op.id}: ${found}`;
      },
    );
    expect(faults).toEqual([]);
  });
});

describe('a body of the OpenAI API with one invalid value', () => {
  const operations = ALL_OPERATIONS.filter((op) => isOpenAi(op) && op.request.body !== null);

  it.each(withWrongBodies(operations))('is a 400 of %s that names the parameter', async (_id, op, wrong) => {
    const schema = op.request.body;
    const base = getExample(op);
    const faults = await runInLanes(wrong, async (mutation) => {
      const text = JSON.stringify(applyMutation(base, schema, mutation));
      const { status, body, text: answer } = await fixture.tenant.owner.post(op.path, text);
      const isRefused = status === 400 && typeof body.error.param === 'string' && typeof body.error.code === 'string';
      return isRefused ? undefined : `${mutation.path.join('.')} (${short(mutation.value)}): ${status} ${answer}`;
    });
    expect(faults).toEqual([]);
  });
});

describe('a path with one invalid segment', () => {
  const WRONG = ['x', '0', ' ', '00000000-0000-0000-0000-00000000000', "' or 1=1 --", '..%2f..', 'x'.repeat(250)];

  it('is a 400 that names it if it is an identifier', async () => {
    const places = WITH_IDS.flatMap((op) =>
      listParameters(op.path).flatMap((name, at) =>
        isIdentifier(name) ? [{ op, name, slot: listSlots(op)[at] ?? '' }] : [],
      ),
    );
    // Each place gets one value, and each kind of slot all values.
    const cases = assignValues(places, WRONG, ({ slot }) => slot).map(({ item, value }) => ({ ...item, value }));
    expect(cases.length).toBeGreaterThan(100);
    const faults = await runInLanes(cases, async ({ op, name, slot, value }) => {
      const path = toPath(op, { ...fixture.ids, [slot]: value });
      const body = op.request.body === null ? undefined : getExample(op);
      const answer = await fixture.tenant.owner.request(op.method, path, body);
      const found = findProblem(answer, 'path', [400]);
      const named = answer.body?.detail?.malformedIdentifierError?.field;
      if (found === undefined && named === toParameter(name)) return undefined;
      return `${op.id} with ${name} ${value}: ${found ?? `names ${named}`}`;
    });
    expect(faults).toEqual([]);
  });

  it('is a 4xx if it is a name', async () => {
    const cases = OPERATIONS.flatMap((op) =>
      listSlots(op)
        .filter((name) => !isSlotOfId(name))
        .flatMap((name) => ['a\u0000', '../x', 'no such', 'x'.repeat(250)].map((value) => ({ op, name, value }))),
    );
    const faults = await runInLanes(cases, async ({ op, name, value }) => {
      const body = op.request.body === null ? undefined : getExample(op);
      const answer = await fixture.tenant.owner.request(op.method, toPath(op, { ...fixture.ids, [name]: value }), body);
      // A member has the form type:id, unlike all of these.
      const status = name === 'member' ? 400 : 404;
      const found = findProblem(answer, 'path', value.includes('\u0000') ? [422] : [status]);
      return found && `${op.id} with ${name} ${short(value)}: ${found}`;
    });
    expect(faults).toEqual([]);
  });
});

describe('a query with one invalid value', () => {
  it('is a 422 that points to it, or a 400 for a cursor', async () => {
    const cases = WITH_QUERY.flatMap((op) =>
      Object.entries(op.request.query?.properties ?? {}).flatMap(([name, schema]) => {
        const repeated = (schema as { type?: string }).type === 'array' ? [] : [['given twice', 'a', 'b'] as const];
        return [...listInvalidQueries(schema), ...repeated].map(([what, ...values]) => ({ op, name, what, values }));
      }),
    );
    expect(cases.length).toBeGreaterThan(50);
    const faults = await runInLanes(cases, async ({ op, name, what, values }) => {
      const query = values.map((value) => `${name}=${encodeURIComponent(value)}`).join('&');
      const body = op.request.body === null ? undefined : getExample(op);
      const answer = await fixture.tenant.owner.request(op.method, `${toPath(op, fixture.ids)}?${query}`, body);
      const found = findProblem(answer, 'query', [422]);
      return found && `${op.id}?${name} as ${what}: ${found}`;
    });
    expect(faults).toEqual([]);
  });

  it('is a 400 for a cursor that no list returned', async () => {
    const lists = WITH_QUERY.filter((op) => Object.hasOwn(op.request.query?.properties ?? {}, 'cursor'));
    const faults = await runInLanes(lists, async (op) => {
      const answer = await fixture.tenant.owner.get(`${toPath(op, fixture.ids)}?cursor=x`);
      const found = findProblem(answer, 'query', [400]);
      return found && `${op.id}: ${found}`;
    });
    expect(lists.length).toBeGreaterThan(5);
    expect(faults).toEqual([]);
  });
});

describe('invalid input', () => {
  it('leaves nothing behind', async () => {
    expect(await takeSnapshot()).toEqual(before);
  });
});
