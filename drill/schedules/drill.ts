import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { good, PROJECT } from '../../client/index.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { CATCH_UPS } from '../../src/triggers/schedule/due-decision.ts';
import { startKiller } from '../killer.ts';
import type { DrillOptions } from '../options.ts';
import { randomOf } from '../random.ts';
import type { Servers } from '../servers.ts';
import { onStage, type Played } from '../stage.ts';
import { makeDrillTask } from '../task.ts';
import { compareSchedules, type ExpectedTime } from './compare.ts';

const LOOK_MS = 500;
/** Schedules that are made at once. */
const MAKERS = 8;
/** Most schedules of a part of the drill, and those that are due in a second of it: about what two cores run. */
const MOST_DUE = 600;
const DUE_PER_SECOND = 8;
/** Milliseconds before the first of a part is due. */
const AHEAD_MS = 3000;
/** Milliseconds without any worker. */
const DOWN_MS = 6000;
const HOUR_MS = 3_600_000;

/** How a drill with schedules is to be. */
export interface ScheduleDrillOptions
  extends Pick<DrillOptions, 'kills' | 'database' | 'serve' | 'seed' | 'patience' | 'keepLogs'> {
  readonly schedules: number;
}

/** Milliseconds from the time of a schedule until something was there. */
export interface Lateness {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/** What came of it. */
export interface ScheduleDrillResult extends Played {
  readonly options: ScheduleDrillOptions;
  /** Seconds in which all were made over the API. */
  readonly madeSeconds: number;
  /** Schedules of each part of the drill. */
  readonly part: number;
  /** Until the event and run were stored, and until the run was under way: undisturbed and between kills. */
  readonly calm: { readonly stored: Lateness; readonly started: Lateness };
  readonly killed: { readonly stored: Lateness; readonly started: Lateness };
  readonly violations: readonly string[];
}

/** What the parts of the drill work with. */
interface Course {
  readonly db: Db;
  readonly servers: Servers;
  readonly options: ScheduleDrillOptions;
  readonly expected: Map<string, ExpectedTime[]>;
  readonly say: (line: string) => void;
  readonly stop: AbortSignal | undefined;
}

/**
 * Makes schedules over the API and lets some of them come due: undisturbed, between kills, over a day without a worker, and once
 * more with the clock put back; then compares each of their times with what came of it.
 */
export async function drillSchedules(
  options: ScheduleDrillOptions,
  say: (line: string) => void,
  stop?: AbortSignal,
): Promise<ScheduleDrillResult> {
  return onStage(options, say, async ({ servers, db }) => {
    const began = performance.now();
    const ids = await makeSchedules(db, servers, options.schedules);
    const madeSeconds = (performance.now() - began) / 1000;
    say(`${ids.length} schedules made in ${madeSeconds.toFixed(1)} s`);
    const part = Math.min(MOST_DUE, Math.floor(ids.length / 3));
    const course = { db, servers, options, expected: new Map<string, ExpectedTime[]>(), say, stop };
    const [first, second, third] = [0, 1, 2].map((n) => ids.slice(n * part, (n + 1) * part)) as [
      string[],
      string[],
      string[],
    ];
    const calm = await comeDue(course, first);
    const killed = await betweenKills(course, second);
    await dayWithoutWorker(course, third);
    await putClockBack(course, first);
    const violations = await compareSchedules(db, course.expected);
    return { options, madeSeconds, part, calm, killed, violations };
  });
}

/** Makes a task and schedules of it that come every six hours, with the policies for missed times in turn. */
async function makeSchedules(db: Db, { apis }: Servers, count: number): Promise<string[]> {
  const { id: target_id, params, clients } = await makeDrillTask(apis, db);
  const target = { target_type: 'task', target_id, task_input: { text: 'It is time.' } } as const;
  const ids: string[] = [];
  const numbers = Array(count).keys();
  const maker = async (_: unknown, lane: number) => {
    const own = clients[lane % clients.length] ?? clients[0];
    for (const n of numbers) {
      const catch_up = CATCH_UPS[n % CATCH_UPS.length];
      const body = { name: `Due ${n}`, cron_expression: 'PT6H', catch_up, ...target };
      ids.push(good(await own.post(`${PROJECT}/trigger/schedule`, { params, body })).id);
    }
  };
  await Promise.all(Array.from({ length: MAKERS }, maker));
  return ids;
}

/** Lets schedules come due one after the other, and waits until their runs have ended. Answers how late they were. */
async function comeDue(
  { db, options, expected, stop }: Course,
  ids: readonly string[],
  look?: (share: number) => void,
) {
  const { rows } = await sql<{ id: string; next_run: Date }>`
    update trigger_states s set next_run = date_trunc('milliseconds', now())
      + (${AHEAD_MS} + n * 1000 / ${DUE_PER_SECOND}::int) * interval '1 millisecond'
    from unnest(${[...ids]}::uuid[]) with ordinality as u(id, n) where s.trigger_id = u.id
    returning s.trigger_id as id, s.next_run`.execute(db);
  for (const { id, next_run } of rows) expected.set(id, [{ due: next_run.getTime(), runs: true }]);
  await untilEnded(db, ids, ids.length, options.patience, stop, look);
  return latenessOf(db, ids);
}

async function betweenKills(course: Course, ids: readonly string[]) {
  const { servers, options, say, stop } = course;
  const over = new AbortController();
  let share = 0;
  const noMore = AbortSignal.any([over.signal, ...(stop ? [stop] : [])]);
  const random = randomOf(`${options.seed}/killer`);
  const killer = startKiller(servers.victims, options.kills, () => share, random, say, noMore);
  try {
    return await comeDue(course, ids, (now) => {
      share = now;
    });
  } finally {
    over.abort();
    await killer.done;
  }
}

/** Kills all workers, and lets a day and ten minutes pass for some schedules before the workers come again. */
async function dayWithoutWorker({ db, servers, options, expected, say, stop }: Course, ids: readonly string[]) {
  say('a day without a worker');
  const workers = servers.victims.filter(({ kind }) => kind === 'worker');
  const down = Promise.all(workers.map((worker) => worker.kill(DOWN_MS)));
  await pause(DOWN_MS / 3);
  const { rows } = await sql<{ id: string; next_run: Date; catch_up: string }>`
    update trigger_states s set next_run = date_trunc('milliseconds', now()) - interval '1 day 10 minutes'
    from triggers t where t.id = s.trigger_id and t.id = any(${[...ids]}::uuid[])
    returning t.id, s.next_run, t.config->>'catch_up' as catch_up`.execute(db);
  for (const { id, next_run, catch_up } of rows) expected.set(id, missedTimes(next_run.getTime(), catch_up));
  await down;
  const events = ids.reduce((sum, id) => sum + (expected.get(id)?.length ?? 0), 0);
  await untilEnded(db, ids, events, options.patience, stop);
}

/** What is to come of a schedule of six hours that nothing looked for on a day and ten minutes. */
function missedTimes(due: number, catchUp: string): ExpectedTime[] {
  const last = due + 24 * HOUR_MS;
  if (catchUp === 'skip') return [{ due, runs: false }];
  if (catchUp === 'once')
    return [
      { due, runs: false },
      { due: last, runs: true },
    ];
  return [0, 6, 12, 18, 24].map((hours) => ({ due: due + hours * HOUR_MS, runs: true }));
}

/** Makes schedules due once more for a time that they have had. */
async function putClockBack({ db, options, say, stop }: Course, ids: readonly string[]): Promise<void> {
  say('the clock is put back');
  await sql`update trigger_states s set next_run = e.due from trigger_events e
    where e.trigger_id = s.trigger_id and s.trigger_id = any(${[...ids]}::uuid[])`.execute(db);
  await untilEnded(db, ids, ids.length, options.patience, stop);
}

interface State {
  readonly events: number;
  readonly open: number;
}

/** Waits until schedules have so many events, none of them is due and all their runs have ended, or nothing moves for too long. */
async function untilEnded(
  db: Db,
  ids: readonly string[],
  events: number,
  patience: number,
  stop: AbortSignal | undefined,
  look: (share: number) => void = () => undefined,
): Promise<void> {
  let movedAt = Date.now();
  let seen = '';
  while (!stop?.aborted && Date.now() - movedAt < patience * 1000) {
    const state = await stateOf(db, ids).catch(() => undefined);
    if (state && JSON.stringify(state) !== seen) {
      seen = JSON.stringify(state);
      movedAt = Date.now();
      look(state.events / events);
    }
    if (state && state.events >= events && state.open === 0) return;
    await pause(LOOK_MS);
  }
}

async function stateOf(db: Db, ids: readonly string[]): Promise<State | undefined> {
  const { rows } = await sql<State>`
    with mine as (select unnest(${[...ids]}::uuid[]) as id)
    select (select count(*)::int from trigger_events e join mine on e.trigger_id = mine.id) as events,
      (select count(*)::int from trigger_states s join mine on s.trigger_id = mine.id where s.next_run <= now())
      + (select count(*)::int from task_runs r join mine on r.trigger_id = mine.id where r.completed is null) as open`.execute(
    db,
  );
  return rows[0];
}

async function latenessOf(db: Db, ids: readonly string[]): Promise<{ stored: Lateness; started: Lateness }> {
  const { rows } = await sql<{ stored: number; started: number | null }>`
    select (extract(epoch from e.created - e.due) * 1000)::float8 as stored,
      (extract(epoch from r.started - e.due) * 1000)::float8 as started
    from trigger_events e left join task_runs r on r.id = e.run_id where e.trigger_id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
  return {
    stored: spread(rows.map(({ stored }) => stored)),
    started: spread(rows.flatMap(({ started }) => started ?? [])),
  };
}

function spread(values: readonly number[]): Lateness {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
