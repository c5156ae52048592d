import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Executor } from '../../src/platform/db/client.ts';
import { type DueRows, startDueRows } from '../../src/platform/maintenance/due-rows.ts';
import { makeAgent, makeTask, play } from '../support/agents.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let task: Json;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  task = await makeTask(tenant);
});
afterAll(() => world.close());

const pathOf = (id = '') => `${tenant.project}/trigger/schedule${id && `/${id}`}`;

/** The body of a schedule that never becomes due by itself during a test. */
const bodyOf = (fields: object = {}) => ({
  name: 'Nightly',
  target_type: 'task',
  target_id: task.id,
  cron_expression: 'P300D',
  task_input: { text: 'the day' },
  ...fields,
});

async function makeSchedule(fields: object = {}, client = tenant.owner): Promise<Json> {
  const made = await client.post(pathOf(), bodyOf(fields));
  expect(made.status, made.text).toBe(200);
  return made.body;
}

/** Makes one schedule due: moves its next time this far into the past. */
async function makeDue(id: string, ago: string): Promise<void> {
  await sql`update trigger_states set next_run = date_trunc('milliseconds', now() - ${ago}::interval) where trigger_id = ${id}`.execute(
    world.db,
  );
}

const eventsOf = async (id: string, query = ''): Promise<Json[]> =>
  (await tenant.owner.get(`${pathOf(id)}/events${query}`)).body;
/** The events of a schedule, oldest first, once there are this many and none has an active run. */
const settled = async (id: string, count: number) => {
  const isOver = (found: Json[]) => found.length >= count && found.every(({ status }) => status !== 'accepted');
  return (await eventually(() => eventsOf(id), isOver)).reverse();
};
const read = async (id: string) => (await tenant.owner.get(pathOf(id))).body;

