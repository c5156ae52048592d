/** Contract of knowledge sources for workflows and other modules. Pure. */

/** Kinds of knowledge sources. */
export const SOURCE_KINDS = [
  'web',
  's3',
  'git',
  'folder',
  'webdav',
  'imap',
  'postgres',
  'confluence',
  'notion',
] as const;
export type SourceKindName = (typeof SOURCE_KINDS)[number];

/** Statuses of a sync. */
export const SOURCE_RUN_STATUSES = ['queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled'] as const;
export type SourceRunStatus = (typeof SOURCE_RUN_STATUSES)[number];

/** Outcomes of an item in a run, except unchanged. */
export const ITEM_OUTCOMES = ['added', 'changed', 'removed', 'skipped', 'failed'] as const;
/** Outcome of an item of a sync, except unchanged. */
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number];

/** Input of the `syncSource` workflow. The workflow ID is the run ID. */
export interface SyncInput {
  readonly sourceRunId: string;
}

/** Result of a step. */
export interface SyncStep {
  readonly done: boolean;
  /** Milliseconds before the next step. */
  readonly waitMs: number;
}

/** Activities of syncs, as workflows call them. */
export interface SyncActivities {
  /** Runs the sync for some seconds from its stored state, and ends it if nothing is left. */
  syncSome(input: SyncInput): Promise<SyncStep>;
  /** Ends a run whose step failed for good. */
  failSync(input: SyncInput & { readonly problem: string }): Promise<void>;
  /** Ends a cancelled run. Its changes stay. */
  confirmSyncCancel(input: SyncInput): Promise<void>;
}
