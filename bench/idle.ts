import { setTimeout as pause } from 'node:timers/promises';
import { formatVerdict, type Row } from './cells.ts';
import { type Cpu, cpuPerUnit, runConcurrently } from './measure.ts';
import type { Scenarios } from './scenarios.ts';

/** Runs before the measurement, to warm up all processes. */
const WARM_UP = 100;
/** Time until all processes are idle and the youngest run is old enough for maintenance. */
const SETTLE_MS = 45_000;
/** Duration of the measurement: two intervals of the slowest poll for waiting runs. */
const MEASURED_MS = 240_000;
/** Measured processes. The idle load of the database does not depend on the product. */
export const MEASURED_PROCESSES: readonly string[] = ['api', 'worker', 'temporal'];

export interface IdleSize {
  /** Number of waiting runs. */
  readonly waiting: number;
  readonly clients: number;
  /** Returns the CPU time used so far by process, in milliseconds. */
  readonly cpu: () => Cpu;
}

/** Row (k): milliseconds of CPU per second by process, without requests. */
export interface Idle {
  readonly runs: number;
  readonly none: Cpu;
  readonly waiting: Cpu;
}

/** Measures CPU at rest without waiting runs and with many. */
export async function measureIdle(scenarios: Scenarios, { waiting, clients, cpu }: IdleSize): Promise<Idle> {
  const atRest = async (): Promise<Cpu> => {
    await pause(SETTLE_MS);
    const before = cpu();
    await pause(MEASURED_MS);
    return cpuPerUnit(before, cpu(), MEASURED_MS / 1000);
  };
  await runConcurrently(WARM_UP, clients, scenarios.agent.holdfast);
  const none = await atRest();
  await runConcurrently(waiting, clients, scenarios.park);
  return { runs: waiting, none, waiting: await atRest() };
}

/** Milliseconds of CPU per second that the waiting runs cost API, worker and Temporal together. */
export function idleCost({ none, waiting }: Idle): number {
  return MEASURED_PROCESSES.reduce((sum, name) => sum + (waiting[name] ?? 0) - (none[name] ?? 0), 0);
}

/** Maximum milliseconds of CPU per second for 10,000 waiting runs; proportionally less for fewer. */
const MAX_IDLE_MS_PER_10_000 = 10;

/** Baseline: CPU at rest without waiting runs. Holdfast: with them. */
export function idleRow(idle: Idle): Row {
  const sum = (cpu: Cpu) =>
    `${MEASURED_PROCESSES.reduce((total, name) => total + (cpu[name] ?? 0), 0).toFixed(1)} ms/s`;
  const cost = idleCost(idle);
  const most = (MAX_IDLE_MS_PER_10_000 * idle.runs) / 10_000;
  const what = `(k) CPU of API, worker and Temporal while ${idle.runs} runs wait`;
  const target = formatVerdict(cost <= most, `≤ ${most.toFixed(1)} ms/s`);
  return [what, sum(idle.none), sum(idle.waiting), `${cost.toFixed(1)} ms/s`, target];
}
