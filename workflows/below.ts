import { CancellationScope, executeChild, isCancellation, patched, sleep } from '@temporalio/workflow';
import type { agentRun } from './agents/run.ts';

/** The agent runs that calls of a run are, or that make its calls, while they run as its children. */
export interface RunsBelow {
  /** Runs one to its end, whatever that is: its row says how the call ended. */
  run(agentRunId: string): Promise<void>;
  /** Stops all: nobody waits for them any more. */
  stop(): void;
}

export function runsBelow(): RunsBelow {
  const scopes = new Set<CancellationScope>();
  return {
    async run(agentRunId) {
      const scope = new CancellationScope();
      scopes.add(scope);
      const options = { workflowId: agentRunId, args: [{ runId: agentRunId }] as [{ runId: string }] };
      try {
        await endOf(scope.run(() => executeChild<typeof agentRun>('agentRun', options)));
      } catch (error) {
        if (!(error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError')) throw error;
        // The child of a workflow before this one: it is being ended with that, or stops, since only its own row was told to.
        await sleep('2 seconds');
      } finally {
        scopes.delete(scope);
      }
    },
    stop() {
      for (const scope of scopes) scope.cancel();
    },
  };
}

/** The end of a child, however it came about: one that was cancelled alone has ended like any other. */
export function endOf(child: Promise<void>): Promise<void> {
  return child.catch((error: unknown) => {
    const alone = isCancellation(error) && !CancellationScope.current().consideredCancelled;
    if (!alone || !patched('child-cancelled-alone')) throw error;
  });
}
