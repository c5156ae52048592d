import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/modules.ts';
import type { Operation } from '../../../api/operation.ts';
import { SYSTEM_PERMISSIONS } from '../../../src/access/permissions.ts';
import { isId } from '../../../src/platform/ids.ts';
import {
  createFixture,
  type Fixture,
  getExample,
  listSlots,
  probe,
  requiresQuery,
  runInLanes,
  send,
  toPath,
} from '../../guards/fixture.ts';
import { expectPermissionError, GUARDED_OPERATIONS, isAllowed, SUBJECTS, type Subject } from '../../guards/subjects.ts';
import { openWorld, type World } from '../../support/client.ts';
import { selectShare } from '../../support/walk-plan.ts';

/** Operations that need more than the fixture's run, request and session, or more than a JSON body. */
const NEEDS_STATE = new Set([
  'approval_request.assign',
  'approval_request.reject',
  'approval_request.resume',
  // Asks a model, which has no script here.
  'collection.query',
  'collections.query',
  'document.cancel',
  'document.pause',
  'document.query',
  'document.resume',
  'document.retry',
  'identity.reset_password',
  // Reads a response that another request made.
  'openai_response.cancel',
  'openai_response.delete',
  'openai_response.list_input_items',
  'openai_response.read',
  'identity.sign_in',
  'identity.sign_in_by_link',
  'identity.verify_address',
  'integration.callback',
  'knowledge_source.decide_removals',
  'model_key.delete',
  'model_key.set',
  'organization.avatar',
  'organization.join',
  // Refused by every process of the tests.
  'organization.kill_worker',
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

const BY_PERMISSION = GUARDED_OPERATIONS.filter((op) => op.auth.permission !== 'authenticated');

let world: World;
let fixture: Fixture;
let foreign: Fixture;

beforeAll(async () => {
  world = openWorld();
  [fixture, foreign] = await Promise.all([createFixture(world), createFixture(world)]);
});
afterAll(() => world.close());

describe('the list of excluded operations', () => {
  it('names only operations that exist', () => {
    const ids = OPERATIONS.map((op) => op.id);
    expect(ids).toEqual(expect.arrayContaining([...NEEDS_STATE]));
  });
});

/**
 * Returns who tries an operation: the weakest subject that the table allows, the strongest that it refuses, and one of
 * all in turn. The product knows a role only by its permissions, so the others would repeat these.
 */
function selectSubjects(op: Operation, turn: number): Subject[] {
  const all: Subject[] = Object.values(SUBJECTS);
  const edge = [all.find((subject) => isAllowed(subject, op)), all.findLast((subject) => !isAllowed(subject, op))];
  return [...edge, ...selectShare(all, 1, turn)].filter((subject) => subject !== undefined);
}

describe.each(Object.entries(SUBJECTS))('%s', (_name, subject) => {
  it('is allowed in the operations that the table lists, and refused in all others', async () => {
    const member = await fixture.tenant.member(subject);
    const operations = GUARDED_OPERATIONS.filter((op, nth) => selectSubjects(op, nth).includes(subject));
    expect(operations.length).toBeGreaterThan(GUARDED_OPERATIONS.length / 10);
    await runInLanes(operations, async (op) => {
      const { answer, admitted } = await probe(member, op, fixture.ids);
      if (isAllowed(subject, op))
        expect(admitted, `${op.id} answered ${answer.status} ${answer.text}`).toContain(answer.status);
      else expectPermissionError(answer, op, member.userId);
    });
  });
});

describe('a platform administrator', () => {
  it('has the permissions of the system role and, without a role in a project, none there', async () => {
    await runInLanes(BY_PERMISSION, async (op) => {
      const { answer, admitted } = await probe(foreign.tenant.owner, op, fixture.ids);
      const allowed = SYSTEM_PERMISSIONS.platform_administrator.includes(op.auth.permission);
      if (allowed) expect(admitted, `${op.id}: ${answer.text}`).toContain(answer.status);
      else expectPermissionError(answer, op, foreign.tenant.userId);
    });
  });
});

describe('a path', () => {
  it('is equivalent with uppercase identifiers', async () => {
    const { owner } = fixture.tenant;
    const capitals = Object.entries(fixture.ids).map(([name, id]) => [name, isId(id) ? id.toUpperCase() : id]);
    // The last use of a key is recorded in the background.
    const reads = GUARDED_OPERATIONS.filter(
      (op) => op.method === 'GET' && op.id !== 'identity.api_key.list' && !requiresQuery(op),
    );
    await runInLanes(
      reads.filter((candidate) => listSlots(candidate).includes('org_id')),
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
    const change = await stream.until((event) => event.event === 'task_run' && event.data.status === 'completed');
    expect(change.data.id).toBe(run.body.id);
    stream.cut();
  });
});

describe('the owner', () => {
  it('receives a declared response from every operation', async () => {
    const own = await createFixture(world);
    const deletes = OPERATIONS.filter((op) => op.method === 'DELETE');
    const rest = OPERATIONS.filter((op) => op.method !== 'DELETE');
    // The deepest resources are deleted first, and the project last, which ends the key of the walk.
    const depth = (op: Operation) => (op.id === 'project.delete' ? 0 : op.path.length);
    for (const op of [...rest, ...deletes.toSorted((a, b) => depth(b) - depth(a))]) {
      let body = op.request.body === null ? undefined : getExample(op, own.ids);
      if (op.id === 'organization.create') body = { ...body, name: `Acme ${randomUUID()}` };
      if (op.id === 'task_run.create') body = { task_input: { text: 'x' } };
      if (op.id === 'task_agent_run.create') body = { message: 'Hello' };
      // Operations that need a certain state (decide once, cancel once) have their own tests.
      if (NEEDS_STATE.has(op.id)) continue;
      const answer = await own.tenant.owner.request(op.method, toPath(op, own.ids), body);
      expect(Object.keys(op.response.schemas), `${op.id}: ${answer.text}`).toContain(String(answer.status));
      expect(answer.status, op.id).toBeLessThan(300);
    }
  });
});
