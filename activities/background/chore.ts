import type { ActivityContext } from '../context.ts';

/** What chores stand on. */
export interface ChoreContext extends ActivityContext {
  /** What is younger than this is left alone: whoever began it may only just be at it. */
  readonly graceSeconds: number;
  /** The same for wake-ups, which take no time: one that got lost is repeated within a minute by default. */
  readonly wakeGraceSeconds: number;
}

/** Something that has to be done again and again, and that a room brings. */
export interface Chore {
  /** Verb and object, as in `could not <name>`. */
  readonly name: string;
  /** Rounds of the reconciler from one time to the next. */
  readonly everyRounds: number;
  /** Does it, in batches of bounded size; safe to be done by two processes at once. */
  work(ctx: ChoreContext): Promise<unknown>;
}
