import type { Client } from '@temporalio/client';
import { type Config, requireSetting } from '../config.ts';
import type { WorkflowClient } from './client.ts';
import type { PollingConnection } from './polling.ts';
import { getTaskQueues, type TaskQueues } from './queues.ts';
import type { RunRef } from './run-ref.ts';
import type { WorkflowDescription } from './workflow.ts';

/** Workflow of a kind of run. */
export interface RunWorkflow {
  readonly workflow: string;
}

/** Starts and signals the workflows of runs and of each {@link WorkflowDescription}. */
export interface RunStarter {
  /** Returns the underlying client. */
  client(): Promise<Client>;
  readonly queues: TaskQueues;
  /**
   * Starts a run's workflow with the run's id. It ignores a running workflow and never restarts a closed one: the row
   * decides, and maintenance starts workflows for rows that lack one.
   */
  start(kind: RunWorkflow, run: RunRef, orgId: string, input: object): Promise<void>;
  /** Sends a workflow a signal. Returns false if it is not running. */
  signal(run: RunRef, signal: string, ...args: unknown[]): Promise<boolean>;
  /** Cancels a run's workflow. Returns false if it does not exist. A closed one stays as it is. */
  cancel(run: RunRef): Promise<boolean>;
  /** Starts a workflow unless it is running. Throws if Temporal cannot be reached, as does the next one. */
  startWorkflow(workflow: WorkflowDescription): Promise<void>;
  /** Sends a workflow its wake signal, and starts it if it is not running. */
  wakeWorkflow(workflow: WorkflowDescription): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a starter that loads its client on first use; loading takes a tenth of a process's startup. A worker process
 * passes its polling connection, which stays open when the starter is closed.
 */
export function openTemporal(config: Config, polling?: PollingConnection): RunStarter {
  const address = requireSetting(config.temporalAddress, 'TEMPORAL_ADDRESS', 'name the Temporal frontend as host:port');
  const queues = getTaskQueues(config.taskQueuePrefix);
  let opening: Promise<WorkflowClient> | undefined;
  const open = async (): Promise<WorkflowClient> => {
    const { openClient } = await import('./client.ts');
    return openClient(polling ? await polling.connect() : address, config.temporalNamespace, queues);
  };
  const getClient = () => {
    if (opening) return opening;
    const attempt = open();
    opening = attempt;
    // The next caller tries again.
    attempt.catch(() => (opening = undefined));
    return attempt;
  };
  return {
    queues,
    client: async () => (await getClient()).client,
    start: async (...args) => (await getClient()).start(...args),
    signal: async (...args) => (await getClient()).signal(...args),
    cancel: async (...args) => (await getClient()).cancel(...args),
    startWorkflow: async (workflow) => (await getClient()).startWorkflow(workflow),
    wakeWorkflow: async (workflow) => (await getClient()).wakeWorkflow(workflow),
    close: async () => (polling ? undefined : (await opening)?.close()),
  };
}
