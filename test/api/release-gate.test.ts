import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvalTargetType } from '../../src/evals/contract.ts';
import { getEvalTable, insertEvalRun } from '../../src/evals/runs.ts';
import { createEvalSet } from '../../src/evals/sets.ts';
import { json } from '../../src/platform/db/client.ts';
import { newId } from '../../src/platform/ids.ts';
import { makeAgent, makeTask } from '../support/agents.ts';
import { type ApiResponse, type Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let editor: Client;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  editor = await tenant.member({ project: 'editor' });
});
afterAll(() => world.close());

async function ok(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body;
}
const refused = async (response: Promise<ApiResponse>) => {
  const got = await response;
  return [got.status, got.status === 422 ? got.body.detail[0].loc : getReason(got)];
};
const CLOSED = [409, 'RELEASE_GATE'];
const SAME = [{ scorer: 'same', config: {} }];
const EXACT = [{ scorer: 'exact', config: {} }];

/** A task or an agent with an inactive second revision, and an eval set. */
interface Gated {
  readonly path: string;
  readonly first: string;
  readonly second: string;
  readonly set: string;
  /** An eval of the set with a revision, once it has this outcome. */
  evaluated(revision: string, counts: Partial<Counts>, rest?: object): Promise<string>;
  /** Activates a revision. */
  serving(revision: string): object;
}
interface Counts {
  readonly pass_count: number;
  readonly fail_count: number;
  readonly error_count: number;
}

async function gatedTask(): Promise<Gated> {
  const task = await makeTask(tenant, { user_prompt: 'one {text}' });
  const path = `${tenant.project}/task/${task.id}`;
  const { revisions } = await ok(tenant.owner.post(path, { user_prompt: 'two {text}' }));
  const serving = (id: string) => ({ active_revisions: [{ task_revision_id: id, weight: 1 }] });
  return { path, serving, first: revisions[1].id, second: revisions[0].id, ...(await setOf('task', task.id)) };
}
async function gatedAgent(): Promise<Gated> {
  const agent = await makeAgent(tenant, { name: `Gated ${randomUUID()}` });
  const { revisions } = await ok(tenant.owner.post(agent.path, { instruction: 'Help more.' }));
  const serving = (id: string) => ({ active_revision_id: id });
  return {
    path: agent.path,
    serving,
    first: revisions[1].id,
    second: revisions[0].id,
    ...(await setOf('task_agent', agent.id)),
  };
}

async function setOf(kind: EvalTargetType, resourceId: string, scorers = EXACT) {
  const { orgId, projectId, userId } = tenant;
  const of = { kind, resourceId };
  const set = await createEvalSet(world.db, { orgId, projectId, userId }, of, {
    name: 'May',
    description: '',
    scorers,
  });
  const evaluated = async (revision: string, counts: Partial<Counts>, rest: object = {}) => {
    const id = newId();
    await insertEvalRun(world.db, {
      id,
      orgId,
      projectId,
      target: of,
      candidateRevisionId: revision,
      setId: set,
      judgeModelId: null,
      scorers,
      maxCredits: null,
      parallelism: 1,
      triggerType: 'api',
      clientId: null,
      by: { type: 'user', id: userId },
      cases: [],
    });
    const end = { status: 'completed' as const, completed: new Date(), ...counts, ...rest };
    await world.db.updateTable(getEvalTable(kind)).set(end).where('id', '=', id).execute();
    return id;
  };
  return { set, evaluated };
}

const KINDS = [
  { kind: 'a task', made: gatedTask },
  { kind: 'an agent', made: gatedAgent },
];

