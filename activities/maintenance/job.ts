import type { ActivityContext } from '../context.ts';

/** Dependencies of maintenance jobs. */
export interface MaintenanceContext extends ActivityContext {
  /** Seconds that a row stays untouched: the process that created it may still be starting its workflow. */
  readonly graceSeconds: number;
  /** The same for wake signals, which arrive faster: by default a lost one is repeated within a minute. */
  readonly wakeGraceSeconds: number;
}

interface Job {
  /** Verb and object, as in `could not <name>`. */
  readonly name: string;
  /** Does the work in batches of bounded size; safe to run in two processes at once. */
  run(ctx: MaintenanceContext): Promise<unknown>;
}

/** A job that runs once in so many maintenance cycles. */
export interface CycleJob extends Job {
  readonly everyCycles: number;
}

/** A job that runs every so many seconds throughout each cycle. It is one small query if nothing is due. */
export interface FrequentJob extends Job {
  readonly everySeconds: number;
}

/** Work that a module has done again and again in the background. */
export type MaintenanceJob = CycleJob | FrequentJob;
