import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarationProblems } from '../../api/declarations.ts';
import type { Operation } from '../../api/operation.ts';
import { PATH_PARAMETERS, parentsOf, unknownIn } from '../../api/parents.ts';
import { namesIn } from '../../api/path.ts';
import { type PageRoute, pageProblems } from '../../api/plugins/pages.ts';
import { isBounded } from '../../api/plugins/record-limits.ts';
import { OPERATIONS, PAGES } from '../../api/rooms.ts';
import { TASK_PARENTS } from '../../api/tasks/parents.ts';
import {
  allPermissions,
  apiScopes,
  type Permission,
  rolesWith,
  SYSTEM_PERMISSIONS,
} from '../../src/access/permissions.ts';
import { isId } from '../../src/platform/ids.ts';
import { type Answer, Client, openWorld, type World } from '../support/client.ts';
import {
  createFixture,
  exampleOf,
  type Fixture,
  inLanes,
  needsQuery,
  pathOf,
  placesOf,
  probe,
  send,
} from './fixture.ts';

/** What somebody holds: roles on the organization and on the project, or rights over the installation. */
interface Subject {
  readonly org?: string;
  readonly project?: string;
}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  'an owner of the organization': { org: 'owner' },
  'an editor of the organization': { org: 'editor' },
  'a viewer of the organization': { org: 'viewer' },
  'a bare member of the organization': { org: 'member' },
  'an owner of the project': { project: 'owner' },
  'an editor of the project': { project: 'editor' },
  'a viewer of the project': { project: 'viewer' },
  'a task creator of the project': { project: 'task_creator' },
  'somebody without a role': {},
};

/** Operations that the fixture's one run, request and session do not suffice for, or that need more than a JSON body. */
const NEEDS_STATE = new Set([
  'approval_request.reject',
  'approval_request.resume',
  'document.cancel',
  'document.pause',
  'document.query',
  'document.resume',
  'document.retry',
  'identity.reset_password',
  'identity.sign_in',
  'identity.sign_in_by_link',
  'identity.verify_address',
  'integration.callback',
  'model_key.delete',
  'model_key.set',
  'organization.avatar',
  'organization.join',
  'organization.leave',
  'project.avatar',
  'run.locate',
  'scrape.start',
  'skill.import',
  'source_run.cancel',
  'task.eval_case.import',
  'task.eval_run.cancel',
  'task.rollback',
  'task_agent.eval_case.from_approvals',
  'task_agent.eval_case.import',
  'task_agent.eval_run.cancel',
  'task_agent_run.cancel',
  'task_agent_session.delete',
  'task_mcp_server.authorize',
  'task_mcp_server.callback',
  'task_mcp_server.discover',
  'task_mcp_server.reauthorize',
  'task_run.cancel',
  'trigger.schedule.preview',
  'user.avatar',
  'user.grant.withdraw',
  'user.password.change',
  'user.session.end',
]);

const GUARDED = OPERATIONS.filter((op) => op.access !== 'public');
const BY_PERMISSION = GUARDED.filter((op) => op.access !== 'authenticated');

let world: World;
let fixture: Fixture;
let foreign: Fixture;

beforeAll(async () => {
  world = openWorld();
  [fixture, foreign] = await Promise.all([createFixture(world), createFixture(world)]);
});
afterAll(() => world.close());

/** Whether the table lets the subject do what the operation asks for. */
function mayBy(subject: Subject, op: Operation): boolean {
  if (op.access === 'authenticated') return true;
  const roles = rolesWith(op.access as Permission);
  const onProject = placesOf(op).includes('project_id');
  return roles.some((role) => role === subject.org || (onProject && role === subject.project));
}

function expectRefusal(answer: Answer, op: Operation, userId?: string): void {
  expect(answer.status, `${op.id}: ${answer.text}`).toBe(403);
  expect(answer.body.detail.reason, op.id).toBe('PERMISSION_CHECK_FAILED');
  if (userId !== undefined)
    expect(answer.body.detail.permissionCheckFailedError.subject, op.id).toEqual({ type: 'user', id: userId });
}

function theOperation(id: string): Operation {
  const op = OPERATIONS.find((candidate) => candidate.id === id);
  if (!op) throw new Error(`${id} is gone`);
  return op;
}