describe('a schedule', () => {
  it('is created with its next time, read, listed and deleted', async () => {
    const made = await makeSchedule({
      cron_expression: '30 2 29 2 *',
      timezone: 'Europe/Berlin',
      description: 'By night.',
    });
    expect(made).toMatchObject({
      type: 'schedule',
      name: 'Nightly',
      description: 'By night.',
      status: 'active',
      target_type: 'task',
      target_id: task.id,
      cron_expression: '30 2 29 2 *',
      timezone: 'Europe/Berlin',
      task_input: { text: 'the day' },
      expires_at: null,
      expired: false,
      overlap: 'allow',
      catch_up: 'once',
      endpoint: null,
      last_fired: null,
    });
    expect(made.next_run).toMatch(/-02-29T01:30:00\.000Z$/);
    expect(await read(made.id)).toEqual(made);
    const listed = await tenant.owner.get(`${tenant.project}/trigger?trigger_type=schedule&target_id=${task.id}`);
    expect(listed.body.results.map(({ id }: Json) => id)).toContain(made.id);
    expect((await tenant.owner.delete(pathOf(made.id))).body).toMatchObject({ id: made.id, deleted: true });
    expect((await tenant.owner.get(pathOf(made.id))).status).toBe(404);
    expect((await tenant.owner.delete(pathOf(made.id))).status).toBe(404);
  });

  it('can be previewed before creation, with an error for the invalid field', async () => {
    const preview = (query: Record<string, string>) =>
      tenant.owner.get(`${pathOf('preview')}?${new URLSearchParams(query)}`);
    const line = { cron_expression: '30 2 29 2 *', timezone: 'Europe/Berlin' };
    const { times } = (await preview({ ...line, count: '3' })).body;
    expect(times.map((time: string) => time.slice(4))).toEqual(Array(3).fill('-02-29T01:30:00.000Z'));
    expect(new Set(times).size).toBe(3);
    expect((await makeSchedule(line)).next_run).toBe(times[0]);
    const daily = (await preview({ cron_expression: 'P1D' })).body.times.map((time: string) => Date.parse(time));
    expect(daily).toHaveLength(5);
    expect(daily[4] - daily[0]).toBe(4 * 86_400_000);
    const locOf = async (query: Record<string, string>) => {
      const { status, body } = await preview(query);
      expect(status).toBe(422);
      return body.detail[0].loc;
    };
    expect(await locOf({ cron_expression: '30 2 30 2 *' })).toEqual(['query', 'cron_expression']);
    expect(await locOf({ ...line, timezone: 'Europe/Atlantis' })).toEqual(['query', 'timezone']);
    expect(await locOf({ ...line, count: '101' })).toEqual(['query', 'count']);
  });

  it('rejects invalid values with the field and the rule', async () => {
    const foreign = await makeTask(await world.tenant());
    const pictured = await makeTask(tenant, { file_input_mode: 'image', image_required: true });
    const agent = await makeAgent(tenant);
    const other = await makeAgent(tenant);
    const ofAgent = { target_type: 'task_agent', target_id: agent.id };
    const refused: [object, (string | number)[], string][] = [
      [{ cron_expression: '61 * * * *' }, ['cron_expression'], 'cron_field'],
      [{ cron_expression: '0 0 30 2 *' }, ['cron_expression'], 'cron_without_day'],
      [{ cron_expression: '@hourly' }, ['cron_expression'], 'cron_nickname'],
      [{ cron_expression: 'PT30S' }, ['cron_expression'], 'schedule_interval_too_short'],
      [{ cron_expression: '   ' }, ['cron_expression'], 'blank_text'],
      [{ timezone: 'Mars/Olympus' }, ['timezone'], 'schedule_timezone_invalid'],
      [{ expires_at: '2020-01-01' }, ['expires_at'], 'schedule_expired'],
      [{ expires_at: '2031-02-30' }, ['expires_at'], 'schedule_end_invalid'],
      [{ overlap: 'queue' }, ['overlap'], 'not_allowed'],
      [{ catch_up: 'some' }, ['catch_up'], 'not_allowed'],
      [{ task_input: {} }, ['task_input', 'text'], 'missing_variable'],
      [{ target_id: foreign.id }, ['target_id'], 'unknown_trigger_target'],
      [{ target_id: randomUUID() }, ['target_id'], 'unknown_trigger_target'],
      [{ target_type: 'task_agent' }, ['target_id'], 'unknown_trigger_target'],
      [{ target_id: pictured.id }, ['target_id'], 'schedule_without_image'],
      [{ task_agent_revision_id: agent.record.active_revision_id }, ['task_agent_revision_id'], 'revision_of_task'],
      [ofAgent, ['task_input', 'text'], 'agent_input_unknown'],
      [{ ...ofAgent, task_input: {} }, ['task_input', 'message'], 'agent_message_missing'],
      [{ ...ofAgent, task_input: { message: 7 } }, ['task_input', 'message'], 'agent_message_empty'],
      [{ ...ofAgent, task_input: { message: 'm'.repeat(100_000) } }, ['task_input'], 'schedule_input_too_long'],
    ];
    for (const [fields, loc, code] of refused) {
      const response = await tenant.owner.post(pathOf(), bodyOf(fields));
      expect(response.status, response.text).toBe(422);
      expect(response.body.detail[0], response.text).toMatchObject({ loc: ['body', ...loc], code });
    }
    const message = { message: 'Go.' };
    const revision = { task_agent_revision_id: (await tenant.owner.get(other.path)).body.active_revision_id };
    const wrong = await tenant.owner.post(pathOf(), bodyOf({ ...ofAgent, task_input: message, ...revision }));
    expect(wrong.body.detail).toMatchObject([
      { loc: ['body', 'task_agent_revision_id'], code: 'unknown_trigger_revision' },
    ]);
    const good = await makeSchedule();
    for (const body of [
      { cron_expression: '* * *' },
      { timezone: 'X' },
      { expires_at: '2020-01-01' },
      { task_input: {} },
    ])
      expect((await tenant.owner.post(pathOf(good.id), body)).status, JSON.stringify(body)).toBe(422);
    expect(await read(good.id)).toEqual(good);
  });

  it('is created and edited by users who may edit the project and run its target', async () => {
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.post(pathOf(), bodyOf())).status).toBe(403);
    const editor = await tenant.member({ project: 'editor' });
    const made = await makeSchedule({}, editor);
    expect(made.created_by).toBe(`user:${editor.userId}`);
    expect((await viewer.get(pathOf(made.id))).body.id).toBe(made.id);
    expect((await viewer.post(pathOf(made.id), { status: 'paused' })).status).toBe(403);
    const scopes = ['project:view', 'project:edit'];
    const key = await tenant.owner.post(`${tenant.project}/api_key`, { name: 'cut', scopes });
    const cut = new Client(tenant.owner.base, key.body.value);
    for (const body of [{ task_input: { text: 'Something else' } }, { cron_expression: 'PT1M' }])
      expect(getReason(await cut.post(pathOf(made.id), body))).toBe('PERMISSION_CHECK_FAILED');
    expect(await read(made.id)).toEqual(made);
  });

  it('stops while paused, counts from now when resumed, and uses a new expression from its update on', async () => {
    const made = await makeSchedule({ status: 'paused' });
    expect(made).toMatchObject({ status: 'paused', next_run: null });
    const edit = async (body: object) => (await tenant.owner.post(pathOf(made.id), body)).body;
    const resumed = await edit({ status: 'active' });
    expect(Date.parse(resumed.next_run) - Date.parse(resumed.modified)).toBe(300 * 86_400_000);
    expect(await edit({ status: 'active', name: 'Nightly' })).toEqual(resumed);
    const renamed = await edit({
      name: 'Daily',
      description: 'x',
      overlap: 'skip',
      catch_up: 'all',
      task_input: { text: 'y' },
    });
    expect(renamed).toMatchObject({
      name: 'Daily',
      description: 'x',
      overlap: 'skip',
      catch_up: 'all',
      task_input: { text: 'y' },
    });
    expect(renamed.next_run).toBe(resumed.next_run);
    const other = await edit({ cron_expression: '0 0 29 2 *', timezone: 'Asia/Kolkata' });
    expect(other.next_run).toMatch(/-02-28T18:30:00\.000Z$/);
    const soon = new Date(Date.parse(other.next_run) - 1).toISOString();
    expect(await edit({ expires_at: soon })).toMatchObject({ expires_at: soon, expired: false, next_run: null });
    expect(await edit({ expires_at: null })).toMatchObject({ expires_at: null, next_run: other.next_run });
    expect(await edit({ status: 'paused' })).toMatchObject({ status: 'paused', next_run: null });
  });
});

