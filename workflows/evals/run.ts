import { ActivityCancellationType, continueAsNew } from '@temporalio/workflow';
import type { EvalActivities, EvalRunInput } from '../../src/evals/contract.ts';
import { activitiesOn } from '../queues.ts';
import { runSlices } from '../slices.ts';

const { workAtCases } = activitiesOn<EvalActivities>('background', {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // What a case does wrong stands with the case; a step fails only while something of ours is away.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
});
const { failEval, confirmEvalCancel } = activitiesOn<EvalActivities>('background', {
  startToCloseTimeout: '5 minutes',
});

/** An eval of a task: its cases are worked at for some seconds at a time, many together, until none is left. */
export async function taskEvalRun(input: EvalRunInput): Promise<void> {
  if (!(await runEval(input))) await continueAsNew<typeof taskEvalRun>(input);
}

/** The same of an agent. */
export async function agentEvalRun(input: EvalRunInput): Promise<void> {
  if (!(await runEval(input))) await continueAsNew<typeof agentEvalRun>(input);
}

function runEval(input: EvalRunInput): Promise<boolean> {
  return runSlices({
    slice: () => workAtCases(input),
    confirmCancel: () => confirmEvalCancel(input),
    fail: (problem) => failEval({ ...input, problem }),
  });
}