describe('the operations', () => {
  it('that this file leaves out of the walk of the owner exist', () => {
    const ids = OPERATIONS.map((op) => op.id);
    expect(ids).toEqual(expect.arrayContaining([...NEEDS_STATE]));
  });

  it('are those of the checked-in list; change test/guards/operations.txt on purpose only', () => {
    const listed = readFileSync(new URL('operations.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const actual = OPERATIONS.map((op) => `${op.method} ${op.path} ${op.id} ${op.access}`).toSorted();
    expect(actual).toEqual(listed);
  });

  it('ask for permissions that the table knows', () => {
    const unknown = BY_PERMISSION.filter((op) => !allPermissions().includes(op.access));
    expect(unknown.map((op) => op.id)).toEqual([]);
  });

  it('are public only where they are listed here', () => {
    const open = OPERATIONS.filter((op) => op.access === 'public').map((op) => op.id);
    expect(open.toSorted()).toEqual([
      'avatar.read',
      'health.live',
      'health.ready',
      'identity.request_password_reset',
      'identity.resend_verification',
      'identity.reset_password',
      'identity.sign_in',
      'identity.sign_in_by_link',
      'identity.sign_out',
      'identity.sign_up',
      'identity.verify_address',
      'task.describe_for_models',
      'task_agent_share.read',
      'task_mcp_server.client_metadata',
      'task_share.file',
      'task_share.read',
      'webhook.receive',
    ]);
    const anyone = OPERATIONS.filter((op) => op.access === 'authenticated').map((op) => op.id);
    expect(anyone.toSorted()).toEqual([
      'catalog_skill.export',
      'catalog_skill.list',
      'catalog_skill.list_sources',
      'catalog_skill.list_tags',
      'catalog_skill.read',
      'catalog_skill.read_content',
      'catalog_skill_revision.list',
      'catalog_skill_revision.read',
      'identity.sign_out_everywhere',
      'identity.whoami',
      'integration.callback',
      'organization.join',
      'organization.leave',
      'organization.list',
      'project.list_visible',
      'run.locate',
      'task_mcp_server.callback',
      'user.avatar',
      'user.grant.list',
      'user.grant.withdraw',
      'user.password.change',
      'user.read',
      'user.role.list',
      'user.session.end',
      'user.session.list',
      'user.update',
    ]);
  });

  it('that anybody may who is signed in name the scopes that a cut-down credential needs, or say why none', () => {
    const silent = OPERATIONS.filter(
      (op) => op.access === 'authenticated' && (op.scopes === undefined) === (op.scopeFree === undefined),
    );
    expect(silent.map((op) => op.id)).toEqual([]);
    const unknown = OPERATIONS.flatMap((op) => op.scopes ?? []).filter((scope) => !apiScopes().includes(scope));
    expect(unknown).toEqual([]);
    const free = OPERATIONS.filter((op) => op.scopeFree !== undefined).map((op) => op.id);
    expect(free.toSorted()).toEqual([
      'catalog_skill.export',
      'catalog_skill.list',
      'catalog_skill.list_sources',
      'catalog_skill.list_tags',
      'catalog_skill.read',
      'catalog_skill.read_content',
      'catalog_skill_revision.list',
      'catalog_skill_revision.read',
      'identity.whoami',
      'organization.list',
      'project.list_visible',
      'run.locate',
      'task_mcp_server.callback',
    ]);
  });

  it('are refused at boot when a declaration lacks something', () => {
    const op = theOperation('task.read');
    expect(declarationProblems(op)).toEqual([]);
    for (const [lacking, words] of [
      [{ path: `${op.path}/thing/{thing_id}` }, 'thing_id is not in the table'],
      [{ loads: { thing_id: TASK_PARENTS.task_id } }, 'loads thing_id, which the path lacks'],
      [{ access: undefined }, 'no access'],
      [{ summary: '' }, 'no summary'],
      [{ answers: {} }, 'no answers'],
      [{ audit: undefined }, 'audit is not stated'],
      [{ idempotent: undefined }, 'idempotent is not stated'],
      [{ body: Type.Object({}) }, 'a GET takes no body'],
      [{ audit: 'task.read' }, 'a GET leaves no trace'],
      [{ access: 'public' }, 'is public: name its door'],
      [{ door: 'mail', doorFree: 'for no reason' }, 'at a door and at none'],
    ] as const) {
      expect(declarationProblems({ ...op, ...lacking } as Operation).join(), words).toContain(words);
    }
  });

  it('name no path parameter that the table lacks, and the table none that no path has', () => {
    expect(OPERATIONS.flatMap((op) => unknownIn(op.path))).toEqual([]);
    const named = new Set(OPERATIONS.flatMap((op) => namesIn(op.path)));
    expect(Object.keys(PATH_PARAMETERS).toSorted()).toEqual([...named].toSorted());
  });

  it('have the rows proved that their paths name, from left to right, one that another proves not besides', () => {
    const linked = (id: string) => parentsOf(theOperation(id)).map(({ name, above }) => [name, above]);
    expect(linked('project.read')).toEqual([]);
    expect(linked('task_agent.revision.read')).toEqual([
      ['task_agent_id', 'project_id'],
      ['revision_id', 'task_agent_id'],
    ]);
    expect(linked('task_run.file')).toEqual([['task_run_id', 'task_id']]);
  });

  it('stand at the doors of this list, so that none of them is left open by mistake', () => {
    const doors = OPERATIONS.flatMap((op) => (op.door === undefined ? [] : [[op.id, op.door]]));
    expect(Object.fromEntries(doors)).toEqual({
      'identity.sign_in': 'sign-in',
      'identity.sign_in_by_link': 'sign-in',
      'identity.sign_up': 'mail',
      'identity.resend_verification': 'mail',
      'identity.request_password_reset': 'mail',
      'identity.verify_address': 'link',
      'identity.reset_password': 'link',
      'organization.join': 'join',
      'webhook.receive': 'hook',
      'task_share.read': 'share',
      'task_share.file': 'share',
      'task_agent_share.read': 'share',
    });
  });

  it('that start work or decide take an Idempotency-Key', () => {
    const starting = /_run\.create$|approve$|reject$|cancel$|resume$/;
    const missing = OPERATIONS.filter((op) => starting.test(op.id) && !op.idempotent);
    expect(missing.map((op) => op.id)).toEqual([]);
  });
});

describe('the pages', () => {
  it('name their doors, or say why they need none, and are refused at boot when they do neither', () => {
    const doors = PAGES.map(({ method, path, door }) => [
      `${method} ${path}`,
      typeof door === 'function' ? 'by form' : door,
    ]);
    expect(Object.fromEntries(doors)).toEqual({
      'GET /auth/verify': 'link',
      'POST /auth/verify': 'link',
      'GET /auth/reset-password': undefined,
      'POST /auth/reset-password': 'link',
      'GET /auth/forgot-password': undefined,
      'POST /auth/forgot-password': 'mail',
      'GET /auth/interaction/:uid': undefined,
      'POST /auth/interaction/:uid/sign-in': 'sign-in',
      'POST /auth/interaction/:uid/:shown/consent': undefined,
      'POST /auth/interaction/:uid/refuse': undefined,
      'GET /auth/request/*': undefined,
      'POST /auth/request/*': 'by form',
      'GET /auth/invite': 'link',
      'POST /auth/invite': 'by form',
    });
    expect(PAGES.flatMap(pageProblems)).toEqual([]);
    const { door, ...doorless } = PAGES.find((page) => page.door === 'mail') ?? {};
    expect(pageProblems(doorless as PageRoute).join()).toContain('name its door');
  });
});

describe.each(Object.entries(SUBJECTS))('%s', (_name, subject) => {
  it('is let in by the operations that the table allows, and refused by all others', async () => {
    const member = await fixture.tenant.member(subject);
    await inLanes(GUARDED, async (op) => {
      const { answer, admitted } = await probe(member, op, fixture.ids);
      if (mayBy(subject, op))
        expect(admitted, `${op.id} answered ${answer.status} ${answer.text}`).toContain(answer.status);
      else expectRefusal(answer, op, member.userId);
    });
  });
});

describe('a platform administrator', () => {
  it('may do what the system role says and, without a role in a project, nothing there', async () => {
    await inLanes(BY_PERMISSION, async (op) => {
      const { answer, admitted } = await probe(foreign.tenant.owner, op, fixture.ids);
      const allowed = SYSTEM_PERMISSIONS.platform_administrator.includes(op.access);
      if (allowed) expect(admitted, `${op.id}: ${answer.text}`).toContain(answer.status);
      else expectRefusal(answer, op, foreign.tenant.userId);
    });
  });
});

describe('a path', () => {
  it('means the same with its identifiers in capitals', async () => {
    const { owner } = fixture.tenant;
    const capitals = Object.entries(fixture.ids).map(([name, id]) => [name, isId(id) ? id.toUpperCase() : id]);
    // When a key was used is noted in the background.
    const reads = GUARDED.filter((op) => op.method === 'GET' && op.id !== 'identity.api_key.list' && !needsQuery(op));
    await inLanes(
      reads.filter((candidate) => placesOf(candidate).includes('org_id')),
      async (op) => {
        const plain = await send(owner, op, fixture.ids);
        const loud = await send(owner, op, Object.fromEntries(capitals));
        expect([loud.status, loud.text], op.id).toEqual([200, plain.text]);
      },
    );
    const { orgId, projectId } = fixture.tenant;
    const project = `/org/${orgId.toUpperCase()}/project/${projectId.toUpperCase()}`;
    const stream = await owner.stream(`${project}/changes`);
    await stream.until((event) => event.event === 'counts');
    const run = await owner.post(`${project}/task/${fixture.ids.task_id}/run`, { task_input: { text: 'x' } });
    const told = await stream.until((event) => event.event === 'task_run' && event.data.status === 'completed');
    expect(told.data.id).toBe(run.body.id);
    stream.cut();
  });
});

describe('a credential', () => {
  it('that is missing, unknown or revoked is a 401 everywhere but on public operations', async () => {
    const { tenant } = fixture;
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'to be revoked' });
    await tenant.owner.post(`${tenant.project}/api_key/${made.body.id}/revoke`);
    const { baseUrl } = world.stack;
    for (const key of [undefined, 'hf_unknown', made.body.value]) {
      const client = new Client(baseUrl, key);
      await inLanes(OPERATIONS, async (op) => {
        const { answer, admitted } = await probe(client, op, fixture.ids);
        const expected = op.access === 'public' ? admitted : [401];
        expect(expected, `${op.id} with ${key ? 'a bad key' : 'no key'}`).toContain(answer.status);
      });
    }
  });
});

