import type { Step } from '../../src/knowledge/ingestion/state.ts';
import { type BegunIngestion, noteStep } from '../../src/knowledge/ingestion/state.ts';
import type { IngestionContext } from './context.ts';
import { SLICE_MS } from './pace.ts';

/** Milliseconds between two notes of how far a stage has come. */
const NOTE_EVERY_MS = 1000;

/** Thrown where an ingestion is over, is to stop or to rest. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** An attempt at an ingestion. */
export class Attempt {
  readonly ctx: IngestionContext;
  readonly run: BegunIngestion;
  readonly signal: AbortSignal;
  readonly #ends = performance.now() + SLICE_MS;
  #noted = performance.now();

  constructor(ctx: IngestionContext, run: BegunIngestion, signal: AbortSignal) {
    this.ctx = ctx;
    this.run = run;
    this.signal = signal;
  }

  /** Whether others are to have their turn. */
  get isOver(): boolean {
    return performance.now() >= this.#ends;
  }

  /** Stores what was reached. Throws Interrupted where the ingestion is not to go on. */
  async note(step: Step): Promise<void> {
    this.signal.throwIfAborted();
    this.#noted = performance.now();
    if (!(await noteStep(this.ctx.db, this.run.id, step))) throw new Interrupted();
  }

  /** Stores how far the stage has come, where that was not done a moment ago. */
  async noteProgress(done: number, total: number | null): Promise<void> {
    this.signal.throwIfAborted();
    if (performance.now() - this.#noted >= NOTE_EVERY_MS) await this.note({ progress: { done, total } });
  }
}
