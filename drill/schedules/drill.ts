import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { good, PROJECT } from '../../client/index.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { CATCH_UPS } from '../../src/triggers/schedule/due-decision.ts';
import { type EnvironmentResult, runInEnvironment } from '../environment.ts';
import { startKiller } from '../killer.ts';
import type { DrillOptions } from '../options.ts';
import { createRandom } from '../random.ts';
import type { Servers } from '../servers.ts';
import { createDrillTask } from '../task.ts';
import { compareSchedules, type ExpectedTime } from './compare.ts';

const POLL_MS = 500;
/** Number of concurrent requests that create schedules. */
const CONCURRENT_REQUESTS = 8;
/** Maximum number of schedules per part, and due schedules per second: about what two cores execute. */
const MAX_DUE_SCHEDULES = 600;
const DUE_PER_SECOND = 8;
/** Time before the first schedule of a part is due, in milliseconds. */
const LEAD_TIME_MS = 3000;
/** Time without any worker in milliseconds. */
const WORKER_DOWNTIME_MS = 6000;
const HOUR_MS = 3_600_000;

/** Options of a drill with schedules. */
interface ScheduleDrillOptions
  extends Pick<DrillOptions, 'kills' | 'database' | 'serve' | 'seed' | 'patience' | 'keepLogs'> {
  readonly schedules: number;
}

/** Delay after the time of a schedule in milliseconds. */
export interface Lateness {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Result of a drill with schedules. */
export interface ScheduleDrillResult extends EnvironmentResult {
  readonly options: ScheduleDrillOptions;
  /** Seconds to create all schedules over the API. */
  readonly madeSeconds: number;
  /** Number of schedules per part. */
  readonly part: number;
  /** Delays until event and run were stored, and until the run started: undisturbed and with kills. */
  readonly calm: { readonly stored: Lateness; readonly started: Lateness };
  readonly killed: { readonly stored: Lateness; readonly started: Lateness };
  readonly violations: readonly string[];
}

/** Context of the parts of the drill. */
interface Course {
  readonly db: Db;
  readonly servers: Servers;
  readonly options: ScheduleDrillOptions;
  readonly expected: Map<string, ExpectedTime[]>;
  readonly say: (line: string) => void;
  readonly stop: AbortSignal | undefined;
}

/**
 * Creates schedules over the API and lets some become due: undisturbed, with kills, over a day without a worker, and
 * again with the clock moved back. Compares each time with its outcome.
 */
export async function drillSchedules(
  options: ScheduleDrillOptions,
  say: (line: string) => void,
  stop?: AbortSignal,
): Promise<ScheduleDrillResult> {
  return runInEnvironment(options, say, async ({ servers, db }) => {
    const began = performance.now();
    const ids = await createSchedules(db, servers, options.schedules);
    const madeSeconds = (performance.now() - began) / 1000;
    say(`${ids.length} schedules made in ${madeSeconds.toFixed(1)} s`);
    const part = Math.min(MAX_DUE_SCHEDULES, Math.floor(ids.length / 3));
    const course = { db, servers, options, expected: new Map<string, ExpectedTime[]>(), say, stop };
    const [first, second, third] = [0, 1, 2].map((n) => ids.slice(n * part, (n + 1) * part)) as [
      string[],
      string[],
      string[],
    ];
    const calm = await runDueSchedules(course, first);
    const killed = await runBetweenKills(course, second);
    await simulateDayWithoutWorker(course, third);
    await repeatPastTimes(course, first);
    const violations = await compareSchedules(db, course.expected);
    return { options, madeSeconds, part, calm, killed, violations };
  });
}

/** Creates a task with schedules every six hours, with all policies for missed times in turn. */
async function createSchedules(db: Db, { apis }: Servers, count: number): Promise<string[]> {
  const { id: target_id, params, clients } = await createDrillTask(apis, db);
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
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, maker));
  return ids;
}

/** Lets schedules become due one after the other and waits until their runs have ended. Returns the delays. */
async function runDueSchedules(
  { db, options, expected, stop }: Course,
  ids: readonly string[],
  report?: (share: number) => void,
) {
  const { rows } = await sql<{ id: string; next_run: Date }>`
    update trigger_states s set next_run = date_trunc('milliseconds', now())
      + (${LEAD_TIME_MS} + n * 1000 / ${DUE_PER_SECOND}::int) * interval '1 millisecond'
    from unnest(${[...ids]}::uuid[]) with ordinality as u(id, n) where s.trigger_id = u.id
    returning s.trigger_id as id, s.next_run`.execute(db);
  for (const { id, next_run } of rows) expected.set(id, [{ due: next_run.getTime(), runs: true }]);
  await waitUntilEnded(db, ids, ids.length, options.patience, stop, report);
  return measureLateness(db, ids);
}

