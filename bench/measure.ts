import { setTimeout as pause } from 'node:timers/promises';

/** One thing to measure: does it once. */
export type Job = () => Promise<void>;

/** Times in milliseconds. */
export interface Times {
  readonly runs: number;
  readonly p50: number;
  readonly p95: number;
  readonly mean: number;
}

/** The floor and us, measured in turns. */
export interface Pair<T> {
  readonly baseline: T;
  readonly holdfast: T;
}

/**
 * Milliseconds of rest after every single run: a run answers before its workflow has closed, and what it still does
 * then must not count against the run that comes next.
 */
export const REST_MS = 25;
/** Milliseconds of rest between two blocks of many clients. */
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
  const place = (sorted.length - 1) * at;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

/** Milliseconds that a job takes. */
export async function timeJob(job: Job): Promise<number> {
  const began = performance.now();
  await job();
  return performance.now() - began;
}

/** Single runs of several jobs in turns, one at a time, after a warm-up that is not counted. */
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

/** Single runs of the floor and of us in turns. */
export function measurePair(jobs: Pair<Job>, warmUp: number, runs: number): Promise<Pair<Times>> {
  return measureInterleaved({ baseline: jobs.baseline, holdfast: jobs.holdfast }, warmUp, runs);
}

/** Single runs of a job that says itself what it measured, after a warm-up that is not counted. */
export async function measureRepeatedly(measure: () => Promise<number>, warmUp: number, runs: number): Promise<Times> {
  const samples: number[] = [];
  for (let n = -warmUp; n < runs; n++) {
    const ms = await measure();
    if (n >= 0) samples.push(ms);
    await pause(REST_MS);
  }
  return summarizeTimes(samples);
}

/** Runs per second of one side, the median of its blocks, with the CPU time a run cost each process. */
export interface Throughput {
  readonly runsPerSecond: number;
  readonly blocks: readonly number[];
  /** Milliseconds from a client's request to its answer, over all blocks. */
  readonly latency: Times;
  /** Milliseconds of CPU per run and process; only where the system says. */
  readonly cpu: Readonly<Record<string, number>>;
}

export interface ThroughputOptions {
  readonly clients: number;
  /** Runs of a block. */
  readonly runs: number;
  /** Counted blocks of each side; one of each comes before and warms up. */
  readonly blocks: number;
  /** CPU time used so far, in milliseconds, by process. */
  readonly cpu: () => Readonly<Record<string, number>>;
}

/** Blocks of runs of many clients at once, in turns. */
export async function measureThroughput(jobs: Pair<Job>, options: ThroughputOptions): Promise<Pair<Throughput>> {
  const seen = { baseline: createSide(), holdfast: createSide() };
  for (let block = -1; block < options.blocks; block++) {
    for (const side of ['baseline', 'holdfast'] as const) {
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

/** What is measured of decisions: the time from one to the answer, and the rate of many at once. */
export interface Decisions {
  readonly times: Pair<Times>;
  /** The CPU is that of the whole cycle, from the start of a run to its answer. */
  readonly many: Pair<Throughput>;
}

/** Decides one after another in turns, then in blocks of many clients, each over runs that wait already. */
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

/** CPU time in milliseconds, by process. */
export type Cpu = Readonly<Record<string, number>>;

/** CPU time used between two looks, per unit of something. */
export function cpuPerUnit(before: Cpu, after: Cpu, units: number): Cpu {
  return Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / units]));
}

/** Does a job so many times, by many clients at once. */
export async function runConcurrently(count: number, clients: number, job: () => Promise<unknown>): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0) await job();
  };
  await Promise.all(Array.from({ length: clients }, client));
}
