import { setTimeout as pause } from 'node:timers/promises';
import { formatMs, formatVerdict, type Row } from './cells.ts';
import {
  type Job,
  measureRepeatedly,
  type Pair,
  runConcurrently,
  summarizeTimes,
  type Times,
  timeJob,
} from './measure.ts';

/** Model delays of row (s) in milliseconds, with the number of measured and warm-up runs. */
const THINKING_CASES = [
  { thinkMs: 300, warmUp: 5, runs: 12 },
  { thinkMs: 2000, warmUp: 2, runs: 6 },
  { thinkMs: 10_000, warmUp: 1, runs: 3 },
] as const;

/** Size of {@link measureSteady}: `runs` and uncounted `warmUp` runs for each client. */
const STEADY = { clients: 50, thinkMs: 1500, runs: 8, warmUp: 2 } as const;
/** Maximum duration of a run of {@link STEADY}, as a multiple of the model's delay. */
const MAX_STEADY_RATIO = 1.03;
/** Delays in milliseconds of all models of row (s). */
export const THINKING_DELAYS: readonly number[] = [...THINKING_CASES.map(({ thinkMs }) => thinkMs), STEADY.thinkMs];

/** Times of task runs with this model delay. */
interface Thinking {
  readonly thinkMs: number;
  /** Milliseconds of a run less the model's delay. */
  readonly beside: Times;
}

/** Many concurrent clients with a slow model. */
interface Crowd {
  readonly clients: number;
  readonly thinkMs: number;
  /** Seconds until all clients had a response. */
  readonly seconds: number;
  /** Number of model calls: one per client, unless a step started twice. */
  readonly begun: number;
}

/** Runs of a model of ordinary delay that start at the rate of this number of clients. */
interface Steady {
  readonly clients: number;
  readonly thinkMs: number;
  /** Milliseconds of a run, the model's delay included. */
  readonly times: Pair<Times>;
}

export interface ThinkingCost {
  readonly single: readonly Thinking[];
  readonly steady: Steady;
  readonly crowd: Crowd;
}

/** Measures runs that start at the rate of the clients, baseline first. */
async function measureSteady({ baseline, holdfast }: Pair<Job>): Promise<Steady> {
  const { clients, thinkMs } = STEADY;
  const times = { baseline: await measureArrivals(baseline), holdfast: await measureArrivals(holdfast) };
  return { clients, thinkMs, times };
}

/**
 * Starts runs at equal intervals, as many per model's delay as there are clients, whether or not earlier runs have
 * ended. Clients that wait for their run instead end up in a group, since the delay is constant: one that waited for
 * another starts right behind it in all later rounds.
 */
async function measureArrivals(run: Job): Promise<Times> {
  const { clients, thinkMs, runs, warmUp } = STEADY;
  const startedAt = performance.now();
  const arrivals = Array.from({ length: clients * (warmUp + runs) }, async (_, index) => {
    await pause((index * thinkMs) / clients - (performance.now() - startedAt));
    return timeJob(run);
  });
  const samples = await Promise.all(arrivals);
  return summarizeTimes(samples.slice(clients * warmUp));
}

/**
 * Measures task runs of thinking models. `job` creates a run of a model with a given delay; the server at `url` counts
 * the calls.
 */
export async function measureThinking(
  job: (thinkMs: number) => Promise<Pair<Job>>,
  url: string,
  clients: number,
): Promise<ThinkingCost> {
  const { thinkMs } = THINKING_CASES[2];
  const { holdfast: longest } = await job(thinkMs);
  const single: Thinking[] = [];
  for (const thought of THINKING_CASES) {
    const run = thought.thinkMs === thinkMs ? longest : (await job(thought.thinkMs)).holdfast;
    const beside = async () => (await timeJob(run)) - thought.thinkMs;
    single.push({ thinkMs: thought.thinkMs, beside: await measureRepeatedly(beside, thought.warmUp, thought.runs) });
  }
  const steady = await measureSteady(await job(STEADY.thinkMs));
  const calls = async () => Number(await (await fetch(url)).text());
  const before = await calls();
  const ms = await timeJob(() => runConcurrently(clients, clients, longest));
  return { single, steady, crowd: { clients, thinkMs, seconds: ms / 1000, begun: (await calls()) - before } };
}

/** Maximum overhead of a run: milliseconds, and a share of the model's time. */
const MAX_OVERHEAD_MS = 60;
const MAX_OVERHEAD_SHARE = 0.005;

export function thinkingRows({ single, steady, crowd }: ThinkingCost): Row[] {
  const rows = single.map(({ thinkMs, beside }): Row => {
    const bound = MAX_OVERHEAD_MS + MAX_OVERHEAD_SHARE * thinkMs;
    const target = formatVerdict(beside.p50 <= bound, `≤ ${bound.toFixed(0)} ms`);
    return [`(s) beside a model of ${thinkMs} ms, p50`, '', formatMs(beside.p50), '', target];
  });
  const what = `(s) ${crowd.clients} clients at once, model of ${crowd.thinkMs} ms`;
  const once = formatVerdict(crowd.begun <= crowd.clients, `${crowd.clients} calls`);
  const { baseline, holdfast } = steady.times;
  const boundMs = steady.thinkMs * MAX_STEADY_RATIO;
  const steadyRow: Row = [
    `(s) rate of ${steady.clients} clients, model of ${steady.thinkMs} ms, p50`,
    formatMs(baseline.p50),
    formatMs(holdfast.p50),
    (holdfast.p50 / baseline.p50).toFixed(2),
    formatVerdict(holdfast.p50 <= boundMs, `≤ ${boundMs} ms`),
  ];
  return [...rows, steadyRow, [what, '', `${crowd.seconds.toFixed(1)} s, ${crowd.begun} model calls`, '', once]];
}
