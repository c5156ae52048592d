/** What workflows and other rooms may know of the sources of knowledge. Pure. */

export const SOURCE_KINDS = ['web', 's3', 'git', 'folder'] as const;
export type SourceKindName = (typeof SOURCE_KINDS)[number];

export const SOURCE_RUN_STATUSES = ['queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled'] as const;
export type SourceRunStatus = (typeof SOURCE_RUN_STATUSES)[number];

/** What can become of a thing at a source in a run, besides nothing. */
export const ITEM_OUTCOMES = ['added', 'changed', 'removed', 'skipped', 'failed'] as const;
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number];

/** Input of the `syncSource` workflow; its id is the run's id. */
export interface SyncInput {
  readonly sourceRunId: string;
}

/** How a run goes on after a step. */
export interface SyncStep {
  readonly done: boolean;
  /** Milliseconds before the next step finds something to do. */
  readonly waitMs: number;
}

/** Activities of syncs, as workflows call them. */
export interface SyncActivities {
  /** Works at the run for some seconds, from wherever it stands, and ends it where nothing is left to do. */
  syncSome(input: SyncInput): Promise<SyncStep>;
  /** Ends a run whose step failed for good. */
  failSync(input: SyncInput & { readonly problem: string }): Promise<void>;
  /** Ends a run that was asked to stop. What it did stays. */
  confirmSyncCancel(input: SyncInput): Promise<void>;
}
