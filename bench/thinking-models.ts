import { type Job, measureRepeatedly, runConcurrently, type Times, timeJob } from './measure.ts';

/** Milliseconds that models think in row (s), with how many single runs are measured and how many come before. */
export const THINKING_CASES = [
  { thinkMs: 300, warmUp: 5, runs: 12 },
  { thinkMs: 2000, warmUp: 2, runs: 6 },
  { thinkMs: 10_000, warmUp: 1, runs: 3 },
] as const;

/** What task runs take whose model thinks so long. */
export interface Thinking {
  readonly thinkMs: number;
  /** Milliseconds of a run beside those the model thinks. */
  readonly beside: Times;
}

/** Many clients at once whose models think long. */
export interface Crowd {
  readonly clients: number;
  readonly thinkMs: number;
  /** Seconds until all had their answer. */
  readonly seconds: number;
  /** Model calls that were begun for them: one each, unless a step was begun twice. */
  readonly begun: number;
}

export interface ThinkingCost {
  readonly single: readonly Thinking[];
  readonly crowd: Crowd;
}

/**
 * Measures task runs of models that think; `job` makes one of a model that thinks so many milliseconds, and the models' server
 * at `url` counts their calls.
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
