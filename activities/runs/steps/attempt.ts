import { AsyncLocalStorage } from 'node:async_hooks';
import { Context } from '@temporalio/activity';
import type { Beginner } from '../../../src/runs/accepted.ts';

/** A try at a step, beside what Temporal knows of its activity. */
interface Attempt {
  /** How often the step was tried before. */
  readonly tried: number;
  /** Set where the step runs on its own: what cancels it, in place of its activity's signal. */
  readonly signal?: AbortSignal;
  /** Says what the step is about to wait for; the answer is called when that is over. */
  readonly expect?: (what: string) => () => void;
  /** Set where the step runs on its own: who begins it. */
  readonly by?: Beginner;
}

const attempts = new AsyncLocalStorage<Attempt>();

/** Takes a step as this try at it. */
export function asAttempt<T>(attempt: Attempt, take: () => Promise<T>): Promise<T> {
  return attempts.run(attempt, take);
}

/** Takes the step that is being taken in the place of a dead process, by its queue. */
export function insteadOf<T>(queue: string, take: () => Promise<T>): Promise<T> {
  const attempt = attempts.getStore();
  if (!attempt?.by) throw new Error('only a step that runs on its own is taken in the place of another');
  return attempts.run({ ...attempt, by: { ...attempt.by, insteadOf: queue } }, take);
}

/** Which try at the step this is, from 1. */
export function attemptNumber(): number {
  const attempt = attempts.getStore();
  const own = attempt?.signal ? 1 : Context.current().info.attempt;
  return own + (attempt?.tried ?? 0);
}

/** What cancels the step, where it runs on its own and nobody hears its heartbeat. */
export function ownSignal(): AbortSignal | undefined {
  return attempts.getStore()?.signal;
}

/** Who begins the step, where it runs on its own; undefined for one that the shared queue has. */
export function beginner(): Beginner | undefined {
  return attempts.getStore()?.by;
}

/** Thrown by a step ahead of its workflow that somebody had begun before. */
export class BegunBefore extends Error {
  override readonly name = 'BegunBefore';
}

/** Thrown by a step ahead of its workflow that only the workflow can do something with. */
export class LeftToWorkflow extends Error {
  override readonly name = 'LeftToWorkflow';
}

/** Thrown by a step that another process has begun ahead of its workflow. */
export class BegunElsewhere extends Error {
  override readonly name = 'BegunElsewhere';
  /** That process's own queue. */
  readonly queue: string;

  constructor(queue: string) {
    super('another process has begun the step');
    this.queue = queue;
  }
}

/** Thrown by a step that turns out to be none that may run on its own. */
export class HandedOver extends Error {
  override readonly name = 'HandedOver';
}

/** Has the shared queue take a step that runs on its own, because it is about to change something outside. */
export function handOver(): void {
  if (ownSignal()) throw new HandedOver('a step that changes something is taken from the shared queue');
}

/** Does what takes the step's time, so that it is learnt how long such a thing takes. */
export async function whileExpecting<T>(what: string, work: () => Promise<T>): Promise<T> {
  const over = attempts.getStore()?.expect?.(what);
  try {
    return await work();
  } finally {
    over?.();
  }
}
