import { ActivityCancellationType, continueAsNew } from '@temporalio/workflow';
import type { EvalActivities, EvalRunInput } from '../../src/evals/contract.ts';
import { proxyQueueActivities } from '../queues.ts';
import { runSlices } from '../slices.ts';

const { workAtCases } = proxyQueueActivities<EvalActivities>('background', {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Errors of a case are stored with the case. A step fails only during internal outages.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
});
const { failEval, confirmEvalCancel } = proxyQueueActivities<EvalActivities>('background', {
  startToCloseTimeout: '5 minutes',
});

/** Eval of a task: steps of some seconds run cases in parallel until none is left. */
export async function taskEvalRun(input: EvalRunInput): Promise<void> {
  if (!(await runEval(input))) await continueAsNew<typeof taskEvalRun>(input);
}

/** Eval of an agent. */
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
