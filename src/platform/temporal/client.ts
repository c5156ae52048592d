import {
  Client,
  Connection,
  type ConnectionLike,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowHandle,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/common';
import type { TaskQueues } from './queues.ts';
import { type RunRef, toWorkflowId } from './run-ref.ts';
import type { RunStarter } from './starter.ts';
import { withTimeout } from './timeout.ts';
import type { WorkflowDescription } from './workflow.ts';

/** Timeout of a wake signal. It is short, since a decision waits for it and maintenance repeats it. */
const WAKE_TIMEOUT_MS = 3000;

/** Starts and signals workflows with its client. */
export interface WorkflowClient extends Omit<RunStarter, 'client' | 'queues'> {
  readonly client: Client;
}

/**
 * Creates a client for an address, which connects on first use, or on the connection on which workers of this process
 * poll: then a run starts here immediately if a slot is free, without its queue.
 */
export function openClient(target: string | ConnectionLike, namespace: string, queues: TaskQueues): WorkflowClient {
  const requestEagerStart = typeof target !== 'string';
  const connection = requestEagerStart ? target : Connection.lazy({ address: target });
  const client = new Client({ connection, namespace });
  const callWithTimeout = <T>(call: () => Promise<T>, timeoutMs?: number) => withTimeout(client, call, timeoutMs);
  const callIfRunning = async (
    run: RunRef,
    call: (handle: WorkflowHandle) => Promise<unknown>,
    timeoutMs?: number,
  ): Promise<boolean> => {
    try {
      await callWithTimeout(() => call(client.workflow.getHandle(toWorkflowId(run))), timeoutMs);
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  };
  return {
    client,
    async start({ workflow }, run, orgId, input) {
      const workflowIdReusePolicy = WorkflowIdReusePolicy.REJECT_DUPLICATE;
      const options = toStartOptions({ id: toWorkflowId(run), orgId, input }, queues, workflowIdReusePolicy);
      try {
        await callWithTimeout(() => client.workflow.start(workflow, { ...options, requestEagerStart }));
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
    signal: (run, signal, ...args) => callIfRunning(run, (handle) => handle.signal(signal, ...args), WAKE_TIMEOUT_MS),
    cancel: (run) => callIfRunning(run, (handle) => handle.cancel()),
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
    close: () => connection.close(),
  };
}

function toStartOptions(
  { id, orgId, input }: Pick<WorkflowDescription, 'id' | 'orgId' | 'input'>,
  queues: TaskQueues,
  // A closed workflow may run again: an expired invite can be resent.
  workflowIdReusePolicy: WorkflowIdReusePolicy = WorkflowIdReusePolicy.ALLOW_DUPLICATE,
) {
  return {
    workflowId: id,
    taskQueue: queues.runs,
    args: [input] as unknown[],
    workflowIdReusePolicy,
    // Fairness: the server dispatches the workflows of organizations in turn.
    ...(orgId !== undefined && { priority: { fairnessKey: orgId } }),
  };
}
