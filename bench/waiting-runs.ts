import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { formatMs, formatVerdict, type Row } from './cells.ts';
import { type Cpu, cpuPerUnit, measureRepeatedly, runConcurrently, type Times, timeJob } from './measure.ts';
import { type Memory, measureMemory } from './memory.ts';
import type { Scenarios } from './scenarios.ts';
import type { Product } from './servers.ts';

/** Interval between polls for unfinished runs in milliseconds. */
const POLL_MS = 100;
/** Idle time to measure the cost of waiting: one poll for all waiting runs. */
const IDLE_MS = 120_000;
/** Sequential runs while the others wait. */
const CONCURRENT_RUNS = 11;

/** Numbers of runs that finish first and that wait afterwards, each in measured steps. */
export interface WaitingSize {
  readonly finished: readonly number[];
  readonly waiting: readonly number[];
  readonly clients: number;
  /** Returns the CPU time used so far by process, in milliseconds. */
  readonly cpu: () => Cpu;
}

/** Memory of API and worker at one moment. */
export interface MemoryAt {
  readonly runs: number;
  readonly api: Memory;
  readonly worker: Memory;
  /** Postgres connections of both processes; undefined if the database does not report them. */
  readonly connections: number | undefined;
}

/** Row (f), and what finished runs leave behind. */
export interface Waiting {
  readonly finished: readonly MemoryAt[];
  readonly waiting: readonly MemoryAt[];
  /** Milliseconds of CPU per second and process while all runs wait. */
  readonly idleCpu: Readonly<Record<string, number>>;
  /** Sequential agent runs while all others wait: waiting runs must hold no slot. */
  readonly beside: Times;
  /** Runs finished per second, from the first approval until the last approved run has ended. Half of the runs. */
  readonly finishedPerSecond: number;
  /** Runs ended per second by one bulk cancel, from the request until the last run has ended. The other half. */
  readonly cancelledPerSecond: number;
  /** Milliseconds of CPU per finished run and process, if the system reports it. */
  readonly cpu: Readonly<Record<string, number>>;
}

/**
 * Measures memory of API and worker after finished runs and with waiting ones. Finished runs come first, because they
 * also warm up the processes.
 */
export async function measureWaiting(scenarios: Scenarios, product: Product, size: WaitingSize): Promise<Waiting> {
  const database = await connectTo(product);
  const at = async (runs: number): Promise<MemoryAt> => ({
    runs,
    api: await measureMemory(product.api),
    worker: await measureMemory(product.worker),
    connections: await countConnections(database, product.embedded),
  });
  const finished: MemoryAt[] = [];
  for (const [step, runs] of size.finished.entries()) {
    await runConcurrently(runs - (size.finished[step - 1] ?? 0), size.clients, scenarios.agent.holdfast);
    finished.push(await at(runs));
  }
  const parked: string[] = [];
  const waiting: MemoryAt[] = [];
  for (const runs of size.waiting) {
    await runConcurrently(runs - parked.length, size.clients, async () => void parked.push(await scenarios.park()));
    waiting.push(await at(runs));
  }
  const atRest = size.cpu();
  await pause(IDLE_MS);
  const idleCpu = cpuPerUnit(atRest, size.cpu(), IDLE_MS / 1000);
  const beside = await measureRepeatedly(() => timeJob(scenarios.agent.holdfast), 1, CONCURRENT_RUNS);
  const began = performance.now();
  const before = size.cpu();
  const left = parked.slice(0, Math.ceil(parked.length / 2));
  const approved = left.length;
  const cancelled = parked.length - approved;
  await runConcurrently(approved, size.clients, async () => scenarios.approve(left.shift() ?? ''));
  await untilUnfinished(database, cancelled);
  const finishedPerSecond = approved / ((performance.now() - began) / 1000);
  const cpu = cpuPerUnit(before, size.cpu(), approved);
  const cancelledPerSecond = await cancelTogether(scenarios, database, cancelled);
  await database.end();
  return { finished, waiting, idleCpu, beside, finishedPerSecond, cancelledPerSecond, cpu };
}

/** Connects to the product's database. The caller ends the connection. */
export async function connectTo(product: Product): Promise<pg.Client> {
  const database = new pg.Client({ connectionString: product.databaseUrl, application_name: 'bench' });
  await database.connect();
  return database;
}

/** Cancels all waiting runs by one request. Returns runs per second, from the request until the last run has ended. */
export async function cancelTogether(scenarios: Scenarios, database: pg.Client, waiting: number): Promise<number> {
  const began = performance.now();
  const matched = await scenarios.cancelParked();
  if (matched !== waiting) throw new Error(`the bulk cancel matched ${matched} of ${waiting} waiting runs`);
  await untilUnfinished(database, 0);
  return waiting / ((performance.now() - began) / 1000);
}

/** Resolves when at most this many agent runs are unfinished. */
async function untilUnfinished(database: pg.Client, most: number): Promise<void> {
  const query = 'select count(*)::int as n from agent_runs where completed is null';
  while (((await database.query<{ n: number }>(query)).rows[0]?.n ?? 0) > most) await pause(POLL_MS);
}

/** The embedded database has one session for all connections. */
async function countConnections(database: pg.Client, embedded: boolean): Promise<number | undefined> {
  if (embedded) return undefined;
  const { rows } = await database.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.n;
}

/** Maximum difference in memory between few and many waiting runs. */
const MAX_MEMORY_GROWTH_MIB = 40;

/** Baseline: fewer waiting runs. Holdfast: more. */
export function waitingRows({ waiting, finishedPerSecond, cancelledPerSecond, beside }: Waiting): Row[] {
  const [few, most] = [waiting[0], waiting.at(-1)];
  if (!few || !most) return [];
  const rows = (['worker', 'api'] as const).map((name): Row => {
    const cell = (at: MemoryAt) => `${at.runs}: ${at[name].rss.toFixed(0)} MiB`;
    const apart = most[name].rss - few[name].rss;
    const what = `(f) memory of the ${name} with waiting runs`;
    return [
      what,
      cell(few),
      cell(most),
      `${apart.toFixed(0)} MiB`,
      formatVerdict(apart <= MAX_MEMORY_GROWTH_MIB, `≤ ${MAX_MEMORY_GROWTH_MIB} MiB apart`),
    ];
  });
  return [
    ...rows,
    ['(f) waiting runs finished once approved', '', `${finishedPerSecond.toFixed(1)}/s`, '', ''],
    ['(f) waiting runs ended by one bulk cancel', '', `${cancelledPerSecond.toFixed(1)}/s`, '', ''],
    ['(f) an agent run beside them, p50', '', formatMs(beside.p50), '', ''],
  ];
}
