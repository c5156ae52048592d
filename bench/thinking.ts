import { type Job, repeated, type Times, timed, times } from './measure.ts';

/** Milliseconds that models think in row (s), with how many single runs are measured and how many come before. */
export const THOUGHTS = [
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
}

export interface ThinkingCost {
  readonly single: readonly Thinking[];
  readonly crowd: Crowd;
}

/** Measures task runs of models that think; `job` makes one of a model that thinks so many milliseconds. */
export async function measureThinking(job: (thinkMs: number) => Promise<Job>, clients: number): Promise<ThinkingCost> {
  const single: Thinking[] = [];
  for (const { thinkMs, warmUp, runs } of THOUGHTS) {
    const run = await job(thinkMs);
    single.push({ thinkMs, beside: await repeated(async () => (await timed(run)) - thinkMs, warmUp, runs) });
  }
  const thinkMs = THOUGHTS[2].thinkMs;
  const run = await job(thinkMs);
  const ms = await timed(() => times(clients, clients, run));
  return { single, crowd: { clients, thinkMs, seconds: ms / 1000 } };
}
