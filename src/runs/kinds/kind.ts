import type { RawBuilder } from 'kysely';
import type { Db, Executor } from '../../platform/db/client.ts';

/** A signal of a run's workflow. */
export interface Wakeup {
  readonly signal: string;
  readonly args: readonly unknown[];
}

/** What a kind of run says about itself. */
export interface RunKind {
  /** Name of its workflow. */
  readonly workflow: 'taskRun' | 'agentRun';
  readonly table: 'task_runs' | 'agent_runs';
  /** What its runs are of. */
  readonly parent: { readonly table: 'tasks' | 'agents'; readonly column: 'task_id' | 'agent_id' };
  /** Statuses in which nothing runs and the run waits for a person. */
  readonly parked: readonly string[];
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
