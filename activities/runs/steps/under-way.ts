import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import type { Log } from '../../../src/platform/log.ts';
import { type AcceptedRun, KEPT_AHEAD_SECONDS, readAccepted } from '../../../src/runs/accepted.ts';
import type { BegunStep, EndedStep } from '../../../src/runs/contract.ts';
import { kindOf } from '../../faults.ts';
import type { Absences } from './absences.ts';
import { asAttempt, BegunBefore, BegunElsewhere, HandedOver, insteadOf, LeftToWorkflow } from './attempt.ts';
import { LONGEST_PATIENCE_MS, PATIENCE_MS, Patience } from './patience.ts';
import { type Ended, isNobodys, type Step } from './step.ts';

/** Milliseconds before a step that failed for a reason of ours is tried again. */
const PAUSE_MS = 1000;
/** Milliseconds that a step goes on though nobody waits for it: what it stores is found by whoever repeats it. */
const UNATTENDED_MS = KEPT_AHEAD_SECONDS * 1000;
/** Which part of the steps that a process takes at once it fills with such as it begins ahead of their workflows. */
const AHEAD_SHARE = 0.75;

/** A step that whoever asks for it finds. */
interface Known {
  readonly step: Step<unknown>;
  /** Whether its workflow asked for it. */
  isAskedFor: boolean;
  /** Ends it where nobody waits for it. */
  forget?: NodeJS.Timeout | undefined;
}

/** A step that is begun ahead of its workflow. */
export interface AheadStep<T = unknown> {
  readonly id: string;
  readonly take: () => Promise<T>;
  /** The step that follows from what came of it, where nothing else does. */
  readonly next: (outcome: T) => AheadStep<T> | Over | undefined;
}

/** Nothing follows: the run has ended. */
export type Over = 'over';

/** A run whose steps are begun ahead of its workflow. */
interface RunAhead extends AcceptedRun {
  /** Those that were, by their names. */
  readonly steps: string[];
}

/** Starts the workflow of a run by its kind's name and its id. Nobody waits for it. */
export type StartWorkflow = (kind: string, runId: string) => void;

/** The steps of runs that this process began beside their workflows, or ahead of them. Each has a name, by which it is found. */
export class StepsUnderWay {
  /** This process's own queue, where those are waited for that take long. */
  readonly queue: string;
  readonly #log: Log;
  readonly #most: number;
  readonly #idleMs: () => number;
  readonly #patience = new Patience();
  readonly #known = new Map<string, Known>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #firsts = new Map<string, (runId: string) => AheadStep>();
  readonly #startWorkflow: StartWorkflow;
  readonly #absences: Absences;
  #closing = false;

  /**
   * `most` steps are under way at once; more are refused. `startWorkflow` starts a workflow that was put off. `absences` tells
   * which processes are gone that had begun a step. `idleMs` says for how long the process has had nothing to do so far.
   */
  constructor(
    queue: string,
    most: number,
    log: Log,
    startWorkflow: StartWorkflow,
    absences: Absences,
    idleMs: () => number = loopIdleMs,
  ) {
    this.queue = queue;
    this.#most = most;
    this.#log = log;
    this.#startWorkflow = startWorkflow;
    this.#absences = absences;
    this.#idleMs = idleMs;
  }