async function runBetweenKills(course: Course, ids: readonly string[]) {
  const { servers, options, say, stop } = course;
  const over = new AbortController();
  let share = 0;
  const noMore = AbortSignal.any([over.signal, ...(stop ? [stop] : [])]);
  const random = createRandom(`${options.seed}/killer`);
  const killer = startKiller(servers.victims, options.kills, () => share, random, say, noMore);
  try {
    return await runDueSchedules(course, ids, (now) => {
      share = now;
    });
  } finally {
    over.abort();
    await killer.done;
  }
}

/** Kills all workers and lets a day and ten minutes pass for some schedules before the workers restart. */
async function simulateDayWithoutWorker({ db, servers, options, expected, say, stop }: Course, ids: readonly string[]) {
  say('a day without a worker');
  const workers = servers.victims.filter(({ kind }) => kind === 'worker');
  const down = Promise.all(workers.map((worker) => worker.kill(WORKER_DOWNTIME_MS)));
  await pause(WORKER_DOWNTIME_MS / 3);
  const { rows } = await sql<{ id: string; next_run: Date; catch_up: string }>`
    update trigger_states s set next_run = date_trunc('milliseconds', now()) - interval '1 day 10 minutes'
    from triggers t where t.id = s.trigger_id and t.id = any(${[...ids]}::uuid[])
    returning t.id, s.next_run, t.config->>'catch_up' as catch_up`.execute(db);
  for (const { id, next_run, catch_up } of rows) expected.set(id, listMissedTimes(next_run.getTime(), catch_up));
  await down;
  const events = ids.reduce((sum, id) => sum + (expected.get(id)?.length ?? 0), 0);
  await waitUntilEnded(db, ids, events, options.patience, stop);
}

/** Returns the expected times of a six-hour schedule after a day and ten minutes without a worker. */
function listMissedTimes(due: number, catchUp: string): ExpectedTime[] {
  const last = due + 24 * HOUR_MS;
  if (catchUp === 'skip') return [{ due, runs: false }];
  if (catchUp === 'once')
    return [
      { due, runs: false },
      { due: last, runs: true },
    ];
  return [0, 6, 12, 18, 24].map((hours) => ({ due: due + hours * HOUR_MS, runs: true }));
}

/** Makes schedules due again for a past time. */
async function repeatPastTimes({ db, options, say, stop }: Course, ids: readonly string[]): Promise<void> {
  say('the clock is put back');
  await sql`update trigger_states s set next_run = e.due from trigger_events e
    where e.trigger_id = s.trigger_id and s.trigger_id = any(${[...ids]}::uuid[])`.execute(db);
  await waitUntilEnded(db, ids, ids.length, options.patience, stop);
}

interface State {
  readonly events: number;
  readonly open: number;
}

/**
 * Waits until the schedules have the expected events, none is due, and all runs have ended, or nothing has changed for
 * too long.
 */
async function waitUntilEnded(
  db: Db,
  ids: readonly string[],
  events: number,
  patience: number,
  stop: AbortSignal | undefined,
  report: (share: number) => void = () => undefined,
): Promise<void> {
  let movedAt = Date.now();
  let seen = '';
  while (!stop?.aborted && Date.now() - movedAt < patience * 1000) {
    const state = await readState(db, ids).catch(() => undefined);
    if (state && JSON.stringify(state) !== seen) {
      seen = JSON.stringify(state);
      movedAt = Date.now();
      report(state.events / events);
    }
    if (state && state.events >= events && state.open === 0) return;
    await pause(POLL_MS);
  }
}

async function readState(db: Db, ids: readonly string[]): Promise<State | undefined> {
  const { rows } = await sql<State>`
    with mine as (select unnest(${[...ids]}::uuid[]) as id)
    select (select count(*)::int from trigger_events e join mine on e.trigger_id = mine.id) as events,
      (select count(*)::int from trigger_states s join mine on s.trigger_id = mine.id where s.next_run <= now())
      + (select count(*)::int from task_runs r join mine on r.trigger_id = mine.id where r.completed is null) as open`.execute(
    db,
  );
  return rows[0];
}

async function measureLateness(db: Db, ids: readonly string[]): Promise<{ stored: Lateness; started: Lateness }> {
  const { rows } = await sql<{ stored: number; started: number | null }>`
    select (extract(epoch from e.created - e.due) * 1000)::float8 as stored,
      (extract(epoch from r.started - e.due) * 1000)::float8 as started
    from trigger_events e left join task_runs r on r.id = e.run_id where e.trigger_id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
  return {
    stored: summarizeLateness(rows.map(({ stored }) => stored)),
    started: summarizeLateness(rows.flatMap(({ started }) => started ?? [])),
  };
}

function summarizeLateness(values: readonly number[]): Lateness {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
