import {
  Client,
  Connection,
  type ConnectionLike,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/common';
import { bounded as boundedCall } from './bounded.ts';
import type { TaskQueues } from './queues.ts';
import { workflowIdOf } from './run-ref.ts';
import type { RunStarter } from './starter.ts';

/** Timeout of a wake signal. It is short, since a decision waits for it and maintenance repeats it. */
const WAKE_TIMEOUT_MS = 3000;

/** What starts and signals workflows, with the client that it does so with. */
export interface OpenedClient extends Omit<RunStarter, 'client' | 'queues'> {
  readonly client: Client;
}

/** A connection that is made on first use, so that a process starts while Temporal is still coming up. */
export function connectLazily(address: string): ConnectionLike {
  return Connection.lazy({ address });
}

/**
 * Opens a client on a connection. `eager` says that workers of this process poll on it: a run that one of them has room for
 * begins there at once, with the answer to its start, and not by way of its queue.
 */
export function openClient(
  connection: ConnectionLike,
  namespace: string,
  queues: TaskQueues,
  eager: boolean,
): OpenedClient {
  const client = new Client({ connection, namespace });
  const bounded = <T>(call: () => Promise<T>, ms?: number) => boundedCall(client, call, ms);
  return {
    client,
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
            requestEagerStart: eager,
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
        return true;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
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
