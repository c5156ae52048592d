/** What workflows may know of the background work. Pure. */

/** Input of the `reconcile` workflow. */
export interface ReconcileInput {
  /** Runs younger than this are left alone: their workflow may only just be starting. */
  readonly graceSeconds: number;
}

/** Activities of the background queue, as workflows call them. */
export interface BackgroundActivities {
  /** Does the chores that are due: looks after unfinished runs, wakes those that did not hear, tidies up. */
  reconcileRuns(input: ReconcileInput): Promise<void>;
}
