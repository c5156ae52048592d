import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  executeChild,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import {
  type AgentActivities,
  type AgentRunInput,
  type CallOutcome,
  DECIDED_SIGNAL,
  type PlannedCall,
  RESUMED_SIGNAL,
} from '../../src/agents/contract.ts';
import { allEnded } from '../ended.ts';
import { problemOf } from '../failure.ts';
import { taskRun } from '../tasks/run.ts';
import { endOf, runsBelow } from './below.ts';

const { takeTurn, callTool } = proxyActivities<AgentActivities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Model failures are counted by the activities themselves; this outlasts an hour's loss of the database.
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 150 },
});
const { failAgentRun, confirmCancel } = proxyActivities<AgentActivities>({ startToCloseTimeout: '30 seconds' });
// Two trips to the server fewer; a calculation is safe to run again.
const { callQuickTool } = proxyLocalActivities<AgentActivities>({ startToCloseTimeout: '10 seconds' });

export const decidedSignal = defineSignal<[string]>(DECIDED_SIGNAL);
export const resumedSignal = defineSignal(RESUMED_SIGNAL);

/** A run of an agent: turns of one model call and its tool calls each, until a turn asks for none. */
export async function agentRun({ runId, turn: from = 1 }: AgentRunInput): Promise<void> {
  const decided = new Set<string>();
  let resumes = 0;
  let stopped = false;
  const below = runsBelow();
  setHandler(decidedSignal, (requestId) => void decided.add(requestId));
  setHandler(resumedSignal, () => void resumes++);

  /** Waits for the decision where one is needed, then calls; a call that asks a person something waits again. */
  const callWhenDecided = async (call: PlannedCall): Promise<CallOutcome> => {
    const perform = call.how === 'quick' ? callQuickTool : callTool;
    let awaited = call.approval;
    for (;;) {
      if (awaited) {
        const { requestId, expiresInMs } = awaited;
        const woken = () => stopped || decided.has(requestId);
        if (expiresInMs === undefined) await condition(woken);
        else await condition(woken, Math.max(1, Math.ceil(expiresInMs)));
        if (stopped) return { state: 'stop' };
        decided.delete(requestId);
      }
      const outcome = await perform({ runId, callId: call.callId });
      if (outcome.state !== 'undecided') return outcome;
      awaited = outcome.approval;
    }
  };

  const make = async (call: PlannedCall): Promise<void> => {
    const planned = call.how === 'task' && call.taskRunId !== undefined && !call.approval;
    let outcome: CallOutcome = planned ? { state: 'task', taskRunId: call.taskRunId } : await callWhenDecided(call);
    while (outcome.state === 'agent' && outcome.agentRunId !== undefined) {
      await below.run(outcome.agentRunId);
      outcome = await callTool({ runId, callId: call.callId });
    }
    if (outcome.state === 'stop') {
      stopped = true;
      below.stop();
    }
    const { taskRunId } = outcome;
    if (outcome.state === 'task' && taskRunId !== undefined)
      await endOf(executeChild(taskRun, { workflowId: taskRunId, args: [{ taskRunId }] }));
  };

  try {
    for (let turn = from; ; turn++) {
      if (workflowInfo().continueAsNewSuggested) return await continueAsNew<typeof agentRun>({ runId, turn });
      const seen = resumes;
      const outcome = await takeTurn({ runId, turn });
      if (outcome.state === 'finished') return;
      if (outcome.state === 'cancelled') return await confirmCancel({ runId });
      if (outcome.state === 'held') {
        await condition(() => resumes > seen);
        turn--;
        continue;
      }
      await allEnded(outcome.calls.map(make));
      // A call stops the run when it was rejected so, which ended the run, or when the run is asked to stop.
      if (stopped) return await confirmCancel({ runId });
    }
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => confirmCancel({ runId }));
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    await failAgentRun({ runId, problem: problemOf(error) });
  }
}
