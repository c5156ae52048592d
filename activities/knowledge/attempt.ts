import { type ActiveIngestion, type IngestionStep, recordStep } from '../../src/knowledge/ingestion/state.ts';
import { type IngestionContext, SLICE_MS } from './context.ts';

/** Minimum milliseconds between two stored progress updates. */
const PROGRESS_INTERVAL_MS = 1000;

/** Thrown if an ingestion has ended, is being cancelled or is paused. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** One attempt at an ingestion. */
export class Attempt {
  readonly ctx: IngestionContext;
  readonly run: ActiveIngestion;
  readonly signal: AbortSignal;
  readonly #endsAtMs = performance.now() + SLICE_MS;
  #recordedAtMs = performance.now();

  constructor(ctx: IngestionContext, run: ActiveIngestion, signal: AbortSignal) {
    this.ctx = ctx;
    this.run = run;
    this.signal = signal;
  }

  /** Whether the time slice is over and other ingestions should run. */
  get isSliceOver(): boolean {
    return performance.now() >= this.#endsAtMs;
  }

  /** Stores a step. Throws Interrupted if the ingestion must not continue. */
  async recordStep(step: IngestionStep): Promise<void> {
    this.signal.throwIfAborted();
    this.#recordedAtMs = performance.now();
    if (!(await recordStep(this.ctx.db, this.run.id, step))) throw new Interrupted();
  }

  /** Stores the progress of the stage, at most once per interval. */
  async recordProgress(done: number, total: number | null): Promise<void> {
    this.signal.throwIfAborted();
    if (performance.now() - this.#recordedAtMs >= PROGRESS_INTERVAL_MS)
      await this.recordStep({ progress: { done, total } });
  }
}
