import { setTimeout as pause } from 'node:timers/promises';

/** Executes the measured action once. */
export type Job = () => Promise<void>;

/** Times in milliseconds. */
export interface Times {
  readonly runs: number;
  readonly p50: number;
  readonly p95: number;
  readonly mean: number;
}

/** Baseline and Holdfast, measured alternately. */
export interface Pair<T> {
  readonly baseline: T;
  readonly holdfast: T;
}

/**
 * Pause after each single run in milliseconds. A run responds before its workflow has closed; the rest must not slow
 * down the next run.
 */
const REST_MS = 25;
/** Pause between two blocks of many clients in milliseconds. */
const BLOCK_REST_MS = 500;

export function summarizeTimes(samples: readonly number[]): Times {
  const sorted = [...samples].sort((a, b) => a - b);
  return {
    runs: sorted.length,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
  };
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

function quantile(sorted: readonly number[], at: number): number {
  const rank = (sorted.length - 1) * at;
  const low = sorted[Math.floor(rank)] ?? Number.NaN;
  const high = sorted[Math.ceil(rank)] ?? Number.NaN;
  return low + (high - low) * (rank - Math.floor(rank));
}

/** Returns the duration of a job in milliseconds. */
export async function timeJob(job: Job): Promise<number> {
  const began = performance.now();
  await job();
  return performance.now() - began;
}

/** Measures single runs of several jobs alternately, after a warm-up. */
export async function measureInterleaved<K extends string>(
  jobs: Readonly<Record<K, Job>>,
  warmUp: number,
  runs: number,
): Promise<Record<K, Times>> {
  const each = Object.entries<Job>(jobs).map(([name, job]) => ({ name, job, samples: [] as number[] }));
  for (let n = -warmUp; n < runs; n++) {
    for (const { job, samples } of each) {
      const ms = await timeJob(job);
      if (n >= 0) samples.push(ms);
      await pause(REST_MS);
    }
  }
  return Object.fromEntries(each.map(({ name, samples }) => [name, summarizeTimes(samples)])) as Record<K, Times>;
}

/** Measures single runs of baseline and Holdfast alternately. */
export function measurePair(jobs: Pair<Job>, warmUp: number, runs: number): Promise<Pair<Times>> {
  return measureInterleaved({ baseline: jobs.baseline, holdfast: jobs.holdfast }, warmUp, runs);
}

/** Measures single runs of a job that returns its own result, after a warm-up. */
export async function measureRepeatedly(measure: () => Promise<number>, warmUp: number, runs: number): Promise<Times> {
  const samples: number[] = [];
  for (let n = -warmUp; n < runs; n++) {
    const ms = await measure();
    if (n >= 0) samples.push(ms);
    await pause(REST_MS);
  }
  return summarizeTimes(samples);
}

/** Runs per second of one side (median of its blocks), with CPU time per run and process. */
export interface Throughput {
  readonly runsPerSecond: number;
  readonly blocks: readonly number[];
  /** Milliseconds from request to response, over all blocks. */
  readonly latency: Times;
  /** Milliseconds of CPU per run and process, if the system reports it. */
  readonly cpu: Readonly<Record<string, number>>;
}

export interface ThroughputOptions {
  readonly clients: number;
  /** Runs per block. */
  readonly runs: number;
  /** Measured blocks per side. */
  readonly blocks: number;
  /** Blocks per side before the measured ones. Default 1. */
  readonly warmUpBlocks?: number;
  /** Returns the CPU time used so far by process, in milliseconds. */
  readonly cpu: () => Readonly<Record<string, number>>;
}

/** Measures blocks of runs with many concurrent clients alternately. */
export async function measureThroughput(jobs: Pair<Job>, options: ThroughputOptions): Promise<Pair<Throughput>> {
  const seen = { baseline: createSide(), holdfast: createSide() };
  for (let block = -(options.warmUpBlocks ?? 1); block < options.blocks; block++) {
    // Each side is first in half of the blocks, because the load of the machine changes.
    const order = ['baseline', 'holdfast'] as const;
    for (const side of block % 2 === 0 ? order : order.toReversed()) {
      const before = options.cpu();
      const began = performance.now();
      const times = await runBlock(jobs[side], options);
      const seconds = (performance.now() - began) / 1000;
      await pause(BLOCK_REST_MS);
      const after = options.cpu();
      if (block >= 0) addBlock(seen[side], options.runs / seconds, times, before, after);
    }
  }
  return { baseline: toThroughput(seen.baseline, options), holdfast: toThroughput(seen.holdfast, options) };
}

interface Side {
  readonly blocks: number[];
  readonly times: number[];
  readonly cpu: Record<string, number>;
}

function createSide(): Side {
  return { blocks: [], times: [], cpu: {} };
}

function toThroughput({ blocks, times, cpu }: Side, options: ThroughputOptions): Throughput {
  const runs = options.runs * options.blocks;
  return {
    runsPerSecond: median(blocks),
    blocks,
    latency: summarizeTimes(times),
    cpu: Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, ms / runs])),
  };
}

