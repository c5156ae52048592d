import {
  Client,
  Connection,
  type ConnectionLike,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/common';
import type { TaskQueues } from './queues.ts';
import { toWorkflowId } from './run-ref.ts';
import type { RunStarter } from './starter.ts';
import { withTimeout } from './timeout.ts';
import type { WorkflowDescription } from './workflow.ts';

/** Timeout of a wake signal. It is short, since a decision waits for it and maintenance repeats it. */
const WAKE_TIMEOUT_MS = 3000;

/** Starts and signals workflows with its client. */
export interface WorkflowClient extends Omit<RunStarter, 'client' | 'queues'> {
  readonly client: Client;
}

/** Returns a connection that connects on first use, so that a process can start before Temporal. */
export function createLazyConnection(address: string): ConnectionLike {
  return Connection.lazy({ address });
}

/**
 * Creates a client on a connection. `eager` means that workers of this process poll on it: a run starts there
 * immediately if a slot is free, without its queue.
 */
export function openClient(
  connection: ConnectionLike,
  namespace: string,
  queues: TaskQueues,
  eager: boolean,
): WorkflowClient {
  const client = new Client({ connection, namespace });
  const callWithTimeout = <T>(call: () => Promise<T>, timeoutMs?: number) => withTimeout(client, call, timeoutMs);
  return {
    client,
    async start({ workflow }, run, orgId, input) {
      try {
        await callWithTimeout(() =>
          client.workflow.start(workflow, {
            workflowId: toWorkflowId(run),
            taskQueue: queues.runs,
            args: [input],
            workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
            // Fairness: the server dispatches the runs of organizations in turn.
            priority: { fairnessKey: orgId },
            requestEagerStart: eager,
          }),
        );
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
    async signal(run, signal, ...args) {
      try {
        const wake = () => client.workflow.getHandle(toWorkflowId(run)).signal(signal, ...args);
        await callWithTimeout(wake, WAKE_TIMEOUT_MS);
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
    async cancel(run) {
      try {
        await callWithTimeout(() => client.workflow.getHandle(toWorkflowId(run)).cancel());
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
    async startWorkflow(workflow) {
      const workflowIdConflictPolicy = WorkflowIdConflictPolicy.USE_EXISTING;
      const options = { ...toStartOptions(workflow, queues), workflowIdConflictPolicy };
      await callWithTimeout(() => client.workflow.start(workflow.workflow, options));
    },
    async wakeWorkflow(workflow) {
      const { wakeSignal: signal } = workflow;
      if (signal === undefined) return this.startWorkflow(workflow);
      const options = { ...toStartOptions(workflow, queues), signal, signalArgs: [] };
      await callWithTimeout(() => client.workflow.signalWithStart(workflow.workflow, options));
    },
    async signalWorkflow(id, signal) {
      try {
        await callWithTimeout(() => client.workflow.getHandle(id).signal(signal));
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
    close: () => connection.close(),
  };
}

function toStartOptions({ id, orgId, input }: WorkflowDescription, queues: TaskQueues) {
  return {
    workflowId: id,
    taskQueue: queues.runs,
    args: [input] as unknown[],
    // A closed workflow may run again: an expired invite can be resent.
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    ...(orgId !== undefined && { priority: { fairnessKey: orgId } }),
  };
}
