import { type RawBuilder, sql } from 'kysely';
import type { SecurableType } from '../access/resources.ts';
import type { Executor } from '../platform/db/client.ts';
import type { Database } from '../platform/db/schema.ts';
import type { RunWorkflow } from '../platform/temporal/starter.ts';
import type { ChangeSubject } from './change-kind.ts';
import type { RunTable } from './tables.ts';

export type { RunTable } from './tables.ts';

/** Signal of a run's workflow. */
interface Wakeup {
  readonly signal: string;
  readonly args: readonly unknown[];
}

/** Parent of a kind's runs: task, agent or another resource. */
export interface RunParent {
  /** Resource type of its roles. */
  readonly type: SecurableType;
  readonly table: keyof Database;
  /** Run column with its id. */
  readonly column: string;
  /** Its column with the visibility setting; null if runs are visible to everyone who sees the parent. */
  readonly visibility: string | null;
  /** Field that names it in change events, if it is no securable resource. */
  readonly field?: string;
}

/** Wait of a run, as its trace shows it. */
export interface TracedWait {
  readonly id: string;
  readonly run_id: string;
  readonly name: string;
  readonly start: Date;
  readonly end: Date;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Definition of a run kind. */
export interface RunKind extends RunWorkflow {
  /** Name in change events. */
  readonly name: string;
  /** Resource name in errors and audit events. */
  readonly resource: string;
  readonly table: RunTable;
  /** Parent of the runs. */
  readonly parent: RunParent;
  /** Whether the runs call models, and wait for unavailable providers. */
  readonly waitsForProviders?: true;
  /** Schedules the next attempt of waiting runs and their child runs now. Returns the provider names. */
  retryNow?(trx: Executor, ids: readonly string[]): Promise<readonly string[]>;
  /** SQL condition on a row `r`: a child run that people see as part of its parent. Absent if there are none. */
  readonly isPartOfRun?: RawBuilder<boolean>;
  /** Name and attributes of the span of a run, if they are not those of all kinds. */
  readonly spanName?: string;
  readonly spanAttributes?: Readonly<Record<string, string>>;
  /** Lists the waits of ended runs for their traces. Absent if its runs never wait for a person or a connection. */
  listWaits?(db: Executor, ids: readonly string[]): Promise<readonly TracedWait[]>;
  /** Resumes those of the locked runs that a person holds. Absent if runs cannot be held. */
  release?(trx: Executor, ids: readonly string[]): Promise<void>;
  /** Unfinished statuses. */
  readonly states: readonly string[];
  /** Statuses in which nothing executes and the run waits for a person. */
  readonly parked: readonly string[];
  /** Status of a row `r`, followed by a colon and any further state that followers receive. */
  readonly state: RawBuilder<string>;
  /** Further subjects of its runs with a state. */
  readonly subjects: readonly ChangeSubject[];
  /** SQL condition on a row `r`: no other run manages its workflow. */
  readonly isIndependent: RawBuilder<boolean>;
  /** SQL condition on a row `r`: it claims to be executing. */
  readonly isMoving: RawBuilder<boolean>;
  /** Newest stored turn of a row `r`; 0 for none. */
  readonly turns: RawBuilder<number>;
  /** Input of its workflow, which continues after the stored turns. */
  input(run: { readonly id: string; readonly turns: number }): object;
  /** Marks locked runs as stopping, with everything that stops with them. */
  beginStop(trx: Executor, ids: readonly string[]): Promise<void>;
  /** All signals that its workflow may have missed. Repeated signals change nothing. */
  wakeups(db: Executor, id: string): Promise<readonly Wakeup[]>;
}

/** Visibility settings of runs, the strictest first. */
export const VISIBILITIES = ['owner_only', 'editors_and_owners', 'all_viewers'] as const;

/** SQL expression: visibility setting of the parent row with this alias. */
export function selectSetting({ visibility }: RunParent, alias: string): RawBuilder<string> {
  return visibility === null ? sql.lit('all_viewers') : sql.ref(`${alias}.${visibility}`);
}

/**
 * SQL expression: effective visibility of a run `r`, which may be missing, of a parent row with this alias. It is the
 * stricter of the current setting and the one at acceptance, so that a wider setting reveals no earlier run.
 */
export function selectVisibility(parent: RunParent, alias: string): RawBuilder<string> {
  if (parent.visibility === null) return selectSetting(parent, alias);
  const [strictest, stricter] = VISIBILITIES;
  const both = sql`(r.accepted_visibility, ${selectSetting(parent, alias)})`;
  return sql<string>`case when ${sql.lit(strictest)} in ${both} then ${sql.lit(strictest)}
    when ${sql.lit(stricter)} in ${both} then ${sql.lit(stricter)} else ${selectSetting(parent, alias)} end`;
}

/** Stricter of two known settings. */
export function getStrictestVisibility(accepted: string | null, now: string): string {
  return VISIBILITIES.find((setting) => setting === accepted || setting === now) ?? now;
}