async function runBlock(job: Job, { clients, runs }: ThroughputOptions): Promise<number[]> {
  const times: number[] = [];
  let left = runs;
  const client = async () => {
    while (left-- > 0) times.push(await timeJob(job));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

/** Results of decisions: time to the response, and the rate with many clients. */
export interface Decisions {
  readonly times: Pair<Times>;
  /** The CPU includes the whole cycle, from the start of a run to its response. */
  readonly many: Pair<Throughput>;
}

/** Measures single decisions alternately, then blocks with many clients over waiting runs. */
export async function measureDecisions(
  sides: Pair<{ park(): Promise<string>; decide(id: string): Promise<void> }>,
  [warmUp, runs]: readonly [number, number],
  options: ThroughputOptions,
): Promise<Decisions> {
  const samples = { baseline: [] as number[], holdfast: [] as number[] };
  for (let n = -warmUp; n < runs; n++)
    for (const side of ['baseline', 'holdfast'] as const) {
      const parked = await sides[side].park();
      await pause(REST_MS);
      const ms = await timeJob(() => sides[side].decide(parked));
      if (n >= 0) samples[side].push(ms);
      await pause(REST_MS);
    }
  const seen = { baseline: createSide(), holdfast: createSide() };
  for (let block = -1; block < options.blocks; block++)
    for (const side of ['baseline', 'holdfast'] as const) {
      const before = options.cpu();
      const parked: string[] = [];
      await runConcurrently(options.runs, options.clients, async () => void parked.push(await sides[side].park()));
      await pause(BLOCK_REST_MS);
      const began = performance.now();
      const taken = await runBlock(() => sides[side].decide(parked.pop() ?? ''), options);
      const seconds = (performance.now() - began) / 1000;
      await pause(BLOCK_REST_MS);
      if (block >= 0) addBlock(seen[side], options.runs / seconds, taken, before, options.cpu());
    }
  return {
    times: { baseline: summarizeTimes(samples.baseline), holdfast: summarizeTimes(samples.holdfast) },
    many: { baseline: toThroughput(seen.baseline, options), holdfast: toThroughput(seen.holdfast, options) },
  };
}

function addBlock(side: Side, perSecond: number, taken: readonly number[], before: Cpu, after: Cpu): void {
  side.blocks.push(perSecond);
  side.times.push(...taken);
  for (const [name, ms] of Object.entries(after)) side.cpu[name] = (side.cpu[name] ?? 0) + ms - (before[name] ?? 0);
}

/** CPU time by process in milliseconds. */
export type Cpu = Readonly<Record<string, number>>;

/** Returns the CPU time between two readings, per unit. */
export function cpuPerUnit(before: Cpu, after: Cpu, units: number): Cpu {
  return Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / units]));
}

/** Executes a job a number of times with concurrent clients. */
export async function runConcurrently(count: number, clients: number, job: () => Promise<unknown>): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0) await job();
  };
  await Promise.all(Array.from({ length: clients }, client));
}