describe.each(KINDS)('the release gate of $kind', ({ made }) => {
  it('blocks a revision until the newest eval of the set has passed, and names what is missing', async () => {
    const { path, first, second, set, evaluated, serving } = await made();
    const gate = { eval_set_id: set, min_pass_rate: 0.9 };
    expect((await ok(tenant.owner.get(path))).release_gate).toBeNull();
    expect(await ok(editor.post(path, { release_gate: gate }))).toMatchObject({ release_gate: gate });
    const activate = () => editor.post(path, serving(second));
    const missing = async () => {
      const response = await activate();
      expect([response.status, getReason(response)]).toEqual(CLOSED);
      const { eval_set_id, min_pass_rate, missing } = response.body.detail.releaseGateError;
      expect([eval_set_id, min_pass_rate, missing.length]).toEqual([set, 0.9, 1]);
      return missing[0];
    };
    expect(await missing()).toEqual({ revision_id: second, reason: 'no_eval', eval_run_id: null, pass_rate: null });
    await evaluated(first, { pass_count: 10 });
    await evaluated(second, { pass_count: 10 }, { status: 'failed' });
    await evaluated(second, { pass_count: 10 }, { scorers: json([]) });
    expect(await missing()).toMatchObject({ reason: 'no_eval' });
    await evaluated(second, { pass_count: 10 });
    const failed = await evaluated(second, { pass_count: 8, fail_count: 1, error_count: 1 });
    expect(await missing()).toEqual({ revision_id: second, reason: 'not_passed', eval_run_id: failed, pass_rate: 0.8 });
    await evaluated(second, {});
    expect(await missing()).toMatchObject({ reason: 'not_passed', pass_rate: null });
    await evaluated(second, { pass_count: 9, fail_count: 1 });
    expect(await ok(activate())).toMatchObject(serving(second));
    // The active revision stays, and a previously active one has to pass too.
    await evaluated(second, { fail_count: 1 });
    expect(await ok(activate())).toMatchObject(serving(second));
    await evaluated(first, { fail_count: 1 });
    expect(await refused(editor.post(path, serving(first)))).toEqual(CLOSED);
  });

  it('ignores evals with other cases, scorers or skipped cases', async () => {
    const { path, second, set, evaluated, serving } = await made();
    await world.db
      .updateTable('eval_sets')
      .set({ scorers: json([]) })
      .where('id', '=', set)
      .execute();
    await ok(editor.post(path, { release_gate: { eval_set_id: set, min_pass_rate: 1 } }));
    const missing = async () => {
      const response = await editor.post(path, serving(second));
      return response.body.detail.releaseGateError?.missing[0];
    };
    const slow = [{ scorer: 'latency', config: { max_ms: 1_000_000 } }];
    const judged = [{ scorer: 'judge', config: {} }];
    for (const scorers of [slow, judged, EXACT]) {
      await evaluated(second, { pass_count: 10 }, { scorers: json(scorers) });
      expect(await missing()).toMatchObject({ reason: 'no_eval' });
    }
    const usual = { scorers: json(path.includes('/task/') ? SAME : [...SAME, { scorer: 'calls', config: {} }]) };
    await evaluated(second, { pass_count: 9 }, { ...usual, skip_count: 1, case_count: 10 });
    expect(await missing()).toMatchObject({ reason: 'not_passed', pass_rate: 0.9 });
    await evaluated(second, { pass_count: 10 }, { ...usual, case_count: 10 });
    await world.db
      .insertInto('eval_cases')
      .values({
        id: newId(),
        eval_set_id: set,
        source: 'given',
        input: json('x'),
        expected: json('y'),
        stubs: json([]),
      })
      .execute();
    expect(await missing()).toMatchObject({ reason: 'no_eval' });
    await world.db.deleteFrom('eval_cases').where('eval_set_id', '=', set).execute();
    expect(await ok(editor.post(path, serving(second)))).toMatchObject(serving(second));
  });

  it('rejects a set without a fixed judge', async () => {
    const { path, second, set, evaluated, serving } = await made();
    const judge = async (config: Record<string, unknown>) => {
      const scorers = json([{ scorer: 'judge', config }]);
      await world.db.updateTable('eval_sets').set({ scorers }).where('id', '=', set).execute();
      return scorers;
    };
    const gate = { release_gate: { eval_set_id: set, min_pass_rate: 1 } };
    const open = await judge({});
    expect(await refused(editor.post(path, gate))).toEqual([422, ['body', 'release_gate', 'eval_set_id']]);
    const scorers = await judge({ judges: ['scripted'] });
    await ok(editor.post(path, gate));
    await evaluated(second, { pass_count: 1 }, { scorers: open });
    expect(await refused(editor.post(path, serving(second)))).toEqual(CLOSED);
    await evaluated(second, { pass_count: 1 }, { scorers });
    expect(await ok(editor.post(path, serving(second)))).toMatchObject(serving(second));
  });

  it('can be overridden by an owner with a note in the audit log, and loosened by nobody else', async () => {
    const { path, second, set, serving } = await made();
    await ok(editor.post(path, { release_gate: { eval_set_id: set, min_pass_rate: 1 } }));
    const denied = [403, 'PERMISSION_CHECK_FAILED'];
    const override = { ...serving(second), release_gate_override: 'The provider retires the old model today.' };
    for (const body of [override, { release_gate: null }, { release_gate: { eval_set_id: set, min_pass_rate: 0 } }])
      expect(await refused(editor.post(path, body))).toEqual(denied);
    expect(await refused(tenant.owner.post(path, { release_gate_override: 'Why not.' }))).toEqual([
      422,
      ['body', 'release_gate_override'],
    ]);
    expect(await ok(tenant.owner.post(path, override))).toMatchObject(serving(second));
    const log = await tenant.owner.get(`${tenant.project}/audit_event/export?resource_id=${path.split('/').at(-1)}`);
    const events = log.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).payload);
    const missing = [{ revision_id: second, reason: 'no_eval', eval_run_id: null, pass_rate: null }];
    expect(events.flatMap((event) => event.release_gate_override ?? [])).toEqual([
      { note: override.release_gate_override, missing },
    ]);
    expect(await ok(tenant.owner.post(path, { release_gate: null }))).toMatchObject({ release_gate: null });
  });

  it('is not loosened through its set: only owners change cases and scorers of a gate’s set', async () => {
    const { path, set } = await made();
    const eval_set = `${path}/eval/set/${set}`;
    const isTask = path.includes('/task/');
    const given = isTask ? { task_input: { text: 'x' }, expected: 'y' } : { message: 'x', expected: 'y' };
    const change = (who: Client, body: object) =>
      isTask ? who.request('PUT', eval_set, body) : who.post(eval_set, body);
    const line = new FormData();
    line.set('file', new Blob([JSON.stringify(given)]), 'cases.jsonl');
    const kept = await ok(editor.post(`${eval_set}/case`, given));
    await ok(editor.post(path, { release_gate: { eval_set_id: set, min_pass_rate: 1 } }));
    const denied = [403, 'PERMISSION_CHECK_FAILED'];
    for (const response of [
      change(editor, { cases: [given] }),
      change(editor, { scorers: [] }),
      editor.post(`${eval_set}/case`, given),
      editor.post(`${eval_set}/case`, { ...given, replaces: kept.id }),
      editor.post(`${eval_set}/case/import`, line),
      editor.delete(`${eval_set}/case/${kept.id}`),
      editor.delete(eval_set),
    ])
      expect(await refused(response)).toEqual(denied);
    expect((await ok(editor.get(eval_set))).case_count).toBe(1);
    await ok(change(editor, { name: 'June' }));
    await ok(change(tenant.owner, { cases: [given, given] }));
    await ok(tenant.owner.post(path, { release_gate: null }));
    await ok(editor.delete(`${eval_set}/case/${(await ok(editor.get(`${eval_set}/case`))).results[0].id}`));
  });

  it('requires an eval set of its own task or agent and a valid rate', async () => {
    const { path, set, second, serving } = await made();
    const other = await made();
    const at = ['body', 'release_gate', 'eval_set_id'];
    for (const id of [other.set, randomUUID()])
      expect(await refused(editor.post(path, { release_gate: { eval_set_id: id, min_pass_rate: 1 } }))).toEqual([
        422,
        at,
      ]);
    for (const rate of [-0.1, 1.1, '1']) {
      const gate = { eval_set_id: set, min_pass_rate: rate };
      expect((await refused(editor.post(path, { release_gate: gate })))[0], String(rate)).toBe(422);
    }
    await ok(editor.post(path, { release_gate: { eval_set_id: set, min_pass_rate: 0 } }));
    await world.db.updateTable('eval_sets').set({ deleted_at: new Date() }).where('id', '=', set).execute();
    const gone = await editor.post(path, serving(second));
    expect(gone.body.detail.releaseGateError.missing[0].reason).toBe('no_set');
  });
});

