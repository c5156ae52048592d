import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
} from '@temporalio/workflow';
import type { TaskActivities, TaskRunInput } from '../../src/tasks/contract.ts';
import { allEnded } from '../ended.ts';
import { problemOf } from '../failure.ts';

const { callModel, prepareInput } = proxyActivities<TaskActivities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Model failures are counted by the activities themselves; this outlasts an hour's loss of the database.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
});
const { failTaskRun, confirmTaskCancel } = proxyActivities<TaskActivities>({ startToCloseTimeout: '30 seconds' });

/** A run of a task: one model call, and before it what its revision makes of the input, where it does. */
export async function taskRun({ taskRunId }: TaskRunInput): Promise<void> {
  try {
    const preparation = await callModel({ taskRunId });
    if (!preparation) return;
    for (const steps of preparation) await allEnded(steps.map((step) => prepareInput({ taskRunId, step })));
    await callModel({ taskRunId });
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => confirmTaskCancel({ taskRunId }));
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    await failTaskRun({ taskRunId, problem: problemOf(error) });
  }
}
