import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { PreparationStep, TaskActivities, TaskRunInput } from '../../src/tasks/contract.ts';
import { BEGUN_HERE, ON_SHARED_QUEUE, takeStep } from '../begun-here.ts';
import { runsBelow } from '../below.ts';
import { allEnded } from '../ended.ts';
import { problemOf } from '../failure.ts';

const { callModel, prepareInput } = proxyActivities<TaskActivities>(ON_SHARED_QUEUE);
const { callModelHere, prepareInputHere } = proxyLocalActivities<TaskActivities>(BEGUN_HERE);
const { failTaskRun, confirmTaskCancel } = proxyActivities<TaskActivities>({ startToCloseTimeout: '30 seconds' });

/** A run of a task: one model call, and before it what its revision makes of the input and the tools it calls, where it does. */
export async function taskRun({ taskRunId }: TaskRunInput): Promise<void> {
  const below = runsBelow();
  const prepare = (step: PreparationStep) => takeStep({ taskRunId, step }, prepareInputHere, prepareInput);
  try {
    for (;;) {
      const before = await takeStep({ taskRunId }, callModelHere, callModel);
      if (!before) return;
      if ('toolRunId' in before) await below.run(before.toolRunId);
      else for (const steps of before) await allEnded(steps.map(prepare));
    }
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => confirmTaskCancel({ taskRunId }));
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    await failTaskRun({ taskRunId, problem: problemOf(error) });
  }
}