  /**
   * Begins a step and answers what became of it, soon; one of that name which is under way already is waited for instead.
   * `cancelled` is heard until then.
   */
  async begin<T>(id: string, take: () => Promise<T>, cancelled: AbortSignal): Promise<BegunStep<T>> {
    const known = this.#known.get(id)?.step as Step<T> | undefined;
    const begun = known && (await this.#attend(known, cancelled));
    if (begun) return begun;
    const anew = this.#isFull() ? undefined : this.#start(id, take, false);
    return (anew && (await this.#attend(anew, cancelled))) ?? { state: 'refused' };
  }

  /** From now on, runs of a kind that are accepted have their first step begun at once. */
  beginAheadBy(kind: string, first: (runId: string) => AheadStep): void {
    this.#firsts.set(kind, first);
  }

  /**
   * Hears that a run was accepted, and begins its first step, which its workflow will ask for: by then it is under way, or done. Runs
   * that others begin meanwhile, and those for which there is no room, are left to their workflows.
   */
  accepted(told: string): void {
    const run = readAccepted(told);
    const first = this.#firsts.get(run.kind)?.(run.id);
    if (first) this.#beginAhead(first, { ...run, steps: [] });
  }

  /** Waits for the end of a step that has moved out. */
  async wait(id: string, cancelled: AbortSignal): Promise<EndedStep<unknown>> {
    const ended = await this.endOf(id, cancelled);
    if (ended) return ended;
    throw ApplicationFailure.nonRetryable('this process has no such step under way', 'StepGone');
  }

  /** The end of a step once it is over; undefined where this process has none of that name under way. */
  async endOf<T>(id: string, cancelled: AbortSignal): Promise<EndedStep<T> | undefined> {
    const step = this.#known.get(id)?.step as Step<T> | undefined;
    if (!step) return undefined;
    const ended = await this.#heard(step, cancelled, () => step.ended);
    this.#release(step);
    if (ended.state === 'later') return { ...ended, state: 'again' };
    return ended.state === 'done' || ended.state === 'again' ? ended : undefined;
  }

  /** Begins no more steps. */
  close(): void {
    this.#closing = true;
  }

  /** Ends when no step is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Answers whether there is room. */
  #beginAhead({ id, take, next }: AheadStep, run: RunAhead): boolean {
    // Those count too that are over and that no workflow has asked for: Temporal is behind, and must not fall back further.
    if (this.#isFull(AHEAD_SHARE) || this.#known.size >= this.#most || this.#known.has(id)) return false;
    const step = this.#start(id, take, true);
    this.#keep(step);
    run.steps.push(id);
    const goOn = (ended: Ended<unknown>) => {
      const following = ended.state === 'done' ? next(ended.outcome) : undefined;
      if (following === 'over') this.#forgetOver(run);
      else if (ended.state !== 'lost' && !(following && this.#beginAhead(following, run))) this.#leave(run);
      if (isNobodys(ended)) this.#release(step);
    };
    step.ended.then(goOn, () => undefined);
    return true;
  }

  /** Nobody asks for the steps of a run that is over before its workflow was started. */
  #forgetOver({ putOff, steps }: RunAhead): void {
    for (const id of putOff ? steps : []) {
      const known = this.#known.get(id);
      if (known && !known.isAskedFor) this.#release(known.step);
    }
  }

  /** Has the workflow of a run started, unless it is there: what comes next only that can do. */
  #leave({ putOff, kind, id, steps }: RunAhead): void {
    const isThere = steps.some((step) => this.#known.get(step)?.isAskedFor ?? true);
    if (putOff && !isThere) this.#startWorkflow(kind, id);
  }

  /** Whether so large a part of the steps that may be under way is. */
  #isFull(share = 1): boolean {
    return this.#closing || this.#running.size >= this.#most * share;
  }

  /** What became of a step within the patience for it; undefined where it was lost. */
  async #attend<T>(step: Step<T>, cancelled: AbortSignal): Promise<BegunStep<T> | undefined> {
    const known = this.#known.get(step.id);
    if (known) known.isAskedFor = true;
    const ended = await this.#heard(step, cancelled, () => Promise.race([step.ended, step.outlasted]));
    if (ended) this.#release(step);
    else this.#keep(step);
    if (ended && isNobodys(ended)) return undefined;
    return ended ?? { state: 'moved', step: { queue: this.queue, id: step.id } };
  }

  /** Waits for a step while somebody may cancel it, and nobody gives it up. One that was cancelled nobody finds any more. */
  async #heard<T, R>(step: Step<T>, cancelled: AbortSignal, wait: () => Promise<R>): Promise<R> {
    clearTimeout(this.#known.get(step.id)?.forget);
    const hand = () => {
      this.#release(step);
      step.cancel(cancelled.reason);
    };
    if (cancelled.aborted) hand();
    cancelled.addEventListener('abort', hand);
    try {
      return await wait();
    } finally {
      cancelled.removeEventListener('abort', hand);
    }
  }

  #start<T>(id: string, take: () => Promise<T>, ahead: boolean): Step<T> {
    const abort = new AbortController();
    const { promise: outlasted, resolve: giveUp } = Promise.withResolvers<undefined>();
    let awaited: string | undefined;
    const left = this.#patienceLeft();
    const look = () => {
      const ms = left();
      if (ms >= 1) {
        timer = setTimeout(look, ms);
        return;
      }
      // Learnt at once, so that the next ones are not waited for while this one goes on.
      if (awaited !== undefined) this.#patience.took(awaited, Number.POSITIVE_INFINITY);
      awaited = undefined;
      giveUp(undefined);
    };
    let timer = setTimeout(look, PATIENCE_MS);
    const expect = (what: string) => {
      const began = this.#idleMs();
      awaited = what;
      if (this.#patience.of(what) === 0) giveUp(undefined);
      return () => {
        if (awaited === what) this.#patience.took(what, this.#idleMs() - began);
        awaited = undefined;
      };
    };
    const by = { queue: this.queue, ahead };
    const ended = asAttempt({ tried: 0, signal: abort.signal, expect, by }, () => this.#endOf(id, take)).finally(() => {
      this.#running.delete(ended);
      clearTimeout(timer);
    });
    this.#running.add(ended);
    const step = { id, ended, outlasted, cancel: (reason: unknown) => abort.abort(reason) };
    this.#known.set(id, { step, isAskedFor: false });
    // Heard by whoever waits for the step, if anybody still does.
    ended.catch(() => this.#release(step));
    return step;
  }

  /** Milliseconds that a step which begins now may still be waited for, whenever that is asked. */
  #patienceLeft(): () => number {
    const began = { idle: this.#idleMs(), now: performance.now() };
    return () => {
      const idle = this.#idleMs() - began.idle;
      return Math.min(PATIENCE_MS - idle, LONGEST_PATIENCE_MS - (performance.now() - began.now));
    };
  }

  async #endOf<T>(id: string, take: () => Promise<T>): Promise<Ended<T>> {
    try {
      return { state: 'done', outcome: await take() };
    } catch (error) {
      if (error instanceof CancelledFailure) throw error;
      if (error instanceof BegunBefore) return { state: 'lost' };
      if (error instanceof LeftToWorkflow) return { state: 'left' };
      if (error instanceof BegunElsewhere) return this.#endElsewhere(id, take, error.queue);
      if (error instanceof HandedOver) return { state: 'again', afterMs: 0 };
      if (error instanceof ApplicationFailure)
        return { state: 'again', afterMs: Number(error.nextRetryDelay ?? PAUSE_MS) };
      this.#log.warn({ err: error }, `a step is tried again: ${kindOf(error).message}`);
      return { state: 'again', afterMs: PAUSE_MS };
    }
  }

  /** What becomes of a step that another process has begun: it is waited for there, unless that process is dead. */
  async #endElsewhere<T>(id: string, take: () => Promise<T>, queue: string): Promise<Ended<T>> {
    const untilDead = await this.#absences.untilDead(queue);
    if (untilDead === undefined) return { state: 'moved', step: { queue, id } };
    if (untilDead > 0) return { state: 'later', afterMs: untilDead };
    return insteadOf(queue, () => this.#endOf(id, take));
  }

  /** Lets a step be found for a while, though nobody waits for it now. */
  #keep(step: Step<unknown>): void {
    const known = this.#known.get(step.id);
    if (known?.step !== step) return;
    clearTimeout(known.forget);
    const forget = () => {
      this.#release(step);
      step.cancel(new CancelledFailure('nobody waits for the step'));
    };
    known.forget = setTimeout(forget, UNATTENDED_MS).unref();
  }

  /** Lets nobody find a step any more. */
  #release(step: Step<unknown>): void {
    const known = this.#known.get(step.id);
    if (known?.step !== step) return;
    clearTimeout(known.forget);
    this.#known.delete(step.id);
  }
}

/** Milliseconds for which this process's event loop has waited so far. */
function loopIdleMs(): number {
  return performance.eventLoopUtilization().idle;
}
