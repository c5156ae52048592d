import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollUpPendingRuns } from '../../src/usage/reports/roll-up.ts';
import { makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { type Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';

const DAY_MS = 86_400_000;
/** Midnight before the tests started. */
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** Midnight in UTC, this many days ago. */
const midnight = (daysAgo: number) => TODAY - daysAgo * DAY_MS;
/** A time of day in the form of a query parameter. */
const moment = (daysAgo: number, time = '00:00') =>
  `${new Date(midnight(daysAgo)).toISOString().slice(0, 10)}T${time}:00Z`;

let world: World;
/** Its runs wait for the maintenance job while other tests run. */
let unrolled: Stage;

beforeAll(async () => {
  world = openWorld();
  unrolled = await stage();
});
afterAll(() => world.close());

/** A tenant whose task and agent ran once each, as templates for more runs. */
interface Stage {
  readonly tenant: Tenant;
  readonly owner: Client;
  readonly task: Json;
  readonly taskPath: string;
  readonly agent: TestAgent;
  /** Creates another revision of the task and returns its id. */
  readonly revise: () => Promise<string>;
  /** Adds ended runs that copy the first except for these columns. */
  readonly taskRuns: (...runs: object[]) => Promise<void>;
  readonly agentRuns: (...runs: object[]) => Promise<void>;
  /** Returns a report, by its path below the project. */
  readonly report: (path: string, query?: Readonly<Record<string, string>>, client?: Client) => Promise<Json>;
}

async function stage(): Promise<Stage> {
  const tenant = await world.tenant();
  const { owner, project } = tenant;
  const task = await makeTask(tenant);
  const taskPath = `${project}/task/${task.id}`;
  const agent = await makeAgent(tenant);
  const { message } = await play(world, [{ text: 'Done.' }]);
  const run = await owner.post(`${taskPath}/run`, { task_input: { text: message } });
  expect(run.body).toMatchObject({ status: 'completed' });
  const agentRun = await agent.run(message);
  const more = (table: string, id: string) => async (runs: object[]) => {
    const rows = runs.map((fields) => ({ id: randomUUID(), ...fields }));
    await sql`insert into ${sql.table(table)} select (json_populate_record(r, f.value)).*
      from ${sql.table(table)} r, json_array_elements(${JSON.stringify(rows)}::json) f where r.id = ${id}`.execute(
      world.db,
    );
  };
  const [moreOfTask, moreOfAgent] = [more('task_runs', run.body.id), more('agent_runs', agentRun.id)];
  return {
    tenant,
    owner,
    task,
    taskPath,
    agent,
    async revise() {
      const { body } = await owner.post(taskPath, { user_prompt: `${randomUUID()} {text}` });
      return body.revisions[0].id;
    },
    taskRuns: (...runs) => moreOfTask(runs),
    agentRuns: (...runs) => moreOfAgent(runs),
    async report(path, query = {}, client = owner) {
      const { status, body, text } = await client.get(`${project}/${path}?${new URLSearchParams(query)}`);
      expect(status, text).toBe(200);
      return body;
    },
  };
}

/** Rolls up all pending runs of every project. */
async function fold(): Promise<void> {
  while ((await rollUpPendingRuns(world.db, 500)) > 0);
}

const created = (daysAgo: number, time: string, rest: object = {}) => ({
  created: moment(daysAgo, time),
  completed: moment(daysAgo, time),
  ...rest,
});

/** The non-empty buckets of a report. */
const filled = (report: Json): Json[] => report.buckets.filter((bucket: Json) => bucket.runs > 0);
const starts = (report: Json): string[] => filled(report).map((bucket) => bucket.start);

describe('a run that ends', () => {
  it('is counted at once as completed, failed or cancelled, with its tokens and credits', async () => {
    const { owner, tenant, taskPath, agent, report } = await stage();
    const failing = await play(world, [{ status: 400 }]);
    await owner.post(`${taskPath}/run`, { task_input: { text: failing.message } });
    await agent.run(failing.message);
    const waiting = await play(world, [{ tool_calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }]);
    const parked = await makeAgent(tenant, { approval_policy: { default: 'always', rules: [] } });
    const open = await parked.run(waiting.message);
    expect((await report(`task-agent/${parked.id}/usage_report`)).total.runs).toBe(0);
    await owner.post(`${parked.path}/run/${open.id}/cancel`);
    await eventually(
      () => parked.read(open.id),
      (run) => run.status === 'cancelled',
    );
    expect((await report(`task-agent/${parked.id}/usage_report`)).total).toEqual({
      runs: 1,
      completed: 0,
      failed: 0,
      cancelled: 1,
      errors: 0,
    });
    const both = { runs: 2, completed: 1, failed: 1, cancelled: 0, errors: 1 };
    const [task, one] = [taskPath.slice(tenant.project.length + 1), `task-agent/${agent.id}`];
    for (const path of [task, one]) {
      expect((await report(`${path}/usage_report`)).total).toEqual(both);
      const runs: Json[] = (await owner.get(`${tenant.project}/${path}/run`)).body.results;
      const tokens = (await report(`${path}/token_report`)).total;
      expect(tokens.total_tokens).toBe(runs.reduce((sum, run) => sum + run.total_tokens, 0));
      const credits = (await report(`${path}/credit_report`)).total;
      const completed = runs.find((run) => run.status === 'completed');
      expect(Number(credits.credits)).toBe(Number(completed?.charged_credits));
      expect(Number(credits.credits)).toBeGreaterThan(0);
      expect(tokens.runs).toBe(2);
    }
  });

  it('counts for its creation time, however late it ends, and so do later charges', async () => {
    const { task, report } = await stage();
    const path = `task/${task.id}/credit_report`;
    const query = { start_date: moment(6), end_date: moment(3) };
    expect((await report(path, query)).total.runs).toBe(0);
    // It has waited since then; active runs are not counted.
    const late = `update task_runs set created = '${moment(5, '23:59')}', completed = null where task_id = '${task.id}'`;
    await sql.raw(late).execute(world.db);
    await fold();
    expect((await report(path, query)).total.runs).toBe(0);
    await sql`update task_runs set completed = now(), charged_credits = 0.25 where task_id = ${task.id}`.execute(
      world.db,
    );
    const after = await report(path, query);
    expect(after.total).toEqual({ runs: 1, credits: '0.25' });
    expect(starts(after)).toEqual([`${moment(5).slice(0, 10)}T00:00:00.000Z`]);
    await fold();
    await sql`update task_runs set charged_credits = charged_credits + 0.000001, input_tokens = input_tokens + 7 where task_id = ${task.id}`.execute(
      world.db,
    );
    expect((await report(path, query)).total).toEqual({ runs: 1, credits: '0.250001' });
    const before = await report(`task/${task.id}/token_report`, query);
    await fold();
    expect((await report(path, query)).total).toEqual({ runs: 1, credits: '0.250001' });
    expect(await report(`task/${task.id}/token_report`, query)).toEqual(before);
  });
});

describe('the rollup of reports', () => {
  it('changes no report: in parts, concurrently, interrupted or repeated', async () => {
    const { task, agent, taskRuns, agentRuns, report } = await stage();
    const many = Array.from({ length: 40 }, (_, n) =>
      created(1 + (n % 4), `${10 + (n % 9)}:0${n % 7}`, { charged_credits: '0.1' }),
    );
    await taskRuns(...many.map((run, n) => ({ ...run, llm_call_timing: n / 10 })));
    await agentRuns(...many.map((run) => ({ ...run, status: 'failed', is_error: true })));
    const paths = [
      `task/${task.id}/credit_report`,
      `task/${task.id}/timing_report`,
      `task-agent/${agent.id}/token_report`,
      'task_run/timing_report',
      'task-agent/usage_report',
      'credit_report',
    ];
    // Requests only whole quarters of an hour, so that the end is the same for all.
    const query = { start_date: moment(6), end_date: moment(0) };
    const all = () => Promise.all(paths.map((path) => report(path, query)));
    const before = await all();
    expect(before[0].total).toEqual({ runs: 40, credits: '4' });
    await world.db
      .transaction()
      .execute(async (trx) => {
        await rollUpPendingRuns(trx);
        throw new Error('the process ends here');
      })
      .catch(() => undefined);
    expect(await all()).toEqual(before);
    await Promise.all([3, 4, 5].map((lot) => rollUpPendingRuns(world.db, lot)));
    expect(await all()).toEqual(before);
    await Promise.all([fold(), fold()]);
    expect(await all()).toEqual(before);
    await fold();
    expect(await all()).toEqual(before);
  });

  it('keeps durations within one percent when many are merged', async () => {
    const { task, taskRuns, report } = await stage();
    // Each batch exceeds the number of values that a bucket stores individually.
    const lot = Array.from({ length: 2500 }, (_, n) => created(2, '08:00', { llm_call_timing: 0.01 * 1.003 ** n }));
    for (const _ of [1, 2]) {
      await taskRuns(...lot);
      await fold();
    }
    const { total } = await report(`task/${task.id}/timing_report`, { start_date: moment(2), end_date: moment(1) });
    expect(total.runs).toBe(5000);
    for (const [part, name] of [
      [0.5, 'p50_seconds'],
      [0.95, 'p95_seconds'],
      [0.99, 'p99_seconds'],
    ] as const) {
      const exact = 0.01 * 1.003 ** (part * 2500 - 1);
      expect(Math.abs(total[name] / exact - 1), name).toBeLessThan(0.0101);
    }
  });
});

describe('credits and tokens', () => {
  it('are reported in total, by revision, by bucket and with show_reporting_group by group, including deleted ones', async () => {
    const { tenant, owner, task, revise, taskRuns, report } = await stage();
    const other = await revise();
    const groups: Json[] = [];
    for (const name of ['Spring', 'Autumn'])
      groups.push((await owner.post(`${tenant.project}/reporting-groups`, { name })).body);
    const [spring, autumn] = groups;
    await owner.delete(`${tenant.project}/reporting-groups/${autumn.id}`);
    const parts = {
      input_tokens: 10,
      output_tokens: 5,
      cached_input_tokens: 4,
      cache_write_tokens: 3,
      reasoning_tokens: 2,
    };
    await taskRuns(
      created(3, '10:00', { ...parts, charged_credits: '0.1', reporting_group_id: spring.id }),
      created(3, '11:00', { ...parts, charged_credits: '0.2', reporting_group_id: spring.id, task_revision_id: other }),
      created(2, '11:00', { ...parts, charged_credits: '0.4', reporting_group_id: autumn.id }),
      created(2, '12:00', { ...parts, charged_credits: '0.8', reporting_group_id: null }),
    );
    const query = { start_date: moment(3), end_date: moment(1) };
    const revision = task.active_revisions[0].task_revision_id;
    const credits = await report(`task/${task.id}/credit_report`, query);
    expect(credits).toEqual({
      task_id: task.id,
      start_date: new Date(midnight(3)).toISOString(),
      end_date: new Date(midnight(1)).toISOString(),
      timezone: 'UTC',
      aggregation: 'day',
      total: { runs: 4, credits: '1.5' },
      revisions: [
        { task_revision_id: revision, runs: 3, credits: '1.3' },
        { task_revision_id: other, runs: 1, credits: '0.2' },
      ],
      buckets: [
        {
          start: new Date(midnight(3)).toISOString(),
          end: new Date(midnight(2)).toISOString(),
          runs: 2,
          credits: '0.3',
        },
        {
          start: new Date(midnight(2)).toISOString(),
          end: new Date(midnight(1)).toISOString(),
          runs: 2,
          credits: '1.2',
        },
      ],
    });
    const grouped = await report(`task/${task.id}/credit_report`, { ...query, show_reporting_group: 'true' });
    const named = [
      { reporting_group_id: spring.id, name: 'Spring', deleted: false, runs: 2, credits: '0.3' },
      { reporting_group_id: autumn.id, name: 'Autumn', deleted: true, runs: 1, credits: '0.4' },
      { reporting_group_id: null, name: null, deleted: false, runs: 1, credits: '0.8' },
    ];
    expect(grouped.reporting_groups).toEqual(expect.arrayContaining(named));
    expect(grouped.reporting_groups).toHaveLength(3);
    expect(grouped.revisions[1].reporting_groups).toEqual([{ ...named[0], runs: 1, credits: '0.2' }]);
    const tokens = await report(`task/${task.id}/token_report`, { ...query, show_reporting_group: 'true' });
    const sum = (runs: number) => ({
      runs,
      total_tokens: 15 * runs,
      ...Object.fromEntries(Object.entries(parts).map(([name, count]) => [name, runs * count])),
    });
    expect(tokens.total).toEqual(sum(4));
    expect(tokens.reporting_groups[0]).toEqual({
      reporting_group_id: spring.id,
      name: 'Spring',
      deleted: false,
      ...sum(2),
    });
    expect(tokens.buckets.map((bucket: Json) => bucket.total_tokens)).toEqual([30, 30]);
    expect((await report(`task/${task.id}/token_report`, query)).reporting_groups).toBeUndefined();
  });

  it('are reported for agents in the same way', async () => {
    const { agent, agentRuns, report } = await stage();
    await agentRuns(
      created(2, '10:00', { charged_credits: '0.5', input_tokens: 3, output_tokens: 4, reasoning_tokens: 1 }),
    );
    const query = { start_date: moment(3), end_date: moment(1), aggregation: 'week' };
    const credits = await report(`task-agent/${agent.id}/credit_report`, query);
    expect(credits).toMatchObject({ task_agent_id: agent.id, total: { runs: 1, credits: '0.5' }, aggregation: 'week' });
    expect(credits.revisions).toEqual([
      { task_agent_revision_id: agent.record.active_revision_id, runs: 1, credits: '0.5' },
    ]);
    const tokens = await report(`task-agent/${agent.id}/token_report`, query);
    expect(tokens.total).toMatchObject({ input_tokens: 3, output_tokens: 4, total_tokens: 7, reasoning_tokens: 1 });
  });
});

describe('durations', () => {
  it('have mean and percentiles by day or hour and by revision, without cancelled runs', async () => {
    const { task, revise, taskRuns, report } = await stage();
    const other = await revise();
    const runs = Array.from({ length: 100 }, (_, n) =>
      created(2, n < 50 ? '10:10' : '11:20', { llm_call_timing: (n + 1) / 10 }),
    );
    await taskRuns(
      ...runs,
      created(2, '11:30', { status: 'cancelled', llm_call_timing: 1000 }),
      created(2, '11:30', { status: 'failed', is_error: true, llm_call_timing: null }),
      created(1, '11:30', { status: 'failed', is_error: true, llm_call_timing: 3, task_revision_id: other }),
    );
    const near = (seconds: number) => ({
      asymmetricMatch: (read: number) => Math.abs(read / seconds - 1) <= 0.0101,
    });
    const first = {
      runs: 100,
      mean_seconds: 5.05,
      p50_seconds: near(5),
      p95_seconds: near(9.5),
      p99_seconds: near(9.9),
    };
    for (const path of [`task/${task.id}/timing_report`, 'task_run/timing_report']) {
      const days = await report(path, { start_date: moment(2), end_date: moment(0) });
      expect(days.aggregation).toBe('day');
      expect(days.buckets).toMatchObject([
        first,
        { runs: 1, mean_seconds: 3, p50_seconds: near(3), p99_seconds: near(3) },
      ]);
      const query = { start_date: moment(2, '10:00'), end_date: moment(2, '13:00'), aggregation: 'hour' };
      expect((await report(path, query)).buckets).toMatchObject([
        { runs: 50, mean_seconds: 2.55, p50_seconds: near(2.5) },
        { runs: 50, mean_seconds: 7.55, p50_seconds: near(7.5) },
        { runs: 0, mean_seconds: null, p50_seconds: null, p95_seconds: null, p99_seconds: null },
      ]);
    }
    const { revisions } = await report(`task/${task.id}/timing_report`, { start_date: moment(2), end_date: moment(0) });
    expect(revisions).toMatchObject([first, { task_revision_id: other, runs: 1, mean_seconds: 3 }]);
  });

  it('of agents are the total durations of their runs', async () => {
    const { agent, agentRuns, report } = await stage();
    await agentRuns(
      { created: moment(2, '10:00'), completed: moment(2, '10:02') },
      created(2, '10:30', { status: 'cancelled' }),
    );
    const query = { start_date: moment(2), end_date: moment(1) };
    for (const path of [`task-agent/${agent.id}/timing_report`, 'task-agent/timing_report'])
      expect((await report(path, query)).total).toMatchObject({ runs: 1, mean_seconds: 120 });
    const hours = await report('task-agent/timing_report', { ...query, aggregation: 'hour' });
    expect(starts(hours)).toEqual([moment(2, '10:00').replace('Z', '.000Z')]);
  });
});

describe('usage', () => {
  it('counts runs by day or week, by status, or with errors_only those with an error', async () => {
    const { task, agent, taskRuns, agentRuns, report } = await stage();
    const failed = { status: 'failed', is_error: true };
    const runs = [
      created(20, '10:00'),
      created(20, '11:00', failed),
      created(19, '10:00', { status: 'cancelled', is_error: true }),
      created(10, '10:00', failed),
    ];
    await Promise.all([taskRuns(...runs), agentRuns(...runs)]);
    const time = { start_date: moment(21), end_date: moment(9) };
    for (const [one, wide] of [
      [`task/${task.id}/usage_report`, 'task_run/usage_report'],
      [`task-agent/${agent.id}/usage_report`, 'task-agent/usage_report'],
    ] as const) {
      for (const path of [one, wide]) {
        const usage = await report(path, time);
        expect(usage.total).toEqual({ runs: 4, completed: 1, failed: 2, cancelled: 1, errors: 3 });
        expect(filled(usage).map((bucket) => bucket.runs)).toEqual([2, 1, 1]);
        const success = await report(path, { ...time, status: 'SUCCESS' });
        expect(success.total).toEqual({ runs: 1, completed: 1, failed: 0, cancelled: 0, errors: 0 });
        const fail = await report(path, { ...time, status: 'FAIL' });
        expect(fail.total).toEqual({ runs: 2, completed: 0, failed: 2, cancelled: 0, errors: 2 });
        const weeks = await report(path, { ...time, aggregation: 'week' });
        expect(weeks.total).toEqual(usage.total);
        // Each week except the first starts on a Monday.
        const mondays = weeks.buckets.slice(1).map((bucket: Json) => new Date(bucket.start).getUTCDay());
        expect(new Set(mondays)).toEqual(new Set([1]));
        expect(weeks.buckets.length).toBeLessThan(4);
      }
      const errors = await report(one, { ...time, errors_only: 'true' });
      expect(errors.total).toEqual({ runs: 3, completed: 0, failed: 2, cancelled: 1, errors: 3 });
      const none = await report(one, { ...time, errors_only: 'true', status: 'SUCCESS' });
      expect(none.total).toEqual({ runs: 0, completed: 0, failed: 0, cancelled: 0, errors: 0 });
    }
  });

  it('of a project can be filtered by one task or one agent, and does not reveal those of another project', async () => {
    const { tenant, task, agent, report } = await stage();
    const second = await makeTask(tenant);
    expect((await report('task_run/usage_report', { task_id: task.id })).total.runs).toBe(1);
    expect((await report('task_run/usage_report', { task_id: second.id })).total.runs).toBe(0);
    expect((await report('task_run/timing_report', { task_id: second.id })).total.runs).toBe(0);
    expect((await report('task_run/timing_report', { task_id: task.id })).total.runs).toBe(1);
    expect((await report('task-agent/usage_report', { task_agent_id: agent.id })).total.runs).toBe(1);
    expect((await report('task-agent/usage_report', { task_agent_id: second.id })).total.runs).toBe(0);
    expect((await report('task-agent/timing_report', { task_agent_id: second.id })).total.runs).toBe(0);
    expect((await report('task-agent/timing_report', { task_agent_id: agent.id })).total.runs).toBe(1);
    const foreign = await world.tenant();
    const theirs = async (path: string) => (await foreign.owner.get(`${foreign.project}/${path}`)).body;
    expect((await theirs(`task_run/usage_report?task_id=${task.id}`)).total.runs).toBe(0);
    expect((await theirs(`task-agent/usage_report?task_agent_id=${agent.id}`)).total.runs).toBe(0);
    expect((await theirs('credit_report')).total.runs).toBe(0);
    for (const path of [`task/${task.id}/usage_report`, `task-agent/${agent.id}/usage_report`])
      expect((await foreign.owner.get(`${foreign.project}/${path}`)).status).toBe(404);
  });
});

describe('the time range of a report', () => {
  it('is split into days, weeks and hours of a time zone, also if its midnight is at a quarter of an hour', async () => {
    const { task, taskRuns, report } = await stage();
    // In Kathmandu, 5:45 ahead, the day starts at 18:15; in Kolkata at 18:30.
    await taskRuns(created(4, '18:14'), created(4, '18:15'), created(4, '18:29'), created(4, '18:30'));
    const query = { start_date: moment(5), end_date: moment(3) };
    const runsIn = async (timezone: string, path = `task/${task.id}/usage_report`) =>
      filled(await report(path, { ...query, timezone })).map((bucket) => [bucket.start.slice(11, 16), bucket.runs]);
    expect(await runsIn('UTC')).toEqual([['00:00', 4]]);
    for (const folded of [false, true]) {
      if (folded) await fold();
      expect(await runsIn('Asia/Kathmandu')).toEqual([
        ['18:15', 1],
        ['18:15', 3],
      ]);
      for (const path of [`task/${task.id}/usage_report`, 'task_run/usage_report'])
        expect(await runsIn('Asia/Kolkata', path)).toEqual([
          ['18:30', 3],
          ['18:30', 1],
        ]);
    }
    const hours = await report('task_run/timing_report', { ...query, timezone: 'Asia/Kathmandu', aggregation: 'hour' });
    expect(filled(hours).map((bucket) => [bucket.start.slice(11, 16), bucket.runs])).toEqual([
      ['17:15', 1],
      ['18:15', 3],
    ]);
    const weeks = await report(`task/${task.id}/usage_report`, {
      ...query,
      timezone: 'Asia/Kolkata',
      aggregation: 'week',
    });
    expect(weeks.total.runs).toBe(4);
  });

  it('consists of whole quarters of an hour, ends now, and has a default start without start_date', async () => {
    const { task, taskRuns, report } = await stage();
    await taskRuns(
      created(3, '09:59'),
      created(3, '10:14'),
      created(3, '10:15'),
      created(3, '10:29'),
      created(3, '10:30'),
    );
    const path = `task/${task.id}/credit_report`;
    const some = await report(path, { start_date: moment(3, '10:07'), end_date: moment(3, '10:16') });
    expect(some).toMatchObject({
      start_date: moment(3, '10:00').replace('Z', '.000Z'),
      end_date: moment(3, '10:30').replace('Z', '.000Z'),
      total: { runs: 3 },
    });
    const future = await report(path, { end_date: '2999-01-01' });
    expect(Date.parse(future.end_date) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    const daysOf = async (of: string, aggregation: string) => {
      const { start_date, end_date } = await report(of, { aggregation });
      return Math.ceil((Date.parse(end_date) - Date.parse(start_date)) / DAY_MS);
    };
    expect(await daysOf(path, 'day')).toBe(30);
    expect(await daysOf(`task/${task.id}/timing_report`, 'hour')).toBe(7);
    expect(await daysOf(`task/${task.id}/token_report`, 'hour')).toBe(7);
    expect(await daysOf('task_run/usage_report', 'week')).toBeGreaterThan(88);
    const buckets = (await report('credit_report', { aggregation: 'hour', start_date: moment(1), end_date: moment(0) }))
      .buckets;
    expect(buckets).toHaveLength(24);
  });

  it('is limited to three months, whatever start_date says, and must not be empty', async () => {
    const { tenant, owner, task, taskRuns, report } = await stage();
    await taskRuns(created(110, '10:00'), created(80, '10:00'));
    const path = `task/${task.id}/credit_report`;
    const all = await report(path, { start_date: '2000-01-01' });
    expect(all.total.runs).toBe(2);
    const days = (midnight(0) - Date.parse(all.start_date)) / DAY_MS;
    expect(days).toBeGreaterThanOrEqual(88);
    expect(days).toBeLessThanOrEqual(92);
    for (const [query, field] of [
      [`end_date=${moment(200)}`, 'end_date'],
      [`start_date=${moment(2)}&end_date=${moment(3)}`, 'start_date'],
      ['start_date=2999-01-01', 'start_date'],
      ['start_date=2026-02-30', 'start_date'],
      ['end_date=tomorrow', 'end_date'],
      ['timezone=Mars/Olympus', 'timezone'],
      ['timezone=%2B05:30', 'timezone'],
      ['aggregation=minute', 'aggregation'],
    ]) {
      const response = await owner.get(`${tenant.project}/${path}?${query}`);
      expect(response.status, query).toBe(422);
      expect(response.body.detail[0].loc, query).toEqual(['query', field]);
    }
    for (const report of [
      'timing_report?aggregation=week',
      'usage_report?aggregation=hour',
      'usage_report?status=MAYBE',
    ])
      expect((await owner.get(`${tenant.project}/task/${task.id}/${report}`)).status).toBe(422);
  });
});

describe('a user who may not see all runs', () => {
  it('sees only their own runs in reports', async () => {
    const { tenant, owner, task, taskPath, agent, taskRuns, agentRuns, report } = await stage();
    const [editor, viewer] = [await tenant.member({ project: 'editor' }), await tenant.member({ project: 'viewer' })];
    await owner.post(taskPath, { task_run_visibility: 'owner_only' });
    await owner.post(agent.path, { task_agent_run_visibility: 'owner_only' });
    const mine = { created_by_type: 'user', created_by: editor.userId, charged_credits: '3' };
    await Promise.all([taskRuns(created(2, '10:00', mine)), agentRuns(created(2, '10:00', mine))]);
    const open = await makeTask(tenant);
    const { message } = await play(world, [{ text: 'Done.' }]);
    await owner.post(`${tenant.project}/task/${open.id}/run`, { task_input: { text: message } });
    const counts = async (client: Client) => {
      const runs = async (path: string, query = {}) => (await report(path, query, client)).total.runs;
      const spend = await report('credit_report', {}, client);
      return {
        task: await runs(`task/${task.id}/usage_report`),
        credits: await runs(`task/${task.id}/credit_report`),
        tokens: await runs(`task/${task.id}/token_report`),
        timing: await runs(`task/${task.id}/timing_report`),
        tasks: await runs('task_run/usage_report'),
        one: await runs('task_run/usage_report', { task_id: task.id }),
        times: await runs('task_run/timing_report'),
        agent: await runs(`task-agent/${agent.id}/credit_report`),
        agents: await runs('task-agent/usage_report'),
        spent: [spend.total.tasks.runs, spend.total.agents.runs],
        top: spend.top_tasks.map((row: Json) => [row.name === task.name, row.runs]),
      };
    };
    const expected = (own: number, rest: number, top: [boolean, number][]) => ({
      task: own,
      credits: own,
      tokens: own,
      timing: own,
      tasks: own + rest,
      one: own,
      times: own + rest,
      agent: own,
      agents: own,
      spent: [own + rest, own],
      top,
    });
    for (const folded of [false, true]) {
      if (folded) await fold();
      const all: [boolean, number][] = [
        [true, 2],
        [false, 1],
      ];
      expect(await counts(owner)).toEqual(expected(2, 1, all));
      expect(await counts(editor)).toEqual(
        expected(1, 1, [
          [true, 1],
          [false, 1],
        ]),
      );
      expect(await counts(viewer)).toEqual(expected(0, 1, [[false, 1]]));
    }
    const csv = await viewer.get(`${taskPath}/credit_report`, { accept: 'text/csv' });
    expect(csv.text.trim().split('\n')).toHaveLength(1);
    await owner.post(taskPath, { task_run_visibility: 'editors_and_owners' });
    expect((await counts(editor)).task).toBe(2);
    expect((await counts(viewer)).task).toBe(0);
  });

  it('gets no reports of a foreign project, or with a scope that does not permit them', async () => {
    const { tenant, task } = await stage();
    const outsider = (await world.tenant()).owner;
    for (const path of [`task/${task.id}/credit_report`, 'task_run/usage_report', 'credit_report'])
      expect((await outsider.get(`${tenant.project}/${path}`)).status).toBe(403);
  });
});

describe('feedback reports', () => {
  const SEEN = { start_date: moment(3), end_date: moment(1) };
  /** Runs of a task or an agent with feedback of a user. */
  async function judged() {
    const all = await stage();
    const { tenant, owner, taskPath, agent, report } = all;
    const later = await all.revise();
    const ids = { old: randomUUID(), late: randomUUID(), eval: randomUUID(), agent: randomUUID() };
    await all.taskRuns(
      created(3, '10:00', { id: ids.old }),
      created(2, '10:00', { id: ids.late, task_revision_id: later }),
      created(2, '11:00', { id: ids.eval, trigger_type: 'eval' }),
    );
    await all.agentRuns(created(2, '10:00', { id: ids.agent }));
    const give = async (run: string, name: string, value: unknown, client = owner, note?: string) => {
      const at = run === ids.agent ? `${agent.path}/run` : `${taskPath}/run`;
      const { status, text } = await client.post(`${at}/${run}/feedback`, { name, value, note });
      expect(status, text).toBe(200);
    };
    const member = await tenant.member({ project: 'editor' });
    return { ...all, ids, give, member, later, reportOf: (of: string) => report(`${of}/feedback_report`, SEEN) };
  }

  it('count numbers, booleans, categories and comments by name, revision and time, without those of evals', async () => {
    const { ids, give, member, task, later, reportOf } = await judged();
    await give(ids.old, 'stars', 1);
    await give(ids.old, 'stars', 2, member, 'dull');
    await give(ids.late, 'stars', 5.5);
    await give(ids.late, 'stars', 'many', member);
    await give(ids.late, 'correct', true);
    await give(ids.old, 'correct', false);
    await give(ids.eval, 'stars', 1000);
    const got = await reportOf(`task/${task.id}`);
    expect(got).toMatchObject({ task_id: task.id, aggregation: 'day', names_left_out: 0 });
    const [stars, correct] = got.scores;
    const none = { by_people: 0, notes: 0, yes: 0, no: 0, in_categories: 0 };
    const both = { ...none, given: 2, by_programs: 2, notes: 1, numbers: 2, mean: 1.5, least: 1, most: 2 };
    const one = { ...none, given: 2, by_programs: 2, numbers: 1, mean: 5.5, least: 5.5, most: 5.5, in_categories: 1 };
    expect(stars).toMatchObject({ name: 'stars', given: 4, by_programs: 4, notes: 1, numbers: 3, least: 1, most: 5.5 });
    expect(stars.mean).toBeCloseTo(8.5 / 3, 8);
    expect(stars.categories).toEqual([{ value: 'many', given: 1 }]);
    expect(stars.buckets.map(({ start, end, ...sums }: Json) => sums)).toEqual([both, one]);
    expect(stars.buckets.map(({ start }: Json) => Date.parse(start))).toEqual([midnight(3), midnight(2)]);
    expect(stars.revisions).toHaveLength(2);
    expect(stars.revisions.find(({ task_revision_id: id }: Json) => id === later)).toMatchObject(one);
    expect(stars.revisions.find(({ task_revision_id: id }: Json) => id !== later)).toMatchObject(both);
    expect(correct).toMatchObject({ name: 'correct', given: 2, yes: 1, no: 1, mean: null, categories: [] });
  });

  it('of agents have the same form, and as a table contain only days with feedback, without formulas', async () => {
    const { ids, give, agent, owner, reportOf } = await judged();
    await give(ids.agent, '=1+1', 3);
    const { scores } = await reportOf(`task-agent/${agent.id}`);
    expect(scores).toMatchObject([
      { name: '=1+1', mean: 3, revisions: [{ task_agent_revision_id: expect.any(String) }] },
    ]);
    const query = new URLSearchParams(SEEN);
    const { text } = await owner.get(`${agent.path}/feedback_report?${query}`, { accept: 'text/csv' });
    const [head, ...rows] = text.trim().split('\n');
    expect(head).toMatch(/^start,end,name,given,/);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(",'=1+1,1,");
  });

  it('accept the largest and smallest numbers, and list the most frequent names', async () => {
    const { ids, give, task, reportOf } = await judged();
    for (const value of [1.7e308, 5e-324]) await give(value > 1 ? ids.old : ids.late, 'range', value);
    await Promise.all(Array.from({ length: 51 }, (_, n) => give(ids.old, `rare ${n}`, true)));
    const { scores, names_left_out } = await reportOf(`task/${task.id}`);
    expect(scores[0]).toMatchObject({ name: 'range', least: 5e-324, most: 1.7e308, mean: 8.5e307 });
    expect([scores.length, names_left_out]).toEqual([50, 2]);
  });

  it('count feedback on runs that the caller can see, and are hidden from outsiders', async () => {
    const { ids, give, task, taskPath, owner, member, report, reportOf } = await judged();
    await give(ids.old, 'stars', 1);
    await owner.post(taskPath, { task_run_visibility: 'owner_only' });
    expect((await reportOf(`task/${task.id}`)).scores).toHaveLength(1);
    expect((await report(`task/${task.id}/feedback_report`, SEEN, member)).scores).toEqual([]);
    const outsider = (await world.tenant()).owner;
    expect((await outsider.get(`${taskPath}/feedback_report`)).status).toBe(403);
  });
});

describe('a deleted task or agent', () => {
  it('keeps its reports, and its part in those of its project', async () => {
    const { tenant, owner, task, taskPath, agent, report } = await stage();
    await owner.delete(taskPath);
    await owner.delete(agent.path);
    for (const path of [`task/${task.id}`, `task-agent/${agent.id}`])
      for (const kind of ['credit', 'token', 'timing', 'usage'])
        expect((await report(`${path}/${kind}_report`)).total.runs, `${path} ${kind}`).toBe(1);
    const spend = await report('credit_report');
    expect(spend.top_tasks).toMatchObject([{ task_id: task.id, deleted: true, runs: 1 }]);
    expect(spend.top_agents).toMatchObject([{ task_agent_id: agent.id, deleted: true, runs: 1 }]);
    expect((await owner.get(`${tenant.project}/task/${randomUUID()}/credit_report`)).status).toBe(404);
  });
});

describe('the spend of a project', () => {
  it('is reported by bucket, for tasks and agents separately, with the most expensive ones', async () => {
    const { tenant, task, agent, taskRuns, agentRuns, report } = await stage();
    const second = await makeTask(tenant);
    await taskRuns(
      created(3, '10:00', { charged_credits: '0.5', input_tokens: 2, output_tokens: 1 }),
      created(2, '10:00', { charged_credits: '2', input_tokens: 2, output_tokens: 1, task_id: second.id }),
    );
    await agentRuns(created(2, '11:00', { charged_credits: '0.125', input_tokens: 10, output_tokens: 0 }));
    const query = { start_date: moment(3), end_date: moment(1) };
    const spend = await report('credit_report', query);
    const [cheap, dear] = [
      { runs: 1, total_tokens: 3, credits: '0.5' },
      { runs: 1, total_tokens: 3, credits: '2' },
    ];
    const agents = { runs: 1, total_tokens: 10, credits: '0.125' };
    const none = { runs: 0, total_tokens: 0, credits: '0' };
    expect(spend.total).toEqual({
      runs: 3,
      total_tokens: 16,
      credits: '2.625',
      tasks: { runs: 2, total_tokens: 6, credits: '2.5' },
      agents,
    });
    expect(spend.buckets).toEqual([
      { start: expect.any(String), end: expect.any(String), ...cheap, tasks: cheap, agents: none },
      {
        start: expect.any(String),
        end: expect.any(String),
        runs: 2,
        total_tokens: 13,
        credits: '2.125',
        tasks: dear,
        agents,
      },
    ]);
    const tops = [
      { task_id: second.id, name: second.name, deleted: false, ...dear },
      { task_id: task.id, name: task.name, deleted: false, ...cheap },
    ];
    expect(spend.top_tasks).toEqual(tops);
    expect(spend.top_agents).toEqual([{ task_agent_id: agent.id, name: 'Agent', deleted: false, ...agents }]);
    expect((await report('credit_report', { ...query, top: '1' })).top_tasks).toEqual(tops.slice(0, 1));
    expect((await report('credit_report', { ...query, top: '0' })).top_tasks).toEqual([]);
  });
});

describe('a report as CSV', () => {
  const CSV = { accept: 'text/csv' };
  const rowsOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.split(','));

  it('is a table of its buckets, revisions and groups, in which no cell is a formula', async () => {
    const { tenant, owner, task, taskRuns, report } = await stage();
    const group = (await owner.post(`${tenant.project}/reporting-groups`, { name: '=1+1' })).body;
    await taskRuns(
      created(2, '10:00', { charged_credits: '0.5', reporting_group_id: group.id }),
      created(2, '10:00', { charged_credits: '0.25' }),
    );
    const time = `start_date=${moment(2)}&end_date=${moment(0)}`;
    const response = await owner.get(
      `${tenant.project}/task/${task.id}/credit_report?${time}&show_reporting_group=true`,
      CSV,
    );
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('vary')).toContain('accept');
    const [head, ...rows] = rowsOf(response.text);
    expect(head).toEqual([
      'start',
      'end',
      'task_revision_id',
      'reporting_group_id',
      'reporting_group',
      'runs',
      'credits',
    ]);
    expect(rows.map((row) => row.slice(3)).toSorted()).toEqual(
      [
        [group.id, "'=1+1", '1', '0.5'],
        ['', '', '1', '0.25'],
      ].toSorted(),
    );
    const usage = await owner.get(`${tenant.project}/task_run/usage_report?${time}`, CSV);
    expect(rowsOf(usage.text)).toEqual([
      ['start', 'end', 'runs', 'completed', 'failed', 'cancelled', 'errors'],
      [new Date(midnight(2)).toISOString(), new Date(midnight(1)).toISOString(), '2', '2', '0', '0', '0'],
      [new Date(midnight(1)).toISOString(), new Date(midnight(0)).toISOString(), '0', '0', '0', '0', '0'],
    ]);
    const spend = rowsOf((await owner.get(`${tenant.project}/credit_report?${time}`, CSV)).text);
    expect(spend[0]).toEqual(expect.arrayContaining(['tasks_credits', 'agents_credits']));
    expect(spend[1]?.slice(2, 3).concat(spend[1]?.slice(4, 6))).toEqual(['2', '0.75', '2']);
    const both = await owner.get(`${tenant.project}/credit_report?${time}`, {
      accept: 'text/csv;q=0.5, application/json',
    });
    expect(both.body).toEqual(await report('credit_report', { start_date: moment(2), end_date: moment(0) }));
  });
});

it('a maintenance job rolls up ended runs', async () => {
  const { tenant, report } = unrolled;
  const rolledUp = async () => {
    const { rows } = await sql<{ runs: number }>`
      select sum(runs)::int as runs from report_quarters where scope_id = ${tenant.projectId}`.execute(world.db);
    return rows[0]?.runs;
  };
  await eventually(rolledUp, (runs) => runs === 2);
  expect((await report('credit_report')).total).toMatchObject({ tasks: { runs: 1 }, agents: { runs: 1 } });
});
