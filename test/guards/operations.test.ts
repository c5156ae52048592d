import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDeclarationProblems } from '../../api/declarations.ts';
import { OPERATIONS, PAGES } from '../../api/modules.ts';
import type { Operation } from '../../api/operation.ts';
import { listParents, listUnknownParameters, PATH_PARAMETERS } from '../../api/parents.ts';
import { listParameters } from '../../api/path.ts';
import { findPageProblems, type PageRoute } from '../../api/plugins/pages.ts';
import { TASK_PARENTS } from '../../api/tasks/parents.ts';
import { listPermissions, listScopes } from '../../src/access/permissions.ts';
import { Client, openWorld, type World } from '../support/client.ts';
import { selectShare } from '../support/walk-plan.ts';
import { createFixture, type Fixture, probe, runInLanes } from './fixture.ts';
import { expectPermissionError, GUARDED_OPERATIONS, isAllowed, SUBJECTS, type Subject } from './subjects.ts';

const BY_PERMISSION = GUARDED_OPERATIONS.filter((op) => op.auth.permission !== 'authenticated');

type Member = Awaited<ReturnType<Fixture['tenant']['member']>>;

let world: World;
let fixture: Fixture;

beforeAll(async () => {
  world = openWorld();
  fixture = await createFixture(world);
});
afterAll(() => world.close());

function theOperation(id: string): Operation {
  const op = OPERATIONS.find((candidate) => candidate.id === id);
  if (!op) throw new Error(`${id} is gone`);
  return op;
}

