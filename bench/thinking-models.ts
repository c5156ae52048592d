import { formatMs, formatVerdict, type Row } from './cells.ts';
import { type Job, measureRepeatedly, runConcurrently, type Times, timeJob } from './measure.ts';

/** Model delays of row (s) in milliseconds, with the number of measured and warm-up runs. */
export const THINKING_CASES = [
  { thinkMs: 300, warmUp: 5, runs: 12 },
  { thinkMs: 2000, warmUp: 2, runs: 6 },
  { thinkMs: 10_000, warmUp: 1, runs: 3 },
] as const;

/** Times of task runs with this model delay. */
export interface Thinking {
  readonly thinkMs: number;
  /** Milliseconds of a run less the model's delay. */
  readonly beside: Times;
}

/** Many concurrent clients with a slow model. */
export interface Crowd {
  readonly clients: number;
  readonly thinkMs: number;
  /** Seconds until all clients had a response. */
  readonly seconds: number;
  /** Number of model calls: one per client, unless a step started twice. */
  readonly begun: number;
}

export interface ThinkingCost {
  readonly single: readonly Thinking[];
  readonly crowd: Crowd;
}

/**
 * Measures task runs of thinking models. `job` creates a run of a model with a given delay; the server at `url` counts
 * the calls.
 */
export async function measureThinking(
  job: (thinkMs: number) => Promise<Job>,
  url: string,
  clients: number,
): Promise<ThinkingCost> {
  const { thinkMs } = THINKING_CASES[2];
  const longest = await job(thinkMs);
  const single: Thinking[] = [];
  for (const thought of THINKING_CASES) {
    const run = thought.thinkMs === thinkMs ? longest : await job(thought.thinkMs);
    const beside = async () => (await timeJob(run)) - thought.thinkMs;
    single.push({ thinkMs: thought.thinkMs, beside: await measureRepeatedly(beside, thought.warmUp, thought.runs) });
  }
  const calls = async () => Number(await (await fetch(url)).text());
  const before = await calls();
  const ms = await timeJob(() => runConcurrently(clients, clients, longest));
  return { single, crowd: { clients, thinkMs, seconds: ms / 1000, begun: (await calls()) - before } };
}

/** Maximum overhead of a run: milliseconds, and a share of the model's time. */
const MAX_OVERHEAD_MS = 60;
const MAX_OVERHEAD_SHARE = 0.005;

export function thinkingRows({ single, crowd }: ThinkingCost): Row[] {
  const rows = single.map(({ thinkMs, beside }): Row => {
    const bound = MAX_OVERHEAD_MS + MAX_OVERHEAD_SHARE * thinkMs;
    const target = formatVerdict(beside.p50 <= bound, `≤ ${bound.toFixed(0)} ms`);
    return [`(s) beside a model of ${thinkMs} ms, p50`, '', formatMs(beside.p50), '', target];
  });
  const what = `(s) ${crowd.clients} clients at once, model of ${crowd.thinkMs} ms`;
  const once = formatVerdict(crowd.begun <= crowd.clients, `${crowd.clients} calls`);
  return [...rows, [what, '', `${crowd.seconds.toFixed(1)} s, ${crowd.begun} model calls`, '', once]];
}
