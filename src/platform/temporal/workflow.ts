import { runBestEffort } from '../best-effort.ts';
import type { Log } from '../log.ts';
import type { RunStarter } from './starter.ts';

/** A workflow that belongs to no run, described by its module. */
export interface WorkflowDescription {
  /** Workflow type. */
  readonly workflow: string;
  /** Workflow id. A closed workflow may run again under it. */
  readonly id: string;
  /** Fairness key: workflows of organizations take turns. */
  readonly orgId?: string;
  readonly input: object;
  /** Signal that makes a running workflow reload its row. */
  readonly wakeSignal?: string;
}

/** Dependencies of the functions below. */
interface WorkflowContext {
  readonly log: Pick<Log, 'warn'>;
  readonly temporal: Pick<RunStarter, 'startWorkflow' | 'wakeWorkflow' | 'signal'>;
}

/*
 * Call these after the commit of the row that the workflow reads. They never throw: a failure is logged, and a
 * maintenance job of the module repeats the call.
 */

/** Starts a workflow unless it is running. */
export function startWorkflow(ctx: WorkflowContext, workflow: WorkflowDescription): Promise<void> {
  return attempt(ctx, 'start', workflow, () => ctx.temporal.startWorkflow(workflow));
}

/** Sends a workflow its wake signal, and starts it if it is not running. */
export function wakeWorkflow(ctx: WorkflowContext, workflow: WorkflowDescription): Promise<void> {
  return attempt(ctx, 'wake', workflow, () => ctx.temporal.wakeWorkflow(workflow));
}

/** Sends a workflow a signal if it is running. */
export function signalWorkflow(ctx: WorkflowContext, workflow: WorkflowDescription, signal: string): Promise<void> {
  return attempt(ctx, 'signal', workflow, () => ctx.temporal.signal({ id: workflow.id, restarts: 0 }, signal));
}

function attempt(
  { log }: WorkflowContext,
  action: string,
  { workflow, id }: WorkflowDescription,
  call: () => Promise<unknown>,
): Promise<void> {
  return runBestEffort(log, `${action} a workflow; maintenance will`, call, { workflow, workflow_id: id });
}