describe('the owner', () => {
  it('gets from every operation an answer that it declares', async () => {
    const own = await createFixture(world);
    const deletes = OPERATIONS.filter((op) => op.method === 'DELETE');
    const rest = OPERATIONS.filter((op) => op.method !== 'DELETE');
    // What stands deepest goes first, and the project last, with which the key ends that asks.
    const depth = (op: Operation) => (op.id === 'project.delete' ? 0 : op.path.length);
    for (const op of [...rest, ...deletes.toSorted((a, b) => depth(b) - depth(a))]) {
      let body = op.body === null ? undefined : exampleOf(op, own.ids);
      if (op.id === 'organization.create') body = { ...body, name: `Acme ${randomUUID()}` };
      if (op.id === 'task_run.create') body = { task_input: { text: 'x' } };
      if (op.id === 'task_agent_run.create') body = { message: 'Hello' };
      // What needs a state of its own (a request is decided once, a run ends once) has tests of its own.
      if (NEEDS_STATE.has(op.id)) continue;
      const answer = await own.tenant.owner.request(op.method, pathOf(op, own.ids), body);
      expect(Object.keys(op.answers), `${op.id}: ${answer.text}`).toContain(String(answer.status));
      expect(answer.status, op.id).toBeLessThan(300);
    }
  });
});

describe('records of a project', () => {
  /** What makes records that something else bounds: credits, or the record that they are part of. */
  const BOUNDED_OTHERWISE = [
    'document.create',
    'skill_revision.create',
    'task.eval_case.create',
    'task.eval_run.create',
    'task_agent.eval_case.create',
    'task_agent.eval_run.create',
    'task_agent_run.create',
    'task_agent_run.feedback.create',
    'task_mcp_tool.create',
    'task_run.create',
    'task_run.feedback.create',
  ];

  it('are bounded by RECORDS_PER_PROJECT, whatever they are', () => {
    const makes = OPERATIONS.filter(({ id, path }) => id.endsWith('.create') && path.includes('{project_id}'));
    const unbounded = makes.filter((op) => !isBounded(op)).map(({ id }) => id);
    expect(unbounded.toSorted()).toEqual(BOUNDED_OTHERWISE);
    expect(OPERATIONS.filter(isBounded).length).toBe(makes.length - unbounded.length);
  });
});
