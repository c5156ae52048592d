import { Client, Connection, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/common';
import { type Config, required } from '../config.ts';
import { type TaskQueues, taskQueues } from './queues.ts';

/** Milliseconds one call to Temporal may take. */
const CALL_TIMEOUT_MS = 10_000;
/** The same for waking a run, which the reconciler does again: nobody's decision should wait long for it. */
const WAKE_TIMEOUT_MS = 3000;

/** A run as its workflow is named after it. */
export interface RunRef {
  readonly id: string;
  /** How often the reconciler had to start it anew: a closed workflow's id must not run again. */
  readonly restarts: number;
}

export function workflowIdOf({ id, restarts }: RunRef): string {
  return restarts === 0 ? id : `${id}/${restarts}`;
}

/** The workflow of a kind of run. */
export interface RunWorkflow {
  readonly workflow: string;
  readonly queue: keyof TaskQueues;
}

/** Where a workflow that is no run's belongs, and to whom. */
export interface WorkflowPlace {
  readonly queue: keyof TaskQueues;
  /** The organization that takes turns with others there. */
  readonly orgId?: string;
}

/** Starts and signals the workflows of runs. */
export interface RunStarter {
  readonly client: Client;
  readonly queues: TaskQueues;
  /**
   * Starts a run's workflow with the run's id as its id. A workflow that runs already is left alone, a closed one
   * is not run again: the row decides, and the reconciler looks after rows whose workflow is gone.
   */
  start(kind: RunWorkflow, run: RunRef, orgId: string, input: object): Promise<void>;
  /** Wakes a run's workflow. Answers false when there is none to wake. */
  signal(run: RunRef, signal: string, ...args: unknown[]): Promise<boolean>;
  /** Cancels a run's workflow; one that is gone is left to the reconciler. */
  cancel(run: RunRef): Promise<void>;
  /**
   * Makes sure that a workflow runs under this id, and gives it a signal where one is named. It is of the background queue,
   * or of another where it takes turns with those of other organizations.
   */
  ensureWorkflow(workflow: string, id: string, input: object, signal?: string, place?: WorkflowPlace): Promise<void>;
  /** Gives a workflow of the background queue a signal; one that is gone has nothing to hear. */
  signalWorkflow(id: string, signal: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a connection that is made on first use, so that a process starts while Temporal is still coming up. */
export function openTemporal(config: Config): RunStarter {
  const address = required(config.temporalAddress, 'TEMPORAL_ADDRESS', 'name the Temporal frontend as host:port');
  const connection = Connection.lazy({ address });
  const client = new Client({ connection, namespace: config.temporalNamespace });
  const queues = taskQueues(config.taskQueuePrefix);
  const bounded = <T>(call: () => Promise<T>, ms = CALL_TIMEOUT_MS) => connection.withDeadline(Date.now() + ms, call);
  return {
    client,
    queues,
    async start({ workflow, queue }, run, orgId, input) {
      try {
        await bounded(() =>
          client.workflow.start(workflow, {
            workflowId: workflowIdOf(run),
            taskQueue: queues[queue],
            args: [input],
            workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
            workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
            // One tenant's burst must not starve another: the server hands out each organization's runs in turn.
            priority: { fairnessKey: orgId },
          }),
        );
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
    async signal(run, signal, ...args) {
      try {
        const wake = () => client.workflow.getHandle(workflowIdOf(run)).signal(signal, ...args);
        await bounded(wake, WAKE_TIMEOUT_MS);
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
    async cancel(run) {
      try {
        await bounded(() => client.workflow.getHandle(workflowIdOf(run)).cancel());
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
    async ensureWorkflow(workflow, id, input, signal, { queue, orgId: fairnessKey } = { queue: 'background' }) {
      const place = { taskQueue: queues[queue], ...(fairnessKey !== undefined && { priority: { fairnessKey } }) };
      const options = { workflowId: id, ...place, args: [input] as unknown[] };
      // Closed ones may run again: an invite that expired can be sent anew.
      const workflowIdReusePolicy = WorkflowIdReusePolicy.ALLOW_DUPLICATE;
      if (signal !== undefined) {
        await bounded(() =>
          client.workflow.signalWithStart(workflow, { ...options, workflowIdReusePolicy, signal, signalArgs: [] }),
        );
        return;
      }
      const workflowIdConflictPolicy = WorkflowIdConflictPolicy.USE_EXISTING;
      await bounded(() =>
        client.workflow.start(workflow, { ...options, workflowIdReusePolicy, workflowIdConflictPolicy }),
      );
    },
    async signalWorkflow(id, signal) {
      try {
        await bounded(() => client.workflow.getHandle(id).signal(signal));
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
    close: () => connection.close(),
  };
}