describe('the release gate', () => {
  it('applies to weights and rollbacks too, and cannot be set for a new task or agent', async () => {
    const { path, first, second, set, evaluated } = await gatedTask();
    const weights = (one: number, other: number) => ({
      active_revisions: [
        { task_revision_id: first, weight: one },
        { task_revision_id: second, weight: other },
      ],
    });
    await ok(tenant.owner.post(path, { active_revisions: [{ task_revision_id: second, weight: 1 }] }));
    await ok(tenant.owner.post(path, { release_gate: { eval_set_id: set, min_pass_rate: 1 } }));
    expect(await refused(tenant.owner.post(`${path}/rollback`))).toEqual(CLOSED);
    expect(await refused(tenant.owner.post(path, weights(0.1, 0.9)))).toEqual(CLOSED);
    const back = await ok(
      tenant.owner.post(`${path}/rollback`, { release_gate_override: 'The new one loses orders.' }),
    );
    expect(back.active_revisions).toEqual([{ task_revision_id: first, weight: 1 }]);
    await evaluated(second, { pass_count: 1 });
    expect(await ok(editor.post(path, weights(0.5, 0.5)))).toMatchObject(weights(0.5, 0.5));
    expect(await ok(editor.post(path, weights(0.1, 0.9)))).toMatchObject(weights(0.1, 0.9));

    const release_gate = { eval_set_id: set, min_pass_rate: 1 };
    const common = { llm_model_id: 'scripted', release_gate };
    const bodies: [string, object][] = [
      ['task', { ...common, name: 'New', enabled: true, system_prompt: '', user_prompt: 'x' }],
      ['task-agent', { ...common, name: 'New', instruction: 'x' }],
    ];
    for (const [stem, body] of bodies)
      expect(await refused(tenant.owner.post(`${tenant.project}/${stem}`, body))).toEqual([
        422,
        ['body', 'release_gate', 'eval_set_id'],
      ]);
  });
});
