/** Names of the three task queues, scaled apart. */
export interface TaskQueues {
  /** Task and agent runs. */
  readonly runs: string;
  /** Documents. */
  readonly ingestion: string;
  /** Mail, forwarders, schedules, reconciling. */
  readonly background: string;
}

export function taskQueues(prefix: string): TaskQueues {
  return { runs: `${prefix}-runs`, ingestion: `${prefix}-ingestion`, background: `${prefix}-background` };
}
