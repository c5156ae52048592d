import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { newId } from '../../../src/platform/ids.ts';
import type { Log } from '../../../src/platform/log.ts';
import type { BegunStep, EndedStep } from '../../../src/runs/contract.ts';
import { kindOf } from '../../faults.ts';
import { asAttempt, HandedOver } from './attempt.ts';
import { PATIENCE_MS, Patience } from './patience.ts';

/** Milliseconds before a step that failed for a reason of ours is tried again. */
const PAUSE_MS = 1000;
/** Milliseconds that a step which moved out goes on though nobody waits for it: what it stores is found by whoever repeats it. */
const UNATTENDED_MS = 60_000;

/** A step that this process takes. */
interface Step<T> {
  readonly id: string;
  /** Fails where the step was cancelled, and only then. */
  readonly ended: Promise<EndedStep<T>>;
  /** Ends when a workflow task has waited for the step as long as it is worth. */
  readonly outlasted: Promise<undefined>;
  cancel(reason: unknown): void;
}

/** The steps of runs that this process began beside their workflows. */
export class StepsUnderWay {
  /** This process's own queue, where those are waited for that take long. */
  readonly queue: string;
  readonly #log: Log;
  readonly #most: number;
  readonly #patience = new Patience();
  readonly #moved = new Map<string, { readonly step: Step<unknown>; readonly forget: NodeJS.Timeout }>();
  readonly #running = new Set<Promise<unknown>>();
  #closing = false;

  /** `most` steps are under way at once; more are refused. */
  constructor(queue: string, most: number, log: Log) {
    this.queue = queue;
    this.#most = most;
    this.#log = log;
  }

  /** Begins a step and answers what became of it, soon. `cancelled` is heard until then. */
  async begin<T>(take: () => Promise<T>, cancelled: AbortSignal): Promise<BegunStep<T>> {
    if (this.#closing || this.#running.size >= this.#most) return { state: 'refused' };
    const step = this.#start(take);
    const deaf = hear(cancelled, step);
    try {
      const ended = await Promise.race([step.ended, step.outlasted]);
      if (ended) return ended;
      this.#move(step);
      return { state: 'moved', step: { queue: this.queue, id: step.id } };
    } finally {
      deaf();
    }
  }

  /** Waits for the end of a step that has moved out. */
  async wait(id: string, cancelled: AbortSignal): Promise<EndedStep<unknown>> {
    const moved = this.#moved.get(id);
    if (!moved) throw ApplicationFailure.nonRetryable('this process has no such step under way', 'StepGone');
    clearTimeout(moved.forget);
    const deaf = hear(cancelled, moved.step);
    try {
      return await moved.step.ended;
    } finally {
      deaf();
      this.#moved.delete(id);
    }
  }

  /** Begins no more steps. */
  close(): void {
    this.#closing = true;
  }

  /** Ends when no step is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #start<T>(take: () => Promise<T>): Step<T> {
    const abort = new AbortController();
    const { promise: outlasted, resolve: giveUp } = Promise.withResolvers<undefined>();
    let awaited: string | undefined;
    const timer = setTimeout(() => {
      // Learnt at once, so that the next ones are not waited for while this one goes on.
      if (awaited !== undefined) this.#patience.took(awaited, Number.POSITIVE_INFINITY);
      awaited = undefined;
      giveUp(undefined);
    }, PATIENCE_MS);
    const expect = (what: string) => {
      const began = performance.now();
      awaited = what;
      if (this.#patience.of(what) === 0) giveUp(undefined);
      return () => {
        if (awaited === what) this.#patience.took(what, performance.now() - began);
        awaited = undefined;
      };
    };
    const ended = asAttempt({ tried: 0, signal: abort.signal, expect }, () => this.#endOf(take)).finally(() => {
      this.#running.delete(ended);
      clearTimeout(timer);
    });
    this.#running.add(ended);
    // Heard by whoever waits for the step, if anybody still does.
    ended.catch(() => undefined);
    return { id: newId(), ended, outlasted, cancel: (reason) => abort.abort(reason) };
  }

  async #endOf<T>(take: () => Promise<T>): Promise<EndedStep<T>> {
    try {
      return { state: 'done', outcome: await take() };
    } catch (error) {
      if (error instanceof CancelledFailure) throw error;
      if (error instanceof HandedOver) return { state: 'again', afterMs: 0 };
      if (error instanceof ApplicationFailure)
        return { state: 'again', afterMs: Number(error.nextRetryDelay ?? PAUSE_MS) };
      this.#log.warn({ err: error }, `a step is tried again: ${kindOf(error).message}`);
      return { state: 'again', afterMs: PAUSE_MS };
    }
  }

  #move(step: Step<unknown>): void {
    const forget = setTimeout(() => {
      this.#moved.delete(step.id);
      step.cancel(new CancelledFailure('nobody waits for the step'));
    }, UNATTENDED_MS);
    this.#moved.set(step.id, { step, forget: forget.unref() });
  }
}

/** Hands a cancellation on to a step; answers what ends that. */
function hear(cancelled: AbortSignal, step: Step<unknown>): () => void {
  const hand = () => step.cancel(cancelled.reason);
  if (cancelled.aborted) hand();
  cancelled.addEventListener('abort', hand);
  return () => cancelled.removeEventListener('abort', hand);
}
