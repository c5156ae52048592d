import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
} from '@temporalio/workflow';
import type { TaskActivities, TaskRunInput } from '../../src/tasks/contract.ts';
import { problemOf } from '../failure.ts';

const { callModel } = proxyActivities<TaskActivities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Model failures are counted by the activities themselves; this outlasts an hour's loss of the database.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
});
const { failTaskRun, confirmTaskCancel } = proxyActivities<TaskActivities>({ startToCloseTimeout: '30 seconds' });

/** A run of a task: one model call. */
export async function taskRun({ taskRunId }: TaskRunInput): Promise<void> {
  try {
    await callModel({ taskRunId });
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => confirmTaskCancel({ taskRunId }));
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    await failTaskRun({ taskRunId, problem: problemOf(error) });
  }
}