describe('the operations', () => {
  it('are those of the checked-in list; change test/guards/operations.txt on purpose only', () => {
    const listed = readFileSync(new URL('operations.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const actual = OPERATIONS.map((op) => `${op.method} ${op.path} ${op.id} ${op.auth.permission}`).toSorted();
    expect(actual).toEqual(listed);
  });

  it('require permissions that the table contains', () => {
    const unknown = BY_PERMISSION.filter((op) => !listPermissions().includes(op.auth.permission));
    expect(unknown.map((op) => op.id)).toEqual([]);
  });

  it('are public only if they are listed here', () => {
    const open = OPERATIONS.filter((op) => op.auth.permission === 'public').map((op) => op.id);
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
    const anyone = OPERATIONS.filter((op) => op.auth.permission === 'authenticated').map((op) => op.id);
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
      'openai_chat.create',
      'openai_model.list',
      'openai_model.read',
      'openai_response.cancel',
      'openai_response.create',
      'openai_response.delete',
      'openai_response.list_input_items',
      'openai_response.read',
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

  it('for every signed-in user name the scopes that a restricted credential needs, or the reason for none', () => {
    const silent = OPERATIONS.filter(
      (op) =>
        op.auth.permission === 'authenticated' &&
        (op.auth.scopes === undefined) === (op.auth.noScopeReason === undefined),
    );
    expect(silent.map((op) => op.id)).toEqual([]);
    const unknown = OPERATIONS.flatMap((op) => op.auth.scopes ?? []).filter((scope) => !listScopes().includes(scope));
    expect(unknown).toEqual([]);
    const free = OPERATIONS.filter((op) => op.auth.noScopeReason !== undefined).map((op) => op.id);
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
      'openai_chat.create',
      'openai_model.list',
      'openai_model.read',
      'openai_response.cancel',
      'openai_response.create',
      'openai_response.delete',
      'openai_response.list_input_items',
      'openai_response.read',
      'organization.list',
      'project.list_visible',
      'run.locate',
      'task_mcp_server.callback',
    ]);
  });

  it('are rejected at boot if a declaration is incomplete', () => {
    const op = theOperation('task.read');
    expect(findDeclarationProblems(op)).toEqual([]);
    const { auth, request } = op;
    for (const [override, problem] of [
      [{ path: `${op.path}/thing/{thing_id}` }, 'thing_id is not in the table'],
      [
        { request: { ...request, parents: { thing_id: TASK_PARENTS.task_id } } },
        'loads thing_id, which the path lacks',
      ],
      [{ auth: { ...auth, permission: undefined } }, 'no permission'],
      [{ summary: '' }, 'no summary'],
      [{ response: { schemas: {} } }, 'no response schemas'],
      [{ audit: {} }, 'audit is not declared'],
      [{ request: { ...request, idempotent: undefined } }, 'idempotent is not declared'],
      [{ request: { ...request, body: Type.Object({}) } }, 'a GET cannot have a body'],
      [{ audit: { event: 'task.read' } }, 'a GET cannot record an audit event'],
      [{ auth: { permission: 'public' } }, 'is public: declare rateLimit'],
      [
        { auth: { ...auth, rateLimit: 'mail', noRateLimitReason: 'none' } },
        'declares both rateLimit and noRateLimitReason',
      ],
    ] as const) {
      expect(findDeclarationProblems({ ...op, ...override } as Operation).join(), problem).toContain(problem);
    }
  });

  it('use exactly the path parameters of the table', () => {
    expect(OPERATIONS.flatMap((op) => listUnknownParameters(op.path))).toEqual([]);
    const named = new Set(OPERATIONS.flatMap((op) => listParameters(op.path)));
    expect(Object.keys(PATH_PARAMETERS).toSorted()).toEqual([...named].toSorted());
  });

  it('verify the rows that their paths name, from left to right, without duplicates', () => {
    const linked = (id: string) => listParents(theOperation(id)).map(({ name, above }) => [name, above]);
    expect(linked('project.read')).toEqual([]);
    expect(linked('task_agent.revision.read')).toEqual([
      ['task_agent_id', 'project_id'],
      ['revision_id', 'task_agent_id'],
    ]);
    expect(linked('task_run.file')).toEqual([['task_run_id', 'task_id']]);
  });

  it('have the rate limits of this list, so that none is unlimited by mistake', () => {
    const limits = OPERATIONS.flatMap((op) => (op.auth.rateLimit === undefined ? [] : [[op.id, op.auth.rateLimit]]));
    expect(Object.fromEntries(limits)).toEqual({
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

  it('that start work or decide accept an Idempotency-Key', () => {
    const starting = /_run\.create$|approve$|reject$|cancel$|resume$/;
    const missing = OPERATIONS.filter((op) => starting.test(op.id) && !op.request.idempotent);
    expect(missing.map((op) => op.id)).toEqual([]);
  });
});

describe('the pages', () => {
  it('have a rate limit or a reason for none, and are rejected at boot without', () => {
    const limits = PAGES.map(({ method, path, rateLimit: limit }) => [
      `${method} ${path}`,
      typeof limit === 'function' ? 'by form' : limit,
    ]);
    expect(Object.fromEntries(limits)).toEqual({
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
      'GET /auth/request/*': 'by form',
      'POST /auth/request/*': 'by form',
      'GET /auth/invite': 'link',
      'POST /auth/invite': 'by form',
    });
    expect(PAGES.flatMap(findPageProblems)).toEqual([]);
    const { rateLimit: limit, ...unlimited } = PAGES.find((page) => page.rateLimit === 'mail') ?? {};
    expect(findPageProblems(unlimited as PageRoute).join()).toContain('declare rateLimit or noRateLimitReason');
  });
});

describe('each operation', () => {
  it('accepts the weakest subject that the permission table allows, and rejects the strongest that it does not', async () => {
    const entries = Object.entries(SUBJECTS) as [string, Subject][];
    const members = await Promise.all(entries.map(([, subject]) => fixture.tenant.member(subject)));
    const subjects = entries.map(([name, subject], at) => ({ name, subject, member: members[at] as Member }));
    let refused = 0;
    await runInLanes(GUARDED_OPERATIONS, async (op) => {
      const weakest = subjects.find(({ subject }) => isAllowed(subject, op));
      const strongest = subjects.findLast(({ subject }) => !isAllowed(subject, op));
      if (weakest !== undefined) {
        const { answer, admitted } = await probe(weakest.member, op, fixture.ids);
        expect(admitted, `${weakest.name}: ${op.id} answered ${answer.status} ${answer.text}`).toContain(answer.status);
      }
      if (strongest === undefined) return;
      refused += 1;
      expectPermissionError((await probe(strongest.member, op, fixture.ids)).answer, op, strongest.member.userId);
    });
    expect(refused).toBeGreaterThan(300);
  });
});

describe('a credential', () => {
  it('that is missing, unknown or revoked returns 401 except for public operations', async () => {
    const { tenant } = fixture;
    const made = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'to be revoked' });
    await tenant.owner.post(`${tenant.project}/api_key/${made.body.id}/revoke`);
    const { baseUrl } = world.stack;
    const nobody = new Client(baseUrl, undefined);
    const refused = ['hf_unknown', made.body.value].map((key) => new Client(baseUrl, key));
    await runInLanes([...OPERATIONS.entries()], async ([turn, op]) => {
      for (const client of [nobody, ...selectShare(refused, 1, turn)]) {
        const { answer, admitted } = await probe(client, op, fixture.ids);
        const expected = op.auth.permission === 'public' ? admitted : [401];
        expect(expected, `${op.id} with ${client.key ? 'a bad key' : 'no key'}`).toContain(answer.status);
      }
    });
  });
});

describe('records of a project', () => {
  /** Operations whose records are limited otherwise: by credits, or by the parent record. */
  const BOUNDED_OTHERWISE = [
    'approval_request.comment.create',
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

  it('are limited by RECORDS_PER_PROJECT, whatever their type', () => {
    const makes = OPERATIONS.filter(({ id, path }) => id.endsWith('.create') && path.includes('{project_id}'));
    const unbounded = makes.filter(({ recordLimit }) => !recordLimit).map(({ id }) => id);
    expect(unbounded.toSorted()).toEqual(BOUNDED_OTHERWISE);
    expect(OPERATIONS.filter(({ recordLimit }) => recordLimit).length).toBe(makes.length - unbounded.length);
  });
});
