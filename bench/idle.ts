import { setTimeout as pause } from 'node:timers/promises';
import { type Cpu, cpuPerUnit, runConcurrently } from './measure.ts';
import type { Scenarios } from './scenarios.ts';

/** Runs that finish before anything is measured, so that all processes are warm. */
const WARM_UP = 100;
/** Milliseconds until what was begun has come to rest, and the youngest run is old enough for maintenance. */
const SETTLE_MS = 45_000;
/** Milliseconds that are measured: two times the slowest look at runs that wait. */
const MEASURED_MS = 240_000;
/** The processes whose time counts; what a database does for nobody is its own business. */
export const MEASURED_PROCESSES: readonly string[] = ['api', 'worker', 'temporal'];

export interface IdleSize {
  /** Runs that wait. */
  readonly waiting: number;
  readonly clients: number;
  /** CPU time used so far, in milliseconds, by process. */
  readonly cpu: () => Cpu;
}

/** Row (k): milliseconds of CPU per second, by process, while nothing is asked for. */
export interface Idle {
  readonly runs: number;
  readonly none: Cpu;
  readonly waiting: Cpu;
}

/** Measures what the processes take at rest with no run that waits, and with many. */
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

/** Milliseconds of CPU per second that the runs cost API, worker and Temporal together. */
export function idleCost({ none, waiting }: Idle): number {
  return MEASURED_PROCESSES.reduce((sum, name) => sum + (waiting[name] ?? 0) - (none[name] ?? 0), 0);
}
