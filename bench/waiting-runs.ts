import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Cpu, cpuPerUnit, measureRepeatedly, runConcurrently, type Times, timeJob } from './measure.ts';
import { type Memory, measureMemory } from './memory.ts';
import type { Scenarios } from './scenarios.ts';
import type { Product } from './servers.ts';

/** Milliseconds between looks at how many runs are not finished. */
const POLL_MS = 100;
/** Milliseconds in which nothing is asked for, so that what waiting costs can be read: one look at all that wait. */
const IDLE_MS = 120_000;
/** Runs one after the other while the others wait. */
const CONCURRENT_RUNS = 11;

/** How many runs finish before anything waits, and how many wait then; each in steps that are measured. */
export interface WaitingSize {
  readonly finished: readonly number[];
  readonly waiting: readonly number[];
  readonly clients: number;
  /** CPU time used so far, in milliseconds, by process. */
  readonly cpu: () => Cpu;
}

/** API and worker at one moment. */
export interface MemoryAt {
  readonly runs: number;
  readonly api: Memory;
  readonly worker: Memory;
  /** Connections to Postgres that the two hold; undefined where the database does not say. */
  readonly connections: number | undefined;
}

/** Row (f), and what finished runs leave behind. */
export interface Waiting {
  readonly finished: readonly MemoryAt[];
  readonly waiting: readonly MemoryAt[];
  /** Milliseconds of CPU per second that each process takes while all of them wait. */
  readonly idleCpu: Readonly<Record<string, number>>;
  /** Agent runs one after the other while all the others wait: they must hold no slot that these need. */
  readonly beside: Times;
  /** Runs finished per second, from the first approve request of many clients until the last run is over. */
  readonly finishedPerSecond: number;
  /** Milliseconds of CPU that finishing one of them cost each process; only where the system says. */
  readonly cpu: Readonly<Record<string, number>>;
}

/**
 * Memory of API and worker after finished runs, and with waiting ones. The finished runs come first: they also warm the
 * processes up, which else would count against the larger number of waiting runs.
 */
export async function measureWaiting(scenarios: Scenarios, product: Product, size: WaitingSize): Promise<Waiting> {
  const database = new pg.Client({ connectionString: product.databaseUrl, application_name: 'bench' });
  await database.connect();
  const unfinished = async (): Promise<number> => {
    const { rows } = await database.query<{ n: number }>(
      'select count(*)::int as n from agent_runs where completed is null',
    );
    return rows[0]?.n ?? 0;
  };
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
  const left = [...parked];
  await runConcurrently(parked.length, size.clients, async () => scenarios.approve(left.shift() ?? ''));
  while ((await unfinished()) > 0) await pause(POLL_MS);
  const finishedPerSecond = parked.length / ((performance.now() - began) / 1000);
  const cpu = cpuPerUnit(before, size.cpu(), parked.length);
  await database.end();
  return { finished, waiting, idleCpu, beside, finishedPerSecond, cpu };
}

/** Embedded, one session serves all connections and none is told of. */
async function countConnections(database: pg.Client, embedded: boolean): Promise<number | undefined> {
  if (embedded) return undefined;
  const { rows } = await database.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.n;
}
