/** What workflows may know of the background work. Pure. */

/** Input of the `reconcile` workflow. */
export interface ReconcileInput {
  /** Runs younger than this are left alone: their workflow may only just be starting. */
  readonly graceSeconds: number;
}

/** Activities of the background queue, as workflows call them. */
export interface BackgroundActivities {
  /** Starts the workflows of unfinished runs that have none, wakes runs whose decision did not reach them, and forgets old keys. */
  reconcileRuns(input: ReconcileInput): Promise<void>;
}
