import type { RawBuilder } from 'kysely';
import type { Db, Executor } from '../platform/db/client.ts';
import type { Database } from '../platform/db/schema.ts';
import type { RunWorkflow } from '../platform/temporal/starter.ts';
import type { RunTable } from './tables.ts';

/** A signal of a run's workflow. */
export interface Wakeup {
  readonly signal: string;
  readonly args: readonly unknown[];
}

/** What a kind of run says about itself. */
export interface RunKind extends RunWorkflow {
  /** A run of it, as errors and audit events name it. */
  readonly resource: string;
  readonly table: RunTable;
  /** What its runs are of. */
  readonly parent: { readonly table: keyof Database; readonly column: string };
  /** Statuses in which nothing runs and the run waits for a person. */
  readonly parked: readonly string[];
  /** Status of a row `r`, and after a colon what else is news to somebody who follows it. */
  readonly state: RawBuilder<string>;
  /** Condition on a row `r`: its workflow is not the business of another run's. */
  readonly onItsOwn: RawBuilder<boolean>;
  /** Newest stored turn of a row `r`; 0 for none. */
  readonly turns: RawBuilder<number>;
  /** Input of its workflow, which goes on after the turns that are stored. */
  input(run: { readonly id: string; readonly turns: number }): object;
  /** Asks it to stop; repeats change nothing, one that has ended otherwise is a 409 `RUN_ENDED`. */
  requestStop(db: Db, id: string): Promise<unknown>;
  /** Everything its workflow was ever told and may have lost. What it knows already changes nothing. */
  wakeups(db: Executor, id: string): Promise<readonly Wakeup[]>;
}
