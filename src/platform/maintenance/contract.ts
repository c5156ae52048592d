/** What workflows may know of maintenance. Pure. */

/** Input of the `maintenance` workflow. */
export interface MaintenanceInput {
  /** Seconds that one cycle takes, jobs that are still running at its end aside. */
  readonly cycleSeconds: number;
}

/** Activities of maintenance, as the workflow calls them. */
export interface MaintenanceActivities {
  /** Runs the maintenance jobs of one cycle and returns at its end. Safe to repeat. */
  runMaintenance(): Promise<void>;
}
