import { type RawBuilder, sql } from 'kysely';
import type { SecurableType } from '../access/resources.ts';
import type { Executor } from '../platform/db/client.ts';
import type { Database } from '../platform/db/schema.ts';
import type { RunWorkflow } from '../platform/temporal/starter.ts';
import type { ChangeSubject } from './change-kind.ts';
import type { RunTable } from './tables.ts';

export type { RunTable } from './tables.ts';

/** A signal of a run's workflow. */
export interface Wakeup {
  readonly signal: string;
  readonly args: readonly unknown[];
}

/** What runs of a kind are of. */
export interface RunParent {
  /** The type that roles are given on. */
  readonly type: SecurableType;
  readonly table: keyof Database;
  /** Column of a run that names it. */
  readonly column: string;
  /** Its column that says who sees its runs; null where whoever sees it does. */
  readonly visibility: string | null;
  /** What names it in the changes of a project, where it is no resource that roles are given on itself. */
  readonly field?: string;
}

/** A kind of run. */
export interface RunKind extends RunWorkflow {
  /** The kind as the changes of projects name it. */
  readonly name: string;
  /** A run of it, as errors and audit events name it. */
  readonly resource: string;
  readonly table: RunTable;
  /** What its runs are of. */
  readonly parent: RunParent;
  /** Whether its runs call models, and wait for providers that are away. */
  readonly waitsForProviders?: true;
  /** Has runs that wait for a provider, and all below them, make their next attempt now. Returns the names of the providers. */
  retryNow?(trx: Executor, ids: readonly string[]): Promise<readonly string[]>;
  /** Condition on a row `r`: it is a part of another run, which people see in its place. Left out where no run is. */
  readonly isPartOfRun?: RawBuilder<boolean>;
  /** Lets those of these runs go on that a person has to resume. Needs their locks. Left out where no run is held. */
  release?(trx: Executor, ids: readonly string[]): Promise<void>;
  /** Statuses in which it is not over. */
  readonly states: readonly string[];
  /** Those of them in which nothing runs and the run waits for a person. */
  readonly parked: readonly string[];
  /** Status of a row `r`, and after a colon what else is news to somebody who follows it. */
  readonly state: RawBuilder<string>;
  /** What else of its runs changes state. */
  readonly subjects: readonly ChangeSubject[];
  /** Condition on a row `r`: its workflow is not the business of another run's. */
  readonly isIndependent: RawBuilder<boolean>;
  /** Condition on a row `r`: it says that something is under way. */
  readonly isMoving: RawBuilder<boolean>;
  /** Newest stored turn of a row `r`; 0 for none. */
  readonly turns: RawBuilder<number>;
  /** Input of its workflow, which goes on after the turns that are stored. */
  input(run: { readonly id: string; readonly turns: number }): object;
  /** Stores that runs are to stop, and all that stops with them. Needs their locks. */
  beginStop(trx: Executor, ids: readonly string[]): Promise<void>;
  /** All signals that its workflow can have lost. A repeated signal changes nothing. */
  wakeups(db: Executor, id: string): Promise<readonly Wakeup[]>;
}

/** Settings of who sees runs, the strictest first. */
export const VISIBILITIES = ['owner_only', 'editors_and_owners', 'all_viewers'] as const;

/** The setting of who sees the runs of a row, by the alias of that row. */
export function selectSetting({ visibility }: RunParent, alias: string): RawBuilder<string> {
  return visibility === null ? sql.lit('all_viewers') : sql.ref(`${alias}.${visibility}`);
}

/**
 * Who sees a run `r`, which may be gone, of a row with this alias: whoever the setting lets now and let when the run was
 * accepted. A setting that is widened opens no run that was made before.
 */
export function selectVisibility(parent: RunParent, alias: string): RawBuilder<string> {
  if (parent.visibility === null) return selectSetting(parent, alias);
  const [strictest, stricter] = VISIBILITIES;
  const both = sql`(r.accepted_visibility, ${selectSetting(parent, alias)})`;
  return sql<string>`case when ${sql.lit(strictest)} in ${both} then ${sql.lit(strictest)}
    when ${sql.lit(stricter)} in ${both} then ${sql.lit(stricter)} else ${selectSetting(parent, alias)} end`;
}

/** The same of settings that are known. */
export function getStrictestVisibility(accepted: string | null, now: string): string {
  return VISIBILITIES.find((setting) => setting === accepted || setting === now) ?? now;
}
