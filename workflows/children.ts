import { CancellationScope, executeChild, isCancellation, sleep } from '@temporalio/workflow';

/** The child runs of a run. */
interface ChildRuns {
  /** Executes a child workflow. Its row stores the outcome. */
  run<I>(workflow: string | ((input: I) => Promise<void>), runId: string, input: I): Promise<void>;
  /** Cancels all active child runs. */
  cancel(): void;
}

/** Creates the child runs of a workflow. Cancelling them does not cancel the workflow. */
export function createChildRuns(): ChildRuns {
  const scopes = new Set<CancellationScope>();
  return {
    async run(workflow, runId, input) {
      const name = typeof workflow === 'string' ? workflow : workflow.name;
      const scope = new CancellationScope();
      scopes.add(scope);
      try {
        await scope.run(() => executeChild(name, { workflowId: runId, args: [input] }));
      } catch (error) {
        await ignoreEnd(error);
      } finally {
        scopes.delete(scope);
      }
    },
    cancel() {
      for (const scope of scopes) scope.cancel();
    },
  };
}

/** A child run that was cancelled alone has ended like any other. */
async function ignoreEnd(error: unknown): Promise<void> {
  const isRunning = error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError';
  // The child run of an earlier workflow of this run, which is ending.
  if (isRunning) return void (await sleep('2 seconds'));
  if (!isCancellation(error) || CancellationScope.current().consideredCancelled) throw error;
}

/** Waits until all branches have ended, even if some fail: a stopped run must have no activity in progress. */
export async function waitForAll(branches: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(branches);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