describe('a due schedule', () => {
  it('runs its task on behalf of its creator', async () => {
    const { id } = await makeSchedule();
    await makeDue(id, '1 second');
    const [event] = await settled(id, 1);
    expect(event).toMatchObject({ trigger_id: id, status: 'completed', error: null });
    expect((await tenant.owner.get(`${pathOf(id)}/events/${event.id}`)).body).toEqual(event);
    const run = (await tenant.owner.get(`${tenant.project}/task/${task.id}/run/${event.run_id}`)).body;
    expect(run).toMatchObject({ trigger_type: 'schedule', trigger_id: id, is_error: false });
    const after = await read(id);
    expect(Date.parse(after.next_run)).toBe(Date.parse(event.scheduled_for) + 300 * 86_400_000);
    expect(after.last_fired).toBe(event.created);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('runs its agent with the message and the pinned revision', async () => {
    const agent = await makeAgent(tenant);
    const first = (await tenant.owner.get(agent.path)).body.active_revision_id;
    await tenant.owner.post(agent.path, { instruction: 'Help more.' });
    const script = await play(world, [{ text: 'Done.' }]);
    const target = { target_type: 'task_agent', target_id: agent.id, task_input: { message: script.message } };
    const { id } = await makeSchedule({ ...target, task_agent_revision_id: first });
    await makeDue(id, '1 second');
    const [event] = await settled(id, 1);
    const run = await agent.read(event.run_id);
    expect(run).toMatchObject({
      trigger_type: 'schedule',
      trigger_id: id,
      task_agent_revision_id: first,
      output: 'Done.',
    });
  });

  it('runs the last of the missed times, and lists those that were skipped', async () => {
    const { id } = await makeSchedule({ cron_expression: 'PT1H' });
    await makeDue(id, '1 day 10 minutes');
    const [missed, fired] = await settled(id, 2);
    expect(missed).toMatchObject({ status: 'rejected', run_id: null, error: { reason: 'SCHEDULE_TIMES_MISSED' } });
    expect(fired.status).toBe('completed');
    expect(Date.parse(fired.scheduled_for) - Date.parse(missed.scheduled_for)).toBe(86_400_000);
    expect(Date.parse((await read(id)).next_run) - Date.parse(fired.scheduled_for)).toBe(3_600_000);
  });

  it('runs none of the missed times if it skips them', async () => {
    const { id } = await makeSchedule({ catch_up: 'skip' });
    await makeDue(id, '1 day');
    const [missed] = await settled(id, 1);
    expect(missed).toMatchObject({ status: 'rejected', run_id: null, error: { reason: 'SCHEDULE_TIMES_MISSED' } });
    expect(Date.parse((await read(id)).next_run)).toBe(Date.parse(missed.scheduled_for) + 300 * 86_400_000);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('runs each of the missed times if it catches up, in order and once', async () => {
    const { id } = await makeSchedule({ cron_expression: 'PT6H', catch_up: 'all' });
    await makeDue(id, '1 day 10 minutes');
    const events = await settled(id, 5);
    expect(events.map(({ status }) => status)).toEqual(Array(5).fill('completed'));
    const first = Date.parse(events[0].scheduled_for);
    expect(events.map(({ scheduled_for }) => (Date.parse(scheduled_for) - first) / 3_600_000)).toEqual([
      0, 6, 12, 18, 24,
    ]);
    expect(new Set(events.map(({ run_id }) => run_id)).size).toBe(5);
  });

  it('starts nothing after its expiry, and reports it', async () => {
    const { id } = await makeSchedule({ cron_expression: 'PT1H', expires_at: '2999-01-01' });
    // As if the time until then had passed.
    await sql`update triggers set config = (config::jsonb || '{"expires_at": "2020-01-01T00:00:00.000Z"}')::json where id = ${id}`.execute(
      world.db,
    );
    await makeDue(id, '1 day');
    const [event] = await settled(id, 1);
    expect(event).toMatchObject({ status: 'rejected', run_id: null, error: { reason: 'SCHEDULE_EXPIRED' } });
    expect(await read(id)).toMatchObject({ status: 'active', expired: true, next_run: null, last_fired: null });
  });

  it('starts nothing while its last run is unfinished, if overlap is not allowed', async () => {
    const gate = randomUUID();
    const script = await play(world, [{ text: 'Late.', gate }, { text: 'Later.' }]);
    const { id } = await makeSchedule({
      cron_expression: 'PT1H',
      overlap: 'skip',
      task_input: { text: script.message },
    });
    await makeDue(id, '1 second');
    await eventually(
      () => eventsOf(id),
      (found) => found.length === 1,
    );
    await makeDue(id, '1 second');
    const [skipped] = await eventually(
      () => eventsOf(id),
      (found) => found.length === 2,
    );
    expect(skipped).toMatchObject({ status: 'rejected', run_id: null, error: { reason: 'SCHEDULE_STILL_RUNNING' } });
    await world.model.open(gate);
    await settled(id, 2);
    await makeDue(id, '1 second');
    expect((await settled(id, 3)).map(({ status }) => status)).toEqual(['completed', 'rejected', 'completed']);
  });

  it('starts nothing once its creator may no longer run the target', async () => {
    const editor = await tenant.member({ project: 'editor' });
    const { id } = await makeSchedule({}, editor);
    const members = `${tenant.project}/iam/members/user:${editor.userId}`;
    expect((await tenant.owner.post(members, { remove_all: true })).status).toBe(200);
    await makeDue(id, '1 second');
    const [event] = await settled(id, 1);
    expect(event).toMatchObject({ status: 'rejected', run_id: null, error: { reason: 'TRIGGER_CREATOR_MAY_NOT' } });
  });

  it('reports a start that its task rejects, and continues', async () => {
    const own = await makeTask(tenant);
    const { id } = await makeSchedule({ target_id: own.id });
    await tenant.owner.post(`${tenant.project}/task/${own.id}`, { enabled: false });
    await makeDue(id, '1 second');
    const [event] = await settled(id, 1);
    expect(event).toMatchObject({ status: 'rejected', error: { reason: 'TASK_DISABLED' } });
    expect(Date.parse((await read(id)).next_run)).toBeGreaterThan(Date.parse(event.created));
  });

  it('pauses itself after repeated failures, with the reason, until a user activates it', async () => {
    const own = await makeTask(tenant);
    const { id } = await makeSchedule({ target_id: own.id, cron_expression: 'PT1H', catch_up: 'all' });
    await tenant.owner.post(`${tenant.project}/task/${own.id}`, { enabled: false });
    await makeDue(id, '12 hours 10 minutes');
    const paused = await eventually(
      () => read(id),
      ({ status }) => status === 'paused',
    );
    expect(paused).toMatchObject({ next_run: null, paused_because: { reason: 'TRIGGER_KEEPS_FAILING' } });
    const reasons = (await eventsOf(id)).reverse().map(({ error }) => error.reason);
    expect(reasons.slice(0, 11)).toEqual([...Array(10).fill('TASK_DISABLED'), 'TRIGGER_KEEPS_FAILING']);
    const resumed = await tenant.owner.post(pathOf(id), { status: 'active' });
    expect(resumed.body).toMatchObject({ status: 'active', paused_because: null, next_run: expect.any(String) });
  });
});

describe('events of all schedules', () => {
  it('are listed by status, type and target', async () => {
    const own = await world.tenant();
    const [target, other] = [await makeTask(own), await makeTask(own)];
    const path = `${own.project}/trigger/schedule`;
    const make = async ({ id: target_id }: Json) => (await own.owner.post(path, bodyOf({ target_id }))).body.id;
    const [one, two] = [await make(target), await make(other)];
    await own.owner.post(`${own.project}/task/${other.id}`, { enabled: false });
    const list = async (query = ''): Promise<Json[]> => (await own.owner.get(`${path}/events${query}`)).body.results;
    for (const [id, count] of [
      [one, 1],
      [two, 2],
    ] as const) {
      await makeDue(id, '1 second');
      await eventually(list, (found) => found.length === count && found.every(({ status }) => status !== 'accepted'));
    }
    const idsOf = async (query: string) => (await list(query)).map(({ trigger_id }) => trigger_id);
    expect(await idsOf('')).toEqual([two, one]);
    expect(await idsOf('?status=completed')).toEqual([one]);
    expect(await idsOf('?status=rejected')).toEqual([two]);
    expect(await idsOf('?trigger_type=schedule')).toEqual([two, one]);
    expect(await idsOf('?trigger_type=webhook')).toEqual([]);
    expect(await idsOf('?target_type=task_agent')).toEqual([]);
    expect(await idsOf('?target_type=task')).toEqual([two, one]);
    expect(await idsOf(`?target_id=${target.id}`)).toEqual([one]);
    const first = await own.owner.get(`${path}/${two}/events?limit=1`);
    expect([first.body.length, first.headers.get('x-next-cursor')]).toEqual([1, null]);
    expect((await own.owner.get(`${path}/${two}/events?status=completed`)).body).toEqual([]);
    const { body } = await own.owner.get(`${path}/events?page_limit=1`);
    expect(body.pagination).toMatchObject({ has_next: true });
    expect(await idsOf(`?cursor=${encodeURIComponent(body.pagination.next_cursor)}`)).toEqual([one]);
    expect((await own.owner.get(`${path}/${one}/events/${(await list())[0].id}`)).status).toBe(404);
  });
});

describe('due work', () => {
  let table: string;
  beforeEach(async () => {
    table = `due_${randomUUID().replaceAll('-', '')}`;
    await sql`create table ${sql.table(table)} (id uuid primary key, at timestamptz, begun int not null default 0)`.execute(
      world.db,
    );
    await sql`insert into ${sql.table(table)} (id, at)
      select gen_random_uuid(), now() - n * interval '1 second' from generate_series(1, 150) n`.execute(world.db);
  });
  afterEach(() => sql`drop table ${sql.table(table)}`.execute(world.db));

  /** Starts rows of the table and records it; `trouble` runs between the two. */
  function dueRows(trouble: (trx: Executor, id: string) => Promise<void>) {
    const after: string[] = [];
    const due: DueRows<{ readonly id: string }> = {
      table: table as never,
      id: 'id',
      at: 'at',
      async start(trx, { id }) {
        await sql`update ${sql.table(table)} set begun = begun + 1 where id = ${id}`.execute(trx);
        await trouble(trx, id);
        return { next: null, after: async () => void after.push(id) };
      },
    };
    return { due, after };
  }

  /** The number of finished and unfinished rows, and the starts of each. */
  async function counts(): Promise<unknown[]> {
    const { rows } = await sql`select at is null as over, begun, count(*)::int as count from ${sql.table(table)}
      group by 1, 2 order by 1, 2`.execute(world.db);
    return rows;
  }

  it('starts once under concurrent polls, and a failure does not block other work', async () => {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by at limit 25`.execute(
      world.db,
    );
    const bad = new Set(rows.map(({ id }) => id));
    const { due, after } = dueRows(async (_trx, id) => {
      if (bad.has(id)) throw new Error('broken');
    });
    const polls = await Promise.allSettled([1, 2, 3].map(() => startDueRows(world.db, due)));
    expect(polls.some(({ status }) => status === 'rejected')).toBe(true);
    expect(await counts()).toEqual([
      { over: false, begun: 0, count: 25 },
      { over: true, begun: 1, count: 125 },
    ]);
    expect(new Set(after).size).toBe(125);
    expect(after).toHaveLength(125);
  });

  it('starts once if the process loses the database midway', async () => {
    let began = 0;
    const { due, after } = dueRows(async (trx) => {
      began += 1;
      if (began === 30) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    });
    await expect(startDueRows(world.db, due)).rejects.toThrow();
    await startDueRows(world.db, due);
    expect(await counts()).toEqual([{ over: true, begun: 1, count: 150 }]);
    expect(after).toHaveLength(150);
    expect(new Set(after).size).toBe(150);
  });
});
