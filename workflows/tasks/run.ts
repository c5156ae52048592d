import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { PreparationStep, TaskActivities, TaskRunInput } from '../../src/tasks/contract.ts';
import { BEGUN_HERE, ON_SHARED_QUEUE, takeStep } from '../begun-here.ts';
import { allEnded } from '../ended.ts';
import { problemOf } from '../failure.ts';

const { callModel, prepareInput } = proxyActivities<TaskActivities>(ON_SHARED_QUEUE);
const { callModelHere, prepareInputHere } = proxyLocalActivities<TaskActivities>(BEGUN_HERE);
const { failTaskRun, confirmTaskCancel } = proxyActivities<TaskActivities>({ startToCloseTimeout: '30 seconds' });

/** A run of a task: one model call, and before it what its revision makes of the input, where it does. */
export async function taskRun({ taskRunId }: TaskRunInput): Promise<void> {
  try {
    const preparation = await takeStep({ taskRunId }, callModelHere, callModel);
    if (!preparation) return;
    const prepare = (step: PreparationStep) => takeStep({ taskRunId, step }, prepareInputHere, prepareInput);
    for (const steps of preparation) await allEnded(steps.map(prepare));
    await takeStep({ taskRunId }, callModelHere, callModel);
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => confirmTaskCancel({ taskRunId }));
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    await failTaskRun({ taskRunId, problem: problemOf(error) });
  }
}
