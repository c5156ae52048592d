import { setTimeout as pause } from 'node:timers/promises';
import { formatVerdict, type Row } from './cells.ts';
import { type Cpu, cpuPerUnit, runConcurrently } from './measure.ts';
import { measureMemory } from './memory.ts';
import type { Scenarios } from './scenarios.ts';
import type { Product } from './servers.ts';
import { cancelTogether, connectTo } from './waiting-runs.ts';

/** Runs before the measurement, to warm up all processes. */
const WARM_UP = 100;
/** Time until all processes are idle and the youngest run is old enough for maintenance. */
const SETTLE_MS = 45_000;
/** Duration of the measurement: two intervals of the slowest poll for waiting runs. */
const MEASURED_MS = 240_000;
/** Measured processes. The idle load of the database does not depend on the product. */
const MEASURED_PROCESSES: readonly string[] = ['api', 'worker', 'temporal'];

interface IdleSize {
  /** Number of waiting runs. */
  readonly waiting: number;
  readonly clients: number;
  /** Returns the CPU time used so far by process, in milliseconds. */
  readonly cpu: () => Cpu;
}

/** Row (k): milliseconds of CPU per second by process, without requests; then one request that ends all runs. */
export interface Idle {
  readonly runs: number;
  readonly none: Cpu;
  readonly waiting: Cpu;
  /** Resident memory of the worker in MiB: while no run waits, while all wait, and after all have ended. */
  readonly memory: readonly [number, number, number];
  /** Runs ended per second by one bulk cancel. */
  readonly cancelledPerSecond: number;
}

/** Measures CPU at rest and memory without waiting runs and with many, then ends all by one request. */
export async function measureIdle(
  scenarios: Scenarios,
  product: Product,
  { waiting, clients, cpu }: IdleSize,
): Promise<Idle> {
  const atRest = async (): Promise<Cpu> => {
    await pause(SETTLE_MS);
    const before = cpu();
    await pause(MEASURED_MS);
    return cpuPerUnit(before, cpu(), MEASURED_MS / 1000);
  };
  await runConcurrently(WARM_UP, clients, scenarios.agent.holdfast);
  const workerMemory = async () => (await measureMemory(product.worker)).rss;
  const none = await atRest();
  const before = await workerMemory();
  await runConcurrently(waiting, clients, scenarios.park);
  const whileWaiting = await atRest();
  const full = await workerMemory();
  const database = await connectTo(product);
  const cancelledPerSecond = await cancelTogether(scenarios, database, waiting);
  await database.end();
  const memory = [before, full, await workerMemory()] as const;
  return { runs: waiting, none, waiting: whileWaiting, memory, cancelledPerSecond };
}

/** Milliseconds of CPU per second that the waiting runs cost API, worker and Temporal together. */
function idleCost({ none, waiting }: Idle): number {
  return MEASURED_PROCESSES.reduce((sum, name) => sum + (waiting[name] ?? 0) - (none[name] ?? 0), 0);
}

/** Maximum milliseconds of CPU per second for 10,000 waiting runs; proportionally less for fewer. */
const MAX_IDLE_MS_PER_10_000 = 10;

/** Baseline: at rest without waiting runs. Holdfast: with them. */
export function idleRows(idle: Idle): Row[] {
  const sum = (cpu: Cpu) =>
    `${MEASURED_PROCESSES.reduce((total, name) => total + (cpu[name] ?? 0), 0).toFixed(1)} ms/s`;
  const cost = idleCost(idle);
  const most = (MAX_IDLE_MS_PER_10_000 * idle.runs) / 10_000;
  const what = `(k) CPU of API, worker and Temporal while ${idle.runs} runs wait`;
  const target = formatVerdict(cost <= most, `≤ ${most.toFixed(1)} ms/s`);
  const [before, full, after] = idle.memory.map((mib) => `${mib.toFixed(0)} MiB`);
  return [
    [what, sum(idle.none), sum(idle.waiting), `${cost.toFixed(1)} ms/s`, target],
    ['(k) memory of the worker, and after all have ended', before ?? '', full ?? '', after ?? '', ''],
    [`(k) ${idle.runs} runs ended by one bulk cancel`, '', `${idle.cancelledPerSecond.toFixed(1)}/s`, '', ''],
  ];
}
